/** What the catalog says of its tools, and what it costs to read. Asks no server. */

import {
  compactBytes,
  countCharacters,
  isObject,
  isWriter,
  type JsonObject,
  type ListedTool,
  type ObservationMap,
} from '../../core/index.js';

/** Any of these says what a property takes. */
const TYPED = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf'];

export function listingFacts(tool: ListedTool): ObservationMap['readiness.catalog'] {
  const { name, entry } = tool;
  const { description, outputSchema } = entry;
  const properties = Object.values(propertiesOf(tool));
  const { readOnlyHint, destructiveHint } = hintsOf(tool);
  return {
    tool: name,
    description_length: typeof description === 'string' ? countCharacters(description) : 0,
    properties: properties.length,
    undescribed: properties.filter((property) => !isDescribed(property)).length,
    untyped: properties.filter((property) => !isTyped(property)).length,
    writer: isWriter(tool),
    read_only_declared: readOnlyHint !== undefined,
    destructive_declared: destructiveHint !== undefined,
    output_schema_declared: isObject(outputSchema),
  };
}

/** In the unit of token budgets: a quarter of the bytes of each compact entry, rounded up. Spec: manifest 2.6. */
export function contextFacts(tools: readonly ListedTool[]): ObservationMap['readiness.context'] {
  const weights = tools.map(({ name, entry }) => ({ name, tokens: Math.ceil(compactBytes(entry) / 4) }));
  const heaviest = weights.toSorted((a, b) => b.tokens - a.tokens)[0];
  return {
    catalog_tokens: weights.reduce((sum, { tokens }) => sum + tokens, 0),
    heaviest_tool_tokens: heaviest?.tokens ?? 0,
    heaviest_tool: heaviest?.name ?? null,
  };
}

/** The properties of its input schema, at the top. */
export function propertiesOf({ entry: { inputSchema } }: ListedTool): JsonObject {
  const properties = isObject(inputSchema) ? inputSchema['properties'] : undefined;
  return isObject(properties) ? properties : {};
}

/** The hints that are there; what is no boolean is no hint. */
export function hintsOf({ entry: { annotations } }: ListedTool): {
  readonly readOnlyHint: boolean | undefined;
  readonly destructiveHint: boolean | undefined;
} {
  const said = isObject(annotations) ? annotations : {};
  const hint = (name: string): boolean | undefined => (typeof said[name] === 'boolean' ? said[name] : undefined);
  return { readOnlyHint: hint('readOnlyHint'), destructiveHint: hint('destructiveHint') };
}

function isDescribed(property: unknown): boolean {
  return isObject(property) && typeof property['description'] === 'string' && property['description'].trim() !== '';
}

function isTyped(property: unknown): boolean {
  return isObject(property) && TYPED.some((name) => Object.hasOwn(property, name));
}
