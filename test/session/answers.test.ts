import { describe, expect, it } from 'vitest';
import type { Answer, Session, WireEvent } from '../../core/session/port.js';
import { call, events, odd, until } from './odd.js';

const OK = { content: [{ type: 'text', text: 'ok' }] };
const SHORT_MS = 300;
const of = (seen: readonly WireEvent[], kind: WireEvent['kind']): WireEvent[] =>
  seen.filter((event) => event.kind === kind);

/** One call to a server with this oddity: the answer, what the wire saw meanwhile, and the counts. */
async function one(
  mode: string,
  argument?: number,
  timeoutMs?: number,
): Promise<{ answer: Answer; seen: WireEvent[]; session: Session }> {
  const session = await odd(mode, argument, { maxFrameBytes: 64 * 1024 });
  const seen = events(session);
  const answer = await call(session, timeoutMs === undefined ? {} : { timeoutMs });
  return { answer, seen, session };
}

describe('an odd answer to a call', () => {
  it.each([
    ['plain', { kind: 'result', result: OK }],
    ['error-extra', { kind: 'error', error: { code: -32000, message: 'busy', data: { after: 3 }, retryable: true } }],
    ['extra-key', { kind: 'result', result: OK }],
    ['no-jsonrpc', { kind: 'result', result: OK }],
    ['code-text', { kind: 'error', error: { code: 'E_BUSY', message: 'busy' } }],
    ['result-null', { kind: 'result', result: null }],
    ['content-text', { kind: 'result', result: { content: 'text' } }],
    ['id-text', { kind: 'result', result: OK, idType: 'string' }],
    ['batch', { kind: 'result', result: OK }],
    ['crlf', { kind: 'result', result: OK }],
    ['mark', { kind: 'result', result: OK }],
    ['not-utf8', { kind: 'result', result: { content: [{ type: 'text', text: 'caf\uFFFD' }] } }],
    ['noise', { kind: 'result', result: OK }],
    ['twice', { kind: 'result', result: OK }],
    ['unterminated', { kind: 'result', result: OK }],
  ])('%s', async (mode, expected) => {
    const { answer } = await one(mode);
    expect(answer).toEqual({ ...expected, ms: expect.any(Number), notes: [] });
  });

  it.each([
    ['both', 'the answer has a result and an error', { error: { code: -32000, message: 'also failed' }, result: OK }],
    ['neither', 'the answer has neither a result nor an error', { jsonrpc: '2.0' }],
  ])('%s is malformed, with the whole frame', async (mode, reason, raw) => {
    const { answer } = await one(mode);
    expect(answer).toMatchObject({ kind: 'malformed', reason, raw });
  });

  it.each([
    ['id-null', 'an answer with the id null'],
    ['id-missing', 'an answer without an id'],
    ['id-foreign', 'an answer to a request that nobody made'],
  ])('%s is an orphan, and the call times out and says so', async (mode, reason) => {
    const { answer, seen, session } = await one(mode, undefined, SHORT_MS);
    expect(answer).toMatchObject({
      kind: 'timeout',
      reason: 'no answer within 0.3 s; 1 message came that answers no request',
    });
    expect(of(seen, 'orphan')).toMatchObject([{ reason }]);
    expect(session.counts.orphans).toBe(1);
  });

  it('a second answer is an orphan', async () => {
    const { session, seen } = await one('twice');
    await until(() => session.counts.orphans === 1);
    expect(of(seen, 'orphan')).toMatchObject([{ reason: expect.stringMatching(/^a second answer to request \d+$/) }]);
    expect(await call(session)).toMatchObject({ kind: 'result' });
  });

  it('a late answer is an orphan and never the answer to the next call', async () => {
    const { answer, seen, session } = await one('late', 900, 300);
    expect(answer).toMatchObject({ kind: 'timeout', reason: 'no answer within 0.3 s' });
    expect(of(seen, 'frame')).toContainEqual(
      expect.objectContaining({ dir: 'out', json: expect.objectContaining({ method: 'notifications/cancelled' }) }),
    );
    const next = await call(session);
    expect(next).toMatchObject({ kind: 'result' });
    expect(of(seen, 'orphan')).toMatchObject([
      { reason: expect.stringMatching(/^an answer to request \d+, too late$/) },
    ]);
  });

  it('pretty-printed JSON is noise, and the call says that lines came', async () => {
    const { answer, session } = await one('pretty', undefined, SHORT_MS);
    expect(answer).toMatchObject({ kind: 'timeout', reason: 'no answer within 0.3 s; 12 lines came that are no JSON' });
    expect(session.counts.noiseSamples).toEqual([
      '{',
      '"jsonrpc": "2.0",',
      expect.stringMatching(/^"id"/),
      '"result": {',
      '"content": [',
    ]);
  });

  it('nests as deep as it likes', async () => {
    const { answer } = await one('deep');
    expect(answer.kind).toBe('result');
    let depth = 0;
    for (let at = (answer.result as { deep: unknown }).deep; Array.isArray(at); at = at[0]) depth += 1;
    expect(depth).toBe(20_000);
  });

  it('notes how each frame was written', async () => {
    const frame = async (mode: string): Promise<WireEvent | undefined> =>
      of((await one(mode)).seen, 'frame').find(({ dir }) => dir === 'in');
    expect(await frame('plain')).not.toHaveProperty('crlf');
    expect(await frame('crlf')).toMatchObject({ crlf: true });
    expect(await frame('mark')).toMatchObject({ bom: true });
    expect(await frame('not-utf8')).toMatchObject({ invalidUtf8: true });
    expect(await frame('unterminated')).toMatchObject({ terminated: false, bytes: expect.any(Number) });
  });

  it('counts noise, blank lines, loggers and batches', async () => {
    const { seen, session } = await one('noise');
    expect(session.counts).toEqual({
      noiseLines: 2,
      orphans: 1,
      oversize: 0,
      batches: 0,
      noiseSamples: ['starting up', '{half a line'],
    });
    expect(of(seen, 'blank')).toHaveLength(1);
    expect(of(seen, 'orphan')).toMatchObject([
      { reason: 'no JSON-RPC message', json: { level: 'info', msg: 'hello' } },
    ]);
    const batched = await one('batch');
    expect(batched.session.counts).toMatchObject({ batches: 1, orphans: 0 });
  });
});

