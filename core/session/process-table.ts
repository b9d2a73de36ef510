/** The processes of this machine, read in one go: from /proc on Linux, with `ps` elsewhere. */

import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 where it cannot be told. */
  readonly session: number;
  /** When it started: clock ticks since boot on Linux, milliseconds elsewhere. Only good for comparing; tells a reused pid. */
  readonly start: number;
  /** Processor time used so far, in clock ticks; 0 where it was not asked for. */
  readonly cpu: number;
  /** Ended, but not yet collected by its parent. */
  readonly dead: boolean;
}

const STAT = Buffer.allocUnsafe(4096);
const hasProc = process.platform === 'linux' && existsSync('/proc/self/stat');

/** The pids in use, where that is cheap to ask: Linux only, empty elsewhere. */
export function pidsInUse(): ReadonlySet<number> {
  return new Set(hasProc ? procPids() : []);
}

/** Every process that can be seen, but for these pids. Empty where there is no way to ask. Never throws. */
export function listProcesses(except: ReadonlySet<number> = new Set()): readonly ProcessEntry[] {
  if (hasProc) return findProcesses(procPids().filter((pid) => !except.has(pid)));
  return process.platform === 'win32' ? [] : listWithPs();
}

/** Those of these processes that exist. */
export function findProcesses(pids: readonly number[]): readonly ProcessEntry[] {
  if (!hasProc) return listProcesses().filter(({ pid }) => pids.includes(pid));
  return pids.flatMap((pid) => readProcess(pid) ?? []);
}

/** The children of a process, whichever of its threads started them; undefined where the system does not say. */
export function childrenOf(pid: number): readonly number[] | undefined {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks).flatMap((task) =>
      readFileSync(`${tasks}/${task}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return undefined;
  }
}

/** The `start` of a process that was started just now, or a little less: nothing that it starts has a smaller one. */
export function startOf(pid: number): number {
  // The second that `ps` prints is rounded down.
  return hasProc ? (readProcess(pid)?.start ?? 0) : Math.floor(Date.now() / 1000) * 1000 - 1000;
}

/** True when the environment that the process was started with holds this text. Linux only; false where it may not be read. */
export function environmentHolds(pid: number, text: string): boolean {
  if (!hasProc) return false;
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(text);
  } catch {
    return false;
  }
}

function procPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d/.test(name))
    .map(Number);
}

function readProcess(pid: number): ProcessEntry | undefined {
  let file: number | undefined;
  try {
    file = openSync(`/proc/${pid}/stat`, 'r');
    return parseStat(pid, STAT.toString('latin1', 0, readSync(file, STAT, 0, STAT.length, 0)));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Fields of proc(5), counted behind the name: the name is in brackets and may hold anything, brackets and blanks too. */
function parseStat(pid: number, stat: string): ProcessEntry {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const number = (at: number): number => Number(fields[at]);
  const state = fields[0] ?? '';
  return {
    pid,
    parent: number(1),
    group: number(2),
    session: number(3),
    start: number(19),
    cpu: number(11) + number(12),
    dead: state === 'Z' || state === 'X',
  };
}

/** The same with `ps`. Exported for its test on a system that has both. */
export function listWithPs(): readonly ProcessEntry[] {
  const columns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart='].flatMap((column) => ['-o', column]);
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    const text = execFileSync('ps', ['-A', ...columns], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
      maxBuffer: 2 ** 25,
    });
    return text.split('\n').flatMap((line) => {
      const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line);
      if (row === null) return [];
      const [, pid, parent, group, state, started] = row;
      return [
        {
          pid: Number(pid),
          parent: Number(parent),
          group: Number(group),
          session: 0,
          cpu: 0,
          start: Date.parse(String(started)),
          dead: String(state).startsWith('Z'),
        },
      ];
    });
  } catch {
    return [];
  }
}
