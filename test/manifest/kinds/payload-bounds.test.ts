import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';

const SIZE = 5000;
const given = (expect_handled: boolean, args: JsonObject = { keep: [1], text: 'short' }) =>
  caseOf('payload-bounds', { tool: 'read', arguments: args, field: 'text', size_bytes: SIZE, expect_handled });
const LENIENT = given(false);
const HANDLED = given(true);

const refusal = (code: unknown, more: JsonObject = {}): Partial<Answer> => ({
  kind: 'malformed',
  ms: 12.7,
  reason: 'an answer with the id null',
  raw: { jsonrpc: '2.0', id: null, error: { code, message: 'too long' }, ...more },
});
const PONG = { result: {} };
/** A server that answers the call so, and the request after it so. */
const answering =
  (call: Partial<Answer>, after: Partial<Answer> = PONG) =>
  (method: string): Partial<Answer> =>
    method === 'tools/call' ? call : after;
const methods = (run: Awaited<ReturnType<typeof runCases>>) =>
  run.sessions.flatMap(({ sent }) => sent.map(({ method }) => method)).filter((method) => method !== 'tools/list');

describe('the call', () => {
  test('carries the text in its field, the rest as the case says, and room for an answer that repeats it', async () => {
    const calls: unknown[] = [];
    let longest: number | undefined;
    const args = { keep: [1], text: 'short' };
    await runCases([given(false, args)], (_method, params, _session, { options }) => {
      longest = options.maxAnswerBytes;
      calls.push(structuredClone(params));
      return { result: { content: [] } };
    });
    expect(calls).toEqual([{ name: 'read', arguments: { keep: [1], text: expect.stringMatching(/^[a-z]{5000}$/i) } }]);
    expect(longest).toBe(SIZE + 8 * 1024 * 1024);
    expect(args).toEqual({ keep: [1], text: 'short' });
  });

  test('adds the field where the arguments lack it', async () => {
    let sent: JsonObject = {};
    await runCases([given(false, {})], (_method, params) => {
      sent = structuredClone(params['arguments']) as JsonObject;
      return { result: { content: [] } };
    });
    expect(Object.keys(sent)).toEqual(['text']);
  });

  test('leaves nothing of the text behind', async () => {
    const run = await runCases([LENIENT], answering({ kind: 'timeout' }));
    expect(JSON.stringify(run.report)).not.toMatch(/([a-z])\1{50}/i);
    expect(run.report.calls.find(({ method }) => method === 'tools/call')?.params).toEqual({
      name: 'read',
      arguments: { keep: [1], text: '' },
    });
  });
});

describe('an answer to the call', () => {
  const success = { ms: 20.9, result: { content: [] } };
  const toolError = { ms: 20.9, result: { content: [], isError: true } };
  const protocolError = { kind: 'error', ms: 20.9, error: { code: -32602, message: 'too long' } } as const;
  test.each([
    ['a success', LENIENT, success, []],
    ['a success', HANDLED, success, []],
    ['a tool error', LENIENT, toolError, []],
    ['a tool error', HANDLED, toolError, ['unexpected-outcome']],
    ['a protocol error', LENIENT, protocolError, []],
    ['a protocol error', HANDLED, protocolError, ['unexpected-outcome']],
  ] as const)('%s', async (_what, one, answer, labels) => {
    const run = await runCases([one], answering(answer));
    expect(run.failed('one')).toEqual(labels);
    expect(run.data('one', 'case.run')).toMatchObject({
      tool: 'read',
      attempts: 1,
      at: 1,
      measurements: { latency_ms: 20 },
    });
    expect(methods(run)).toEqual(['tools/call']);
    expect(run.report.score.value).toBe(labels.length === 0 ? 1 : 0);
  });
});

