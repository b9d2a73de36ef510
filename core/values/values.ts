/** Argument values that the user says a server accepts. Scorecard specification, 5. */

import { UsageError } from '../errors.js';
import { isObject, type JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { didYouMean } from '../nearest.js';
import { allowedTypes } from '../schema/allowed-types.js';
import { isOfType, typeOf } from '../schema/keywords.js';
import { surveyOf } from '../schema/survey.js';
import { isSecret } from '../secrets.js';

/** One value for an argument: of one tool, or with `tool` `*` of every tool that declares it. */
export interface ArgumentValue {
  readonly tool: string;
  readonly name: string;
  readonly value: unknown;
  /** The value as text on the command line, before it was read as JSON: sent when the property takes text. */
  readonly text?: string;
  /** Who says so, for messages. */
  readonly source: string;
  /** How a problem with it reads. Left out: the source, two spaces, the problem. */
  readonly describe?: (problem: string) => string;
}

export interface Values {
  /** Values for a tool's arguments, by name; the strongest of each. */
  for(tool: Tool): ReadonlyMap<string, unknown>;
  /** What does not fit the tools of the server: names that nothing declares. */
  check(tools: readonly Tool[]): readonly string[];
  /** Those that must not be written down, as texts. */
  secrets(): readonly string[];
}

const EVERY_TOOL = '*';

/**
 * `NAME=VALUE` or `TOOL:NAME=VALUE`, as `--arg` takes it. Split at the first `=`, and before it at the first `:`.
 * @throws UsageError when there is no `=` or no name
 */
export function parseArg(given: string): ArgumentValue {
  const equals = given.indexOf('=');
  const left = given.slice(0, Math.max(equals, 0));
  const colon = left.indexOf(':');
  const name = left.slice(colon + 1);
  const tool = colon < 0 ? EVERY_TOOL : left.slice(0, colon);
  if (equals < 0 || name === '' || tool === '') {
    throw new UsageError(`--arg takes NAME=VALUE or TOOL:NAME=VALUE, found "${given}".`);
  }
  const text = given.slice(equals + 1);
  return { tool, name, value: asJson(text), text, source: `--arg ${given}` };
}

/** A number too large for JSON to send again stays a text. */
function asJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && !Number.isFinite(value) ? text : value;
  } catch {
    return text;
  }
}

/** Values from weakest to strongest; among equally strong ones the later wins, and a tool's own beats every tool's. */
export function createValues(layers: readonly (readonly ArgumentValue[])[]): Values {
  const ordered = layers.flatMap((layer) => [
    ...layer.filter(({ tool }) => tool === EVERY_TOOL),
    ...layer.filter(({ tool }) => tool !== EVERY_TOOL),
  ]);
  return {
    for: (tool) => {
      const values = new Map<string, unknown>();
      const properties = propertiesOf(tool);
      for (const given of ordered) {
        const { name } = given;
        if (given.tool !== tool.name && !(given.tool === EVERY_TOOL && Object.hasOwn(properties, name))) continue;
        values.set(name, fitted(given, tool, Object.hasOwn(properties, name) ? properties[name] : undefined));
      }
      return values;
    },
    check: (tools) => ordered.flatMap((given) => misfit(given, tools)),
    secrets: () => ordered.flatMap(({ name, value, text }) => secretsIn(name, value, text)),
  };
}

/** How deep in a value secrets are looked for, by the names they have there. */
const SECRET_DEPTH = 8;

function secretsIn(name: string, value: unknown, text: string | undefined, depth = 0): readonly string[] {
  if (Array.isArray(value) && depth < SECRET_DEPTH)
    return value.flatMap((item) => secretsIn(name, item, undefined, depth + 1));
  if (isObject(value) && depth < SECRET_DEPTH)
    return Object.entries(value).flatMap(([inner, item]) => secretsIn(inner, item, undefined, depth + 1));
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const texts = [String(value), ...(text === undefined ? [] : [text])];
  return texts.filter((one) => isSecret(name, one));
}

function propertiesOf({ inputSchema }: Tool): JsonObject {
  const { properties } = inputSchema;
  return isObject(properties) ? properties : {};
}

/** A number, boolean or null for a property that takes text and nothing of that type is sent as text. */
function fitted({ value, text }: ArgumentValue, tool: Tool, schema: unknown): unknown {
  if (typeof value !== 'number' && typeof value !== 'boolean' && value !== null) return value;
  const allowed = allowedTypes(surveyOf(tool.inputSchema), schema);
  const takesIt = allowed.some((type) => isOfType(typeOf(value), type));
  return allowed.includes('string') && !takesIt ? (text ?? String(value)) : value;
}

function misfit({ tool, name, source, describe }: ArgumentValue, tools: readonly Tool[]): readonly string[] {
  const say = describe ?? ((problem: string) => `${source}  ${problem}`);
  if (tool !== EVERY_TOOL) {
    const problem = unknownTool(tool, tools) ?? unknownArgument(tool, name, tools);
    return problem === undefined ? [] : [say(problem)];
  }
  if (tools.some((one) => takes(one, name, false))) return [];
  const known = tools.flatMap((one) => Object.keys(propertiesOf(one)));
  return [say(`no tool declares an argument "${name}".${didYouMean(name, known)}`)];
}

/** What is wrong with naming this tool; undefined when the server has it. */
export function unknownTool(name: string, tools: readonly Tool[]): string | undefined {
  const names = tools.map((one) => one.name);
  return names.includes(name) ? undefined : `the server has no tool "${name}".${didYouMean(name, names)}`;
}

/** What is wrong with giving a tool this argument; undefined when the tool takes it. Of tools that share a name, any may. */
export function unknownArgument(tool: string, name: string, tools: readonly Tool[]): string | undefined {
  const named = tools.filter((one) => one.name === tool);
  if (named.some((one) => takes(one, name, true))) return undefined;
  const known = named.flatMap((one) => Object.keys(propertiesOf(one)));
  return `the tool "${tool}" does not declare an argument "${name}".${didYouMean(name, known)}`;
}

/** Where a schema without properties of its own declares them. */
const ELSEWHERE = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/** A tool that says it takes any argument, says nothing of them, or does not list them here, may be given one that is not listed, when it is meant by name. */
function takes(tool: Tool, name: string, byName: boolean): boolean {
  const { additionalProperties, properties, type } = tool.inputSchema;
  const open =
    additionalProperties === true ||
    (isObject(additionalProperties) && Object.keys(additionalProperties).length > 0) ||
    (!isObject(properties) && (type === undefined || ELSEWHERE.some((word) => Object.hasOwn(tool.inputSchema, word))));
  return Object.hasOwn(propertiesOf(tool), name) || (byName && open);
}
