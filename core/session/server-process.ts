/** One started server: its process, its pipes, and how it ends. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StdioTarget } from '../model.js';
import { keepTrack } from './live-servers.js';
import type { Redact } from './line.js';
import { Family } from './process-family.js';
import { pidsInUse } from './process-table.js';
import { StderrTail } from './stderr-tail.js';

/** How long a server may take after the end of its input, and again after SIGTERM. Spec: scorecard 1.1 point 5. */
const GRACE_MS = 2000;
const HURRIED_GRACE_MS = 1000;
/** A killed process is gone at once, unless the kernel itself waits for something. */
const KILL_MS = 1000;
/** A helper may hold the pipes of a dead server open: after this silence nothing more is expected from them. */
const QUIET_MS = 100;
/** A server that closed its output usually exits next; its exit code says more. */
const EXIT_AFTER_EOF_MS = 250;
const POLL_MS = 10;
/** What may wait for a server that does not read, besides the one longest message. */
const MAX_QUEUED_BYTES = 8 * 1024 * 1024;

const RUN_VARIABLE = 'TOOLSCORE_RUN';

/** How a server went away by itself, or why it never was there. */
export interface ServerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It could not be started. */
  readonly failure?: NodeJS.ErrnoException;
  /** It lives, but its standard output is closed. */
  readonly deaf?: boolean;
}

export interface ServerEvents {
  stdout(chunk: Buffer): void;
  stderr(chunk: Buffer): void;
  writeError(message: string): void;
  /** Nothing more will come. Called once. */
  ended(end: ServerEnd): void;
}

export interface ClosedServer {
  readonly code: number | null;
  readonly signal: string | null;
  /** The server ignored the end of its input and SIGTERM. */
  readonly forced: boolean;
}

