/**
 * Listens to abort signals for many requests with one listener a signal. A run hands the same signal to each of its
 * calls: a listener a call would cost more than the call's JSON, and Node warns of a leak above ten.
 */
export class AbortWatch {
  readonly #onAbort: (signal: AbortSignal) => void;
  readonly #watched = new Map<AbortSignal, { waiting: number; readonly stop: () => void }>();
  #latest: AbortSignal | undefined;

  constructor(onAbort: (signal: AbortSignal) => void) {
    this.#onAbort = onAbort;
  }

  /** One more request waits for this signal. */
  add(signal: AbortSignal): void {
    if (signal !== this.#latest) this.#keep(signal);
    const watched = this.#watched.get(signal);
    if (watched !== undefined) watched.waiting += 1;
  }

  /** One request less waits. The latest signal stays watched: the next request most likely brings it again. */
  remove(signal: AbortSignal): void {
    const watched = this.#watched.get(signal);
    if (watched !== undefined) watched.waiting -= 1;
    if (signal !== this.#latest) this.#dropIdle(signal);
  }

  /** Stops listening to every signal. */
  stop(): void {
    for (const { stop } of this.#watched.values()) stop();
    this.#watched.clear();
    this.#latest = undefined;
  }

  #keep(signal: AbortSignal): void {
    const before = this.#latest;
    this.#latest = signal;
    if (before !== undefined) this.#dropIdle(before);
    if (this.#watched.has(signal)) return;
    const abort = (): void => this.#onAbort(signal);
    signal.addEventListener('abort', abort, { once: true });
    this.#watched.set(signal, { waiting: 0, stop: () => signal.removeEventListener('abort', abort) });
  }

  #dropIdle(signal: AbortSignal): void {
    const watched = this.#watched.get(signal);
    if (watched === undefined || watched.waiting > 0) return;
    watched.stop();
    this.#watched.delete(signal);
  }
}
