/** Everything one server started, however it tried to leave: its process group and session, its descendants, and whoever carries the mark. */

import { execFileSync } from 'node:child_process';
import { groupBy } from '../group.js';
import {
  childrenOf,
  environmentHolds,
  findProcesses,
  listProcesses,
  type ProcessEntry,
  startOf,
} from './process-table.js';

export class Family {
  readonly #leader: number;
  /** A text in the environment of the leader that nothing else on the machine has. */
  readonly #mark: string;
  readonly #bornAfter: number;
  /** Pids that were in use before the leader was started: a member has one only after the whole range was used up. */
  readonly #older: ReadonlySet<number>;
  /** Members seen so far, by pid, with their start: whoever lost its parent since stays a member. */
  readonly #known = new Map<number, number>();
  #leaderGone = false;

  constructor(leader: number, mark: string, older: ReadonlySet<number>) {
    this.#leader = leader;
    this.#mark = mark;
    this.#older = older;
    this.#bornAfter = startOf(leader);
  }

  /** The leader was collected: from now on its pid may belong to a stranger. */
  leaderIsGone(): void {
    this.#leaderGone = true;
  }

  /** The living members, the leader among them. Looks at every process that may be younger: about 20 microseconds for each on Linux. */
  look(): readonly ProcessEntry[] {
    // Nobody is older than its leader, which also keeps strangers' environments unread.
    const entries = listProcesses(this.#older).filter(
      ({ pid, start, dead }) => !dead && start >= this.#bornAfter && pid !== process.pid,
    );
    const reused = this.#leaderGone && entries.some(({ pid }) => pid === this.#leader);
    const members = new Map<number, ProcessEntry>();
    const childrenOf = groupBy(entries, ({ parent }) => parent);
    const open = entries.filter((entry) => this.#isMember(entry, reused));
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (members.has(next.pid)) continue;
      members.set(next.pid, next);
      this.#known.set(next.pid, next.start);
      open.push(...(childrenOf.get(next.pid) ?? []));
    }
    return [...members.values()];
  }

  /** Remembers the descendants while they have their parents. Cheap: asks for those only, where the system can say. */
  noteDescendants(): void {
    const open = [this.#leader];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const children = childrenOf(next);
      if (children === undefined) {
        // It just ended, or there is no /proc.
        this.look();
        return;
      }
      for (const { pid, start } of findProcesses(children)) {
        this.#known.set(pid, start);
        open.push(pid);
      }
    }
  }

  /** Processor time of the living members, in clock ticks. A change means that somebody works. Always 0 where there is no /proc. */
  cpu(): number {
    return this.look().reduce((sum, { cpu }) => sum + cpu, 0);
  }

  /** True while a member that was seen lives. Cheap: asks for those only. */
  lives(): boolean {
    const living = findProcesses([...this.#known.keys()]).filter(
      ({ pid, start, dead }) => !dead && this.#known.get(pid) === start,
    );
    return living.length > 0;
  }

  /** Sends a signal to every living member; the group at once, so that none can be missed while it forks. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    if (process.platform === 'win32') return endTreeOnWindows(this.#leader);
    const members = this.look();
    if (members.some(({ group }) => group === this.#leader)) send(-this.#leader, name);
    for (const { pid, group } of members) if (group !== this.#leader) send(pid, name);
  }

  #isMember({ pid, start, group, session }: ProcessEntry, reused: boolean): boolean {
    if (pid === this.#leader) return !this.#leaderGone;
    if (!reused && (group === this.#leader || session === this.#leader)) return true;
    return this.#known.get(pid) === start || environmentHolds(pid, this.#mark);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile, or another user's.
  }
}

/** Windows has no process groups and no signals that a program could ignore. */
function endTreeOnWindows(pid: number): void {
  try {
    execFileSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', timeout: 5000 });
  } catch {
    // Gone meanwhile.
  }
}
