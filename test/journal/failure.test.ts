import { describe, expect, test } from 'vitest';
import type { ProtocolError, ToolError } from '../../core/index.js';
import { failureOf, normalized } from '../../plugins/journal/failure.js';

const SALT = Buffer.alloc(32, 1);

const protocol = (error: object, code = -32602): ProtocolError => ({
  kind: 'protocol-error',
  error: { code, ...error },
  code,
  ms: 1,
});
const tool: ToolError = { kind: 'tool-error', result: { isError: true }, code: -32000, ms: 1 };

describe('an error', () => {
  test.each([
    [-32700, 'parse-error'],
    [-32600, 'invalid-request'],
    [-32601, 'method-not-found'],
    [-32602, 'invalid-params'],
    [-32603, 'internal-error'],
    [-32042, 'other'],
    [7, 'other'],
  ])('of the protocol with code %i is called %s', (code, kind) =>
    expect(failureOf(protocol({}, code), '', SALT)).toMatchObject({ code, kind, layer: 'protocol' }),
  );

  test('of a tool has the code that all of them count as, and no hint', () => {
    const failure = failureOf({ ...tool, result: { isError: true, retryable: true } }, 'gone', SALT);
    expect(failure).toMatchObject({ code: -32000, kind: 'tool-error', layer: 'tool', retryable: null });
  });

  test.each([
    [{}, null],
    [{ data: { retryable: true } }, true],
    [{ retryable: false }, false],
    [{ retryable: true, data: { retryable: true } }, true],
    [{ retryable: true, data: { retryable: false } }, null],
    [{ retryable: true, data: { retryable: 'yes' } }, null],
    [{ data: { retryable: 'yes' } }, null],
    [{ data: 'retryable' }, null],
  ])('that says %j is retryable: %j', (error, retryable) =>
    expect(failureOf(protocol(error), '', SALT).retryable).toBe(retryable),
  );

  test('keeps nothing of its message but a salted fingerprint', () => {
    const { template, template_id } = failureOf(tool, 'no such order', SALT);
    expect(template).toBe('{message}');
    expect(template_id).toMatch(/^[0-9a-f]{16}$/);
    expect(failureOf(tool, 'no such order', SALT).template_id).toBe(template_id);
    expect(failureOf(tool, 'no such order', Buffer.alloc(32, 2)).template_id).not.toBe(template_id);
    expect(failureOf(tool, 'no such invoice', SALT).template_id).not.toBe(template_id);
  });
});

describe('a message without what it is about', () => {
  test.each([
    ['Order 17 not found', 'order 2048 not  found', 'order ? not found'],
    ['cannot read "a.txt"', "Cannot read 'other file.md'", 'cannot read ?'],
    ['open /tmp/x/y failed', 'open file:///home/z failed', 'open ? failed'],
    ['job 9b2e4f60-aaaa-4bbb-8ccc-1234567890ab is gone', 'job x1 is gone', 'job ? is gone'],
    ["can't and won't", "CAN'T and won't", "can't and won't"],
  ])('%s', (one, other, expected) => {
    expect(normalized(one)).toBe(expected);
    expect(normalized(other)).toBe(expected);
  });

  test('is soon made of a hostile one', () => {
    for (const text of ['"', 'a.', "'a", 'a/', 'w', '１', '`"'])
      expect(normalized(text.repeat(1_000_000)).length).toBeLessThanOrEqual(4000);
  });
});
