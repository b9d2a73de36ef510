/** The sessions of one run: the main one, those that took its place, and those that probes opened beside it. */

import { messageOf } from '../errors.js';
import type { Report } from '../model.js';
import type { Opening, Session, SessionInfo, WireCounts } from '../session/port.js';
import { infoOf } from './catalog.js';

export interface Member {
  /** From 1, in the order they were opened. */
  readonly number: number;
  readonly session: Session;
  /** A copy that cannot send. */
  readonly info: SessionInfo;
}

type End = Awaited<ReturnType<Session['close']>>;

const MAX_SAMPLES = 5;

export class Connections {
  readonly #members: Member[] = [];
  readonly #connect: (opening: Opening) => Promise<Session>;
  /** Sessions that ended because this side wanted it, not the server. */
  readonly #ended = new Set<Session>();
  #main: Member;
  #over = false;
  #revived: Promise<Report['restart']> | undefined;

  /** `connect` makes another session with the same target; it may reject. */
  constructor(first: Session, connect: (opening: Opening) => Promise<Session>) {
    this.#connect = connect;
    this.#main = this.#add(first);
  }

  get main(): Member {
    return this.#main;
  }

  get(number: number): Member {
    const member = this.#members[number - 1];
    if (member === undefined) throw new Error(`the run has no session ${number}`);
    return member;
  }

  /** What the wire of all sessions saw. */
  get counts(): WireCounts {
    const all = this.#members.map(({ session }) => session.counts);
    const sum = (of: (counts: WireCounts) => number): number => all.reduce((total, counts) => total + of(counts), 0);
    return {
      noiseLines: sum(({ noiseLines }) => noiseLines),
      orphans: sum(({ orphans }) => orphans),
      oversize: sum(({ oversize }) => oversize),
      batches: sum(({ batches }) => batches),
      noiseSamples: all.flatMap(({ noiseSamples }) => noiseSamples).slice(0, MAX_SAMPLES),
    };
  }

  /** The last words of a server that ended by itself; of the one that was started again, when there was one. */
  get ended(): Report['serverEnded'] {
    const gone = this.#members.findLast(({ session }) => session.closed && !this.#ended.has(session));
    return gone === undefined ? undefined : { stderr: gone.session.stderrTail() };
  }

  /** Another session beside the main one. Rejects as `connect` does. */
  async open(opening: Opening): Promise<Member> {
    // The server's era does not change while a run lasts.
    const { era } = this.#main.info;
    const session = await this.#connect({ era, ...opening });
    if (this.#over) await session.close();
    return this.#add(session);
  }

  /** Ends the main session and puts another in its place. Rejects as `connect` does. */
  async renew(): Promise<Member> {
    // What is left of the old one may hold a file or a port that the next one needs.
    await this.end(this.#main);
    this.#main = await this.open({});
    return this.#main;
  }

  /**
   * Starts a dead server again, once for the whole run; resolves to what came of it, or to undefined when the server
   * was alive the first time somebody asked. Never rejects. Scorecard specification, 1.3 and E12.
   */
  revive(): Promise<Report['restart']> {
    this.#revived ??= this.#main.session.closed ? this.#startAgain() : Promise.resolve(undefined);
    return this.#revived;
  }

  async #startAgain(): Promise<Report['restart']> {
    try {
      await this.#main.session.close();
      this.#main = this.#add(await this.#connect({}));
      return { failure: undefined };
    } catch (error) {
      return { failure: messageOf(error) };
    }
  }

  /** Ends one session. Safe to call twice. */
  async end({ session }: Member): Promise<void> {
    if (!session.closed) this.#ended.add(session);
    await session.close();
  }

  /** Ends every session; resolves to how the last one ended. Safe to call twice. */
  async close(): Promise<End> {
    this.#over = true;
    const ends = await Promise.all(this.#members.map(({ session }) => session.close()));
    return ends.at(-1) as End;
  }

  #add(session: Session): Member {
    const member = { number: this.#members.length + 1, session, info: infoOf(session) };
    this.#members.push(member);
    return member;
  }
}
