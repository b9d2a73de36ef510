import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LocalError, UsageError } from '../../core/errors.js';
import { findingId } from '../../core/findings/finding.js';
import { FindingStore } from '../../core/findings/store.js';
import { program } from '../core/program.js';
import { project } from '../load/folder.js';

const NOW = '2026-01-02T03:04:05.678Z';
const READ = { server: 'local', tool: 'read' };
const ID = findingId(READ);
const PASS = { case: 'one', fingerprint: 'f', result: 'pass', at: NOW } as const;

async function storeWith(...tools: readonly string[]): Promise<{ store: FindingStore; home: string }> {
  const home = join(await project({}), 'home');
  const store = new FindingStore(home);
  for (const tool of tools) await store.open({ server: 'local', tool }, 'recurring-error', NOW);
  return { store, home };
}

describe('findings', () => {
  test('are none where nothing was opened, and nothing is made by looking', async () => {
    const { store, home } = await storeWith();
    expect(await store.list()).toEqual([]);
    await expect(stat(home)).rejects.toThrow('ENOENT');
  });

  test('are kept, listed in the order of their ids, and told apart by state', async () => {
    const { store } = await storeWith('read', 'write', 'search');
    const all = await store.list();
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
    expect(all.map(({ tool }) => tool).toSorted()).toEqual(['read', 'search', 'write']);
    await store.claim(ID, NOW);
    expect((await store.list('fix-claimed')).map(({ tool }) => tool)).toEqual(['read']);
    expect(await store.list('open')).toHaveLength(2);
    expect(await store.list('closed')).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('are their owner’s alone, one whole file each', async () => {
    const { home } = await storeWith('read');
    const folder = join(home, 'findings');
    expect(await readdir(folder)).toEqual([`${ID}.json`]);
    const modes = await Promise.all([folder, join(folder, `${ID}.json`)].map((path) => stat(path)));
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600']);
    expect(await readFile(join(folder, `${ID}.json`), 'utf8')).toMatch(
      /^\{\n {2}"schema": "toolscore\.finding\/v1",\n/,
    );
  });

  test('are opened once; a closed one is opened again, from the start', async () => {
    const { store } = await storeWith('read');
    await expect(store.open(READ, 'false-success', NOW)).rejects.toThrow(
      `${ID} is about that tool already, in state open and of class recurring-error.`,
    );
    for (const run of ['a', 'b', 'c']) await store.record(ID, { ...PASS, run });
    expect(await store.get(ID)).toMatchObject({ state: 'closed', streak: 3 });
    const again = await store.open(READ, 'false-success', '2026-03-03T00:00:00.000Z');
    expect(again).toMatchObject({ state: 'open', streak: 0, class: 'false-success', fingerprint: null });
    // A run of its first life is no run of its second.
    expect(await store.record(ID, { ...PASS, run: 'a' })).toMatchObject({ state: 'open', streak: 0 });
  });

  test('are claimed to be fixed only when they are open', async () => {
    const { store } = await storeWith('read');
    expect(await store.claim(ID, NOW)).toMatchObject({ state: 'fix-claimed' });
    await expect(store.claim(ID, NOW)).rejects.toThrow(
      `${ID} is in state fix-claimed; only an open finding can be claimed to be fixed.`,
    );
  });

  test('that are asked for by a wrong id are a mistake of the user', async () => {
    const { store } = await storeWith('read');
    await expect(store.get('finding-0000000000000000')).rejects.toThrow(UsageError);
    await expect(store.get(`${ID.slice(0, -1)}${ID.endsWith('0') ? '1' : '0'}`)).rejects.toThrow(
      `Did you mean "${ID}"?`,
    );
    await expect(store.get('../../etc/passwd')).rejects.toThrow('"finding-" and 16 hexadecimal digits');
  });

  test('count every result of processes that record at once', async () => {
    const { store, home } = await storeWith('read');
    const run = await program(`
      import { FindingStore } from './core/findings/store.ts';
      const [home, id, from] = process.argv.slice(2);
      const store = new FindingStore(home);
      for (let at = 0; at < 10; at += 1)
        await store.record(id, { run: from + at, case: 'one', fingerprint: 'f', result: 'pass', at: '' });
    `);
    await Promise.all(['a', 'b', 'c'].map((from) => run(home, ID, from)));
    expect(await store.get(ID)).toMatchObject({ state: 'closed', streak: 30 });
    expect(await readdir(join(home, 'findings'))).toEqual([`${ID}.json`]);
  });
});

describe('a file that is no finding', () => {
  const broken = async (change: (finding: Record<string, unknown>) => unknown): Promise<FindingStore> => {
    const { store, home } = await storeWith('read');
    const file = join(home, 'findings', `${ID}.json`);
    const finding = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const after = change(finding);
    await writeFile(file, typeof after === 'string' ? after : JSON.stringify(after));
    return store;
  };

  test.each([
    ['no JSON', () => '{"schema":'],
    ['no object', () => '[]'],
    ['of another version', (one: object) => ({ ...one, schema: 'toolscore.finding/v2' })],
    ['of another id', (one: object) => ({ ...one, id: 'finding-0000000000000000' })],
    ['in no state', (one: object) => ({ ...one, state: 'done' })],
    ['of no class', (one: object) => ({ ...one, class: 'bug' })],
    ['with half a streak', (one: object) => ({ ...one, streak: 1.5 })],
    ['with runs that are none', (one: object) => ({ ...one, runs: [1] })],
    ['without a tool', (one: object) => ({ ...one, tool: undefined })],
  ])('(%s) is said to be none, and left alone', async (_, change) => {
    const store = await broken(change);
    await expect(store.get(ID)).rejects.toThrow(LocalError);
    await expect(store.list()).rejects.toThrow(
      /holds no finding that this version can read\. Repair it, or remove it\./,
    );
    await expect(store.claim(ID, NOW)).rejects.toThrow(LocalError);
  });

  test('as it should be is one', async () => {
    const store = await broken((one) => ({ ...one, note: 'an unknown field is no harm' }));
    expect(await store.get(ID)).toMatchObject({ tool: 'read' });
  });

  test('by another name is not looked at', async () => {
    const { store, home } = await storeWith('read');
    await mkdir(join(home, 'findings', 'finding-zz.json'));
    await writeFile(join(home, 'findings', 'README.md'), '');
    expect(await store.list()).toHaveLength(1);
  });
});
