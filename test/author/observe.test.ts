import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { definePlugin, defineProbe, type Plugin } from '../../core/index.js';
import { NO_SUCH_METHOD, NO_SUCH_TOOL } from '../../core/no-such.js';
import { observe, reply, type Reply } from '../../core/testing.js';

declare module '../../core/index.js' {
  interface ObservationMap {
    'kit.answer': { name: string; outcome: string; ms: number };
    'kit.words': { words: number };
  }
}

const answerSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'outcome', 'ms'],
  properties: { name: { type: 'string' }, outcome: { type: 'string' }, ms: { type: 'number' } },
};
/** Calls every tool it may, as often as it is told. */
const caller = defineProbe({
  name: 'kit-caller',
  subject: 'tool',
  effects: 'call',
  options: { times: 1 },
  emits: { 'kit.answer': answerSchema },
  rules: [
    {
      id: 'kit-answer-slow',
      title: 'Tool answers quickly',
      failure: 'Tool is slow to answer',
      severity: 'warning',
      confidence: 'medium',
      since: '0.1.0',
      observes: 'kit.answer',
      requires: ['ms'],
      options: { limitMs: 100 },
      when: { '>': [{ var: 'ms' }, { var: 'options.limitMs' }] },
      message: '{{name}} took {{ms}} ms.',
      fix: 'Answer sooner.',
    },
  ],
  async observe({ subject, options, call, mayCall, emit, skipped, incomplete }) {
    const { name, tool } = subject;
    const may = mayCall(tool);
    if (!may.allowed) return skipped('kit.answer', may.reason);
    for (let time = 0; time < options.times; time += 1) {
      const { outcome, ms } = await call('tools/call', { name, arguments: { time } });
      if (outcome === 'closed') return incomplete('kit.answer', `the server went away when ${name} was called`);
      emit('kit.answer', { name, outcome, ms });
    }
  },
});
const reads = { name: 'find', annotations: { readOnlyHint: true } };
const writes = { name: 'remove', annotations: { readOnlyHint: false } };

/** A probe that asks this of the server as a whole, and emits how it ended. */
const asking = (look: (ask: (method: string, params?: object) => Promise<string>) => Promise<unknown>): Plugin =>
  defineProbe({
    name: 'kit-asking',
    subject: 'server',
    effects: 'call',
    emits: { 'kit.words': { type: 'object' } },
    async observe({ call, emit }) {
      await look(async (method, params = {}) => (await call(method, { ...params })).outcome);
      emit('kit.words', { words: 1 });
    },
  });

