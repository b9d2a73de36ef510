/** One argument set for a write tool, with texts in it that nobody else has. Scorecard specification, 2.5.1. */

import { oneLine } from '../excerpt.js';
import type { JsonObject } from '../json.js';
import { setMember } from '../schema/keywords.js';
import { textWith } from './free-text.js';
import type { Keys } from './key.js';
import { markerFor } from './marker.js';
import { fillText } from './placeholders.js';
import type { Leaf, PlanNode, RecordPlan } from './record-plan.js';

export interface RecordField {
  /** Name of the property; items of a list go by the list's. */
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  /** What is looked for in answers. Undefined: the value is the same in every record. */
  readonly marker: string | undefined;
  readonly isKey: boolean;
}

export interface ProbeRecord {
  readonly hex: string;
  readonly arguments: JsonObject;
  readonly fields: readonly RecordField[];
}

/** How a record differs from a plain new one. */
export interface RecordKind {
  /** The key is that of this record. */
  readonly keyOf?: ProbeRecord;
  /** Also a key that is otherwise the same in every record gets a marker: for a record that is never written. */
  readonly newKey?: boolean;
  /** What stands in some fields instead of what the plan would put there; these fields become its key. */
  readonly given?: (leaf: Leaf) => unknown;
}

/** The record of a plan with these six digits in its markers. */
export function makeRecord(plan: RecordPlan, keys: Keys, hex: string, kind: RecordKind = {}): ProbeRecord {
  const kept = new Map(kind.keyOf?.fields.filter(({ isKey }) => isKey).map((field) => [field.path, field]));
  const fields = new Map<string, RecordField>();
  const fill = (leaf: Leaf, key: unknown): void => {
    const isKey = keys.has(leaf.path);
    const given = kind.given?.(leaf);
    const field =
      given === undefined
        ? (kept.get(leaf.path) ?? { ...valueOf(leaf, hex, key, isKey && kind.newKey === true), isKey })
        : { value: given, marker: undefined, isKey: true };
    fields.set(leaf.path, { ...field, name: leaf.name, path: leaf.path });
  };
  // Other fields may speak of the key, so it comes first.
  for (const leaf of plan.leaves) if (keys.has(leaf.path)) fill(leaf, undefined);
  const key = [...fields.values()][0]?.value;
  for (const leaf of plan.leaves) if (!keys.has(leaf.path)) fill(leaf, key);
  return {
    hex,
    arguments: build(plan.root, fields) as JsonObject,
    fields: plan.leaves.map(({ path }) => fields.get(path) as RecordField),
  };
}

function valueOf(leaf: Leaf, hex: string, key: unknown, newKey: boolean): Pick<RecordField, 'value' | 'marker'> {
  const marker = markerFor(hex, leaf.name) + leaf.suffix;
  switch (leaf.kind) {
    case 'text':
      return textWith(leaf.form, marker);
    case 'template': {
      const value = fillText(leaf.text, { key: key ?? marker, marker });
      return { value, marker: String(value).includes(marker) ? marker : undefined };
    }
    case 'fixed':
      return newKey ? { value: marker, marker } : { value: leaf.value, marker: undefined };
  }
}

function build(node: PlanNode, fields: ReadonlyMap<string, RecordField>): unknown {
  if (node.kind === 'list') return node.items.map((item) => build(item, fields));
  if (node.kind !== 'object') return fields.get(node.path)?.value;
  const object = {};
  for (const [name, member] of node.members) setMember(object, name, build(member, fields));
  return object;
}

/** The value that tells the record from others; undefined when it has no key. Of several, the first. */
export function keyValue({ fields }: ProbeRecord): unknown {
  return fields.find(({ isKey }) => isKey)?.value;
}

/** Characters of a name or a value in words about a record: servers and users write them at any length. */
const MAX_WORDS = 60;

/** What a record has that others have not, in words: its key, or its first marker. Empty when it has neither. */
export function describeRecord({ fields }: ProbeRecord): string {
  const keys = fields.filter(({ isKey }) => isKey);
  const [marker] = fields.flatMap((field) => field.marker ?? []);
  if (keys.length === 0) return marker === undefined ? '' : `the text "${marker}"`;
  const words = keys.map(({ name, value }) => `${oneLine(name, MAX_WORDS)} "${oneLine(String(value), MAX_WORDS)}"`);
  return [...new Set(words)].join(' and ');
}

/** All markers of a record. */
export function markersOf({ fields }: ProbeRecord): readonly string[] {
  return [...new Set(fields.flatMap(({ marker }) => (marker === undefined ? [] : [marker])))];
}

/** Markers of a record that cannot be mistaken for its key. */
export function valueMarkers(record: ProbeRecord): readonly string[] {
  const keys = keyTexts(record);
  return [
    ...new Set(
      record.fields.flatMap(({ isKey, marker }) =>
        isKey || marker === undefined || keys.includes(marker) ? [] : [marker],
      ),
    ),
  ];
}

/** What shows that the key of a record is there: its markers, or the values themselves where somebody fixed them. */
export function keyTexts({ fields }: ProbeRecord): readonly string[] {
  return [...new Set(fields.filter(({ isKey }) => isKey).map(({ marker, value }) => marker ?? String(value)))];
}

/** True when every record has the same key, because somebody or the schema fixed it. */
export function hasFixedKey({ fields }: ProbeRecord): boolean {
  const keys = fields.filter(({ isKey }) => isKey);
  return keys.length > 0 && keys.every(({ marker }) => marker === undefined);
}
