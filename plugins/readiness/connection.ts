/** The battery's own connection to the server. */

import {
  BATTERY,
  type CallRecord,
  CaseFault,
  type Opening,
  type OpenSession,
  Peer,
  ServerError,
  type Sessions,
} from '../../core/index.js';

/** One connection at a time: a fresh one takes the place of one on which a call failed. */
export class Connection {
  /** Every call on it, and on those that were opened beside it. */
  readonly calls: CallRecord[] = [];
  readonly #sessions: Sessions;
  #peer: Peer | undefined;
  #spoiled = false;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /**
   * A client that nothing has gone wrong for.
   * @throws CaseFault when no connection can be opened
   */
  async peer(): Promise<Peer> {
    if (this.#peer !== undefined && !this.#spoiled && !this.#peer.session.closed) return this.#peer;
    // What is left of the old one may hold a file or a port that the next one needs.
    await this.close();
    this.#peer = await this.open();
    this.#spoiled = false;
    return this.#peer;
  }

  /**
   * Another one beside it, which is the caller's to close.
   * @throws CaseFault when it cannot be opened
   */
  async open(opening: Omit<Opening, 'spend'> = {}): Promise<Peer> {
    try {
      const session = this.#patient(await this.#sessions.open(opening));
      const peer: Peer = new Peer(session, this.#sessions, () => (this.#spoiled ||= peer === this.#peer));
      return peer;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      throw new CaseFault(this.#sessions.exhausted ? 'budget' : error.fault);
    }
  }

  async close(): Promise<void> {
    await this.#peer?.session.close();
    this.#peer = undefined;
  }

  /** The same session; its calls have the time that the standard gives them, and are kept. */
  #patient(session: OpenSession): OpenSession {
    return {
      ...session,
      get closed() {
        return session.closed;
      },
      call: async (method, params, options) => {
        const record = await session.call(method, params, { timeoutMs: BATTERY.callTimeoutMs, ...options });
        this.calls.push(record);
        return record;
      },
    };
  }
}
