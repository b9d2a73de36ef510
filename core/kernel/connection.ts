/** The sessions of one run: the one it began with, and the one that took its place when the server died before the probes. */

import { messageOf } from '../errors.js';
import type { Report } from '../model.js';
import type { Session, WireCounts } from '../session/port.js';

const MAX_SAMPLES = 5;

export class Connection {
  readonly #sessions: Session[];
  readonly #connect: () => Promise<Session>;
  #revived: Promise<Report['restart']> | undefined;

  /** `connect` makes another session with the same target; it may reject. */
  constructor(first: Session, connect: () => Promise<Session>) {
    this.#sessions = [first];
    this.#connect = connect;
  }

  get session(): Session {
    return this.#sessions.at(-1) as Session;
  }

  /** What the wire of all sessions saw. */
  get counts(): WireCounts {
    const [first, second] = this.#sessions.map(({ counts }) => counts) as [WireCounts, WireCounts?];
    if (second === undefined) return first;
    return {
      noiseLines: first.noiseLines + second.noiseLines,
      orphans: first.orphans + second.orphans,
      oversize: first.oversize + second.oversize,
      batches: first.batches + second.batches,
      noiseSamples: [...first.noiseSamples, ...second.noiseSamples].slice(0, MAX_SAMPLES),
    };
  }

  /** The last words of a server that ended by itself; of the one that was started again, when there was one. */
  get ended(): Report['serverEnded'] {
    const gone = this.#sessions.findLast(({ closed }) => closed);
    return gone === undefined ? undefined : { stderr: gone.stderrTail() };
  }

  /**
   * Starts a dead server again, once for the whole run; resolves to what came of it, or to undefined when the server
   * was alive the first time somebody asked. Never rejects. Scorecard specification, 1.3 and E12.
   */
  revive(): Promise<Report['restart']> {
    this.#revived ??= this.session.closed ? this.#startAgain() : Promise.resolve(undefined);
    return this.#revived;
  }

  async #startAgain(): Promise<Report['restart']> {
    try {
      // What is left of the dead one may hold a file or a port that the next one needs.
      await this.session.close();
      this.#sessions.push(await this.#connect());
      return { failure: undefined };
    } catch (error) {
      return { failure: messageOf(error) };
    }
  }

  /** Ends every session; resolves to how the last one ended. Safe to call twice. */
  async close(): Promise<Awaited<ReturnType<Session['close']>>> {
    const ends = await Promise.all(this.#sessions.map((session) => session.close()));
    return ends.at(-1) as Awaited<ReturnType<Session['close']>>;
  }
}
