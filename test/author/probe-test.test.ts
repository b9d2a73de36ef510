import { describe, expect, test } from 'vitest';
import { defineProbe, type Plugin } from '../../core/index.js';
import { type ProbeCases, reply, testProbe } from '../../core/testing.js';

declare module '../../core/index.js' {
  interface ObservationMap {
    'kit.length': { name: string; characters: number };
  }
}

const probe = defineProbe({
  name: 'kit-length',
  subject: 'tool',
  effects: 'call',
  emits: { 'kit.length': { type: 'object' } },
  async observe({ subject: { name, tool }, call, mayCall, emit, inconclusive, skipped }) {
    const may = mayCall(tool);
    if (!may.allowed) return skipped('kit.length', may.reason);
    const { ok, result } = await call('tools/call', { name, arguments: {} });
    if (!ok) return inconclusive('kit.length', `${name} gave no result`);
    emit('kit.length', { name, characters: JSON.stringify(result).length }, { basis: 'as JSON', confidence: 'high' });
  },
});
const tools = [{ name: 'find', annotations: { readOnlyHint: true } }];
const data = { name: 'find', characters: 2 };
const measured = {
  name: 'a result',
  answers: { find: reply.result({}) },
  observations: [{ kind: 'kit.length', data }],
};
const silent = {
  name: 'no result',
  answers: { find: reply.silence() },
  observations: [{ kind: 'kit.length', state: 'inconclusive', reason: 'find gave no result' }],
} as const;
const cases: ProbeCases = { tools, cases: [measured, silent] };

/** Declares the tests of a probe and runs them; what each gave, by name. */
async function outcomes(tested: Plugin | string | URL, given: ProbeCases): Promise<Record<string, string>> {
  const declared: [string, () => Promise<void>][] = [];
  testProbe(tested, given, { test: (name, body) => declared.push([name, body]) });
  const results: Record<string, string> = {};
  for (const [name, body] of declared) {
    results[name.replace(/^[^:]+: /, '')] = await body().then(
      () => 'ok',
      (error: Error) => error.message,
    );
  }
  return results;
}

test('a good test holds', async () => {
  expect(await outcomes(probe, cases)).toEqual({ 'a result': 'ok', 'no result': 'ok' });
  const [observation] = measured.observations;
  const whole = { subject: 'find', basis: 'as JSON', confidence: 'high', evidence: ['tools/call find'] } as const;
  expect(
    await outcomes(probe, { tools, cases: [{ ...measured, observations: [{ ...observation!, ...whole }] }, silent] }),
  ).toEqual({ 'a result': 'ok', 'no result': 'ok' });
});

test('a case may have a server of its own', async () => {
  const refused = {
    name: 'a tool that writes',
    tools: [{ name: 'remove' }],
    observations: [
      { kind: 'kit.length', state: 'skipped', reason: 'not read-only, and kit-length declares that it only reads' },
    ],
  } as const;
  expect(await outcomes(probe, { tools, cases: [measured, refused] })).toEqual({
    'a result': 'ok',
    'a tool that writes': 'ok',
  });
});

describe('refused at once', () => {
  test.each<[string, ProbeCases, string]>([
    ['no case', { cases: [] }, 'there is no case.'],
    ['equal names', { tools, cases: [measured, { ...silent, name: 'a result' }] }, 'two cases are called "a result".'],
    [
      'equal scripts',
      { tools, cases: [measured, { ...measured, name: 'again' }] },
      '"a result" and "again" have the same server and setting: one of them proves nothing.',
    ],
    [
      'no data',
      { tools, cases: [{ ...measured, observations: [{ kind: 'kit.length' }] }] },
      '"a result" expects kit.length without its data: write all of it.',
    ],
    [
      'no reason',
      { tools, cases: [{ ...silent, observations: [{ kind: 'kit.length', state: 'skipped' }] }] },
      '"no result" expects kit.length to be skipped without the reason: write the whole reason.',
    ],
  ])('%s', (_, given, fault) => {
    expect(() => testProbe(probe, given, { test: () => {} })).toThrow(
      `The test of kit-length is not worth running:\n- ${fault}`,
    );
  });
});

describe('a test that must not pass', () => {
  const expecting = (observations: ProbeCases['cases'][number]['observations']): ProbeCases => ({
    tools,
    cases: [{ ...measured, observations }, silent],
  });
  test.each<[string, ProbeCases, string]>([
    ['other data', expecting([{ kind: 'kit.length', data: { ...data, characters: 3 } }]), 'characters: 2'],
    [
      'an observation more',
      expecting([
        { kind: 'kit.length', data },
        { kind: 'kit.length', data },
      ]),
      'characters: 2',
    ],
    ['another subject', expecting([{ kind: 'kit.length', data, subject: 'list' }]), "subject: 'find'"],
    ['another basis', expecting([{ kind: 'kit.length', data, basis: 'as text' }]), "basis: 'as JSON'"],
    ['less sure', expecting([{ kind: 'kit.length', data, confidence: 'low' }]), "confidence: 'high'"],
    ['other calls', expecting([{ kind: 'kit.length', data, evidence: [] }]), 'tools/call find'],
  ])('%s', async (_, given, message) => {
    const found = await outcomes(probe, given);
    expect(found['a result']).toContain(message);
    expect(found['no result']).toBe('ok');
  });

  test('an observation less', async () => {
    const unseen = { ...measured, name: 'unseen', observations: [], capabilities: {} };
    expect((await outcomes(probe, { tools, cases: [measured, unseen, silent] }))['unseen']).toContain('characters: 2');
  });

  test('another reason', async () => {
    const [observation] = silent.observations;
    const wrong = { ...silent, observations: [{ ...observation, reason: 'it is late' }] };
    expect((await outcomes(probe, { tools, cases: [measured, wrong] }))['no result']).toContain('find gave no result');
  });

  test('what the probe never emits, or nobody sees it emit', async () => {
    const stray = { ...measured, observations: [{ kind: 'kit.lenght', data }] };
    const found = (await outcomes(probe, { tools, cases: [stray] }))['a result'];
    expect(found).toContain('a case expects kit.lenght, which the probe does not emit. Did you mean "kit.length"?');
    expect(found).toContain('no case observes kit.length: a probe that never looks would go unnoticed.');
  });

  test('a probe that calls, never seen without an answer', async () => {
    expect((await outcomes(probe, { tools, cases: [measured] }))['a result']).toContain(
      'no case leaves kit.length open: a probe that calls can find no answer, and has to say so.',
    );
    const reader: Plugin = { ...probe, effects: 'read', apply: () => {} };
    expect((await outcomes(reader, { tools, cases: [measured] }))['a result']).not.toContain('not worth running');
  });

  test('a probe that is not there', async () => {
    expect((await outcomes('./no-such.ts', cases))['a result']).toContain('no-such.ts');
  });
});
