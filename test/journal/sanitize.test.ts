import { describe, expect, test } from 'vitest';
import type { Entry } from '../../plugins/journal/entry.js';
import { sanitized } from '../../plugins/journal/sanitize.js';

const MARKER = 'marigold lantern';

const ENTRY: Entry = {
  ts: '2026-01-02T03:04:05.678Z',
  identity: {
    event_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    capture_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  },
  session: `session:${'ab'.repeat(32)}`,
  seq: 4,
  server: 'local.test:1',
  method: 'tools/call',
  tool: 'read_status',
  args: { query: 'str<8', ids: { array: 2, items: 'num:7' } },
  latency_ms: 12,
  outcome: 'error',
  error: {
    code: -32602,
    layer: 'protocol',
    kind: 'invalid-params',
    retryable: false,
    template: '{message}',
    template_id: '0123456789abcdef',
  },
  kind: 'synthetic',
};

/** The entry with another value for one field, whatever its type says. */
const withField = (field: string, value: unknown): Entry => ({ ...ENTRY, [field]: value });
const withError = (field: string, value: unknown): Entry => withField('error', { ...ENTRY.error, [field]: value });

test('an entry as it should be stays as it is', () => expect(sanitized(ENTRY)).toEqual(ENTRY));

test('a success has no error', () => {
  const success = { ...ENTRY, outcome: 'ok', error: null };
  expect(sanitized(success)).toEqual(success);
});

test('fields stand in one order, and no others stand there', () => {
  const reversed = Object.fromEntries(Object.entries({ ...ENTRY, note: MARKER }).toReversed()) as unknown as Entry;
  expect(JSON.stringify(sanitized(reversed))).toBe(JSON.stringify(ENTRY));
});

describe('whatever stands in a field, none of it leaves', () => {
  const everything = (value: unknown): readonly Entry[] => [
    ...Object.keys(ENTRY).map((field) => withField(field, value)),
    ...Object.keys(ENTRY.error ?? {}).map((field) => withError(field, value)),
    withField('identity', { event_id: value, capture_id: value }),
    withField('args', { [MARKER]: value, deep: [{ deeper: value }] }),
  ];
  test.each([
    ['a text', MARKER],
    ['an object', { [MARKER]: MARKER }],
    ['a list', [MARKER, MARKER]],
    ['lines', `ok\n${MARKER}`],
    ['a word of ours with more', `str<8 ${MARKER}`],
  ])('%s', (_, value) => {
    for (const entry of everything(value)) {
      const once = sanitized(entry);
      expect(JSON.stringify(once)).not.toContain('marigold');
      expect(sanitized(once)).toEqual(once);
    }
  });
});

test.each([
  ['server', 'my server', 'str<32'],
  ['tool', 'a/b', 'str<8'],
  ['method', 'tools/call now', 'str<32'],
  ['ts', 'yesterday', 'str<32'],
  ['session', 'session:abc', 'str<32'],
  ['outcome', 'fine', 'unknown'],
  ['kind', 'invented', 'synthetic'],
  ['kind', 'real', 'real'],
  ['latency_ms', '12', null],
  ['latency_ms', Number.NaN, null],
  ['seq', undefined, 0],
])('%s of %j becomes %j', (field, value, expected) =>
  expect(sanitized(withField(field, value))).toMatchObject({ [field]: expected }),
);

test.each([
  ['code', 'E_GONE', 'E_GONE'],
  ['code', 'it is gone', 'str<32'],
  ['code', 1.5, 1.5],
  ['layer', 'database', 'str<8'],
  ['kind', 'deadlock', 'str<8'],
  ['retryable', 'true', null],
  ['template', 'Order 17 is gone', '{message}'],
  ['template_id', 'ABC', 'str<8'],
])('of an error, %s of %j becomes %j', (field, value, expected) =>
  expect(sanitized(withError(field, value)).error).toMatchObject({ [field]: expected }),
);
