import type { WireEvent } from './port.js';

type Untimed<Event> = Event extends WireEvent ? Omit<Event, 'at'> : never;

/** Text of a frame that an event carries; the frame itself may be as large as the limit. */
const TEXT_CHARS = 64 * 1024;

/** Whoever listens to the wire. A listener must not throw. */
export class Taps {
  readonly #start = performance.now();
  readonly #listeners = new Set<(event: WireEvent) => void>();

  /** False when nobody listens, so that no event need be made. */
  get used(): boolean {
    return this.#listeners.size > 0;
  }

  add(listener: (event: WireEvent) => void): () => void {
    // Wrapped, so that a listener added twice hears twice and each leaves alone.
    const heard = (event: WireEvent): void => listener(event);
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }

  emit(event: Untimed<WireEvent>): void {
    if (!this.used) return;
    const timed = { ...event, at: performance.now() - this.#start } as WireEvent;
    for (const listener of this.#listeners) listener(timed);
  }
}

/** The text for an event. A copy when it is cut: a slice would keep the whole frame in memory. */
export function eventText(text: string): string {
  return text.length <= TEXT_CHARS ? text : Buffer.from(text.slice(0, TEXT_CHARS)).toString();
}
