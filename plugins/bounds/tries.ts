/** What became of each value of a parameter. */

import type { ToolBound } from '../../schemas/observations.gen.js';
import type { Judged } from './judgement.js';

export interface Counted extends Judged {
  readonly kind: 'counted';
}

/** The server said no to nothing at all, which is fair; or what came back could not be counted. */
export interface Uncounted {
  readonly kind: 'refused' | 'untold';
  readonly value: number;
  readonly reason: string;
}

export type Try = Counted | Uncounted;

export const isCounted = (one: Try): one is Counted => one.kind === 'counted';

/** Those that differ from what their value allows. */
export function deviating(tries: readonly Try[]): readonly Counted[] {
  return tries.filter(isCounted).filter(({ deviation }) => deviation !== 'none');
}

export function triesAsData(tries: readonly Try[]): ToolBound['tries'] {
  return tries.map((one) => ({
    value: one.value,
    returned: isCounted(one) ? one.items.length : null,
    deviation: isCounted(one) ? one.deviation : 'none',
  }));
}
