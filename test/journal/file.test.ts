import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Entry } from '../../plugins/journal/entry.js';
import { appendEntries } from '../../plugins/journal/file.js';
import { program } from '../core/program.js';
import { project } from '../load/folder.js';

const entry = (seq: number, ts = '2026-01-02T03:04:05.678Z'): Entry => ({
  ts,
  identity: {
    event_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    capture_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  },
  session: `session:${'ab'.repeat(32)}`,
  seq,
  server: 'local',
  method: 'tools/call',
  tool: 'read',
  args: {},
  latency_ms: 1,
  outcome: 'ok',
  error: null,
  kind: 'synthetic',
});

const numbers = async (home: string, day: string): Promise<readonly number[]> =>
  (await readFile(join(home, 'store', `calls-${day}.jsonl`), 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as Entry).seq);

test('entries go into the file of their day', async () => {
  const home = await project({});
  await appendEntries(home, [entry(1, '2026-01-02T23:59:59.999Z'), entry(2, '2026-01-03T00:00:00.000Z')]);
  await appendEntries(home, [entry(3, '2026-01-02T23:59:59.999Z')]);
  expect(await readdir(join(home, 'store'))).toEqual(['calls-2026-01-02.jsonl', 'calls-2026-01-03.jsonl']);
  expect(await numbers(home, '2026-01-02')).toEqual([1, 3]);
  expect(await numbers(home, '2026-01-03')).toEqual([2]);
});

test('whoever hands them over, what is written went through the sanitizer', async () => {
  const home = await project({});
  await appendEntries(home, [{ ...entry(1), tool: 'a marigold', args: { note: 'marigold' } } as Entry]);
  const text = await readFile(join(home, 'store', 'calls-2026-01-02.jsonl'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ tool: 'str<32', args: { note: 'str<8' } });
  expect(text).not.toContain('marigold');
});

test('a line that somebody did not finish stays alone', async () => {
  const home = await project({ 'store/calls-2026-01-02.jsonl': '{"ts":"2026-01-0' });
  await appendEntries(home, [entry(1)]);
  await appendEntries(home, [entry(2)]);
  const lines = (await readFile(join(home, 'store', 'calls-2026-01-02.jsonl'), 'utf8')).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines.slice(1, 3).map((line) => (JSON.parse(line) as Entry).seq)).toEqual([1, 2]);
});

test('processes that write at once tear no line and lose none', async () => {
  const home = await project({});
  const run = await program(`
    import { appendEntries } from './plugins/journal/file.ts';
    const [home, from, template] = process.argv.slice(2);
    const entry = JSON.parse(template);
    for (let at = 0; at < 40; at += 1)
      await appendEntries(home, [{ ...entry, seq: Number(from) + at, args: { many: 'x'.repeat(9), keys: Object.fromEntries(Array.from({ length: 400 }, (_, key) => ['key-' + key, key])) } }]);
  `);
  const template = JSON.stringify(entry(0));
  await Promise.all([0, 100, 200].map((from) => run(home, String(from), template)));
  const expected = [0, 100, 200].flatMap((from) => Array.from({ length: 40 }, (_, at) => from + at));
  expect((await numbers(home, '2026-01-02')).toSorted((a, b) => a - b)).toEqual(expected);
  expect(await readdir(join(home, 'store'))).toEqual(['calls-2026-01-02.jsonl']);
});

test('the lock of a process that died while it wrote is no hindrance', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const home = await project({ 'store/calls.lock': { pid, host: hostname(), token: 'x' } });
  await appendEntries(home, [entry(1)]);
  expect(await numbers(home, '2026-01-02')).toEqual([1]);
  expect(await readdir(join(home, 'store'))).toEqual(['calls-2026-01-02.jsonl']);
});

test('what cannot be written is named, with the reason', async () => {
  const home = await project({ 'store/calls-2026-01-02.jsonl/inside': '' });
  await expect(appendEntries(home, [entry(1)])).rejects.toThrow(
    `${join(home, 'store', 'calls-2026-01-02.jsonl')}  cannot be written: it is a folder.`,
  );
});
