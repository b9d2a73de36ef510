/**
 * A test of every rule of a pack, in both directions. Tests are read, not run: which runner they need is the author's
 * choice, and checking a pack runs nothing but the plugins that it names. What reading cannot see `testRule` refuses when
 * the tests run: it takes no cases that never pass or never fail.
 */

import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Pack } from '../load/pack.js';
import { shownPath } from '../shown-path.js';
import type { PackRule } from './check-rules.js';
import { filesIn } from './files-in.js';
import { inFile, type PackFindings } from './findings.js';
import { readCalls, type TestCall } from './read-calls.js';

const TEST_FILE = /(?:\.(?:test|spec)|^tests?\/.*)\.[cm]?[jt]s$/;
/** Longer than tests that anybody wrote by hand. In characters. */
const MOST_TEXT = 1_000_000;

interface TestFile {
  readonly path: string;
  readonly shown: string;
  readonly calls: readonly TestCall[];
  readonly code: string;
}

/** How many test files there are. `folder`: where the tests run, the package's own. */
export async function checkTests(
  folder: string,
  pack: Pack,
  rules: readonly PackRule[],
  cwd: string,
  findings: PackFindings,
): Promise<number> {
  const files = await testFiles(folder, cwd);
  for (const one of rules) {
    const { id } = one.rule;
    const named = await callsOf(one, files, pack, folder);
    const both = named.find(({ call }) => call.lacks.length === 0);
    if (both !== undefined) continue;
    const [first] = named;
    if (first === undefined)
      findings.problem(
        one.locate,
        ['id'],
        `no test names the rule. Write test/${id}.test.mjs with testRule('${id}', { … }), and cases that pass and cases that fail.`,
      );
    else
      findings.problem(
        inFile(first.shown, first.call.line),
        [],
        `the test of "${id}" has no case that ${first.call.lacks.map((key) => `${key}es`.replace('failes', 'fails')).join(', and none that ')}. A rule is proven by both.`,
      );
  }
  return files.length;
}

async function testFiles(folder: string, cwd: string): Promise<readonly TestFile[]> {
  const files = filesIn(folder)
    .filter((path) => TEST_FILE.test(path))
    .map(async (name) => {
      const path = join(folder, name);
      const text = await readFile(path, 'utf8');
      return { path, shown: shownPath(path, cwd), ...readCalls(text.slice(0, MOST_TEXT)) };
    });
  return Promise.all(files);
}

interface NamedCall {
  readonly call: TestCall;
  readonly shown: string;
}

async function callsOf(
  one: PackRule,
  files: readonly TestFile[],
  pack: Pack,
  folder: string,
): Promise<readonly NamedCall[]> {
  const named: NamedCall[] = [];
  for (const { path, shown, calls, code } of files) {
    for (const call of calls) {
      const isIt = call.rule === undefined ? mayBe(one, path, code) : await names(call.rule, one, path, pack, folder);
      if (isIt) named.push({ call, shown });
    }
  }
  return named;
}

/** A rule that is handed over in a variable: the file is named like it, or speaks of it. */
function mayBe({ rule: { id } }: PackRule, path: string, code: string): boolean {
  return basename(path).replace(/\..*$/, '') === id || new RegExp(`['"\`/#]${id}['"\`.]`).test(code);
}

async function names(
  { text, isUrl }: NonNullable<TestCall['rule']>,
  { rule: { id }, file, inCode }: PackRule,
  test: string,
  { namespace }: Pack,
  folder: string,
): Promise<boolean> {
  if (text === id || text === `${namespace}/${id}`) return true;
  const [address = '', chosen] = text.split('#', 2);
  if (chosen !== undefined ? chosen !== id : inCode && !/\.[cm]?[jt]s$/.test(address)) return false;
  const path = resolve(isUrl ? dirname(test) : folder, address);
  return (await realpath(path).catch(() => path)) === file;
}
