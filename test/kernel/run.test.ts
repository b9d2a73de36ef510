import { describe, expect, it } from 'vitest';
import { definePlugin, defineProbe } from '../../core/define.js';
import { lowerCap } from '../../core/grade.js';
import type { JsonObject } from '../../core/json.js';
import { catchProblems } from './catch-problems.js';
import { fakeServer, fakeSession, kernelOf, RUN, ruleOf, SCORER } from './fake.js';

declare module '../../core/index.js' {
  interface ObservationMap {
    'account.balance': { owner: string; cents: number };
  }
  interface SubjectMap {
    account: { readonly kind: 'account'; readonly name: string; readonly cents: number };
  }
}

const never = fakeSession(() => ({ result: {} }));

describe('order', () => {
  it('puts a plugin behind those it names, and ignores a name that is not there', async () => {
    const seen: string[] = [];
    const plugin = (name: string, after: string[]) =>
      definePlugin({
        name,
        after,
        apply: ({ hooks }) => hooks.observe.for('server').tap(name, () => void seen.push(name)),
      });
    await kernelOf([
      plugin('third', ['second', 'gone']),
      plugin('second', ['first']),
      plugin('first', []),
      fakeServer(never, []),
    ]).run(RUN);
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('refuses a ring and names it', async () => {
    const problems = await catchProblems(
      () => kernelOf([definePlugin({ name: 'a', after: ['b'] }), definePlugin({ name: 'b', after: ['a'] })]).made,
    );
    expect(problems).toEqual(['Plugins wait for each other: a after b after a. Remove one of these "after" entries.']);
  });

  it('runs one probe over all tools before the next probe begins', async () => {
    const seen: string[] = [];
    const probe = (name: string) =>
      defineProbe({
        name,
        subject: 'tool',
        effects: 'read',
        emits: {},
        observe: ({ subject }) => void seen.push(`${name} ${subject.name}`),
      });
    await kernelOf([fakeServer(never, [{ name: 'x' }, { name: 'y' }]), probe('p'), probe('q')]).run(RUN);
    expect(seen).toEqual(['p x', 'p y', 'q x', 'q y']);
  });
});

describe('a subject kind that a plugin adds', () => {
  it('is observed, judged and scored like ours', async () => {
    const accounts = definePlugin({
      name: 'accounts',
      apply({ hooks }) {
        hooks.discovery.tap('accounts', (draft) => {
          draft.addSubject({ kind: 'account', name: 'main', cents: -5 });
          draft.addSubject({ kind: 'account', name: 'spare', cents: 5 });
        });
      },
    });
    const balance = defineProbe({
      name: 'balance',
      subject: 'account',
      effects: 'read',
      emits: { 'account.balance': {} },
      rules: [ruleOf({ id: 'balance-negative', observes: 'account.balance', judge: ({ cents }) => Number(cents) < 0 })],
      observe: ({ subject, emit }) => emit('account.balance', { owner: subject.name, cents: subject.cents }),
    });
    const { report } = await kernelOf([fakeServer(never, []), accounts, balance]).run(RUN);
    expect(report.verdicts.map(({ subject, outcome }) => [subject.kind, subject.name, outcome])).toEqual([
      ['account', 'main', 'fail'],
      ['account', 'spare', 'pass'],
    ]);
    expect(report.score.value).toBe(0.5);
  });
});

describe('what a probe emits', () => {
  it('is frozen, and refused when the kind was not declared', async () => {
    const data = { owner: 'x', cents: 1 };
    const probe = defineProbe({
      name: 'p',
      subject: 'server',
      effects: 'read',
      emits: {} as Record<'account.balance', JsonObject>,
      observe: ({ emit }) => emit('account.balance', data),
    });
    const { report } = await kernelOf([fakeServer(never, []), probe as never]).run(RUN);
    expect(report.faults).toMatchObject([
      { plugin: 'p', message: 'it emits "account.balance" without declaring it under emits' },
    ]);
    expect(Object.isFrozen(data)).toBe(false);
  });

  it('rests on the calls made since the last emit', async () => {
    const probe = defineProbe({
      name: 'p',
      subject: 'server',
      effects: 'read',
      emits: { 'account.balance': {} },
      async observe({ emit, call, inconclusive }) {
        await call('ping');
        await call('ping');
        emit('account.balance', { owner: 'x', cents: 1 });
        const last = await call('ping');
        inconclusive('account.balance', 'cannot tell');
        emit('account.balance', { owner: 'y', cents: 1 }, { evidence: [last], basis: 'asked', confidence: 'low' });
      },
    });
    const { report } = await kernelOf([fakeServer(never, []), probe]).run(RUN);
    expect(
      report.observations.map(({ evidence, state, basis, confidence }) => [evidence, state, basis, confidence]),
    ).toEqual([
      [[1, 2], 'observed', undefined, undefined],
      [[3], 'inconclusive', undefined, undefined],
      [[3], 'observed', 'asked', 'low'],
    ]);
  });
});

describe('caps', () => {
  const cap = (name: string, letter: 'B' | 'D') =>
    definePlugin({
      name,
      apply: ({ hooks }) => hooks.gradeCap.tap(name, (before) => lowerCap(before, letter, `${name} says so`)),
    });
  const fine = defineProbe({
    name: 'fine',
    subject: 'server',
    effects: 'read',
    emits: { 'account.balance': {} },
    rules: [ruleOf({ id: 'r', observes: 'account.balance' })],
    observe: ({ emit }) => emit('account.balance', { owner: 'x', cents: 1 }),
  });

  it('lower the letter, keep the score and collect reasons', async () => {
    const { report } = await kernelOf([fakeServer(never, []), fine, cap('cap-b', 'B'), cap('cap-d', 'D')]).run(RUN);
    expect([report.score.value, report.uncappedGrade, report.grade, report.cap]).toEqual([
      1,
      'A',
      'D',
      { letter: 'D', reasons: ['cap-b says so', 'cap-d says so'] },
    ]);
  });

  it('cannot raise what another has lowered', async () => {
    const raising = definePlugin({
      name: 'cap-raise',
      after: ['cap-d'],
      apply: ({ hooks }) => hooks.gradeCap.tap('cap-raise', () => ({ letter: null, reasons: [] })),
    });
    const { report } = await kernelOf([fakeServer(never, []), fine, cap('cap-d', 'D'), raising]).run(RUN);
    expect(report.grade).toBe('D');
    expect(report.faults).toMatchObject([{ plugin: 'cap-raise', message: 'it tried to raise the cap from D to none' }]);
  });
});

describe('a run that is cut short', () => {
  it('has no grade and lists what did not run', async () => {
    const stop = new AbortController();
    const probe = defineProbe({
      name: 'slow',
      subject: 'tool',
      effects: 'call',
      emits: {},
      observe: () => stop.abort('interrupted by the user'),
    });
    const session = fakeSession(() => ({ result: {} }));
    const { report } = await kernelOf([fakeServer(session, [{ name: 'x' }, { name: 'y' }]), probe]).run({
      ...RUN,
      signal: stop.signal,
    });
    expect(report.unfinished).toEqual({ reason: 'interrupted by the user', notRun: ['slow on y'] });
    expect(report.grade).toBeNull();
    expect(session.closedTimes).toBeGreaterThan(0);
  });

  it('refuses calls beyond the budget with the reason', async () => {
    const probe = defineProbe({
      name: 'chatty',
      subject: 'server',
      effects: 'read',
      emits: {},
      async observe({ call }) {
        for (let i = 0; i < 3; i += 1) await call('ping');
      },
    });
    const { report } = await kernelOf([fakeServer(never, []), probe]).run({ ...RUN, maxRequests: 2 });
    expect(report.calls.map(({ outcome, excerpt }) => [outcome, excerpt.slice(0, 30)])).toEqual([
      ['result', ''],
      ['result', ''],
      ['refused', "the run's budget of 2 requests"],
    ]);
  });
});

describe('what the user wrote', () => {
  it('is checked as a whole: options, scorer, argument values', async () => {
    const origin = { source: 'toolscore.config.yaml', line: 3, column: 5 };
    const counting = definePlugin({ name: 'counting', options: { limit: 3, words: [] } });
    const problems = await catchProblems(
      () =>
        kernelOf([counting], {
          options: [
            { plugin: 'countin', options: {}, origin },
            { plugin: 'counting', options: { limt: 3, words: 'x' }, origin },
          ],
          scoring: { use: 'count-passe', options: {}, origin },
        }).made,
    );
    expect(problems).toEqual([
      'toolscore.config.yaml:3:5  no plugin is called "countin". Did you mean "counting"?',
      'toolscore.config.yaml:3:5  counting has no option "limt". It has: limit, words. Did you mean "limit"?',
      'toolscore.config.yaml:3:5  counting.words takes a list, found string "x".',
      `toolscore.config.yaml:3:5  no scorer is called "count-passe". There are: ${SCORER.name}. Did you mean "count-passes"?`,
    ]);
    const values = { for: () => new Map(), check: () => ['no tool declares "x"'] };
    const session = fakeSession(() => ({ result: {} }));
    await expect(kernelOf([fakeServer(session, [])]).run({ ...RUN, values })).rejects.toThrow('no tool declares "x"');
    expect(session.closedTimes).toBeGreaterThan(0);
  });

  it('lays given options over the defaults, the later one winning', async () => {
    let seen: unknown;
    const probe = defineProbe({
      name: 'p',
      subject: 'server',
      effects: 'read',
      emits: {},
      options: { a: 1, b: 2 },
      observe: ({ options }) => void (seen = options),
    });
    const origin = { source: 'test' };
    await kernelOf([fakeServer(never, []), probe], {
      options: [
        { plugin: 'p', options: { a: 5, b: 5 }, origin },
        { plugin: 'p', options: { b: 7 }, origin },
      ],
    }).run(RUN);
    expect(seen).toEqual({ a: 5, b: 7 });
  });
});
