// oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema.
/** The checker says what ajv says, or that it cannot tell. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { type Answer, check } from '../../core/schema/check.js';
import { loadFormats } from '../../core/schema/formats.js';
import { Budget, fitsLimits } from '../../core/schema/limits.js';
import { loadRegularExpressions } from '../../core/schema/regular-expressions.js';
import { surveyOf } from '../../core/schema/survey.js';
import { satisfiable } from './satisfiable.js';

const ajv = new Ajv2020({ strict: false, logger: false, addUsedSchema: false, ownProperties: true });
addFormats.default(ajv);

beforeAll(async () => {
  await Promise.all([loadRegularExpressions(), loadFormats()]);
});

const ask = (schema: JsonObject, value: unknown): Answer => check(surveyOf(schema), new Budget(), schema, value);

/** A value near the witness: one member or item left out or replaced, at any depth. */
function near(value: unknown): fc.Arbitrary<unknown> {
  const other = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(0, '', false, null, [], {}));
  if (typeof value !== 'object' || value === null) return other;
  const names = Object.keys(value);
  if (names.length === 0) return other;
  return fc.constantFrom(...names).chain((name) => {
    const inner = (value as Record<string, unknown>)[name];
    const { [name]: _left, ...rest } = value as Record<string, unknown>;
    const list = Array.isArray(value) ? (value as unknown[]) : undefined;
    return fc.oneof(
      other,
      fc.constant<unknown>(list === undefined ? rest : list.filter((_, at) => at !== Number(name))),
      near(inner).map((changed) =>
        list === undefined
          ? { ...rest, [name]: changed }
          : list.map((item, at) => (at === Number(name) ? changed : item)),
      ),
    );
  });
}

test('it agrees with ajv about values that fit and values that nearly do', { timeout: 120_000 }, () => {
  const seen = { yes: 0, no: 0, unknown: 0 };
  const pair = satisfiable.chain(({ schema, witness }) =>
    fc.tuple(fc.constant(schema), fc.oneof(fc.constant(witness), near(witness))),
  );
  fc.assert(
    fc.property(pair, ([schema, value]) => {
      const given: unknown = JSON.parse(JSON.stringify(value));
      // ajv 8 passes an empty list where `contains` with a union stands beside `prefixItems`.
      fc.pre(!JSON.stringify(given).includes('[]'));
      const said = ask(schema, given);
      seen[said] += 1;
      expect(said).toBe(ajv.validate(schema, given) ? 'yes' : 'no');
    }),
    { numRuns: 250, seed: 20_261_130 },
  );
  // A checker that is only asked easy questions would agree as well.
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(30);
});

test.each<readonly [string, JsonObject, unknown, Answer]>([
  ['what nothing else evaluated', { unevaluatedProperties: false }, { a: 1 }, 'unknown'],
  ['what nothing else evaluated, of a wrong type', { type: 'string', unevaluatedItems: false }, [], 'no'],
  ['a reference to nothing', { $ref: '#/$defs/none' }, 1, 'unknown'],
  ['a reference to itself', { $ref: '#' }, 1, 'unknown'],
  ['either of which one holds', { anyOf: [{ $ref: '#/none' }, true] }, 1, 'yes'],
  ['one of which one cannot be told', { oneOf: [{ $ref: '#/none' }, true] }, 1, 'unknown'],
  ['one of which two hold', { oneOf: [{ $ref: '#/none' }, true, true] }, 1, 'no'],
  ['not what cannot be told', { not: { $ref: '#/none' } }, 1, 'unknown'],
  ['a broken pattern', { pattern: '(' }, 'x', 'unknown'],
  [
    'a pattern of names that is broken',
    { patternProperties: { '(': false }, additionalProperties: false },
    { a: 1 },
    'unknown',
  ],
  ['a type nobody knows', { type: 'kangaroo' }, 1, 'unknown'],
  ['a condition that cannot be told', { if: { $ref: '#/none' }, then: false }, 1, 'unknown'],
  [
    'a condition that makes no difference',
    { if: { $ref: '#/none' }, then: { type: 'string' }, else: { type: 'string' } },
    1,
    'no',
  ],
  ['contained items that cannot be told', { contains: { $ref: '#/none' } }, [1], 'unknown'],
  ['contained items that would be too few', { contains: { $ref: '#/none' }, minContains: 2 }, [1], 'no'],
  ['own names only', { required: ['toString'] }, {}, 'no'],
  ['the integer 1.0', { type: 'integer' }, 1.0, 'yes'],
  ['equal values in another order', { const: { a: 1, b: [2] } }, { b: [2], a: 1 }, 'yes'],
  [
    'unlike items that are equal',
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    'no',
  ],
  ['unlike items of two types', { uniqueItems: true }, [1, '1', true, null], 'yes'],
  ['length in characters, not in halves', { maxLength: 2 }, '🎈🎈', 'yes'],
])('%s', (_, schema, value, expected) => {
  expect(ask(schema, value)).toBe(expected);
});

test.each<readonly [unknown, boolean]>([
  [[[[]]], true],
  ['x'.repeat(100_001), false],
  [Array.from({ length: 10_001 }, () => 0), false],
  [JSON.parse('['.repeat(51) + ']'.repeat(51)), false],
  [JSON.parse('['.repeat(50) + ']'.repeat(50)), true],
  [{ a: Infinity }, false],
  [{ a: -0 }, true],
])('limits of an argument set (%#)', (value, fits) => {
  expect(fitsLimits(value)).toBe(fits);
});