describe('an answer above the frame limit', () => {
  it('settles the call that it answers, naming the limit, and the next call is not in its way', async () => {
    const { answer, seen, session } = await one('long', 3_000_000);
    expect(answer).toMatchObject({ kind: 'malformed', reason: 'the answer is longer than the limit of 65536 bytes' });
    expect(of(seen, 'oversize')).toMatchObject([
      { bytes: 64 * 1024 * 16, text: expect.stringMatching(/^\{"jsonrpc":"2.0","id":\d+,"result"/) },
    ]);
    expect(session.counts).toMatchObject({ oversize: 1, noiseLines: 0 });
    expect(await session.request('env', { name: 'NONE' }, { timeoutMs: 20_000 })).toMatchObject({
      kind: 'result',
      result: { value: null },
    });
  });

  it('is not the answer when it is a notification', async () => {
    const { answer, session } = await one('long-notification', 100_000);
    expect(answer).toMatchObject({ kind: 'result', result: OK });
    expect(session.counts.oversize).toBe(1);
  });

  it('that never ends is given up', async () => {
    const { answer } = await one('endless', 4096);
    expect(answer).toMatchObject({ kind: 'malformed', reason: 'the answer is longer than the limit of 65536 bytes' });
  });

  it('that does not end in time is too long as well', async () => {
    const { answer } = await one('trickle', 70_000, SHORT_MS);
    expect(answer).toMatchObject({
      kind: 'malformed',
      reason: 'the answer is longer than the limit of 65536 bytes and did not end within 0.3 s',
    });
  });
});

describe('while a call is open', () => {
  it('keeps the notifications that name it, by its id or by the token it was given', async () => {
    const { answer } = await one('progress');
    expect(answer.notes.map(({ params }) => (params as { progress: number }).progress)).toEqual([1, 2, 3]);
    const session = await odd('progress');
    const named = await call(session, { meta: { progressToken: 'mine' } });
    expect(named.notes).toHaveLength(3);
    expect(named.notes[0]).toMatchObject({ params: { progressToken: 'mine' } });
  });

  it('survives a flood of them: the deadline holds and little is kept', async () => {
    const { answer, session } = await one('flood', undefined, SHORT_MS);
    expect(answer.kind).toBe('timeout');
    expect(answer.notes).toHaveLength(100);
    expect((await session.close()).forced).toBe(false);
  });

  it.each([3, 1000])('answers %i questions of the server, so that it can go on', async (count) => {
    const { answer } = await one('asks', count);
    const { got } = (answer.result as { structuredContent: { got: unknown[] } }).structuredContent;
    expect(got).toHaveLength(count);
    expect(new Set(got)).toEqual(new Set(count > 3 ? [-32601, 'result'] : [-32601]));
  });

  it('aborts with the signal, tells the server, and ignores what comes later', async () => {
    const session = await odd('silent');
    const seen = events(session);
    const stop = new AbortController();
    const calls = Array.from({ length: 30 }, () => call(session, { signal: stop.signal }));
    await until(() => session.stderrTail().includes('got tools/call'));
    stop.abort('enough of it');
    expect(await Promise.all(calls)).toEqual(
      calls.map(() => ({ kind: 'aborted', reason: 'enough of it', ms: expect.any(Number), notes: [] })),
    );
    expect(
      seen.filter((event) => event.kind === 'frame' && event.text.includes('notifications/cancelled')),
    ).toHaveLength(30);
    expect(await call(session, { signal: stop.signal })).toMatchObject({ kind: 'aborted', ms: 0 });
  });
});

describe('a server that goes away', () => {
  it('in the middle of an answer: closed, with its exit code, now and later', async () => {
    const { answer, session } = await one('half-then-exit');
    expect(answer).toMatchObject({ kind: 'closed', reason: 'the server exited with code 5' });
    expect(session.closed).toBe(true);
    expect(await call(session)).toMatchObject({ kind: 'closed', reason: 'the server exited with code 5', ms: 0 });
    expect(await session.close()).toEqual({ code: 5, signal: null, forced: false });
  });

  it('while a helper holds its pipes open', async () => {
    const { answer } = await one('exit-holding-pipes');
    expect(answer).toMatchObject({ kind: 'closed', reason: 'the server exited with code 6' });
  });

  it('only in part: its output is closed, it lives', async () => {
    const { answer, session, seen } = await one('closes-stdout');
    expect(answer).toMatchObject({ kind: 'closed', reason: 'the server closed its standard output' });
    expect(session.closed).toBe(true);
    expect(of(seen, 'closed')).toMatchObject([{ code: null, signal: null }]);
  });

  it('tells each listener, after what came last', async () => {
    const { seen } = await one('unterminated');
    await until(() => of(seen, 'closed').length === 1);
    expect(seen.map(({ kind }) => kind).filter((kind) => kind !== 'stderr')).toEqual(['frame', 'frame', 'closed']);
    expect(of(seen, 'closed')).toMatchObject([{ code: 0, signal: null }]);
  });
});