describe('what a probe observes', () => {
  test('comes with its state, its data, and the calls it rests on', async () => {
    const seen = await observe(caller, { tools: [reads], answers: { find: reply.text('x', { ms: 1840 }) } });
    expect(seen.observations).toEqual([
      {
        kind: 'kit.answer',
        subject: 'find',
        state: 'observed',
        data: { name: 'find', outcome: 'result', ms: 1840 },
        evidence: [expect.objectContaining({ method: 'tools/call', params: { name: 'find', arguments: { time: 0 } } })],
      },
    ]);
    expect(seen.verdicts).toMatchObject([{ rule: 'kit-answer-slow', outcome: 'fail', message: 'find took 1840 ms.' }]);
  });

  test('is what the write gate lets it see, as in a run', async () => {
    const answers = { find: reply.text('x'), remove: reply.text('gone') };
    const states = async (more: object): Promise<unknown> =>
      (await observe(caller, { tools: [reads, writes], answers, ...more })).observations.map(
        ({ subject, state, reason }) => [subject, state, reason],
      );
    expect(await states({})).toEqual([
      ['find', 'observed', undefined],
      ['remove', 'skipped', 'not read-only, and kit-caller declares that it only reads'],
    ]);
    expect(await states({ readOnly: true })).toEqual([
      ['find', 'observed', undefined],
      ['remove', 'skipped', 'not read-only, and this run is read-only'],
    ]);
    const declared = (await states({ effects: { writes: ['find'] } })) as unknown[][];
    expect(declared.map(([subject, state]) => [subject, state])).toEqual([
      ['find', 'skipped'],
      ['remove', 'skipped'],
    ]);
  });

  test('is refused by the gate when it calls without asking, and the server never hears of it', async () => {
    const seen = await observe(
      asking((ask) => ask('tools/call', { name: 'remove' })),
      { tools: [writes] },
    );
    expect(seen.calls).toMatchObject([{ method: 'tools/call', outcome: 'refused' }]);
  });

  test('writes when the run allows it and the probe declares it', async () => {
    const writer: Plugin = { ...caller, effects: 'mutate' };
    const script = { tools: [writes], answers: { remove: reply.refusal('no such record') } };
    expect((await observe(writer, { ...script, allowWrites: true })).observations).toMatchObject([
      { state: 'observed' },
    ]);
    expect((await observe(writer, script)).observations).toMatchObject([{ state: 'skipped' }]);
  });

  test.each<[string, Reply, string, number]>([
    ['text', reply.text('x'), 'result', 1],
    ['data', reply.data({ n: 1 }), 'result', 1],
    ['a refusal', reply.refusal('no'), 'result', 1],
    ['any result', reply.result([1]), 'result', 1],
    ['an error', reply.error(-32602, 'bad', { more: 1 }), 'error', 1],
    ['a malformed frame', reply.malformed({ id: 1 }), 'malformed', 1],
    ['silence', reply.silence(), 'timeout', 250],
  ])('of %s is its outcome', async (_, given, outcome, ms) => {
    const seen = await observe(caller, { tools: [reads], answers: { find: given }, timeoutMs: 250 });
    expect(seen.observations).toMatchObject([{ data: { name: 'find', outcome, ms } }]);
  });

  test('of a server that goes away stays so, for every call behind it', async () => {
    const { observations } = await observe(caller, {
      tools: [reads, { ...reads, name: 'list' }],
      answers: { find: reply.gone(), list: reply.text('never asked') },
    });
    expect(observations.map(({ state, reason }) => [state, reason])).toEqual([
      ['incomplete', 'the server went away when find was called'],
      ['incomplete', 'the server went away when list was called'],
    ]);
  });

  test('follows answers in order, and answers made from arguments', async () => {
    const ordered = await observe(caller, {
      tools: [reads],
      options: { times: 2 },
      answers: { find: [reply.text('x'), reply.error(1, 'y')] },
    });
    expect(ordered.observations.map(({ data }) => data?.['outcome'])).toEqual(['result', 'error']);
    const made = await observe(caller, {
      tools: [reads],
      options: { times: 2 },
      answers: { find: ({ time }, nth) => reply.text('x', { ms: Number(time) * 10 + nth }) },
    });
    expect(made.observations.map(({ data }) => data?.['ms'])).toEqual([1, 12]);
  });

  test('includes the budget: a request too many is refused', async () => {
    const { observations } = await observe(caller, {
      tools: [reads],
      options: { times: 2 },
      maxRequests: 1,
      answers: { find: reply.text('x') },
    });
    expect(observations.map(({ data }) => data?.['outcome'])).toEqual(['result', 'refused']);
  });

  test('asks what every server answers, and other methods when the script has them', async () => {
    const seen = await observe(
      asking(async (ask) => {
        for (const method of ['ping', 'tools/list', 'resources/list', 'prompts/list', NO_SUCH_METHOD, 'resources/read'])
          await ask(method);
        await ask('tools/call', { name: NO_SUCH_TOOL });
      }),
      { methods: { 'resources/read': reply.result({ contents: [] }) } },
    );
    expect(seen.calls.map(({ outcome }) => outcome)).toEqual([
      'result',
      'result',
      'result',
      'result',
      'error',
      'result',
      'error',
    ]);
  });

  test('knows how it is connected, what is declared and which values the user gave', async () => {
    const told: unknown[] = [];
    const listening = defineProbe({
      name: 'kit-listening',
      subject: 'tool',
      effects: 'read',
      emits: { 'kit.words': { type: 'object' } },
      observe({ catalog, transport, session, effects, values, subject }) {
        told.push([catalog.server.name, catalog.server.instructions, transport, session.era, session.version]);
        told.push([effects.exclude, [...values(subject.tool)]]);
      },
    });
    await observe(listening, {
      tools: [reads],
      serverInfo: { name: 'shop', version: '2' },
      instructions: 'Be kind.',
      era: 'stateless',
      transport: 'http',
      effects: { exclude: ['find'] },
      values: { find: { query: 'a' } },
    });
    expect(told).toEqual([
      ['shop', 'Be kind.', 'http', 'stateless', '2026-07-28'],
      [['find'], [['query', 'a']]],
    ]);
  });

  test('goes on in a session opened beside the first', async () => {
    const opening = defineProbe({
      name: 'kit-opening',
      subject: 'server',
      effects: 'call',
      emits: { 'kit.words': { type: 'object' } },
      async observe({ sessions, emit }) {
        const second = await sessions.open();
        await second.call('ping');
        await second.close();
        emit('kit.words', { words: second.closed ? second.number : 0 });
      },
    });
    expect((await observe(opening)).observations).toMatchObject([
      { data: { words: 2 }, evidence: [{ method: 'ping' }] },
    ]);
  });
});

