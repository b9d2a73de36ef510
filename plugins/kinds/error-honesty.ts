/** Does a failing call keep one code, and tell the truth about retrying? Spec: manifest 2.2. */

import { type Completed, defineKind, fields, isObject, type JsonObject, outcomeOf } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

/** What an error says about repeating the call that it answers; null for a success. */
type Hint = 'true' | 'false' | 'missing' | 'malformed' | 'conflict' | null;

interface Attempt {
  readonly ended: 'success' | 'error';
  readonly code: number | null;
  readonly hint: Hint;
}

export default defineKind({
  name: 'error-honesty',
  summary: 'A failing call keeps one error code and says truly whether it can be retried.',
  access: 'either',
  sandbox: 'yes',
  fields: {
    tool: fields.toolName(),
    arguments: fields.toolArguments(),
    max_attempts: fields.integer(2, 20),
    expect_retryable: fields.boolean(),
  },
  emits: { 'case.error-honesty': observationSchemas['case.error-honesty'] },
  rules: rules.filter(({ observes }) => observes === 'case.error-honesty'),
  async run({ main, fields: { tool, arguments: args, max_attempts, expect_retryable } }) {
    // Two refusals of the same sort are enough to believe that nothing changes.
    const most = expect_retryable ? max_attempts : 2;
    let first: Attempt | undefined;
    for (let attempts = 1; ; attempts += 1) {
      const completed = await main.call(tool, args);
      const last = attemptOf(completed);
      first ??= last;
      if (attempts < most && goesOn(first, last, expect_retryable)) continue;
      // A first call that succeeds, and every error, is judged by this kind's own labels.
      const promisedError = attempts > 1 && !expect_retryable && last.ended === 'success';
      return {
        attempts,
        outcome: outcomeOf(completed, promisedError ? 'error' : 'any'),
        facts: { attempts, max_attempts, expect_retryable, first, last },
      };
    }
  },
});

/** Nothing is decided yet: the call failed as it failed before, and hints at what was expected. */
function goesOn(first: Attempt, last: Attempt, retryable: boolean): boolean {
  return last.ended === 'error' && last.code === first.code && last.hint === String(retryable);
}

function attemptOf(completed: Completed): Attempt {
  if (completed.kind === 'success') return { ended: 'success', code: null, hint: null };
  // A tool error has no JSON-RPC error object, and its text is not guessed at.
  const hint = completed.kind === 'protocol-error' ? hintOf(completed.error) : 'missing';
  return { ended: 'error', code: completed.code, hint };
}

/** Reads the two places where the hint may stand; where it stands in both, they must agree. */
function hintOf(error: JsonObject): Hint {
  const { data } = error;
  const hints = [...retryableOf(data), ...retryableOf(error)];
  if (hints.length === 0) return 'missing';
  if (hints.some((hint) => typeof hint !== 'boolean')) return 'malformed';
  if (hints[0] !== hints.at(-1)) return 'conflict';
  return hints[0] === true ? 'true' : 'false';
}

function retryableOf(holder: unknown): readonly unknown[] {
  return isObject(holder) && Object.hasOwn(holder, 'retryable') ? [holder['retryable']] : [];
}
