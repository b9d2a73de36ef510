/**
 * Schemas that are satisfiable by construction: a value is drawn first, then a schema around it in which every keyword
 * is true of that value. What the schema says besides is drawn freely.
 */

// oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema.
import fc from 'fast-check';
import type { JsonObject } from '../../core/json.js';
import { isEqual } from '../../core/schema/keywords.js';

/** A schema and a value that satisfies it. */
export interface Satisfiable {
  readonly schema: JsonObject;
  readonly witness: unknown;
}

interface Context {
  /** Schemas moved to `$defs`, by name. */
  readonly definitions: Record<string, unknown>;
}

const NAMES = ['id', 'title', 'file_path', 'userName', 'limit', 'tags', 'query', 'kind', 'length', 'to-do', 'a.b', 'x'];

/** A text, a pattern that matches it and one that does not. */
const PATTERNED: readonly (readonly [string, string])[] = [
  ['AB-1234', '^[A-Z]{2}-\\d{4}$'],
  ['v1.20.3', '^v\\d+(\\.\\d+){2}$'],
  ['deadbeef01', '^[0-9a-f]{10}$'],
  ['lower_case', '^[a-z][a-z_]*$'],
  ['one two', '\\w+\\s\\w+'],
  ['Passw0rd', '^(?=.*[A-Z])(?=.*\\d).{8,}$'],
  ['yes', '^(?:yes|no|maybe)$'],
  ['#ff00aa', '^#(?:[0-9a-fA-F]{3}){1,2}$'],
  ['10:30', '^([01]\\d|2[0-3]):[0-5]\\d$'],
  ['naïve', '^\\p{L}+$'],
  ['abab', '^(ab)\\1$'],
];

const FORMATTED: readonly (readonly [string, string])[] = [
  ['2024-02-29', 'date'],
  ['2024-02-29T10:00:00Z', 'date-time'],
  ['10:00:00Z', 'time'],
  ['someone@example.com', 'email'],
  ['https://example.com/x', 'uri'],
  ['123e4567-e89b-12d3-a456-426614174000', 'uuid'],
  ['192.0.2.7', 'ipv4'],
  ['2001:db8::7', 'ipv6'],
  ['host.example.com', 'hostname'],
  ['/a/b', 'json-pointer'],
  ['P3D', 'duration'],
  ['anything', 'x-not-a-format'],
];

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(...PATTERNED.map(([value]) => value)),
  fc.constantFrom(...FORMATTED.map(([value]) => value)),
);
const integer = fc.oneof(fc.integer({ min: -50, max: 200 }), fc.integer());
const decimal = fc.oneof(
  fc.integer({ min: -400, max: 4_000 }).map((n) => n / 4),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((n) => n + 0),
);

/** A JSON value, shallow enough that its schema stays readable. */
function value(depth: number): fc.Arbitrary<unknown> {
  const scalars: fc.Arbitrary<unknown>[] = [text, integer, decimal, fc.boolean(), fc.constant(null)];
  if (depth === 0) return fc.oneof(...scalars);
  return fc.oneof(...scalars, fc.array(value(depth - 1), { maxLength: 4 }), objectValue(depth - 1));
}

function objectValue(depth: number): fc.Arbitrary<JsonObject> {
  const member = fc.tuple(fc.constantFrom(...NAMES), value(depth));
  return fc.uniqueArray(member, { maxLength: 5, selector: ([name]) => name }).map((members) => {
    const object = {};
    for (const [name, inner] of members) {
      Object.defineProperty(object, name, { value: inner, enumerable: true, configurable: true, writable: true });
    }
    return object;
  });
}

/** Each of these with even odds, merged in order. */
function some(...parts: readonly fc.Arbitrary<JsonObject>[]): fc.Arbitrary<JsonObject> {
  const optional = parts.map((part) => fc.option(part, { nil: {} }));
  return fc.tuple(...optional).map((chosen) => Object.assign({}, ...chosen) as JsonObject);
}

