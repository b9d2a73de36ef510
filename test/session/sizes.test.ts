import { describe, expect, it } from 'vitest';
import { call, connect, odd, oddTarget } from './odd.js';
import { LIMITS, talk } from './talk.js';

const MIB = 1024 * 1024;
const LIMIT = 64 * 1024;

/** An answer of exactly so many bytes. */
function answer(id: number, bytes: number): string {
  const bare = JSON.stringify({ jsonrpc: '2.0', id, result: '' });
  return bare.replace('""', `"${'x'.repeat(bytes - bare.length)}"`);
}

describe('an answer that may be longer than the session’s limit', () => {
  it('is read up to its own limit, and not a byte further', async () => {
    const { conversation, hear } = talk(undefined, LIMIT);
    const ask = () => conversation.request('a', {}, { ...LIMITS, maxAnswerBytes: 3 * LIMIT });
    const fits = ask();
    hear(answer(1, 3 * LIMIT));
    expect(await fits).toMatchObject({ kind: 'result' });
    const over = ask();
    hear(answer(2, 3 * LIMIT + 1));
    expect(await over).toMatchObject({
      kind: 'malformed',
      reason: 'the answer is longer than the limit of 196608 bytes',
    });
  });

  it('is the only one: afterwards the session’s limit holds again', async () => {
    const { conversation, hear } = talk(undefined, LIMIT);
    const large = conversation.request('a', {}, { ...LIMITS, maxAnswerBytes: 3 * LIMIT });
    const larger = conversation.request('b', {}, { ...LIMITS, maxAnswerBytes: 9 * LIMIT });
    hear(answer(1, 8 * LIMIT), answer(2, LIMIT));
    expect(await large).toMatchObject({ kind: 'result' });
    await larger;
    const next = conversation.request('c', {}, LIMITS);
    hear(answer(3, LIMIT + 1));
    expect(await next).toMatchObject({ kind: 'malformed' });
    const strict = conversation.request('d', {}, { ...LIMITS, strict: true });
    hear(answer(4, LIMIT + 1));
    expect(await strict).toMatchObject({ kind: 'closed' });
  });

  it('lowers no limit', async () => {
    const { conversation, hear } = talk(undefined, LIMIT);
    const small = conversation.request('a', {}, { ...LIMITS, maxAnswerBytes: 10 });
    hear(answer(1, LIMIT));
    expect(await small).toMatchObject({ kind: 'result' });
  });

  it('still counts notifications by the session’s limit', async () => {
    const { conversation, hear } = talk(undefined, LIMIT);
    const strict = conversation.request('a', {}, { ...LIMITS, strict: true, maxAnswerBytes: 3 * LIMIT });
    hear(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/x', params: { pad: 'x'.repeat(LIMIT) } }));
    expect(await strict).toMatchObject({ kind: 'closed' });
  });

  it.each(['plain', 'stateless'])('comes from a server of the %s kind: 24 MiB, and then not again', async (era) => {
    const session = await odd(`${era}+long`, 24 * MIB);
    const large = await call(session, { strict: true, maxAnswerBytes: 25 * MIB });
    expect(large.kind).toBe('result');
    expect(JSON.stringify(large.result).length).toBeGreaterThan(24 * MIB);
    expect(await call(session, { strict: true })).toMatchObject({
      kind: 'closed',
      reason: 'the server wrote a line longer than the limit of 8 MiB',
    });
  });
});

describe('a request of 32 MiB', () => {
  const args = { text: 'x'.repeat(32 * MIB) };

  it('reaches a server that reads slowly, and so does what is said about it', async () => {
    const session = await odd('reads-slowly+text-length');
    const answered = await call(session, { strict: true, args });
    expect(answered).toMatchObject({ kind: 'result', result: { structuredContent: { chars: 32 * MIB } } });
    const cancelled = await call(session, { args, cancel: { afterMs: 0, reason: 'enough', graceMs: 20_000 } });
    expect(cancelled).toMatchObject({ kind: 'result', cancelled: true });
    expect(await call(session, { strict: true, args: { text: '' } })).toMatchObject({ kind: 'result' });
  });

  it('to a server that reads nothing ends at its deadline, and so does the server', async () => {
    const session = await connect(oddTarget('never-reads'), { handshake: false });
    for (const strict of [{ strict: true }, {}] as const)
      expect(await call(session, { ...strict, args, timeoutMs: 300 })).toMatchObject({ kind: 'timeout' });
    expect(await session.close()).toMatchObject({ signal: 'SIGTERM', forced: false });
  });
});
