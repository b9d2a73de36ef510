import { chmod, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caseFingerprint, type Verified } from '../../core/findings/fingerprint.js';
import { targetFiles } from '../../core/findings/target-files.js';
import { parseManifest } from '../../core/manifest/read.js';
import type { Manifest } from '../../core/manifest/case.js';
import { loadShipped } from '../../core/api/shipped.js';
import { kindsAmong } from '../../core/api/manifest-kernel.js';
import { caseOf } from '../manifest/run.js';
import { project } from '../load/folder.js';

const SALT = Buffer.alloc(32, 1);
const RULE = { id: 'unexpected-outcome', family: 'gate', toggle: 'error', options: {} } as const;
const HTTP = { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: { Authorization: 'Bearer one' } } as const;
const STDIO = { kind: 'stdio', command: ['node', 'server.js'], env: { MODE: 'a' } } as const;
const CASE = caseOf('degradation-over-n', { tool: 'read', arguments: { a: 1, b: 2 }, max_attempts: 2 });
const BASE: Verified = {
  case: CASE,
  timeoutMs: 1000,
  target: STDIO,
  files: [{ word: 0, content: 'ab' }],
  evaluator: 'toolscore 1',
  rules: [RULE],
};

const print = (change: Partial<Verified> = {}, salt = SALT): string => caseFingerprint({ ...BASE, ...change }, salt);

describe('the fingerprint of a case', () => {
  test('is the same for the same, whatever stands in which order', () => {
    expect(print()).toMatch(/^[0-9a-f]{64}$/);
    const reordered = { ...CASE, fields: { max_attempts: 2, arguments: { b: 2, a: 1 }, tool: 'read' } };
    expect(print({ case: reordered })).toBe(print());
    expect(print({ case: { ...CASE, index: 7, line: 90 } })).toBe(print());
    const other = { ...RULE, id: 'transport-error' };
    expect(print({ rules: [RULE, other] })).toBe(print({ rules: [other, RULE] }));
    // What judges nothing here may be set as one likes.
    expect(print({ rules: [RULE, { ...RULE, id: 'description-missing', family: 'lint' }] })).toBe(print());
  });

  test.each([
    ['its id', { case: { ...CASE, id: 'two' } }],
    ['its kind', { case: { ...CASE, probe: 'latency-budget' } }],
    ['its access', { case: { ...CASE, access: 'mutating', sandbox: 'scratch' } }],
    ['its arguments', { case: { ...CASE, fields: { ...CASE.fields, arguments: { a: 1, b: 3 } } } }],
    ['its bounds', { case: { ...CASE, fields: { ...CASE.fields, max_attempts: 3 } } }],
    ['its sandbox', { case: { ...CASE, sandboxDigest: 'cd' } }],
    ['the timeout', { timeoutMs: 1001 }],
    ['the command', { target: { ...STDIO, command: ['node', 'server.js', '--fast'] } }],
    ['the environment', { target: { ...STDIO, env: { MODE: 'b' } } }],
    ['the folder', { target: { ...STDIO, cwd: '/srv' } }],
    ['the endpoint', { target: HTTP }],
    ['a file', { files: [{ word: 0, content: 'ac' }] }],
    ['the place of a file', { files: [{ word: 1, content: 'ab' }] }],
    ['the evaluator', { evaluator: 'toolscore 2' }],
    ['a rule that is turned off', { rules: [{ ...RULE, toggle: 'off' }] }],
  ] as const)('changes with %s', (_, change) => expect(print(change)).not.toBe(print()));

  test('of an endpoint changes with its address and the names of its headers, not with a token', () => {
    const one = print({ target: HTTP });
    expect(print({ target: { ...HTTP, headers: { authorization: 'Bearer two' } } })).toBe(one);
    expect(print({ target: { ...HTTP, url: 'http://127.0.0.1:2/mcp' } })).not.toBe(one);
    expect(print({ target: { ...HTTP, headers: { 'X-Tenant': 'a' } } })).not.toBe(one);
  });

  test('is salted', () => expect(print({}, Buffer.alloc(32, 2))).not.toBe(print()));
});

