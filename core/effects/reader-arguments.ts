/** How a read tool is asked for one record. Scorecard specification, 2.5.3. */

import type { JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { nameWords, singular } from '../name-words.js';
import { setMember } from '../schema/keywords.js';
import type { Shape } from '../schema/shape.js';
import { isLimitName } from './bound-parameters.js';
import { fillPlaceholders } from './placeholders.js';
import { keyValue, markersOf, type ProbeRecord } from './record.js';
import { propertiesOf, type Property, SchemaParts } from './schema-parts.js';

export interface ReaderInput {
  readonly tool: Tool;
  /** Values that the user gave for its properties. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Arguments that a declared pair gives; then nothing is added that the tool does not demand. */
  readonly declared?: JsonObject | undefined;
}

/** Makes the arguments for a record; undefined when a demanded property has no value. */
export type ArgumentsFor = (record: ProbeRecord) => JsonObject | undefined;

const QUERY_WORDS: ReadonlySet<string> = new Set('query q search filter term keyword keywords pattern text'.split(' '));
/** Enough to see a record behind those that others wrote. */
const WANTED_ITEMS = 100;

/** Loads what the reader's schema needs. Never rejects. */
export async function readerArguments({ tool, values, declared }: ReaderInput): Promise<ArgumentsFor> {
  const parts = await SchemaParts.of(tool);
  const shape = parts.shape(tool.inputSchema);
  const properties = shape === undefined ? [] : propertiesOf(shape);
  const kept = new Map<ProbeRecord, JsonObject | undefined>();
  const make: ArgumentsFor = (record) => {
    const made = declaredArguments(declared, record);
    for (const property of properties) {
      const { name, schema, demanded } = property;
      if (Object.hasOwn(made, name)) continue;
      if (declared !== undefined && !demanded) continue;
      const value = values.has(name)
        ? { value: values.get(name) }
        : (valueOf(parts, property, record) ?? (demanded ? parts.generated(schema, name) : undefined));
      if (value !== undefined) setMember(made, name, value.value);
      else if (demanded) return undefined;
    }
    // What the user gave is sent although the schema lists no such property.
    if (declared === undefined)
      for (const [name, value] of values) if (!Object.hasOwn(made, name)) setMember(made, name, value);
    return made;
  };
  return (record) => {
    if (!kept.has(record)) kept.set(record, make(record));
    return kept.get(record);
  };
}

function declaredArguments(declared: JsonObject | undefined, record: ProbeRecord): Record<string, unknown> {
  if (declared === undefined) return {};
  const marker = markersOf(record)[0] ?? '';
  const values = { key: keyValue(record) ?? marker, marker };
  return fillPlaceholders(declared, values) as Record<string, unknown>;
}

/** The first value by the rules that the property accepts. */
function valueOf(parts: SchemaParts, property: Property, record: ProbeRecord): { readonly value: unknown } | undefined {
  for (const value of proposals(parts, property, record)) {
    if (value !== undefined && parts.accepts(property.schema, value)) return { value };
  }
  return undefined;
}

function* proposals(parts: SchemaParts, { name, schema }: Property, record: ProbeRecord): Generator<unknown> {
  const same = record.fields.filter((field) => field.name === name).map(({ value }) => value);
  if (same.length > 0) {
    // A property that takes both is asked for one record.
    yield same[0];
    yield same;
  }
  const key = keyValue(record);
  if (QUERY_WORDS.has(nameWords(name).at(-1) ?? '')) yield textOf(key) ?? markersOf(record)[0];
  if (isLimitName(name)) yield* limits(parts.shape(schema));
  const keys = record.fields.filter(({ isKey }) => isKey);
  if (keys.some((field) => isPluralOf(name, field.name))) yield keys.map(({ value }) => value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function* limits(shape: Shape | undefined): Generator<number> {
  yield WANTED_ITEMS;
  if (shape === undefined) return;
  for (const highest of [shape.maximum, Math.ceil(shape.below) - 1])
    if (Number.isFinite(highest) && highest < WANTED_ITEMS) yield highest;
  if (Number.isFinite(shape.minimum)) yield shape.minimum;
}

/** `names` of `name`. */
function isPluralOf(name: string, field: string): boolean {
  const [words, single] = [nameWords(name), nameWords(field)];
  const last = words.at(-1) ?? '';
  return last !== singular(last) && [...words.slice(0, -1), singular(last)].join('_') === single.join('_');
}
