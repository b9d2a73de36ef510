/** Asks a server, and once more with another token whenever that may let it in. */

import type { Answer } from '../../port.js';
import type { Authorization } from './authorization.js';
import type { OAuthFailure } from './failure.js';
import type { Patience } from './parts.js';

export interface Admission<T> {
  readonly authorization: Authorization | undefined;
  readonly patience: Patience;
  /** What was not answered; undefined for what was, whatever the answer. */
  refusalOf(outcome: T): Pick<Answer, 'status' | 'challenge'> | undefined;
  /** Told how many milliseconds went by until there was another token, or none. */
  waited?(ms: number): void;
}

export interface Admitted<T> {
  /** Of the last time it was asked. */
  readonly outcome: T;
  /** Why it was not let in, where a token would have helped. */
  readonly noToken: OAuthFailure | undefined;
}

export async function admitted<T>(
  ask: () => Promise<T>,
  { authorization, patience, refusalOf, waited }: Admission<T>,
): Promise<Admitted<T>> {
  for (;;) {
    const used = authorization?.header;
    const outcome = await ask();
    const refusal = refusalOf(outcome);
    if (refusal === undefined) authorization?.accepted(used);
    if (refusal === undefined || authorization === undefined) return { outcome, noToken: undefined };
    const { status, challenge } = refusal;
    const since = performance.now();
    const next = await authorization.after({ status, challenge, used }, patience);
    waited?.(performance.now() - since);
    if (next !== 'again') return { outcome, noToken: next === 'other' ? undefined : next };
  }
}