export class ServerProcess {
  readonly stderr: StderrTail;
  readonly #child: ChildProcessWithoutNullStreams | undefined;
  readonly #events: ServerEvents;
  readonly #family: Family | undefined;
  readonly #forget: () => void = () => {};
  readonly #exit: Promise<void>;
  #exited: ServerEnd | undefined;
  #ended = false;
  #lastData = 0;
  /** Length of the longest message since nothing waited. */
  #longest = 0;
  #terminatedAt: number | undefined;
  #closing: Promise<ClosedServer> | undefined;
  #hurrying = false;
  #hurry!: () => void;
  readonly #hurried = new Promise<void>((resolve) => {
    this.#hurry = resolve;
  });

  /** Starts the server before returning. A failure to start arrives as `ended`, like every other end. */
  constructor(target: StdioTarget, events: ServerEvents, redact: Redact = (text) => text) {
    this.#events = events;
    this.stderr = new StderrTail(redact);
    // Need not be secret, only unlike any other, and node:crypto takes milliseconds to load.
    const mark = `${process.pid}-${process.hrtime.bigint()}-${Math.random().toString(36).slice(2)}`;
    const older = pidsInUse();
    try {
      this.#child = start(target, mark);
    } catch (error) {
      const failure = error as NodeJS.ErrnoException;
      this.#exit = Promise.resolve().then(() => this.#end({ code: null, signal: null, failure }));
      return;
    }
    this.#exit = this.#watch(this.#child);
    if (this.#child.pid === undefined) return;
    this.#family = new Family(this.#child.pid, mark, older);
    this.#forget = keepTrack(this);
  }

  /** True once somebody asked for the end. */
  get closing(): boolean {
    return this.#closing !== undefined;
  }

  /** Resolves to false once it is clear that there is no process, and then `ended` was called; to true at once when there is one. */
  async started(): Promise<boolean> {
    if (this.#child?.pid !== undefined) return true;
    await this.#exit;
    return false;
  }

  /** A number that changes while the server, or what it started, uses the processor. Linux only: 0 elsewhere. */
  work(): number {
    return this.#family?.cpu() ?? 0;
  }

  /** Queues one line. Returns why it could not. */
  send(text: string): string | undefined {
    const input = this.#child?.stdin;
    if (input === undefined || !input.writable) return 'the standard input of the server is closed';
    const waiting = input.writableLength;
    if (waiting === 0) this.#longest = 0;
    // A message of any length may wait, and what is said about it behind it: its cancellation, an answer, a ping.
    if (waiting - this.#longest > MAX_QUEUED_BYTES) return 'the server does not read its standard input';
    this.#longest = Math.max(this.#longest, text.length);
    this.#gather(input);
    input.write(`${text}\n`);
    return undefined;
  }

  /** What is sent in one moment goes out in one piece, so that calls which are made at once reach the server at once. */
  #gather(input: Writable): void {
    if (input.writableCorked > 0) return;
    input.cork();
    process.nextTick(() => input.uncork());
  }

  /** End of input, 2 s, SIGTERM to all of it, 2 s, SIGKILL; in a hurry SIGTERM at once and 1 s. Then whatever it left behind. */
  close(how: 'patient' | 'hurry'): Promise<ClosedServer> {
    if (how === 'hurry') {
      this.#hurrying = true;
      this.#hurry();
    }
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Kills all of it before returning: for the moment when this program exits. */
  killNow(): void {
    this.#family?.signal('SIGKILL');
    // Whoever was forked between the look and the signal.
    this.#family?.signal('SIGKILL');
  }

  #watch(child: ChildProcessWithoutNullStreams): Promise<void> {
    child.stdin.on('error', (error) => this.#events.writeError(error.message));
    // A read error ends the stream, and its end says enough.
    child.stdout.on('error', () => {});
    child.stderr.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      this.#lastData = performance.now();
      this.#events.stdout(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#lastData = performance.now();
      this.stderr.push(chunk);
      this.#events.stderr(chunk);
    });
    child.stdout.once('close', () =>
      setTimeout(() => this.#end({ code: null, signal: null, deaf: true }), EXIT_AFTER_EOF_MS).unref(),
    );
    child.once('close', () => this.#end(this.#exited ?? { code: null, signal: null }));
    return new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#exited = { code, signal };
        this.#family?.leaderIsGone();
        this.#endWhenQuiet(performance.now(), this.#exited);
        resolve();
      });
      child.on('error', (failure) => {
        if (child.pid !== undefined) return;
        this.#end({ code: null, signal: null, failure });
        resolve();
      });
    });
  }

  /** What is still in the pipes after the exit counts, but a helper that holds them open must not delay anybody. */
  #endWhenQuiet(exitedAt: number, end: ServerEnd): void {
    const check = (): void => {
      const now = performance.now();
      if (now - this.#lastData < QUIET_MS && now - exitedAt < GRACE_MS) setTimeout(check, QUIET_MS).unref();
      else this.#end(end);
    };
    setTimeout(check, QUIET_MS).unref();
  }

  #end(end: ServerEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#events.ended(end);
  }

  async #close(): Promise<ClosedServer> {
    const child = this.#child;
    const family = this.#family;
    if (child === undefined || family === undefined) return { code: null, signal: null, forced: false };
    const forced = await this.#endServer(child, family);
    await this.#endLeftovers(family);
    // A process in another user's hands, or stuck in the kernel, must not keep this program from ending.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    child.unref();
    this.#forget();
    const { code, signal } = this.#exited ?? { code: null, signal: null };
    return { code, signal, forced };
  }

  /** True when it had to be killed. */
  async #endServer(child: ChildProcessWithoutNullStreams, family: Family): Promise<boolean> {
    child.stdin.end();
    if (this.#exited !== undefined) return false;
    // While it ends: later they may have no parent, no group and no mark.
    family.noteDescendants();
    if (await this.#exitsWithin(GRACE_MS, 0)) return false;
    this.#terminate(family);
    if (await this.#exitsWithin(GRACE_MS, HURRIED_GRACE_MS)) return false;
    family.signal('SIGKILL');
    await this.#exitsWithin(KILL_MS, KILL_MS);
    return true;
  }

  async #endLeftovers(family: Family): Promise<void> {
    if (family.look().length === 0) return;
    const since = this.#terminate(family);
    for (let pause = 1; family.lives(); pause = Math.min(2 * pause, POLL_MS)) {
      if (performance.now() - since >= (this.#hurrying ? HURRIED_GRACE_MS : GRACE_MS)) break;
      await sleep(pause);
    }
    for (const until = performance.now() + KILL_MS; family.look().length > 0 && performance.now() < until;) {
      family.signal('SIGKILL');
      await sleep(POLL_MS);
    }
  }

  /** Sends SIGTERM once; a second one makes many programs drop what they are saving. Returns when it was sent. */
  #terminate(family: Family): number {
    if (this.#terminatedAt === undefined) {
      this.#terminatedAt = performance.now();
      family.signal('SIGTERM');
    }
    return this.#terminatedAt;
  }

  async #exitsWithin(patientMs: number, hurriedMs: number): Promise<boolean> {
    const waits = [after(patientMs), this.#hurried.then(() => after(hurriedMs))];
    await Promise.race([this.#exit, ...waits]);
    return this.#exited !== undefined;
  }
}

function start({ command, env, cwd }: StdioTarget, mark: string): ChildProcessWithoutNullStreams {
  const [program = '', ...args] = command;
  const outer = process.env[RUN_VARIABLE];
  return spawn(program, args, {
    ...(cwd !== undefined && { cwd }),
    // A run within a run keeps the outer mark, so that the outer one finds these processes too.
    env: { ...process.env, ...env, [RUN_VARIABLE]: outer === undefined ? mark : `${outer} ${mark}` },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/** Does not keep this program alive: while somebody waits for a server, the server does. */
function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
