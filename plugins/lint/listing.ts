/** Facts about a tool's entry in the list: its name, description, size and input schema. */

import {
  countCharacters,
  estimateTokens,
  isObject,
  type JsonObject,
  type ObservationMap,
  type Tool,
} from '../../core/index.js';

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;
/** Branches inside branches that are followed; what is nested deeper counts as declared, because it cannot be told. */
const BRANCH_DEPTH = 32;

export type Listing = ObservationMap['tool.listing'];

/** What the list says of a tool, without an opinion. Spec: scorecard 1.6. */
export function listingOf(tool: Tool): Listing {
  return {
    name: tool.name,
    nameSnakeCase: SNAKE_CASE.test(tool.name),
    descriptionLength: countCharacters(tool.description.trim()),
    tokens: estimateTokens(tool),
    schemaState: schemaStateOf(tool.inputSchema),
    propertyCount: Object.keys(propertiesOf(tool.inputSchema)).length,
    requiredDeclared: Array.isArray(tool.inputSchema['required']),
  };
}

/** The first declared properties of a schema and whether each declares a shape, in the order of the schema. */
export function propertiesIn(
  schema: JsonObject,
  most: number,
): { readonly property: string; readonly shaped: boolean }[] {
  const entries = Object.entries(propertiesOf(schema)).slice(0, most);
  return entries.map(([property, value]) => ({
    property,
    shaped: declaresShape(value, 0),
  }));
}

/** Each name in `required`, once, and whether the schema declares it. What is no text is no name and left out. */
export function requiredNamesIn(schema: JsonObject): { readonly property: string; readonly declared: boolean }[] {
  const required: unknown = schema['required'];
  if (!Array.isArray(required)) return [];
  const names = new Set(required.filter((name) => typeof name === 'string'));
  if (names.size === 0) return [];
  const declared = declaredNames(schema);
  return [...names].map((property) => ({ property, declared: declared.has(property) }));
}

function schemaStateOf(schema: JsonObject): Listing['schemaState'] {
  if (Object.keys(schema).length === 0) return 'missing';
  const type = schema['type'];
  return (typeof type === 'string' || Array.isArray(type)) && type.length > 0 ? 'typed' : 'untyped';
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  return isObject(properties) ? properties : {};
}

/**
 * An object with `type`, `enum`, `const` or `$ref`; or `anyOf`/`oneOf` whose branches all declare a shape; or `allOf`
 * with at least one that does. `true`, `{}` and a bare description declare none. Spec: scorecard 1.6.
 */
function declaresShape(schema: unknown, depth: number): boolean {
  if (!isObject(schema)) return false;
  if (depth > BRANCH_DEPTH) return true;
  if (['type', 'enum', 'const', '$ref'].some((key) => Object.hasOwn(schema, key))) return true;
  const shaped = (branch: unknown): boolean => declaresShape(branch, depth + 1);
  const { anyOf, oneOf, allOf } = schema;
  return (
    [anyOf, oneOf].some((branches) => Array.isArray(branches) && branches.length > 0 && branches.every(shaped)) ||
    (Array.isArray(allOf) && allOf.some(shaped))
  );
}

/** Names under `properties`, those of branches included: a schema put together from parts declares its names in the parts. */
function declaredNames(schema: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  let level: unknown[] = [schema];
  for (let depth = 0; depth <= BRANCH_DEPTH && level.length > 0; depth += 1) {
    const parts = level.filter(isObject);
    for (const part of parts) for (const name of Object.keys(propertiesOf(part))) names.add(name);
    level = parts.flatMap((part) => [part['allOf'], part['anyOf'], part['oneOf']].flatMap(listOf));
  }
  return names;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
