import { describe, expect, it } from 'vitest';
import type { Cancel } from '../../core/session/port.js';
import { call, events, odd, until } from './odd.js';
import { LIMITS, talk } from './talk.js';

const NOW: Cancel = { afterMs: 0, reason: 'not needed', graceMs: 50 };
const told = (requestId: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason: 'not needed' },
});
const right = (id: number) => ({ jsonrpc: '2.0', id, result: 'right' });

describe('a request that is cancelled', () => {
  it('at once: the notification follows the request before anything else happens', async () => {
    const { conversation, sent, hear } = talk();
    const answer = conversation.request('tools/call', {}, { timeoutMs: 1, cancel: { ...NOW, graceMs: 10_000 } });
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, told(1)]);
    // Its own time limit is not the one that counts.
    await new Promise((resolve) => setTimeout(resolve, 20));
    hear(right(1));
    expect(await answer).toEqual({
      kind: 'result',
      result: 'right',
      cancelled: true,
      ms: expect.any(Number),
      notes: [],
    });
  });

  it('later: an answer that came first is an ordinary one', async () => {
    const { conversation, sent, hear } = talk();
    const answer = conversation.request('tools/call', {}, { timeoutMs: 1, cancel: { ...NOW, afterMs: 10_000 } });
    await new Promise((resolve) => setTimeout(resolve, 20));
    hear(right(1));
    expect(await answer).not.toHaveProperty('cancelled');
    expect(sent).toHaveLength(1);
  });

  it('later: told once, after the time, and then waited for', async () => {
    const { conversation, sent, hear } = talk();
    const cancel = { ...NOW, afterMs: 30, graceMs: 10_000 };
    const answer = conversation.request('tools/call', {}, { timeoutMs: 1, cancel });
    expect(sent).toHaveLength(1);
    await until(() => sent.length > 1);
    hear({ jsonrpc: '2.0', id: 1, error: { code: -32800, message: 'cancelled' } });
    expect(await answer).toMatchObject({ kind: 'error', error: { code: -32800 }, cancelled: true });
    expect(sent.slice(1)).toEqual([told(1)]);
  });

  it('acknowledged and answered all the same: the second is no fault of the next request', async () => {
    const { conversation, hear } = talk();
    const strict = { ...LIMITS, strict: true } as const;
    const answer = conversation.request('tools/call', {}, { ...strict, cancel: { ...NOW, graceMs: 10_000 } });
    hear({ jsonrpc: '2.0', id: 1, error: { code: -32800, message: 'cancelled' } }, right(1));
    expect(await answer).toMatchObject({ kind: 'error', cancelled: true });
    const next = conversation.request('tools/call', {}, strict);
    hear(right(1), right(2));
    expect(await next).toMatchObject({ kind: 'result', result: 'right' });
  });

  it('nothing comes: a timeout, and the server is not told twice', async () => {
    const { conversation, sent } = talk();
    const answer = await conversation.request('tools/call', {}, { ...LIMITS, cancel: NOW });
    expect(answer).toMatchObject({
      kind: 'timeout',
      cancelled: true,
      reason: 'no answer within 0.05 s after the cancellation',
    });
    expect(answer.ms).toBeGreaterThanOrEqual(50);
    expect(sent).toHaveLength(2);
  });

  it('keeps the deadlines of the others', async () => {
    const { conversation } = talk();
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    await Promise.all([
      conversation.request('a', {}, { timeoutMs: 60 }).then(note('in between')),
      conversation
        .request('b', {}, { ...LIMITS, cancel: { ...NOW, afterMs: 20, graceMs: 80 } })
        .then(note('cancelled')),
      conversation.request('c', {}, { timeoutMs: 10 }).then(note('first')),
    ]);
    expect(order).toEqual(['first', 'in between', 'cancelled']);
  });

  it('aborted in the window: the server is not told twice', async () => {
    const { conversation, sent } = talk();
    const stop = new AbortController();
    const answer = conversation.request(
      'a',
      {},
      { ...LIMITS, signal: stop.signal, cancel: { ...NOW, graceMs: 10_000 } },
    );
    stop.abort('the run is over');
    expect(await answer).toMatchObject({ kind: 'aborted', reason: 'the run is over', cancelled: true });
    expect(sent).toHaveLength(2);
  });

  it('the connection ends in the window: closed', async () => {
    const { conversation } = talk();
    const answer = conversation.request('a', {}, { ...LIMITS, cancel: NOW });
    conversation.end('the server exited with code 7');
    expect(await answer).toMatchObject({ kind: 'closed', reason: 'the server exited with code 7', cancelled: true });
  });

  it('what could not be sent proves nothing: closed, not silence', async () => {
    const { conversation, sent } = talk('the standard input of the server is closed');
    const unsent = await conversation.request('a', {}, { ...LIMITS, cancel: NOW });
    expect(unsent).toMatchObject({
      kind: 'closed',
      reason: 'the request could not be sent: the standard input of the server is closed',
    });
    expect(unsent).not.toHaveProperty('cancelled');
    expect(sent).toHaveLength(1);
  });

  it('a server that hears nothing any more: its silence proves nothing, its answer counts', async () => {
    const { conversation, hear } = talk();
    const silent = conversation.request('a', {}, { ...LIMITS, cancel: NOW });
    const answered = conversation.request('b', {}, { ...LIMITS, cancel: { ...NOW, graceMs: 10_000 } });
    conversation.unheard('write EPIPE');
    expect(await silent).toMatchObject({ kind: 'closed', reason: 'the server does not hear any more: write EPIPE' });
    hear(right(2));
    expect(await answered).toMatchObject({ kind: 'result', cancelled: true });
  });

  it('a server that closed its standard input: closed', async () => {
    const session = await odd('plain+closes-stdin');
    const seen = events(session);
    expect(await call(session, { timeoutMs: 300 })).toMatchObject({ kind: 'timeout' });
    await until(() => {
      session.notify('notifications/x');
      return seen.some(({ kind }) => kind === 'write-error');
    });
    expect(await call(session, { cancel: NOW })).toMatchObject({
      kind: 'closed',
      reason: 'the request could not be sent: the standard input of the server is closed',
    });
  });
});

