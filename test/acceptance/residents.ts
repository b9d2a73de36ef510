/** Processes that each hold the built program ready, and run one command line at a time. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandLine {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const PROGRAM = fileURLToPath(new URL('./resident.mjs', import.meta.url));
const idle: ChildProcess[] = [];

/** Runs a command line of `dist/cli.mjs` to its end, in a process that has run others before. */
export async function runResident(line: CommandLine): Promise<Ran> {
  const resident = idle.pop() ?? start();
  resident.ref();
  resident.channel?.ref();
  const ended = new AbortController();
  const { signal } = ended;
  const died = once(resident, 'exit', { signal }).then(([code]) => {
    throw new Error(`the process of a command line ended with ${code}: ${line.args.join(' ')}`);
  });
  const answered = once(resident, 'message', { signal }).then(([ran]) => ran as Ran);
  resident.send(line);
  try {
    const ran = await Promise.race([answered, died]);
    idle.push(resident);
    return ran;
  } finally {
    ended.abort();
    for (const waiting of [died, answered]) waiting.catch(() => {});
    // Nobody waits for one that has nothing to do; it ends when its channel does.
    resident.unref();
    resident.channel?.unref();
  }
}

function start(): ChildProcess {
  // Without the options that the test runner gave to this process.
  return fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}