describe('over stdio, a refusal that cannot name the call', () => {
  test.each([
    ['-32600', LENIENT, -32600, []],
    ['-32700', LENIENT, -32700, []],
    ['-32600', HANDLED, -32600, ['unexpected-outcome']],
    ['-32700', HANDLED, -32700, ['unexpected-outcome']],
  ] as const)('%s, and the session lives', async (_what, one, code, labels) => {
    const run = await runCases([one, { ...one, id: 'two', index: 1 }], answering(refusal(code)));
    expect(run.failed('one')).toEqual(labels);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, measurements: { latency_ms: 12 } });
    // It was handled, so the next case stays on the session.
    expect(methods(run)).toEqual(['tools/call', 'ping', 'tools/call', 'ping']);
    expect(run.sessions).toHaveLength(1);
  });

  test('an error shows, too, that the session lives', async () => {
    const run = await runCases([LENIENT], answering(refusal(-32600), { kind: 'error', error: 'no such method' }));
    expect(run.failed('one')).toEqual([]);
  });

  test('a server without ping is asked what it is', async () => {
    const run = await runCases([LENIENT], answering(refusal(-32600)), { era: 'stateless' });
    expect(run.failed('one')).toEqual([]);
    expect(methods(run)).toEqual(['tools/call', 'server/discover']);
  });

  test.each(['timeout', 'closed', 'malformed'] as const)('and no answer after it (%s)', async (kind) => {
    for (const one of [LENIENT, HANDLED]) {
      const run = await runCases([one], answering(refusal(-32600), { kind }));
      expect(run.failed('one')).toEqual(['payload-unhandled']);
      expect(run.data('one', 'case.payload-bounds')).toMatchObject({ ended: 'refusal', usable: false });
    }
  });

  test('over HTTP there is no such excuse', async () => {
    const run = await runCases([LENIENT], answering(refusal(-32600)), { transport: 'http' });
    expect(run.failed('one')).toEqual(['payload-unhandled']);
    expect(methods(run)).toEqual(['tools/call']);
  });

  test('nor for any other call', async () => {
    const other = caseOf('degradation-over-n', { tool: 'read', arguments: {}, max_attempts: 2 });
    const run = await runCases([other], answering(refusal(-32600)));
    expect(run.failed('one')).toEqual(['transport-error']);
  });
});

describe('no usable answer', () => {
  test.each([
    ['silence', { kind: 'timeout', ms: 1000 }],
    ['the end of the connection', { kind: 'closed' }],
    ['an answer with two ends', { kind: 'malformed', raw: { jsonrpc: '2.0', id: 1, result: 1, error: 2 } }],
    ['a longer line than is read', { kind: 'closed', reason: 'longer' }],
    ['a result that is no object', { result: 'aaaa' }],
    ['a flag that is no boolean', { result: { isError: 'false' } }],
    ['an error without a whole number as code', { kind: 'error', error: { code: '-32602' } }],
    ['a refusal with another code', refusal(-32603)],
    ['a refusal with a code that is no number', refusal('-32600')],
    ['a refusal with a result', refusal(-32600, { result: {} })],
    ['a refusal without an id', refusal(-32600, { id: undefined })],
    ['a refusal with the id of nobody', refusal(-32600, { id: 99 })],
    ['a refusal that is no JSON-RPC', refusal(-32600, { jsonrpc: '1.0' })],
    ['a refusal without an error', refusal(-32600, { error: 'too long' })],
  ] as const)('%s', async (_what, answer) => {
    for (const one of [LENIENT, HANDLED]) {
      const run = await runCases([one], answering(answer as Partial<Answer>));
      expect(run.failed('one')).toEqual(['payload-unhandled']);
      expect(run.data('one', 'case.run')).toMatchObject({
        attempts: 1,
        at: 1,
        measurements: { latency_ms: expect.any(Number) },
      });
      expect(run.data('one', 'case.outcome')).toBeUndefined();
      expect(run.fault('one')).toBeUndefined();
      expect(methods(run)).toEqual(['tools/call']);
    }
  });

  test('the next case begins on a fresh session', async () => {
    const next = { ...LENIENT, id: 'two', index: 1 };
    const run = await runCases([LENIENT, next], (_method, _params, session) =>
      session === 1 ? { kind: 'timeout' } : { result: { content: [] } },
    );
    expect(run.failed('one')).toEqual(['payload-unhandled']);
    expect(run.failed('two')).toEqual([]);
    expect(run.sessions).toHaveLength(2);
  });
});

test('a budget that is used up is no verdict, also before the request after a refusal', async () => {
  for (const maxRequests of [1, 2]) {
    const run = await runCases([LENIENT], answering(refusal(-32600)), { maxRequests });
    expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
    expect(run.data('one', 'case.run')).toBeUndefined();
  }
});

test('an incomplete catalog leaves it unrun', async () => {
  const run = await runCases([LENIENT], answering(PONG), { tools: () => ({ kind: 'timeout' }) });
  expect(run.failed('one')).toEqual(['transport-timeout']);
});
