import { describe, expect, it } from 'vitest';
import { definePlugin, defineProbe, type Plugin } from '../../core/define.js';
import type { PluginHooks } from '../../core/hooks.js';
import { ServerError } from '../../core/session/port.js';
import { catchProblems } from './catch-problems.js';
import { fakeServer, fakeSession, kernelOf, RUN, ruleOf } from './fake.js';

declare module '../../core/index.js' {
  interface ObservationMap {
    'test.fact': { tool: string };
  }
}

const TOOLS = [{ name: 'read_a' }, { name: 'read_b' }];
const server = (): Plugin =>
  fakeServer(
    fakeSession(() => ({ result: { content: [] } })),
    TOOLS,
  );
const rule = ruleOf({ id: 'fact-bad', observes: 'test.fact' });
const facts = (name: string, failOn?: string): Plugin =>
  defineProbe({
    name,
    subject: 'tool',
    effects: 'call',
    emits: { 'test.fact': {} },
    rules: failOn === undefined ? [] : [rule],
    observe({ subject, emit }) {
      if (subject.name === failOn) throw new Error('boom');
      emit('test.fact', { tool: subject.name });
    },
  });
const throwing = (step: string, tap: (hooks: PluginHooks) => void): Plugin =>
  definePlugin({ name: `breaks-${step}`, apply: ({ hooks }) => tap(hooks) });
const boom = (): never => {
  throw new Error('boom');
};

describe('a plugin that throws', () => {
  it('costs only its own observations of that subject, and is named with its step', async () => {
    const { report } = await kernelOf([server(), facts('careful'), facts('clumsy', 'read_a')]).run(RUN);
    expect(report.faults).toEqual([
      {
        plugin: 'clumsy',
        step: 'observe.tool read_a',
        message: 'boom',
        cost: 'Rules that need its observations are inconclusive.',
      },
    ]);
    expect(report.observations.filter(({ probe }) => probe === 'careful')).toHaveLength(2);
    const clumsy = report.verdicts
      .filter(({ rule: id }) => id === 'fact-bad')
      .map(({ outcome, reason }) => [outcome, reason]);
    expect(clumsy).toEqual([
      ['pass', undefined],
      ['pass', undefined],
      ['inconclusive', 'the probe clumsy failed: boom'],
      ['pass', undefined],
    ]);
  });

  it.each<[string, (hooks: PluginHooks) => void]>([
    ['connect', (hooks) => hooks.connect.tap('x', boom)],
    ['discovery', (hooks) => hooks.discovery.tap('x', boom)],
    ['prepareCall', (hooks) => hooks.prepareCall.tap('x', boom)],
    ['call', (hooks) => hooks.call.tap('x', boom)],
    ['called', (hooks) => hooks.called.tap('x', boom)],
    ['observe', (hooks) => hooks.observe.for('tool').tap('x', boom)],
    ['verdict', (hooks) => hooks.verdict.tap('x', boom)],
    ['gradeCap', (hooks) => hooks.gradeCap.tap('x', boom)],
    ['report', (hooks) => hooks.report.tap('x', boom)],
    ['close', (hooks) => hooks.close.tap('x', boom)],
  ])('in %s does not end the run', async (step, tap) => {
    const calling = defineProbe({
      name: 'calling',
      subject: 'tool',
      effects: 'call',
      emits: { 'test.fact': {} },
      rules: [rule],
      async observe({ subject, call, emit }) {
        await call('tools/call', { name: subject.name, arguments: {} });
        emit('test.fact', { tool: subject.name });
      },
    });
    // Last, so that it is asked to connect and to answer before anybody else.
    const kernel = kernelOf([server(), calling, throwing(step, tap)], {});
    const { report, faults } = await kernel.run(RUN);
    const mine = faults.filter(({ plugin }) => plugin === `breaks-${step}`);
    expect(mine).toMatchObject([{ message: 'boom' }]);
    expect(mine[0]?.step.startsWith(step)).toBe(true);
    expect(report.grade).toBe('A');
    expect(report.verdicts).toHaveLength(2);
  });

  it('in judge leaves the rule inconclusive', async () => {
    const bad = ruleOf({ id: 'bad-code', observes: 'test.fact', judge: boom });
    const { report } = await kernelOf([server(), facts('careful'), definePlugin({ name: 'house', rules: [bad] })]).run(
      RUN,
    );
    expect(report.verdicts.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'inconclusive']);
    expect(report.faults[0]).toMatchObject({ step: 'judge bad-code', message: 'boom' });
    expect(report.grade).toBeNull();
  });

  it('in score leaves the run without a score, and everything else as it is', async () => {
    const scoring = { use: 'broken', options: {}, origin: { source: 'test' } };
    const broken = throwing('score', (hooks) => hooks.score.for('broken').tap('x', boom));
    const { report } = await kernelOf([server(), facts('careful'), broken], { scoring }).run(RUN);
    expect([report.score.value, report.grade]).toEqual([null, null]);
    expect(report.faults).toMatchObject([{ plugin: 'breaks-score', step: 'score', message: 'boom' }]);
  });

  it('in apply or validate ends the run before anything connects', async () => {
    const problems = await catchProblems(
      () =>
        kernelOf([
          definePlugin({ name: 'breaks-apply', apply: boom }),
          throwing('validate', (hooks) => hooks.validate.tap('x', boom)),
        ]).made,
    );
    expect(problems).toEqual([
      'Plugin "breaks-apply" failed in apply: boom',
      'Plugin "breaks-validate"  failed in validate: boom',
    ]);
  });
});

describe('connecting', () => {
  it('says who failed when nobody can connect', async () => {
    const kernel = kernelOf([throwing('connect', (hooks) => hooks.connect.tap('x', boom))]);
    await expect(kernel.run(RUN)).rejects.toThrow(
      'No plugin can connect to a target of kind stdio; plugin "breaks-connect" failed in connect: boom',
    );
  });

  it('ends the run with the ServerError of a transport, and still runs close', async () => {
    let closed = 0;
    const refusing = definePlugin({
      name: 'refusing',
      apply({ hooks }) {
        hooks.connect.tap('refusing', () => {
          throw new ServerError('The server exited with code 3');
        });
        hooks.close.tap('refusing', () => {
          closed += 1;
        });
      },
    });
    await expect(kernelOf([refusing]).run(RUN)).rejects.toThrow('The server exited with code 3');
    expect(closed).toBe(1);
  });
});
