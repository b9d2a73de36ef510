/** By what an answer shows that the call failed. */

import { describe, expect, test } from 'vitest';
import { failureSign } from '../../core/effects/failure-sign.js';
import type { JsonObject } from '../../core/json.js';

const text = (...texts: readonly string[]): JsonObject => ({
  content: texts.map((one) => ({ type: 'text', text: one })),
});
const json = (value: unknown): JsonObject => text(JSON.stringify(value));

describe('a sign', () => {
  test.each<readonly [JsonObject, JsonObject, object]>([
    [json({ success: false, error: 'no disk' }), {}, { kind: 'member', words: 'success: false', reason: 'no disk' }],
    [json({ success: false }), {}, { kind: 'member', reason: '' }],
    [
      json({ error: { code: 7, message: 'no disk' } }),
      {},
      { kind: 'member', reason: '{"code":7,"message":"no disk"}' },
    ],
    [json({ name: 'NotFoundError', error: 'no note' }), {}, { kind: 'member' }],
    [
      json({ status: 'error', message: 'gone', data: null, items: [] }),
      {},
      { kind: 'member', words: 'status: "error"' },
    ],
    [json({ status: 'task_not_found', id: 'T-9' }), { id: 'T-9' }, { kind: 'member' }],
    [json({ isError: true, id: 7, text: 'x' }), {}, { kind: 'member' }],
    [{ content: [], structuredContent: { ok: false, reason: 'late' } }, {}, { kind: 'member', reason: 'late' }],
    [text('Error executing query: syntax'), {}, { kind: 'words', words: '"Error executing query: syntax"' }],
    [text('The note "a" was not found.\nTry another.'), {}, { kind: 'words', words: '"The note "a" was not found."' }],
    [text('NaN days'), {}, { kind: 'value' }],
    [text('Due: Invalid Date'), {}, { kind: 'value' }],
    [text('Result: undefined'), {}, { kind: 'value' }],
    [text('[object Object]'), {}, { kind: 'value' }],
  ])('%j after %j', (result, sent, expected) => {
    expect(failureSign(result, sent)).toMatchObject(expected);
  });
});

describe('no sign', () => {
  test.each<readonly [JsonObject, JsonObject]>([
    [json({ success: true, message: 'saved' }), {}],
    [json({ errors: [], error: null, id: 4 }), {}],
    [json({ id: 7, status: 'failed', log: 'x' }), {}],
    [json({ passed: 3, failed: 2 }), {}],
    [json([{ status: 'error', message: 'kept by somebody' }]), {}],
    [json({ text: '{"status":"error"}' }), {}],
    [json({ status: 'error', query: 'SELECT 1', rows: [1] }), {}],
    [text('Error: operation failed'), { kind: 'error' }],
    [text('not found, said the log'), { text: 'Not found, said the log' }],
    [text('Nothing matches.'), {}],
    [text('All errors were repaired.'), {}],
    [text('NaN is a value of its own'), { text: 'What is NaN?' }],
    [text('Whether undefined behaviour is allowed'), {}],
    [text(`Error ${'x'.repeat(3_000)}`), {}],
    [{ content: [{ type: 'image', data: '' }] }, {}],
    [{}, {}],
  ])('%j after %j', (result, sent) => {
    expect(failureSign(result, sent)).toBeUndefined();
  });
});

test('what a server nests thousands deep is no trouble', () => {
  const deep = `${'{"error":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  expect(failureSign(text(deep), {})).toMatchObject({ kind: 'member' });
});
