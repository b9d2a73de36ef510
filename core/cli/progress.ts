/** One line on standard error that says how far the run is; only on a terminal, and gone when the run is over. */

import type { ObserveContext } from '../kernel/observe.js';

/** Redraws at most this often, in milliseconds: drawing must not cost more than it tells. */
const INTERVAL_MS = 80;

export function createProgress(
  stream: NodeJS.WriteStream,
  printable: (text: string) => string,
): { readonly step: ObserveContext['progress']; end(): void } {
  let line = '';
  let timer: NodeJS.Timeout | undefined;
  let drawn = false;
  const clear = (): void => {
    if (drawn) stream.write('\r\u001b[K');
    drawn = false;
  };
  const draw = (): void => {
    timer = undefined;
    clear();
    stream.write(line.slice(0, Math.max(20, (stream.columns ?? 80) - 1)));
    drawn = true;
  };
  const end = (): void => {
    clearTimeout(timer);
    process.off('exit', clear);
    clear();
  };
  // After Ctrl+C the prompt comes next.
  process.on('exit', clear);
  return {
    step({ probe, subject, done, of }) {
      line = `${probe}  ${done + 1}/${of}  ${printable(subject)}`;
      // Drawn a moment later, so that what it names is what is going on, not what is over.
      timer ??= setTimeout(draw, INTERVAL_MS);
    },
    end,
  };
}
