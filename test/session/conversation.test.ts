import { describe, expect, it } from 'vitest';
import { LIMITS, talk } from './talk.js';

describe('Conversation', () => {
  it('counts ids up and settles in whatever order answers come', async () => {
    const { conversation, sent, hear } = talk();
    const answers = [conversation.request('a', undefined, LIMITS), conversation.request('b', { x: 1 }, LIMITS)];
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'a' },
      { jsonrpc: '2.0', id: 2, method: 'b', params: { x: 1 } },
    ]);
    hear([
      { id: 2, result: 'two' },
      { id: '1', error: null },
    ]);
    expect(await Promise.all(answers)).toMatchObject([
      { kind: 'error', error: null, idType: 'string' },
      { kind: 'result', result: 'two' },
    ]);
  });

  it('takes only the exact spelling of an id', async () => {
    const { conversation, hear, reasons } = talk();
    const answer = conversation.request('a', undefined, LIMITS);
    for (const id of [' 1', '01', '1.0', '1e0', '', true, [1], { id: 1 }, 1.5, -1, 2 ** 53])
      hear({ id, result: 'wrong' });
    expect(reasons()).toEqual(Array.from({ length: 11 }, () => 'an answer to a request that nobody made'));
    hear({ id: 1, result: 'right' });
    expect(await answer).toMatchObject({ result: 'right' });
  });

  it('answers a ping, refuses what else a server asks, and repeats no odd id', () => {
    const { sent, hear, reasons } = talk();
    hear({ id: 'p', method: 'ping' });
    hear({ id: 0, method: 'roots/list' });
    for (const id of [null, {}, [1], true, 'x'.repeat(2000)]) hear({ id, method: 'ping' });
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 'p', result: {} },
      { jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'This client offers no such capability' } },
    ]);
    expect(reasons()).toHaveLength(5);
  });

  it('does not answer its own request that was sent back', async () => {
    const { conversation, sent, hear, reasons } = talk();
    const answer = conversation.request('tools/list', {}, LIMITS);
    hear(sent[0]);
    expect(reasons()).toEqual(['the request itself, sent back']);
    // The same number for another method is the server's own request.
    hear({ id: 1, method: 'roots/list' });
    expect(sent).toHaveLength(2);
    hear({ id: 1, result: {} });
    expect(await answer).toMatchObject({ kind: 'result' });
  });

  it('puts the envelope on every request of the stateless era, and what the caller wrote wins', () => {
    const { conversation, sent, hear, reasons } = talk();
    conversation.speakStateless('2026-07-28');
    void conversation.request('tools/list', undefined, LIMITS);
    void conversation.request(
      'tools/call',
      { name: 'x', _meta: { mine: 1, 'io.modelcontextprotocol/protocolVersion': '1999' } },
      LIMITS,
    );
    expect(sent[0]?.params).toEqual({
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'toolscore', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    });
    expect(sent[1]?.params).toMatchObject({
      name: 'x',
      _meta: { mine: 1, 'io.modelcontextprotocol/protocolVersion': '1999' },
    });
    hear({ id: 's', method: 'sampling/createMessage' });
    expect(sent[2]?.error?.code).toBe(-32601);
    expect(reasons()).toEqual(['a request from the server, which the stateless revision does not have']);
  });

  it('keeps at most 100 notifications and 1 MiB of them', async () => {
    const { conversation, hear } = talk();
    const [many, large] = [conversation.request('a', undefined, LIMITS), conversation.request('b', undefined, LIMITS)];
    for (let i = 0; i < 150; i += 1) hear({ method: 'notifications/progress', params: { progressToken: 1 } });
    for (let i = 0; i < 5; i += 1)
      hear({ method: 'notifications/progress', params: { progressToken: 2, message: 'x'.repeat(400_000) } });
    hear([
      { id: 1, result: 1 },
      { id: 2, result: 2 },
    ]);
    expect((await many).notes).toHaveLength(100);
    expect((await large).notes).toHaveLength(2);
  });

  it('looks at 10,000 members of a batch', () => {
    const { conversation, hear } = talk();
    hear([]);
    hear(`[${'1,'.repeat(20_000)}1]`);
    expect(conversation.counts).toMatchObject({ batches: 2, orphans: 10_002 });
  });

  it('times each request on its own, and tells the server except about the handshake', async () => {
    const { conversation, sent } = talk();
    const answers = [30, 10, 20].map((timeoutMs) => conversation.request('tools/call', { timeoutMs }, { timeoutMs }));
    const handshake = conversation.request('initialize', {}, { timeoutMs: 15 });
    const order: number[] = [];
    await Promise.all([...answers, handshake].map((answer, i) => answer.then(() => order.push(i))));
    expect(order).toEqual([1, 3, 2, 0]);
    expect(sent.slice(4)).toEqual(
      [2, 3, 1].map((requestId) => ({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId, reason: 'timeout' },
      })),
    );
  });

  it('takes a limit longer than a timer can be', async () => {
    const { conversation, hear } = talk();
    const answer = conversation.request('a', undefined, { timeoutMs: Number.MAX_SAFE_INTEGER });
    await new Promise((resolve) => setTimeout(resolve, 20));
    hear({ id: 1, result: 'patient' });
    expect(await answer).toMatchObject({ result: 'patient' });
  });

  it('says when a request could not be sent', async () => {
    const { conversation } = talk('the server does not read its standard input');
    expect(await conversation.request('tools/call', {}, { timeoutMs: 20 })).toMatchObject({
      kind: 'timeout',
      reason: 'no answer within 0.02 s; it could not be sent: the server does not read its standard input',
    });
  });

  it('settles a request that is no JSON, and goes on', async () => {
    const { conversation, hear } = talk();
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;
    expect(await conversation.request('a', ring, LIMITS)).toMatchObject({
      kind: 'aborted',
      reason: 'the request cannot be written as JSON: Converting circular structure to JSON',
    });
    const answer = conversation.request('b', undefined, LIMITS);
    hear({ id: 2, result: {} });
    expect(await answer).toMatchObject({ kind: 'result' });
  });

  it('listens to a signal once, however many requests share it', async () => {
    const { conversation, hear } = talk();
    const [run, other] = [new AbortController(), new AbortController()];
    let listeners = 0;
    const { addEventListener, removeEventListener } = AbortSignal.prototype;
    run.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => (
      (listeners += 1),
      addEventListener.apply(run.signal, args)
    );
    run.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => (
      (listeners -= 1),
      removeEventListener.apply(run.signal, args)
    );
    const answers = Array.from({ length: 50 }, () =>
      conversation.request('a', undefined, { ...LIMITS, signal: run.signal }),
    );
    expect(listeners).toBe(1);
    const apart = conversation.request('b', undefined, { ...LIMITS, signal: other.signal });
    other.abort();
    expect(await apart).toMatchObject({ kind: 'aborted', reason: 'the call was aborted' });
    for (let id = 1; id <= 50; id += 1) hear({ id, result: id });
    await Promise.all(answers);
    conversation.end('the session was closed');
    expect(listeners).toBe(0);
  });
});
