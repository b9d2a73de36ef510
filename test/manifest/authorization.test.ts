import { expect, it } from 'vitest';
import { authorizedTarget } from '../../core/manifest/authorization.js';
import { UsageError } from '../../core/errors.js';

const URL_ = new URL('http://127.0.0.1:3000/mcp');
const VARIABLE = 'TOOLSCORE_HTTP_AUTHORIZATION';
const target = (value: string | undefined) => authorizedTarget(URL_, value === undefined ? {} : { [VARIABLE]: value });

it('sends nothing when nothing is set, and otherwise the value as it is', () => {
  expect(target(undefined)).toEqual({ kind: 'http', url: 'http://127.0.0.1:3000/mcp' });
  for (const value of ['x', 'Bearer abc', 'x'.repeat(8192), 'é'])
    expect(target(value)).toEqual({
      kind: 'http',
      url: 'http://127.0.0.1:3000/mcp',
      headers: { Authorization: value },
    });
});

it.each([
  ['', 'is empty.'],
  ['x'.repeat(8193), 'is longer than 8192 bytes.'],
  ['é'.repeat(4097), 'is longer than 8192 bytes.'],
  ['hush\n', 'holds a control character'],
  ['hu\tsh', 'holds a control character'],
  ['hu\u007fsh', 'holds a control character'],
  ['hush 世', 'holds a character that no header can carry.'],
])('refuses %j without repeating it', (value, why) => {
  expect(() => target(value)).toThrow(UsageError);
  expect(() => target(value)).toThrow(`The variable ${VARIABLE} ${why}`);
  expect(() => target(value)).not.toThrow(/hu.?sh/);
});