const keyword = (name: string, arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<JsonObject> =>
  arbitrary.map((inner) => ({ [name]: inner }));

function typeName(given: unknown): string {
  if (given === null) return 'null';
  if (Array.isArray(given)) return 'array';
  if (typeof given === 'number') return Number.isInteger(given) ? 'integer' : 'number';
  return typeof given;
}

/** A schema that the value satisfies. */
function around(given: unknown, depth: number, context: Context): fc.Arbitrary<unknown> {
  if (depth <= 0) return fc.oneof(fc.constant(true), fc.constant({ const: given }), typed(given, 0, context));
  return typed(given, depth, context).chain((schema) => combined(schema, given, depth, context));
}

function typed(given: unknown, depth: number, context: Context): fc.Arbitrary<JsonObject> {
  const type = typeName(given);
  const types = fc.oneof(
    { weight: 6, arbitrary: fc.constant<JsonObject>({ type }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('string', 'boolean', 'null').map((other) => ({ type: [...new Set([other, type])] })),
    },
    { weight: 1, arbitrary: fc.constant<JsonObject>({}) },
  );
  return fc
    .tuple(types, detail(given, depth, context), hints)
    .map((parts) => Object.assign({}, ...parts) as JsonObject);
}

/** Hints may be wrong: those that do not fit their own property must be passed over. */
const hints = some(
  keyword('description', fc.constantFrom('Some words.', 'A thing, e.g. "first thing".', "e.g. 'x'")),
  keyword('default', value(0)),
  keyword('examples', fc.array(value(0), { maxLength: 2 })),
).chain((all) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<JsonObject>({}) }, { weight: 1, arbitrary: fc.constant(all) }),
);

function detail(given: unknown, depth: number, context: Context): fc.Arbitrary<JsonObject> {
  if (typeof given === 'string') return textDetail(given);
  if (typeof given === 'number') return numberDetail(given);
  if (Array.isArray(given)) return listDetail(given, depth, context);
  if (typeof given === 'object' && given !== null) return objectDetail(given as JsonObject, depth, context);
  return fc.constant({});
}

function textDetail(given: string): fc.Arbitrary<JsonObject> {
  const length = [...given].length;
  const parts = [
    keyword('minLength', fc.integer({ min: 0, max: length })),
    keyword('maxLength', fc.integer({ min: length, max: length + 20 })),
    keyword(
      'enum',
      fc.array(text, { maxLength: 3 }).map((others) => [...new Set([...others, given])]),
    ),
  ];
  const pattern = PATTERNED.find(([sample]) => sample === given)?.[1];
  if (pattern !== undefined) parts.push(keyword('pattern', fc.constant(pattern)));
  const format = FORMATTED.find(([sample]) => sample === given)?.[1];
  if (format !== undefined) parts.push(keyword('format', fc.constant(format)));
  return some(...parts);
}

function numberDetail(given: number): fc.Arbitrary<JsonObject> {
  const distance = fc.integer({ min: 0, max: 300 });
  const divisors = [1, 2, 3, 5, 7, 10, 25, 0.5, 0.25, 0.01].filter((divisor) => Number.isInteger(given / divisor));
  const parts = [
    keyword(
      'minimum',
      distance.map((by) => given - by),
    ),
    keyword(
      'maximum',
      distance.map((by) => given + by),
    ),
    keyword(
      'exclusiveMinimum',
      distance.map((by) => given - by - 1),
    ),
    keyword(
      'exclusiveMaximum',
      distance.map((by) => given + by + 1),
    ),
    keyword(
      'enum',
      fc.array(integer, { maxLength: 3 }).map((others) => [...new Set([...others, given])]),
    ),
  ];
  if (divisors.length > 0) parts.push(keyword('multipleOf', fc.constantFrom(...divisors)));
  return some(...parts);
}

function listDetail(given: readonly unknown[], depth: number, context: Context): fc.Arbitrary<JsonObject> {
  const parts: fc.Arbitrary<JsonObject>[] = [
    keyword('minItems', fc.integer({ min: 0, max: given.length })),
    keyword('maxItems', fc.integer({ min: given.length, max: given.length + 4 })),
    listItems(given, depth, context),
  ];
  if (given.every((item, at) => !given.slice(0, at).some((other) => isEqual(item, other)))) {
    parts.push(fc.constant({ uniqueItems: true }));
  }
  if (given.length > 0) {
    const contained = fc.constantFrom(...given).chain((item) => around(item, depth - 1, context));
    parts.push(keyword('contains', contained));
  }
  return some(...parts);
}

/** The first items each by a schema of their own, the others by any one of their schemas. */
function listItems(given: readonly unknown[], depth: number, context: Context): fc.Arbitrary<JsonObject> {
  return fc.integer({ min: 0, max: given.length }).chain((split) => {
    const first = given.slice(0, split).map((item) => around(item, depth - 1, context));
    const rest = given.slice(split).map((item) => around(item, depth - 1, context));
    return fc.tuple(fc.tuple(...first), fc.tuple(...rest)).map(([prefixItems, anyOf]) => ({
      ...(split > 0 && { prefixItems }),
      ...(anyOf.length > 0 && { items: anyOf.length === 1 ? anyOf[0] : { anyOf } }),
    }));
  });
}

