/** What of a program's inside shows in the text of an error. */

import { expect, test } from 'vitest';
import { rawErrorIn } from '../../core/effects/raw-error.js';

test.each<readonly [string, string]>([
  ["Cannot read properties of undefined (reading 'trim')", "Cannot read properties of undefined (reading 'trim')"],
  ['SQL Error: query.trim is not a function', 'query.trim is not a function'],
  ['typedArgs.files is not iterable', 'typedArgs.files is not iterable'],
  ["Error: KeyError: 'name'", "KeyError: 'name'"],
  ['list_notes() missing 1 required positional argument', 'list_notes() missing 1 required positional argument'],
  ['Traceback (most recent call last): File "x"', 'Traceback (most recent call last)'],
  ['SQLITE_CONSTRAINT: UNIQUE failed', 'SQLITE_CONSTRAINT: UNIQUE failed'],
  ['Error at Object.run (/app/dist/index.js:10:5)', 'at Object.run (/app/dist/index.js:10:5)'],
])('%s', (text, words) => {
  expect(rawErrorIn(text, [])).toEqual({ kind: 'exception', words });
});

test('a path of the machine is left out of what is shown', () => {
  const text = "ENOENT: no such file or directory, stat '/home/ada/data/x'";
  expect(rawErrorIn(text, ['x'], ['projectName'])).toEqual({
    kind: 'path',
    words: "ENOENT: no such file or directory, stat '/…'",
  });
  expect(rawErrorIn(text, ['/home/ada/data/x'])).toBeUndefined();
  expect(rawErrorIn(text, ['x'], ['file_path'])).toBeUndefined();
});

test('whoever sends a statement is told what is wrong with it', () => {
  expect(rawErrorIn('SQLITE_ERROR: near "SELEC": syntax error', ['SELEC'], ['query'])).toBeUndefined();
});

test.each<readonly [string, readonly string[]]>([
  ['notes: expected a list of texts', []],
  ['MCP error -32602: Input validation error: Invalid arguments for tool read_notes', []],
  ['There is no note called "foo is not a function".', ['foo is not a function']],
  ['Use one of /notes or /tags', []],
])('%s is for the caller', (text, sent) => {
  expect(rawErrorIn(text, sent)).toBeUndefined();
});
