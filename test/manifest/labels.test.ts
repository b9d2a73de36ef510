/** Labels of one kind exclude each other, whatever facts a kind may come to. */

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { combinations, firing } from './firing.js';

const ENDS = ['success', 'error'];
const HINTS = ['true', 'false', 'missing', 'malformed', 'conflict'];
const success = { ended: 'success', code: null, hint: null };
const errors = combinations({ ended: ['error'], code: [1, 2], hint: HINTS });

/** What ends a case of `error-honesty`, one condition after the other as the specification lists them. */
function honestyLabel({ attempts, max_attempts: most, expect_retryable: retryable, first, last }: Honesty): string[] {
  if (last.ended === 'success') return attempts === 1 ? ['expected-error'] : [];
  if (last.code !== first.code) return ['unstable-error-code'];
  if (last.hint !== String(retryable)) return ['retryability-mismatch'];
  return retryable && attempts === most ? ['retry-did-not-recover'] : [];
}

interface Attempt extends JsonObject {
  readonly ended: string;
  readonly code: number | null;
  readonly hint: string | null;
}

interface Honesty extends JsonObject {
  readonly attempts: number;
  readonly max_attempts: number;
  readonly expect_retryable: boolean;
  readonly first: Attempt;
  readonly last: Attempt;
}

test('error-honesty: the first condition that applies, and no other', () => {
  const all = combinations<Honesty>({
    attempts: [1, 2, 3],
    max_attempts: [2, 3],
    expect_retryable: [true, false],
    first: errors,
    last: [success, ...errors],
  });
  expect(all.map((facts) => ({ facts, fired: firing('case.error-honesty', facts) }))).toEqual(
    all.map((facts) => ({ facts, fired: honestyLabel(facts) })),
  );
});

describe('the other kinds', () => {
  test.each<[string, readonly JsonObject[], number]>([
    ['case.state-recovery', combinations({ step: ['failure', 'recovery', 'validation'], ended: ENDS }), 3],
    ['case.contention', combinations({ first: ENDS, second: ENDS }), 1],
    [
      'case.schema-guessability',
      combinations({
        flaw: ['none', 'type is not object', 'required name is not declared', 'required argument is not given'],
      }),
      1,
    ],
  ])('%s: at most one label', (observes, all, passing) => {
    const fired = all.map((facts) => firing(observes, facts));
    expect(Math.max(...fired.map(({ length }) => length))).toBe(1);
    expect(fired.filter(({ length }) => length === 0)).toHaveLength(passing);
  });
});
