/** Arguments that break a tool's own schema in one place, and nothing else. */

import { isObject, type JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { setMember } from '../schema/keywords.js';
import { impliedType, type Shape } from '../schema/shape.js';
import { markerFor } from './marker.js';
import { propertiesOf, type Property, SchemaParts } from './schema-parts.js';

export type ViolationKind = 'choice' | 'minimum' | 'whole-number' | 'type' | 'required';

export interface Violation {
  readonly kind: ViolationKind;
  /** Where: `entities[0].name`. */
  readonly path: string;
  /** What stands there instead; undefined when it is left out. */
  readonly value: unknown;
  /** What the schema says about it, in words. */
  readonly declared: string;
  readonly arguments: JsonObject;
}

/** Kinds in the order in which they say most: what no server can read in another way comes first. */
const ORDER: readonly ViolationKind[] = ['choice', 'minimum', 'whole-number', 'required', 'type'];
const MAX_DEPTH = 4;
/** Characters of a choice that is shown. */
const MAX_SHOWN = 40;
/** No record has this number by chance. */
const FAR = 1_900_000_000;

/**
 * At most `most` ways to break the schema, each of which it certainly refuses, built on arguments that it takes: one for each kind first, then more of
 * them. `hex`: six digits for the texts and numbers in them. Never rejects.
 */
export async function violationsOf(
  tool: Tool,
  valid: JsonObject,
  { hex, most, fixed }: { readonly hex: string; readonly most: number; readonly fixed: ReadonlySet<string> },
): Promise<readonly Violation[]> {
  const parts = await SchemaParts.of(tool);
  const shape = parts.shape(parts.root);
  if (shape === undefined) return [];
  const found: Violation[] = [];
  const add = (kind: ViolationKind, path: Path, value: unknown, declared: string): void => {
    const broken = replaced(valid, path, value);
    if (isObject(broken) && !parts.accepts(parts.root, broken))
      found.push({ kind, path: written(path), value, declared, arguments: broken });
  };
  visit({ parts, hex, add }, shape, valid, []);
  const open = found.filter(({ path }) => !fixed.has(/^[^.[]*/.exec(path)?.[0] ?? ''));
  return inTurns(open).slice(0, most);
}

type Path = readonly (string | number)[];

interface Finder {
  readonly parts: SchemaParts;
  readonly hex: string;
  readonly add: (kind: ViolationKind, path: Path, value: unknown, declared: string) => void;
}

function visit(finder: Finder, shape: Shape, valid: JsonObject, path: Path): void {
  for (const property of propertiesOf(shape)) {
    const { name, demanded } = property;
    const given = Object.hasOwn(valid, name) ? valid[name] : undefined;
    if (demanded && given !== undefined) finder.add('required', [...path, name], undefined, 'required');
    visitValue(finder, property, given, [...path, name]);
  }
}

function visitValue(
  finder: Finder,
  { schema, demanded }: Pick<Property, 'schema' | 'demanded'>,
  given: unknown,
  path: Path,
): void {
  const shape = finder.parts.shape(schema);
  if (shape === undefined || path.length > MAX_DEPTH) return;
  if (isObject(given)) return visit(finder, shape, given, path);
  if (Array.isArray(given)) {
    const [first] = given as readonly unknown[];
    const item = shape.lists[0]?.first[0] ?? shape.lists[0]?.rest;
    if (first !== undefined && item !== undefined)
      visitValue(finder, { schema: item, demanded: true }, first, [...path, 0]);
    return;
  }
  if (given !== undefined || !demanded) breakScalar(finder, shape, path);
}

function breakScalar({ add, hex }: Finder, shape: Shape, path: Path): void {
  const marker = markerFor(hex, String(path.findLast((step) => typeof step === 'string') ?? 'value'));
  const type = shape.types?.find((one) => one !== 'null') ?? impliedType(shape);
  if (shape.choices !== undefined) {
    const shown = shape.choices.map(String).join(', ').slice(0, MAX_SHOWN);
    if (shape.choices.some((choice) => typeof choice === 'string')) add('choice', path, marker, `one of ${shown}`);
    return;
  }
  if (type === 'integer' || type === 'number') {
    if (Number.isFinite(shape.minimum))
      add('minimum', path, Math.floor(shape.minimum) - 1, `at least ${shape.minimum}`);
    else if (Number.isFinite(shape.above))
      add('minimum', path, Math.floor(shape.above) - 1, `more than ${shape.above}`);
    if (type === 'integer')
      add('whole-number', path, Math.max(1, Number.isFinite(shape.minimum) ? shape.minimum : 1) + 0.5, 'an integer');
    add('type', path, marker, `of type ${type}`);
  } else if (type === 'string' && shape.formats.length === 0)
    add('type', path, FAR + Number.parseInt(hex, 16), 'of type string');
}

/** One of each kind, then the second of each, and so on. */
function inTurns(found: readonly Violation[]): readonly Violation[] {
  const queues = ORDER.map((kind) => found.filter((one) => one.kind === kind));
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => queues.flatMap((queue) => queue[at] ?? [])).flat();
}

/** The value with another one at this place, or without it; undefined when there is no such place. */
function replaced(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value))
    return value.map((item, at) => (at === step ? replaced(item, rest, other) : (item as unknown)));
  if (!isObject(value)) return undefined;
  const copy = {};
  for (const [name, member] of Object.entries(value)) if (name !== String(step)) setMember(copy, name, member);
  const inner = replaced(Object.hasOwn(value, String(step)) ? value[String(step)] : undefined, rest, other);
  if (inner !== undefined) setMember(copy, String(step), inner);
  return copy;
}

function written(path: Path): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');
}
