import { describe, expect, it, test } from 'vitest';
import { httpWords } from '../../core/cli/http-words.js';
import type { CallEntry, HttpTarget, Report } from '../../core/model.js';
import { plainWords } from '../../core/session/http/plain-words.js';

const TARGET: HttpTarget = { kind: 'http', url: 'http://127.0.0.1/' };
const call = (excerpt: string, more: Partial<CallEntry> = {}): CallEntry => ({
  id: 1,
  plugin: 'p',
  method: 'tools/call',
  params: {},
  outcome: 'malformed',
  ms: 1,
  excerpt,
  ...more,
});
const wordsOf = (calls: readonly CallEntry[], target: HttpTarget = TARGET): readonly string[] =>
  httpWords({ calls } as unknown as Report, target);

describe('in words of ours', () => {
  it.each([
    ['the server answered with HTTP status 401 Unauthorized: hush', 'answered with HTTP status 401'],
    ['the server does not know the session any more (HTTP status 404 Not Found)', 'does not know the session any more'],
    ['the answer is longer than the limit of 8 MiB', 'gave an answer that is longer than the limit of 8 MiB'],
    ['the answer is no JSON', 'gave an answer that is no JSON'],
    ['the answer is empty', 'gave an answer that is empty'],
    ['the answer has no content type; it must be …', 'gave an answer without a content type'],
    [
      'the answer has the content type hush; it must be …',
      'gave an answer that is neither application/json nor text/event-stream',
    ],
    [
      'the answer is compressed (content encoding hush), which …',
      'gave an answer that is compressed, which was not asked for',
    ],
    ['the connection broke after 6 bytes of the answer', 'broke the connection after 6 bytes of the answer'],
    [
      'the server cannot be reached: nothing listens there (connection refused)',
      'cannot be reached: nothing listens there (connection refused)',
    ],
    ['the server closed the connection before it answered', 'closed the connection before it answered'],
    ['the stream ended without an answer; an event of the type "hush" came', undefined],
    ['hush: the answer is empty', undefined],
    ['the answer is empty\nhush', undefined],
  ])('%j is %j', (reason, words) => expect(plainWords(reason)).toBe(words));
});

test('each way of failing is told once, three at most, and what was answered is not among them', () => {
  const status = (code: number): CallEntry => call(`the server answered with HTTP status ${code} Hush: hush`);
  expect(
    wordsOf([status(202), status(202), call('the server answered with HTTP status 500', { outcome: 'error' })]),
  ).toEqual(['Asked for tools/call, the endpoint answered with HTTP status 202, which is no answer to a request.']);
  expect(wordsOf([500, 501, 502, 503].map(status))).toHaveLength(3);
  expect(wordsOf([call('something else')])).toEqual([]);
  expect(
    wordsOf([call('the answer is empty', { method: 'tools/list' }), call('the answer is empty')]).map((one) =>
      one.slice(0, 20),
    ),
  ).toEqual(['Asked for tools/list', 'Asked for tools/call']);
});

test('a token that is refused, and one that is missing', () => {
  const refused = [call('the server answered with HTTP status 401 Unauthorized')];
  expect(wordsOf(refused, { ...TARGET, headers: { Authorization: 'x' } })).toEqual([
    'Asked for tools/call, the endpoint answered with HTTP status 401: it refuses the value of TOOLSCORE_HTTP_AUTHORIZATION.',
  ]);
  expect(wordsOf(refused)[0]).toContain('it wants authorization, which TOOLSCORE_HTTP_AUTHORIZATION may hold');
});
