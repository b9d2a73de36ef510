import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import type { Questions } from '../../core/session/port.js';
import { call, events, odd, until } from './odd.js';
import { LIMITS, talk } from './talk.js';

const V2 = { jsonrpc: '2.0' };
const ask = (id: unknown, method = 'sampling/createMessage') => ({ ...V2, id, method, params: { n: id } });
const right = (id: number) => ({ ...V2, id, result: 'right' });
const REFUSED = { code: -32601, message: 'This client offers no such capability' };

describe('requests of the server while a call is open', () => {
  it('are answered by the call that says how, and counted', async () => {
    const { conversation, sent, hear } = talk();
    const heard: unknown[] = [];
    const questions: Questions = {
      max: 8,
      answer(method, params) {
        heard.push([method, params]);
        return method === 'sampling/createMessage' ? { role: 'assistant' } : undefined;
      },
    };
    const answer = conversation.request('tools/call', {}, { ...LIMITS, questions });
    hear(ask('a'), ask('b', 'roots/list'), ask(7), right(1));
    expect(await answer).toMatchObject({ kind: 'result', questions: 3 });
    expect(heard).toEqual([
      ['sampling/createMessage', { n: 'a' }],
      ['roots/list', { n: 'b' }],
      ['sampling/createMessage', { n: 7 }],
    ]);
    expect(sent.slice(1)).toEqual([
      { ...V2, id: 'a', result: { role: 'assistant' } },
      { ...V2, id: 'b', error: REFUSED },
      { ...V2, id: 7, result: { role: 'assistant' } },
    ]);
  });

  it('are refused and counted when the call says nothing, and when it says only how many', async () => {
    for (const options of [LIMITS, { ...LIMITS, questions: { max: 8 } }]) {
      const { conversation, sent, hear } = talk();
      const answer = conversation.request('tools/call', {}, options);
      hear(ask(1), ask(2), right(1));
      expect(await answer).toMatchObject({ kind: 'result', questions: 2 });
      expect(sent.slice(1)).toEqual([
        { ...V2, id: 1, error: REFUSED },
        { ...V2, id: 2, error: REFUSED },
      ]);
    }
  });

  it('are not mentioned when there were none; a ping is none, and always answered', async () => {
    const { conversation, sent, hear } = talk();
    const answer = conversation.request(
      'tools/call',
      {},
      { ...LIMITS, questions: { max: 0, answer: () => ({ no: 1 }) } },
    );
    for (let i = 0; i < 20; i += 1) hear(ask(i, 'ping'));
    hear(right(1));
    expect(await answer).not.toHaveProperty('questions');
    expect(sent.slice(1).map(({ result }) => result)).toEqual(Array.from({ length: 20 }, () => ({})));
  });

  it.each([
    [0, 1, '0 requests'],
    [1, 2, '1 request'],
    [8, 9, '8 requests'],
  ])('above %i are too many: the call is malformed, and nobody is asked for more', async (max, count, words) => {
    const { conversation, sent, hear } = talk();
    let asked = 0;
    const questions: Questions = {
      max,
      answer() {
        asked += 1;
        return {};
      },
    };
    const answer = conversation.request('tools/call', {}, { ...LIMITS, questions });
    for (let id = 1; id <= max + 5; id += 1) hear(ask(id));
    hear(right(1));
    expect(await answer).toMatchObject({
      kind: 'malformed',
      reason: `the server made more than ${words} of its own before it answered`,
      questions: count,
    });
    expect(asked).toBe(max);
    // Whoever asked is not left waiting.
    expect(sent.slice(1).filter(({ error }) => error !== undefined)).toHaveLength(5);
  });

  it('as many as allowed are not too many', async () => {
    const { conversation, hear } = talk();
    const answer = conversation.request('tools/call', {}, { ...LIMITS, strict: true, questions: { max: 8 } });
    for (let id = 1; id <= 8; id += 1) hear(ask(id));
    hear(right(1));
    expect(await answer).toMatchObject({ kind: 'result', questions: 8 });
  });

  it('count also when their id cannot be repeated back', async () => {
    const { conversation, sent, hear } = talk();
    const answer = conversation.request('tools/call', {}, { ...LIMITS, questions: { max: 2 } });
    hear(ask(null), ask([1]), ask('x'.repeat(2000)));
    expect(await answer).toMatchObject({ kind: 'malformed', questions: 3 });
    expect(sent).toHaveLength(1);
  });

  it('are refused when the handler throws, or answers what is no JSON', async () => {
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;
    const handlers = [
      () => {
        throw new Error('a bug');
      },
      () => ring,
      () => ({ big: 1n }),
      () => Promise.reject(new Error('a bug')),
      () => Promise.resolve(ring),
      () => Promise.resolve(undefined),
    ];
    for (const handler of handlers) {
      const { conversation, sent, hear } = talk();
      const answer = conversation.request('tools/call', {}, { ...LIMITS, questions: { max: 8, answer: handler } });
      hear(ask('a'), right(1));
      expect(await answer).toMatchObject({ kind: 'result', questions: 1 });
      await until(() => sent.length > 1);
      expect(sent.slice(1)).toEqual([{ ...V2, id: 'a', error: REFUSED }]);
    }
  });

  it('may be answered later, and in another order', async () => {
    const { conversation, sent, hear } = talk();
    const replies: ((result: JsonObject) => void)[] = [];
    const later: Questions = { max: 8, answer: () => new Promise((resolve) => void replies.push(resolve)) };
    const answer = conversation.request('tools/call', {}, { ...LIMITS, questions: later });
    hear(ask('a'), ask('b'));
    expect(sent).toHaveLength(1);
    replies[1]?.({ n: 2 });
    replies[0]?.({ n: 1 });
    await until(() => sent.length === 3);
    expect(sent.slice(1)).toEqual([
      { ...V2, id: 'b', result: { n: 2 } },
      { ...V2, id: 'a', result: { n: 1 } },
    ]);
    hear(right(1));
    expect(await answer).toMatchObject({ kind: 'result', questions: 2 });
  });

  it('belong to the oldest open call that says how to answer, or else to the oldest', async () => {
    const { conversation, sent, hear } = talk();
    const by = (name: string): Questions => ({ max: 8, answer: () => ({ by: name }) });
    const answers = [
      conversation.request('a', {}, LIMITS),
      conversation.request('b', {}, { ...LIMITS, questions: by('b') }),
      conversation.request('c', {}, { ...LIMITS, questions: by('c') }),
    ];
    hear(ask('1'), right(2), ask('2'), right(3), ask('3'), right(1));
    const counted = (await Promise.all(answers)).map(({ questions }) => questions);
    expect(counted).toEqual([1, 1, 1]);
    expect(sent.slice(3)).toEqual([
      { ...V2, id: '1', result: { by: 'b' } },
      { ...V2, id: '2', result: { by: 'c' } },
      { ...V2, id: '3', error: REFUSED },
    ]);
    hear(ask('4'));
    expect(sent.at(-1)).toEqual({ ...V2, id: '4', error: REFUSED });
  });

  it('are counted, but never answered, in the era that does not have them', async () => {
    const { conversation, sent, hear } = talk();
    conversation.speakStateless('2026-07-28');
    const questions: Questions = { max: 1, answer: () => ({}) };
    const answer = conversation.request('tools/call', {}, { ...LIMITS, questions });
    hear(ask('a'), ask('b'));
    expect(await answer).toMatchObject({ kind: 'malformed', questions: 2 });
    expect(sent.slice(1)).toMatchObject([{ error: REFUSED }, { error: REFUSED }]);
  });
});

describe.each(['plain', 'stateless'])('a server of the %s kind that asks', (era) => {
  it('three times and is answered, or refused in the stateless era', async () => {
    const session = await odd(`${era}+asks`, 4);
    const questions: Questions = {
      max: 3,
      answer: (method) => (method === 'sampling/createMessage' ? { role: 'assistant' } : undefined),
    };
    const answer = await call(session, { strict: true, questions });
    const sampled = era === 'stateless' ? -32601 : 'result';
    expect(answer).toMatchObject({
      kind: 'result',
      questions: 3,
      result: { structuredContent: { got: [sampled, -32601, -32601, 'result'] } },
    });
  });

  it('too often: the call is malformed and its late answer no fault of the next', async () => {
    const session = await odd(`${era}+asks`, 1000);
    const seen = events(session);
    const answer = await call(session, { strict: true, questions: { max: 8 } });
    expect(answer).toMatchObject({ kind: 'malformed', questions: 9 });
    expect(await session.request('meta', {}, { ...LIMITS, strict: true })).toMatchObject({ kind: 'result' });
    expect(seen.filter(({ kind }) => kind === 'write-error')).toEqual([]);
  });
});
