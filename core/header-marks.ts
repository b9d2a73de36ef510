/**
 * The marks `x-mcp-header` in an input schema: arguments that a server wants repeated in the headers of a call. Source:
 * revision 2026-07-28, Streamable HTTP, "Custom Headers from Tool Parameters".
 */

import { oneLine } from './excerpt.js';
import { isObject, type JsonObject } from './json.js';
import type { Target } from './model.js';
import type { Era } from './session/port.js';

const MARK = 'x-mcp-header';
/** RFC 9110, 5.1. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const PRIMITIVE: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const TYPES: ReadonlySet<unknown> = new Set([...PRIMITIVE, 'number', 'array', 'object', 'null']);
/** Of one tool. No honest one comes near it, and no server reads more headers. */
const MAX_MARKS = 100;
/** UTF-16 units of a name that is sent: longer ones are more than some servers read in all. */
const MAX_NAME = 200;
/** UTF-16 units of a place, or of a name, in what is reported. */
const MAX_PLACE = 200;
const MAX_SHOWN = 60;

/** Keywords below which there are schemas: one or a list of them, or one for each name. */
const SCHEMAS: ReadonlySet<string> = new Set(
  'additionalItems additionalProperties allOf anyOf contains contentSchema else if items not oneOf prefixItems propertyNames then unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
const NAMED_SCHEMAS: ReadonlySet<string> = new Set(
  '$defs definitions dependencies dependentSchemas patternProperties properties'.split(' '),
);

/** One mark, wherever it stands. */
export interface HeaderMark {
  /** The name as it is written; empty when it is no text. */
  readonly header: string;
  /** Names of properties from the arguments down. Empty for a mark that is out of place. */
  readonly path: readonly string[];
  /** JSON Pointer of the marked schema, cut when it is long. */
  readonly place: string;
  /** What is wrong with it, for a sentence that begins with the mark; undefined when nothing is. */
  readonly fault: string | undefined;
  /** False when it can be argued that nothing is: the types of a union, or none where a list of values says enough. */
  readonly certain: boolean;
}

/** Where the walk stands. Linked, because schemas may be nested thousands deep. */
interface Place {
  readonly schema: JsonObject;
  readonly above: Place | undefined;
  /** Keyword and name or place, below the schema above. */
  readonly steps: readonly string[];
  /** Reached through nothing but `properties`. */
  readonly reachable: boolean;
}

/** Every mark of an input schema, the first hundred, in the order of the schema. Iterative. */
export function headerMarksIn(schema: JsonObject): readonly HeaderMark[] {
  const found: HeaderMark[] = [];
  const taken = new Map<string, string>();
  const open: Place[] = [{ schema, above: undefined, steps: [], reachable: true }];
  for (let place = open.pop(); place !== undefined && found.length < MAX_MARKS; place = open.pop()) {
    if (Object.hasOwn(place.schema, MARK)) found.push(markAt(place, taken));
    for (const next of below(place).toReversed()) open.push(next);
  }
  return found;
}

/** Whether marks mean anything to a client: where there are headers, and since the revision that has them. */
export function repeatsArguments(transport: Target['kind'], era: Era): boolean {
  return transport === 'http' && era === 'stateless';
}

/**
 * Why a client that repeats arguments in headers leaves out a tool with this input schema, in the same words for all;
 * undefined when it does not. Which mark it is, a rule says.
 */
export function whyLeftOut(schema: JsonObject): string | undefined {
  const bad = headerMarksIn(schema).some(({ fault }) => fault !== undefined);
  return bad ? `a mark ${MARK} in its input schema is invalid, so clients over HTTP leave it out` : undefined;
}

/** `taken`: places by the names that marks before it have, in lower case. */
function markAt(place: Place, taken: Map<string, string>): HeaderMark {
  const { schema, above, reachable } = place;
  const steps = stepsTo(place);
  const pointer = oneLine(
    steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    MAX_PLACE,
  );
  const header = typeof schema[MARK] === 'string' ? schema[MARK] : '';
  const [fault, certain] =
    above !== undefined && reachable
      ? faultOf(schema, pointer, taken)
      : [above === undefined ? 'is on no argument, but on all of them' : OUT_OF_PLACE, true];
  const path = reachable ? steps.filter((_, at) => at % 2 === 1) : [];
  return { header, path, place: pointer === '' ? 'the top' : pointer, fault, certain };
}

const OUT_OF_PLACE = 'is below another keyword than properties, where no one argument is meant';

function faultOf(
  schema: JsonObject,
  place: string,
  taken: Map<string, string>,
): readonly [fault: string | undefined, certain: boolean] {
  const header = schema[MARK];
  if (typeof header !== 'string') return ['is no text', true];
  if (header === '') return ['names no header', true];
  if (!TOKEN.test(header))
    return [`has characters that no header name can have: ${JSON.stringify(oneLine(header, MAX_SHOWN))}`, true];
  if (header.length > MAX_NAME) return [`names a header with more than ${MAX_NAME} characters`, false];
  const name = header.toLowerCase();
  const other = taken.get(name);
  if (other !== undefined) return [`repeats the name of the mark at ${other}, capitals aside`, true];
  taken.set(name, place);
  return typeFault(schema);
}

function typeFault({ type, ...schema }: JsonObject): ReturnType<typeof faultOf> {
  if (PRIMITIVE.has(type)) return [undefined, true];
  const must = 'and only one of the type string, integer or boolean can be marked';
  if (TYPES.has(type)) return [`is on an argument of the type ${String(type)}, ${must}`, true];
  if (Array.isArray(type)) return [`is on an argument with a list of types, ${must}`, false];
  const isShaped = ['const', 'enum', '$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
  return [`is on an argument without a type, ${must}`, !isShaped];
}

function stepsTo(place: Place): readonly string[] {
  const parts: (readonly string[])[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.above) parts.push(at.steps);
  return parts.reverse().flat();
}

function below(above: Place): readonly Place[] {
  const found: Place[] = [];
  const add = (schema: unknown, ...steps: string[]): void => {
    const reachable = above.reachable && steps[0] === 'properties';
    if (isObject(schema)) found.push({ schema, above, steps, reachable });
  };
  for (const [keyword, value] of Object.entries(above.schema)) {
    if (NAMED_SCHEMAS.has(keyword) && isObject(value))
      for (const [name, schema] of Object.entries(value)) add(schema, keyword, name);
    else if (SCHEMAS.has(keyword) && Array.isArray(value))
      for (const [at, schema] of value.entries()) add(schema, keyword, String(at));
    else if (SCHEMAS.has(keyword)) add(value, keyword);
  }
  return found;
}