describe('a test is told at once when', () => {
  test.each<[string, Plugin, Parameters<typeof observe>[1], string]>([
    [
      'a call has no answer',
      caller,
      { tools: [reads] },
      'the test has no answer when it calls find with {"time":0}: give it under answers: { "find": … }',
    ],
    [
      'the answers do not suffice',
      caller,
      { tools: [reads], options: { times: 2 }, answers: { find: [reply.text('x')] } },
      'the test has no answer when it asks tools/call find 2 times, and 1 answers are given',
    ],
    [
      'another method has no answer',
      asking((ask) => ask('prompts/get')),
      {},
      "the test has no answer when it asks prompts/get: give it under methods: { 'prompts/get': … }",
    ],
    ['the probe throws', asking(() => Promise.reject(new Error('oh'))), {}, 'it failed in observe.server fake: oh'],
    [
      'data does not fit its schema',
      { ...caller, emits: { 'kit.answer': { ...answerSchema, required: [...answerSchema.required, 'colour'] } } },
      { tools: [reads], answers: { find: reply.text('x') } },
      "kit.answer of find does not fit the schema under emits: it must have required property 'colour'",
    ],
    [
      'there is no reason',
      defineProbe({
        name: 'kit-quiet',
        subject: 'server',
        effects: 'read',
        emits: { 'kit.words': { type: 'object' } },
        observe: ({ inconclusive }) => inconclusive('kit.words', ' '),
      }),
      {},
      'kit.words of fake is inconclusive and says no reason',
    ],
    [
      'a kind is not declared',
      { ...caller, emits: {}, rules: [] },
      { tools: [reads], answers: { find: reply.text('x') } },
      'it emits "kit.answer" without declaring it under emits',
    ],
    [
      'an option is unknown',
      caller,
      { options: { tims: 2 } },
      'the test  kit-caller has no option "tims". It has: times. Did you mean "times"?',
    ],
    [
      'a rule of the probe is wrong',
      { ...caller, rules: [{ ...caller.rules![0]!, requires: ['mss'] }] },
      {},
      'Did you mean "ms"?',
    ],
  ])('%s', async (_, probe, script, message) => {
    await expect(observe(probe, script)).rejects.toThrow(message);
  });
});

describe('a probe is found', () => {
  const file = new URL('../../fixtures/plugins/tool-title-missing.ts', import.meta.url);
  const script = { tools: [{ name: 'find', annotations: { title: 'Find' } }] };

  test('by path and by URL, in TypeScript', async () => {
    for (const probe of [file, fileURLToPath(file), `${file.href}#acme-tool-title`])
      expect((await observe(probe, script)).observations).toMatchObject([{ data: { name: 'find', title: 'Find' } }]);
  });

  test('or the test is told what is there', async () => {
    await expect(observe(`${file.href}#acme-title`, script)).rejects.toThrow('holds acme-tool-title. Name one of them');
    await expect(observe('./no-such-probe.ts')).rejects.toThrow('no-such-probe.ts');
    await expect(observe(new URL('../../fixtures/plugins/tool-prefix-missing.yaml', import.meta.url))).rejects.toThrow(
      'holds no probe',
    );
    const schema = definePlugin({ name: 'kit-schema', emits: { 'kit.words': './no-such.schema.json' } });
    await expect(observe(schema)).rejects.toThrow('does not exist');
  });
});
