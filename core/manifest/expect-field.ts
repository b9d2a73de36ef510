/** The fields `expect` and `steps`: what a call must end in, alone or as one of a sequence. Source: manifest specification, 1.6, 1.7 and 2.20. */

import { isObject, type JsonObject } from '../json.js';
import { atStage, closedObject, dictionary, list, uniqueTexts } from './composite-fields.js';
import type { Field, ProblemSink } from './declaration.js';
import type { EqualityValue, Expectation } from './expect.js';
import { IDENTIFIER, isResultPath, RESULT_PATH, RESULT_PATH_MAX } from './grammar.js';
import { field, identifier, IDENTIFIER_WORDS, oneOf, optional, toolArguments, toolName } from './plain-fields.js';

/** One call of a sequence, and what it must end in. */
export interface Step {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly expect: Expectation;
}

const STAGE = 'expectations';

const key = atStage(STAGE, identifier());

const resultPath: Field<string> = field(
  STAGE,
  { type: 'string', maxLength: RESULT_PATH_MAX, pattern: RESULT_PATH.source },
  `a JSON Pointer of at most ${RESULT_PATH_MAX} characters that begins with "/": letters, digits, "_", ".", ":", "-", "~0" and "~1"`,
  isResultPath,
);

/** Anything that can be compared without a doubt: no lists, no objects, no prose. M-15 */
const equalityValue: Field<EqualityValue> = field(
  STAGE,
  { type: ['null', 'boolean', 'number', 'string'], pattern: IDENTIFIER.source },
  `null, true, false, a number or ${IDENTIFIER_WORDS}`,
  (value) =>
    value === null ||
    typeof value === 'boolean' ||
    Number.isFinite(value) ||
    (typeof value === 'string' && IDENTIFIER.test(value)),
);

const errorCode: Field<number> = field(STAGE, { type: 'integer' }, 'a whole number', (value) =>
  Number.isInteger(value),
);

/** What may be said of the result of a success. */
const assertions = {
  required_result_fields: optional(uniqueTexts(STAGE, key, 'identifiers')),
  equals: optional(dictionary(STAGE, key, equalityValue, 'identifiers to values')),
  required_result_paths: optional(uniqueTexts(STAGE, resultPath, 'result paths')),
  equals_paths: optional(dictionary(STAGE, resultPath, equalityValue, 'result paths to values')),
};

const members = {
  outcome: atStage(STAGE, oneOf('ok', 'error')),
  ...assertions,
  error_code: optional(errorCode),
};

/** What a call must end in. Which members go with which outcome is not in its schema: M-36 leaves that to the validator. */
export function expectation(): Field<Expectation> {
  const shape = closedObject(STAGE, members);
  return {
    ...shape,
    check(value, at, problem) {
      shape.check(value, at, problem);
      if (isObject(value)) checkOutcome(value, at, problem);
    },
  };
}

/** M-16. An empty assertion asserts nothing and is let pass. */
function checkOutcome(expect: JsonObject, at: readonly (string | number)[], problem: ProblemSink): void {
  const { outcome, error_code: code } = expect;
  if (outcome === 'ok' && code !== undefined && code !== null)
    problem([...at, 'error_code'], 'goes with the outcome "error" only: a success has no error code');
  if (outcome !== 'error') return;
  for (const name of Object.keys(assertions)) {
    if (Object.hasOwn(expect, name) && asserts(expect[name]))
      problem([...at, name], 'goes with the outcome "ok" only: an error has no result to compare');
  }
}

function asserts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** A sequence of so many calls, each with what it must end in. Problems inside a step name their own stage. */
export function steps(minimum: number, maximum: number): Field<readonly Step[]> {
  const step = closedObject(STAGE, { tool: toolName(), arguments: toolArguments(), expect: expectation() });
  return list('bounds', step, 'steps, each with tool, arguments and expect', { minimum, maximum });
}