function objectDetail(given: JsonObject, depth: number, context: Context): fc.Arbitrary<JsonObject> {
  const names = Object.keys(given);
  const absent = NAMES.filter((name) => !Object.hasOwn(given, name));
  const required = names.length === 0 ? fc.constant<string[]>([]) : fc.subarray(names);
  const dependent = fc.tuple(fc.constantFrom(...NAMES), required).map(([name, others]) => ({
    dependentRequired: own([[name, others]]),
  }));
  const parts: fc.Arbitrary<JsonObject>[] = [
    keyword('required', required),
    keyword('minProperties', fc.integer({ min: 0, max: names.length })),
    keyword('maxProperties', fc.integer({ min: names.length, max: names.length + 3 })),
    keyword('propertyNames', fc.constantFrom<unknown>({ minLength: 1 }, { maxLength: 9 }, { pattern: '^[\\w.-]+$' })),
    dependent,
  ];
  const closed = fc.constantFrom<JsonObject>({}, { additionalProperties: false });
  const others = fc.subarray(absent, { maxLength: 2 }).chain((free) =>
    fc.tuple(
      ...free.map((name) =>
        value(0)
          .chain((inner) => around(inner, depth - 1, context))
          .map((schema) => [name, schema] as const),
      ),
    ),
  );
  const declared = fc.tuple(
    ...names.map((name) => around(given[name], depth - 1, context).map((schema) => [name, schema] as const)),
  );
  return fc
    .tuple(declared, others, closed, some(...parts))
    .map(([own1, own2, close, rest]) => ({ properties: own([...own1, ...own2]), ...close, ...rest }));
}

function own(members: readonly (readonly [string, unknown])[]): JsonObject {
  const object = {};
  for (const [name, inner] of members) {
    Object.defineProperty(object, name, { value: inner, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** Schemas that the value does not satisfy. */
function against(given: unknown): fc.Arbitrary<JsonObject> {
  const others = ['string', 'integer', 'boolean', 'array', 'object', 'null'].filter((type) => type !== typeName(given));
  const parts: fc.Arbitrary<JsonObject>[] = [fc.constantFrom(...others).map((type) => ({ type }))];
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    const absent = NAMES.filter((name) => !Object.hasOwn(given, name));
    parts.push(fc.subarray(absent, { minLength: 1, maxLength: 2 }).map((required) => ({ required })));
  }
  if (typeof given === 'number')
    parts.push(fc.constantFrom<JsonObject>({ minimum: given + 1 }, { maximum: given - 1 }));
  if (typeof given === 'string') parts.push(fc.constant({ minLength: given.length + 1 }));
  return fc.oneof(...parts);
}

/** The schema as it is, or inside one of the keywords that combine schemas. */
function combined(schema: JsonObject, given: unknown, depth: number, context: Context): fc.Arbitrary<unknown> {
  const other = around(given, depth - 1, context);
  const wrong = against(given);
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant<unknown>(schema) },
    { weight: 1, arbitrary: fc.constant<unknown>({ ...schema, enum: [given] }) },
    { weight: 1, arbitrary: other.map((more) => ({ ...schema, allOf: [more] })) },
    { weight: 1, arbitrary: other.map((more) => ({ allOf: [schema, more] })) },
    {
      weight: 2,
      arbitrary: fc.tuple(wrong, fc.boolean()).map(([bad, last]) => ({ anyOf: last ? [bad, schema] : [schema, bad] })),
    },
    { weight: 1, arbitrary: wrong.map((bad) => ({ ...schema, anyOf: [bad, true] })) },
    {
      weight: 2,
      arbitrary: fc.tuple(wrong, fc.boolean()).map(([bad, last]) => ({ oneOf: last ? [bad, schema] : [schema, bad] })),
    },
    { weight: 1, arbitrary: wrong.map((not) => ({ ...schema, not })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(wrong, other)
        .map(([condition, otherwise]) => ({ ...schema, if: condition, then: false, else: otherwise })),
    },
    { weight: 1, arbitrary: other.map((then) => ({ ...schema, if: { type: typeName(given) }, then })) },
    {
      weight: 2,
      arbitrary: fc.constant(null).map(() => {
        const name = `part${Object.keys(context.definitions).length}`;
        context.definitions[name] = schema;
        return { $ref: `#/$defs/${name}` };
      }),
    },
  );
}

/** An input schema of a tool. */
export const satisfiable: fc.Arbitrary<Satisfiable> = objectValue(2).chain((witness) => {
  const context: Context = { definitions: {} };
  return fc
    .tuple(typed(witness, 3, context), fc.boolean())
    .chain(([schema, plain]) => (plain ? fc.constant<unknown>(schema) : combined(schema, witness, 2, context)))
    .map((schema) => {
      const top =
        (schema as JsonObject)['properties'] === undefined
          ? { properties: {}, ...(schema as JsonObject) }
          : (schema as JsonObject);
      return { witness, schema: { ...top, type: 'object', $defs: { ...context.definitions } } };
    });
});
