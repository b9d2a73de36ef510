/** Fields with a single value. Bounds are inclusive. Source: manifest specification, 1.3 and 1.7. */

import { isObject, type JsonObject } from '../json.js';
import type { Field, FieldStage } from './declaration.js';
import { CONTROL, DATE_SHAPE, IDENTIFIER, SUPPORTED_VERSIONS, TOOL_NAME, TOOL_NAME_WORDS } from './grammar.js';

/** A field of its own sort. `what` completes "takes …". */
export function field<T>(
  stage: FieldStage,
  schema: JsonObject,
  what: string,
  fits: (value: unknown) => boolean,
): Field<T> {
  return {
    stage,
    schema,
    optional: false,
    check(value, at, problem) {
      if (!fits(value)) problem(at, `takes ${what}`);
    },
  };
}

const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);

/** The name of a tool that the case calls. */
export const toolName = (): Field<string> =>
  field('tools', { type: 'string', pattern: TOOL_NAME.source }, `a tool name: ${TOOL_NAME_WORDS}`, matches(TOOL_NAME));

/** Arguments of a call: any object, sent as it is. */
export const toolArguments = (): Field<JsonObject> =>
  field('arguments', { type: 'object' }, 'an object', (value) => isObject(value));

export const integer = (minimum: number, maximum: number): Field<number> =>
  field(
    'bounds',
    { type: 'integer', minimum, maximum },
    `a whole number from ${minimum} to ${maximum}`,
    (value) => Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum,
  );

export const boolean = (): Field<boolean> =>
  field('bounds', { type: 'boolean' }, 'true or false', (value) => typeof value === 'boolean');

export const identifier = (): Field<string> =>
  field('bounds', { type: 'string', pattern: IDENTIFIER.source }, IDENTIFIER_WORDS, matches(IDENTIFIER));

export const IDENTIFIER_WORDS = 'an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-"';

/** One of a few words. */
export const oneOf = <const W extends string>(...words: readonly W[]): Field<W> =>
  field('bounds', { enum: words }, words.map((word) => `"${word}"`).join(' or '), (value) =>
    (words as readonly unknown[]).includes(value),
  );

/** So many Unicode characters, none of them a control character. */
export const text = (minimum: number, maximum: number): Field<string> =>
  field(
    'bounds',
    { type: 'string', minLength: minimum, maxLength: maximum, pattern: `^[^${CONTROLS}]*$` },
    `${minimum} to ${maximum} characters, none of them a control character`,
    (value) => typeof value === 'string' && !CONTROL.test(value) && within([...value].length, minimum, maximum),
  );
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f`;
const within = (value: number, minimum: number, maximum: number): boolean => value >= minimum && value <= maximum;

/** A version of the right shape that nobody speaks. */
export const unknownVersion = (): Field<string> =>
  field(
    'bounds',
    { type: 'string', pattern: DATE_SHAPE.source, not: { enum: SUPPORTED_VERSIONS } },
    `a version YYYY-MM-DD that toolscore does not speak; it speaks ${SUPPORTED_VERSIONS.join(', ')}`,
    (value) => matches(DATE_SHAPE)(value) && !SUPPORTED_VERSIONS.includes(value as string),
  );

/** The same field, but it may be left out or null. */
export function optional<T>(inner: Field<T>): Field<T | undefined>;
export function optional<T>(inner: Field<T>, fallback: T): Field<T>;
export function optional<T>(inner: Field<T>, fallback?: T): Field<T | undefined> {
  return {
    ...inner,
    schema: { anyOf: [inner.schema, { type: 'null' }] },
    optional: true,
    ...(fallback !== undefined && { fallback }),
  };
}
