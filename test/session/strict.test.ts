import { describe, expect, it } from 'vitest';
import { call, events, odd, until } from './odd.js';
import { LIMITS, talk } from './talk.js';

const STRICT = { ...LIMITS, strict: true } as const;
const V2 = { jsonrpc: '2.0' };
const right = (id: number) => ({ ...V2, id, result: 'right' });

const LIMIT = 10_000;

/** What one strict request settles with when the server writes these lines and then its answer. */
function strictly(...lines: unknown[]) {
  const { conversation, hear, ...rest } = talk(undefined, LIMIT);
  const answer = conversation.request('tools/call', {}, STRICT);
  hear(...lines, right(1));
  return { answer, conversation, hear, ...rest };
}

describe('a strict request', () => {
  it.each([
    ['foreign', { ...V2, id: 7, result: {} }, 'an answer to a request that nobody made'],
    ['null', { ...V2, id: null, error: { code: -32600, message: 'no' } }, 'an answer with the id null'],
    ['missing', { ...V2, error: { code: -32600, message: 'no' } }, 'an answer without an id'],
    ['a text', { ...V2, id: '1', result: {} }, 'an answer to request 1, its id written as a text'],
    ['no number at all', { ...V2, id: { a: 1 }, result: {} }, 'an answer to a request that nobody made'],
    ['foreign, of an answer without content', { ...V2, id: 7 }, 'no JSON-RPC message'],
  ])('is malformed by an answer whose id is %s', async (_, raw, reason) => {
    expect(await strictly(raw).answer).toMatchObject({ kind: 'malformed', raw, reason, notes: [] });
  });

  it.each([
    [{ ...V2, id: 1, result: {}, error: null }, 'the answer has a result and an error'],
    [{ ...V2, id: 1 }, 'the answer has neither a result nor an error'],
    [{ ...V2 }, 'no JSON-RPC message'],
    [{ ...V2, method: 5 }, 'no JSON-RPC message'],
  ])('is malformed by %j', async (raw, reason) => {
    expect(await strictly(raw).answer).toMatchObject({ kind: 'malformed', raw, reason });
  });

  it.each([
    ['Server ready'],
    [''],
    [{ level: 'info', id: 1, msg: 'hello' }],
    [{ id: 1, result: 'of no version' }],
    [{ jsonrpc: '1.0', id: 9, result: {} }],
    [{ jsonrpc: 2, id: 9, result: {} }],
    [[{ ...V2, id: 1, result: 'in a batch' }]],
    ['42'],
    ['null'],
    ['"text"'],
    [{ ...V2, method: 'notifications/message', params: { data: 'x' } }],
    [{ ...V2, id: 'q', method: 'ping' }],
  ])('skips %j', async (line) => {
    expect(await strictly(line).answer).toMatchObject({ kind: 'result', result: 'right' });
  });

  it('takes an error, and a result that is null, for what they are', async () => {
    expect(await strictly({ ...V2, id: 1, result: null }).answer).toMatchObject({ kind: 'result', result: null });
    expect(await strictly({ ...V2, id: 1, error: 'text' }).answer).toMatchObject({ kind: 'error', error: 'text' });
  });

  it('is malformed by a second answer to the one before, also when that came in between', async () => {
    for (const between of [true, false]) {
      const { answer, conversation, hear, sent } = strictly();
      await answer;
      const second = { ...V2, id: 1, result: 'again' };
      if (between) hear(second);
      const next = conversation.request('tools/call', {}, STRICT);
      if (!between) hear(second);
      expect(await next).toMatchObject({ kind: 'malformed', raw: second, reason: 'a second answer to request 1' });
      expect(sent).toHaveLength(between ? 1 : 2);
      const last = conversation.request('tools/call', {}, STRICT);
      hear(right(between ? 2 : 3));
      expect(await last).toMatchObject({ kind: 'result' });
    }
  });

  it.each([
    ['noise', 'ready'],
    ['a notification', { ...V2, method: 'notifications/message' }],
    ['a question', { ...V2, id: 5, method: 'roots/list' }],
    ['what is no JSON-RPC 2.0', { id: 1, result: {} }],
  ])('is not disturbed by %s that came in between', async (_, line) => {
    const { answer, conversation, hear } = strictly();
    await answer;
    hear(line);
    const next = conversation.request('tools/call', {}, STRICT);
    hear(right(2));
    expect(await next).toMatchObject({ kind: 'result' });
  });

  it('is not disturbed by what came before it and was nothing to an ordinary request', async () => {
    const { conversation, hear } = talk();
    const ordinary = conversation.request('tools/call', {}, LIMITS);
    hear(right(1), right(1), { ...V2, id: null, error: {} });
    await ordinary;
    const strict = conversation.request('tools/call', {}, STRICT);
    hear(right(2), right(2));
    await strict;
    // And the other way round: what came in between is nothing to an ordinary one.
    const again = conversation.request('tools/call', {}, LIMITS);
    hear({ id: 7, result: {} }, { id: '3', result: 'of no version' });
    expect(await again).toMatchObject({ kind: 'result', result: 'of no version' });
    const last = conversation.request('tools/call', {}, STRICT);
    hear(right(4));
    expect(await last).toMatchObject({ kind: 'result' });
  });

  it('drops late answers to requests that were given up, whatever they look like and however often they come', async () => {
    const { conversation, hear, reasons } = talk();
    const stop = new AbortController();
    const givenUp = [
      conversation.request('a', {}, { timeoutMs: 1, strict: true }),
      conversation.request('b', {}, { ...STRICT, signal: stop.signal }),
      conversation.request('c', {}, { ...STRICT, cancel: { afterMs: 0, reason: 'enough', graceMs: 1 } }),
    ];
    stop.abort();
    expect(await Promise.all(givenUp)).toMatchObject([
      { kind: 'timeout' },
      { kind: 'aborted' },
      { kind: 'timeout', cancelled: true },
    ]);
    const next = conversation.request('d', {}, STRICT);
    for (const id of [1, 2, 3, '3'])
      hear({ ...V2, id, result: {} }, { ...V2, id, error: {} }, { ...V2, id, result: 1, error: 2 });
    hear(right(4));
    expect(await next).toMatchObject({ kind: 'result', result: 'right' });
    expect(new Set(reasons())).toEqual(new Set([1, 2, 3].map((id) => `an answer to request ${id}, too late`)));
  });

  it('is not disturbed by what came after one that was given up', async () => {
    const { conversation, hear } = talk();
    const givenUp = await conversation.request('a', {}, { timeoutMs: 1, strict: true });
    expect(givenUp.kind).toBe('timeout');
    // Such as a refusal of the cancellation.
    hear({ ...V2, id: null, error: { code: -32601, message: 'unknown' } });
    const next = conversation.request('b', {}, STRICT);
    hear(right(2));
    expect(await next).toMatchObject({ kind: 'result' });
  });

  it('drops what else comes of one that was refused unread: more such refusals, and its answer', async () => {
    const refusal = { ...V2, id: null, error: { code: -32600, message: 'too long' } };
    const { answer, conversation, hear } = strictly(refusal, refusal);
    expect(await answer).toMatchObject({ kind: 'malformed', raw: refusal });
    const ping = conversation.request('ping', undefined, STRICT);
    hear(refusal, right(1), refusal, right(2));
    expect(await ping).toMatchObject({ kind: 'result' });
    // With the next answer that is over.
    const next = conversation.request('tools/call', {}, STRICT);
    hear(refusal);
    expect(await next).toMatchObject({ kind: 'malformed', raw: refusal });
  });

  it('drops the answer of one that a foreign answer settled, and bears no other', async () => {
    const { answer, conversation, hear } = strictly({ ...V2, id: 9, result: {} });
    expect(await answer).toMatchObject({ kind: 'malformed' });
    const next = conversation.request('a', {}, STRICT);
    hear(right(1), right(2));
    expect(await next).toMatchObject({ kind: 'result' });
    const last = conversation.request('a', {}, STRICT);
    hear({ ...V2, id: 9, result: {} });
    expect(await last).toMatchObject({ kind: 'malformed' });
  });

  it('bears 128 notifications and not one more', async () => {
    const note = { ...V2, method: 'notifications/x' };
    const many = (count: number): object[] => Array.from({ length: count }, () => note);
    expect(await strictly(...many(128)).answer).toMatchObject({ kind: 'result' });
    const { answer, conversation, hear } = strictly(...many(129));
    expect(await answer).toMatchObject({
      kind: 'closed',
      reason: 'the server sent more than 128 notifications, or more than 10000 bytes of them, before it answered',
    });
    // Each request counts anew, and nobody counts in between.
    hear(...many(300));
    const next = conversation.request('a', {}, STRICT);
    hear(...many(128), right(2));
    expect(await next).toMatchObject({ kind: 'result' });
  });

  it('bears as many bytes of notifications as a frame may have, and not one more', async () => {
    const frame = '{"jsonrpc":"2.0","method":"notifications/x"}';
    const padded = (bytes: number): string => frame + ' '.repeat(bytes - frame.length);
    expect(await strictly(padded(5000), padded(5000)).answer).toMatchObject({ kind: 'result' });
    expect(await strictly(padded(5000), padded(5001)).answer).toMatchObject({ kind: 'closed' });
  });

  it('is closed by a line above the limit, whoever it is for, except a late answer', async () => {
    const long = (head: object): string => JSON.stringify({ ...head, pad: 'x'.repeat(2 * LIMIT) });
    const reason = 'the server wrote a line longer than the limit of 10000 bytes';
    for (const line of [long({ ...V2, id: 1 }), long({ ...V2, method: 'notifications/x' }), 'x'.repeat(2 * LIMIT)])
      expect(await strictly(line).answer).toMatchObject({ kind: 'closed', reason });

    const { answer, conversation, hear } = strictly();
    await answer;
    hear(long({ ...V2, id: 9 }));
    expect(await conversation.request('a', {}, STRICT)).toMatchObject({ kind: 'closed', reason, ms: 0 });
    const late = await conversation.request('b', {}, { timeoutMs: 1, strict: true });
    expect(late.kind).toBe('timeout');
    const next = conversation.request('c', {}, STRICT);
    hear(long({ ...V2, id: 2 }), right(3));
    expect(await next).toMatchObject({ kind: 'result' });
  });

  it('does not wait for the end of a line above the limit', async () => {
    const session = await odd('plain+endless', 4096, { maxFrameBytes: 64 * 1024 });
    expect(await call(session, STRICT)).toMatchObject({ kind: 'closed' });
  });

  it('says closed, not timeout, when the server closed its input', async () => {
    const session = await odd('plain+closes-stdin');
    const seen = events(session);
    expect(await call(session, { timeoutMs: 300 })).toMatchObject({ kind: 'timeout' });
    await until(() => {
      session.notify('notifications/x');
      return seen.some(({ kind }) => kind === 'write-error');
    });
    expect(await call(session, { strict: true, timeoutMs: 100 })).toMatchObject({
      kind: 'closed',
      reason: expect.stringMatching(/^the server does not hear any more: /),
    });
    expect(await call(session, { timeoutMs: 100 })).toMatchObject({ kind: 'timeout' });
  });
});