describe.each(['plain', 'stateless'])('a call that is cancelled at once, to a server of the %s kind', (era) => {
  const cancel: Cancel = { afterMs: 0, reason: 'not needed', graceMs: 20_000 };

  it.each([
    ['acknowledged', { kind: 'error', error: { code: -32800 } }],
    ['answered', { kind: 'result' }],
    ['refused', { kind: 'error', error: { code: -32000 } }],
    ['both', { kind: 'error', error: { code: -32800 } }],
    ['exits', { kind: 'closed', reason: 'the server exited with code 7' }],
  ])('%s', async (how, expected) => {
    const session = await odd(`${era}+cancel-${how}`);
    const seen = events(session);
    expect(await call(session, { strict: true, cancel })).toMatchObject({ ...expected, cancelled: true });
    const out = seen.flatMap((event) => (event.kind === 'frame' && event.dir === 'out' ? [event.json] : []));
    expect(out).toMatchObject([{ method: 'tools/call' }, { method: 'notifications/cancelled' }]);
    if (expected.kind !== 'closed') expect(await call(session, { strict: true })).toMatchObject({ kind: 'result' });
  });

  it('ignored', async () => {
    const session = await odd(`${era}+cancel-ignored`);
    const answer = await call(session, { strict: true, cancel: { ...cancel, graceMs: 300 } });
    expect(answer).toMatchObject({ kind: 'timeout', cancelled: true });
    expect(await call(session, { strict: true })).toMatchObject({ kind: 'result' });
  });

  it('answered after the window, twice: dropped, and no fault of the next call', async () => {
    const session = await odd(`${era}+cancel-late`, 600);
    const answer = await call(session, { strict: true, cancel: { ...cancel, graceMs: 100 } });
    expect(answer).toMatchObject({ kind: 'timeout', cancelled: true });
    await until(() => session.counts.orphans > 0);
    expect(await call(session, { strict: true })).toMatchObject({ kind: 'result' });
  });
});
