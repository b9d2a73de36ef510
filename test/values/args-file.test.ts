/** Files of argument values. Scorecard specification 5.2. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../../core/errors.js';
import type { ModuleLoader } from '../../core/load/module.js';
import { loadArgsFile } from '../../core/values/args-file.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'args-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Data files load no code. */
const modules = {} as ModuleLoader;

async function load(name: string, text: string) {
  await writeFile(join(folder, name), text);
  return loadArgsFile(name, { cwd: folder, modules });
}

async function problems(name: string, text: string): Promise<readonly string[]> {
  const failure: unknown = await load(name, text).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UsageError);
  return (failure as UsageError).problems;
}

test.each([
  ['args.yaml', '"*":\n  path: ./sandbox\nread_file: { head: 3, on: yes, when: 2024-01-01 }\n'],
  ['args.json', '{ "*": { "path": "./sandbox" }, "read_file": { "head": 3, "on": "yes", "when": "2024-01-01" } }'],
  ['args', '{ "*": { "path": "./sandbox" }, "read_file": { "head": 3, "on": "yes", "when": "2024-01-01" } }'],
])('%s keeps the types of values', async (name, text) => {
  const values = await load(name, text);
  expect(values.map(({ tool, name: argument, value }) => [tool, argument, value])).toEqual([
    ['*', 'path', './sandbox'],
    ['read_file', 'head', 3],
    ['read_file', 'on', 'yes'],
    ['read_file', 'when', '2024-01-01'],
  ]);
  expect(values[1]?.source).toMatch(/^args(?:\.\w+)?:\d+:\d+$/);
});

test('everything that is wrong with a file is told at once, with its place', async () => {
  expect(await problems('wrong.yaml', 'read_file: 5\nlist: [a]\nfine: { a: 1 }\nempty:\n')).toEqual([
    expect.stringMatching(/^wrong\.yaml:1:12 {2}"read_file" takes an object/),
    expect.stringMatching(/^wrong\.yaml:2:7 {2}"list" takes an object/),
    expect.stringMatching(/^wrong\.yaml:4:\d+ {2}"empty" takes an object/),
  ]);
});

test.each([
  ['a list', 'list.yaml', '- a\n', /^list\.yaml.* It takes an object/],
  ['a text', 'text.yaml', 'hello\n', /^text\.yaml.* It takes an object/],
  ['broken YAML', 'broken.yaml', 'a: { b: 1\n', /^broken\.yaml:\d+:\d+ {2}/],
  ['broken JSON', 'broken.json', '{ "a": { "b": } }', /^broken\.json:1:\d+ {2}/],
])('%s is refused', async (_, name, text, expected) => {
  const [first] = await problems(name, text);
  expect(first).toMatch(expected);
});

test('a file that is not there is refused', async () => {
  const failure: unknown = await loadArgsFile('none.yaml', { cwd: folder, modules }).catch((error: unknown) => error);
  expect((failure as UsageError).problems[0]).toMatch(/^none\.yaml {2}/);
});

test('a key that every object has is a name like any other', async () => {
  const values = await load('proto.json', '{ "__proto__": { "constructor": 1 } }');
  expect(values).toMatchObject([{ tool: '__proto__', name: 'constructor', value: 1 }]);
});

test.each(['', '# nothing yet\n', '{}'])('an empty file gives no values (%#)', async (text) => {
  expect(await load('empty.yaml', text)).toEqual([]);
});