describe.each(['plain', 'stateless'])('a strict call to a server of the %s kind', (era) => {
  it.each([
    ['plain', 'result'],
    ['error-extra', 'error'],
    ['noise', 'result'],
    ['crlf', 'result'],
    ['progress', 'result'],
    ['id-null', 'malformed'],
    ['id-missing', 'malformed'],
    ['id-foreign', 'malformed'],
    ['id-text', 'malformed'],
    ['both', 'malformed'],
    ['neither', 'malformed'],
    ['refused-unread', 'malformed'],
    ['long', 'closed'],
    ['flood', 'closed'],
    ['unterminated', 'result'],
    ['half-then-exit', 'closed'],
  ])('%s: %s', async (mode, kind) => {
    const session = await odd(`${era}+${mode}`, 100_000, { maxFrameBytes: 64 * 1024 });
    expect(session.era).toBe(era === 'stateless' ? 'stateless' : 'initialize');
    expect(await call(session, { strict: true })).toMatchObject({ kind });
  });

  it.each(['no-jsonrpc', 'batch', 'pretty', 'silent'])('%s: no answer', async (mode) => {
    const session = await odd(`${era}+${mode}`);
    expect(await call(session, { strict: true, timeoutMs: 300 })).toMatchObject({ kind: 'timeout' });
  });

  it('a second answer is the next call’s fault', async () => {
    const session = await odd(`${era}+twice`);
    expect(await call(session, { strict: true })).toMatchObject({ kind: 'result' });
    expect(await call(session, { strict: true })).toMatchObject({ kind: 'malformed' });
  });

  it('can be asked whether it lives after it refused a call unread', async () => {
    const session = await odd(`${era}+refused-unread`);
    expect(await call(session, { strict: true })).toMatchObject({ kind: 'malformed', raw: { id: null } });
    expect(await session.request('meta', {}, STRICT)).toMatchObject({ kind: 'result' });
  });
});
