/** How long the bars of a table of latencies are. */

export interface LatencyScale {
  /** From 0 to 100. */
  percentOf(ms: number): number;
  /** In words, for the head of the table. */
  readonly words: string;
}

/** Where the slowest takes this many times as long as the fastest, only a logarithmic scale shows both. */
const WIDE = 30;
/** Below this nobody cares; it is where a logarithmic scale begins at the earliest. */
const LEAST_MS = 0.1;

/** `times`: milliseconds, those of what was called. */
export function latencyScale(times: readonly number[]): LatencyScale {
  const positive = times.filter((ms) => ms > 0);
  const [fastest, slowest] = positive.reduce(
    ([least, most], ms) => [Math.min(least, ms), Math.max(most, ms)],
    [Number.POSITIVE_INFINITY, 0],
  );
  if (slowest === 0) return { percentOf: () => 0, words: '' };
  if (slowest / Math.max(fastest, LEAST_MS) < WIDE)
    return { percentOf: (ms) => (ms <= 0 ? 0 : share(ms / slowest)), words: `bars from 0 to ${rounded(slowest)}` };
  const from = 10 ** Math.floor(Math.log10(Math.max(fastest, LEAST_MS)));
  const to = 10 ** Math.ceil(Math.log10(slowest));
  return {
    percentOf: (ms) => (ms <= 0 ? 0 : share(Math.log(ms / from) / Math.log(to / from))),
    words: `bars from ${rounded(from)} to ${rounded(to)}, logarithmic`,
  };
}

/** Something was measured, so something shows. */
const share = (part: number): number => Math.min(100, Math.max(2, Math.round(part * 100)));

function rounded(ms: number): string {
  return ms < 10 ? `${Number(ms.toPrecision(2))} ms` : `${Math.round(ms).toLocaleString('en')} ms`;
}

/**
 * The rules for the lengths of bars, `w0` to `w100`: a style attribute would need a weaker content security policy. Only
 * for the eye: a number stands beside each.
 */
export const BAR_WIDTHS = Array.from({ length: 101 }, (_, at) => `.w${at}::after{background-size:${at}%}`).join('');
