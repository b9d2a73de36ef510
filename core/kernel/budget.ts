/** What a run may use of the server, over all of its sessions: a number of requests, and time. */
export class Budget {
  readonly #max: number;
  readonly #time: AbortSignal;
  #taken = 0;
  #refused = false;

  /** `time` is aborted when the run's time is over. */
  constructor(maxRequests: number, time: AbortSignal) {
    this.#max = maxRequests;
    this.#time = time;
  }

  /** Counts one request that is about to be sent. False: it must not be, and neither may any later one. */
  take(): boolean {
    this.#refused ||= this.#taken >= this.#max;
    if (this.exhausted) return false;
    this.#taken += 1;
    return true;
  }

  get exhausted(): boolean {
    return this.#refused || this.#time.aborted;
  }

  /** Why nothing more is sent, for a person. */
  get reason(): string {
    return this.#time.aborted ? String(this.#time.reason) : `the run's budget of ${this.#max} requests is used up`;
  }
}
