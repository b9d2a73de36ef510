import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LocalError } from '../../core/errors.js';
import { withLock } from '../../core/lock.js';
import { project } from '../load/folder.js';
import { program } from './program.js';

/** Reads a number, waits, writes one more: loses counts unless it is alone. */
const COUNT = `
  import { readFile, writeFile } from 'node:fs/promises';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { withLock } from './core/lock.ts';
  const [lock, file, times] = process.argv.slice(2);
  for (let at = 0; at < Number(times); at += 1)
    await withLock(lock, async () => {
      const count = Number(await readFile(file, 'utf8'));
      await sleep(1);
      await writeFile(file, String(count + 1));
    });
`;

/** The lock of a process that has ended. */
async function leftBehind(): Promise<string> {
  const run = await program('process.stdout.write(String(process.pid))');
  return JSON.stringify({ pid: Number(await run()), host: hostname(), token: 'x' });
}

test('two processes never hold it at once', async () => {
  const folder = await project({ count: '0' });
  const run = await program(COUNT);
  const args = [join(folder, 'lock'), join(folder, 'count'), '25'];
  await Promise.all([run(...args), run(...args), run(...args)]);
  expect(await readFile(join(folder, 'count'), 'utf8')).toBe('75');
  expect(await readdir(folder)).toEqual(['count']);
});

test('neither does one process twice', async () => {
  const folder = await project({});
  const order: string[] = [];
  const hold = (name: string): Promise<void> =>
    withLock(join(folder, 'lock'), async () => {
      order.push(`${name} in`);
      await Promise.resolve();
      order.push(`${name} out`);
    });
  await Promise.all([hold('a'), hold('b')]);
  expect(order.map((step) => step.slice(2))).toEqual(['in', 'out', 'in', 'out']);
});

test('it is given back when the work fails, and the failure is handed on', async () => {
  const folder = await project({});
  const lock = join(folder, 'lock');
  await expect(withLock(lock, () => Promise.reject(new Error('the work failed')))).rejects.toThrow('the work failed');
  expect(existsSync(lock)).toBe(false);
  expect(await withLock(lock, () => Promise.resolve(7))).toBe(7);
});

test('what a dead process left behind holds nobody up, however many want it', async () => {
  const folder = await project({ count: '0', lock: await leftBehind() });
  const run = await program(COUNT);
  const args = [join(folder, 'lock'), join(folder, 'count'), '5'];
  await Promise.all([run(...args), run(...args), run(...args)]);
  expect(await readFile(join(folder, 'count'), 'utf8')).toBe('15');
  expect(await readdir(folder)).toEqual(['count']);
});

test.each([
  ['of another machine', JSON.stringify({ pid: process.pid, host: `not-${hostname()}`, token: 'x' })],
  ['that was never finished', ''],
  ['that somebody else wrote', '[1, 2'],
])('an old lock %s is abandoned', async (_, text) => {
  const folder = await project({ lock: text });
  const lock = join(folder, 'lock');
  const old = new Date(Date.now() - 60_000);
  await utimes(lock, old, old);
  expect(await withLock(lock, () => Promise.resolve('done'))).toBe('done');
  expect(await readdir(folder)).toEqual([]);
});

test('a fresh lock is waited for until its holder is done', async () => {
  const folder = await project({ lock: JSON.stringify({ pid: process.pid, host: hostname(), token: 'other' }) });
  const lock = join(folder, 'lock');
  let entered = false;
  const waiting = withLock(lock, async () => void (entered = true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(entered).toBe(false);
  // As its holder does when the work is done.
  await unlink(lock);
  await waiting;
  expect(entered).toBe(true);
});

test('who lost it to another does not take that one’s away', async () => {
  const folder = await project({});
  const lock = join(folder, 'lock');
  await withLock(lock, () => writeFile(lock, 'of another'));
  expect(await readFile(lock, 'utf8')).toBe('of another');
});

test('a folder that is not there is an error of its own', async () => {
  const folder = await project({});
  const lock = join(folder, 'missing', 'lock');
  await expect(withLock(lock, () => Promise.resolve())).rejects.toThrow(LocalError);
  await mkdir(join(folder, 'missing'));
  await withLock(lock, () => Promise.resolve());
});