describe('of a manifest', () => {
  const one = { id: 'one', probe: 'degradation-over-n', tool: 'read', arguments: {}, max_attempts: 2 };
  const manifest = async (given: object, indent?: number): Promise<Manifest> =>
    parseManifest(Buffer.from(JSON.stringify(given, undefined, indent)), 'm.json', await kinds());
  const kinds = async () => kindsAmong((await (await loadShipped()).manifest()).plugins);
  const printed = async (given: object, indent?: number): Promise<string> =>
    print({ case: (await manifest(given, indent)).cases.find(({ id }) => id === 'one')! });
  const document = (note: string, ...others: readonly object[]): object => ({
    version: 1,
    sandboxes: { scratch: { description: note }, other: { description: 'x' } },
    probes: [...others, { ...one, access: 'mutating', sandbox: 'scratch' }],
  });

  test('neither formatting nor other cases matter', async () => {
    const plain = await printed(document('here'));
    expect(await printed(document('here'), 4)).toBe(plain);
    expect(await printed(document('here', { ...one, id: 'two', access: 'read_only' }))).toBe(plain);
  });

  test('what it says of the sandbox does', async () => {
    expect(await printed(document('there'))).not.toBe(await printed(document('here')));
  });
});

describe('the files of a command', () => {
  const words = async (command: readonly [string, ...string[]], cwd: string, env?: Record<string, string>) =>
    (await targetFiles({ kind: 'stdio', command, ...(env !== undefined && { env }) }, cwd)).map(({ word }) => word);

  test('are its program and those among its arguments, also behind an option', async () => {
    const folder = await project({ 'server.js': 'a', 'settings.json': 'b', 'data/inside': 'c' });
    const command = [
      process.execPath,
      'server.js',
      '--config=settings.json',
      '--verbose',
      'data',
      'missing.js',
    ] as const;
    expect(await words([...command], folder)).toEqual([0, 1, 2]);
  });

  test('are known by their bytes', async () => {
    const folder = await project({ 'server.js': 'a' });
    const look = () => targetFiles({ kind: 'stdio', command: ['nothing-here', 'server.js'], cwd: folder });
    const [before] = await look();
    expect(await look()).toEqual([before]);
    await writeFile(join(folder, 'server.js'), 'b');
    const [after] = await look();
    expect(after?.content).not.toBe(before?.content);
  });

  test.skipIf(process.platform === 'win32')('the program is found as the system finds it', async () => {
    const folder = await project({ 'one/serve': 'not to be run', 'two/serve': '#!/bin/sh', 'three/serve': 'other' });
    await chmod(join(folder, 'two/serve'), 0o755);
    await chmod(join(folder, 'three/serve'), 0o755);
    const PATH = ['none', 'one', 'two', 'three'].map((name) => join(folder, name)).join(delimiter);
    const [found] = await targetFiles({ kind: 'stdio', command: ['serve'], env: { PATH } }, folder);
    const [named] = await targetFiles({ kind: 'stdio', command: ['./two/serve'] }, folder);
    expect(found).toEqual(named);
    expect(await words(['serve'], folder, { PATH: join(folder, 'one') })).toEqual([]);
  });

  test('a file too large to read is known by its size', async () => {
    const folder = await project({ data: '' });
    await truncate(join(folder, 'data'), 600 * 1024 * 1024);
    const [file] = await targetFiles({ kind: 'stdio', command: ['nothing-here', 'data'] }, folder);
    expect(file?.content).toMatch(/^629145600 bytes of \d/);
  });

  test('a folder, a pipe and a file that is gone are none', async () => {
    const folder = await project({});
    await mkdir(join(folder, 'folder'));
    expect(await words(['nothing-here', 'folder', '/dev/null', ''], folder)).toEqual([]);
    await rm(join(folder, 'folder'), { recursive: true });
    expect(await words(['nothing-here', 'folder'], folder)).toEqual([]);
  });
});
