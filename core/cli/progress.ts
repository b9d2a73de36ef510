/** One line on standard error that says how far the run is; only on a terminal, and gone when the run is over. */

import type { ObserveContext } from '../kernel/observe.js';

/** Redraws at most this often, in milliseconds: drawing must not cost more than it tells. */
const INTERVAL_MS = 80;

export function createProgress(
  stream: NodeJS.WriteStream,
  printable: (text: string) => string,
): { readonly step: ObserveContext['progress']; end(): void } {
  let drawn = 0;
  const clear = (): void => {
    if (drawn > 0) stream.write('\r\u001b[K');
  };
  return {
    step({ probe, subject, done, of }) {
      const now = Date.now();
      if (now - drawn < INTERVAL_MS) return;
      clear();
      drawn = now;
      const line = `${probe}  ${done + 1}/${of}  ${printable(subject)}`;
      stream.write(line.slice(0, Math.max(20, (stream.columns ?? 80) - 1)));
    },
    end: clear,
  };
}
