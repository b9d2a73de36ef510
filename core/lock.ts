/** One process at a time: a lock file that a dead process cannot keep. */

import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalError } from './errors.js';
import { isObject } from './json.js';
import { reasonOf } from './home.js';

/** What is done under a lock takes milliseconds. A lock older than this was left behind. */
const ABANDONED_MS = 10_000;
/** Longer than that, so that a lock left behind never makes anybody fail. */
const PATIENCE_MS = 20_000;
const LONGEST_PAUSE_MS = 50;

/**
 * Does the work while no other process, and nobody else in this one, holds the same lock. `file` is the lock itself;
 * its folder must be there. The work is a few short steps with files and nothing that waits for anything else.
 * @throws LocalError when the lock cannot be had
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), token: randomBytes(8).toString('hex') });
  await acquire(file, mine);
  try {
    return await work();
  } finally {
    await release(file, mine);
  }
}

async function acquire(file: string, mine: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (await take(file, mine)) return;
    const holder = await look(file);
    if (holder !== undefined && isLeftBehind(holder) && (await clear(file, holder.text))) continue;
    if (performance.now() > until)
      throw new LocalError(`${file}  is held by another process. Remove it when no other toolscore is running.`);
    // Not all at the same moment again.
    await sleep(pause * (0.5 + Math.random()));
  }
}

async function take(file: string, mine: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(mine);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Windows says EPERM while a file of that name is still being removed.
    if (code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return false;
    throw new LocalError(`${file}  cannot be made: ${reasonOf(error)}`);
  }
}

interface Holder {
  readonly text: string;
  readonly ageMs: number;
}

/** Undefined when there is no lock any more. */
async function look(file: string): Promise<Holder | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return { text, ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new LocalError(`${file}  cannot be read: ${reasonOf(error)}`);
  }
}

function isLeftBehind({ text, ageMs }: Holder): boolean {
  if (ageMs > ABANDONED_MS) return true;
  const { pid, host } = ownerOf(text);
  // On another machine, or in another container, a process of that number says nothing.
  return typeof pid === 'number' && host === hostname() && !isAlive(pid);
}

/** Who wrote a lock; nobody, while it is still being written. */
function ownerOf(text: string): { readonly pid?: unknown; readonly host?: unknown } {
  try {
    const owner: unknown = JSON.parse(text);
    return isObject(owner) ? owner : {};
  } catch {
    return {};
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is one, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Removes a lock that was left behind; false when it could not. Of several who want to, one moves it away; who moved
 * another one instead, taken in the meantime, puts it back.
 */
async function clear(file: string, text: string): Promise<boolean> {
  const aside = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== text) await link(aside, file).catch(() => {});
    await unlink(aside);
    return true;
  } catch {
    // Somebody else was faster, or it must not be moved: then it is waited for like any other.
    return false;
  }
}

async function release(file: string, mine: string): Promise<void> {
  try {
    // Whoever took longer than anybody may has lost it, and must not remove another's.
    if ((await readFile(file, 'utf8')) === mine) await unlink(file);
  } catch {
    // It is gone already.
  }
}
