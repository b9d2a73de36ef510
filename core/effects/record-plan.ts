/** How a record for a write tool is put together, before it has markers. Scorecard specification, 2.5.1. */

import { isObject, type JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { fitsLimits, MAX_ITEMS } from '../schema/limits.js';
import { allOf, impliedType, type Shape } from '../schema/shape.js';
import { isUntyped, type TextForm, textFormOf } from './free-text.js';
import { hasPlaceholder } from './placeholders.js';
import { propertiesOf, type Property, SchemaParts } from './schema-parts.js';

interface Spot {
  /** Name of the property; items of a list go by the list's. */
  readonly name: string;
  /** From the top, such as `entities[0].name`. */
  readonly path: string;
  /** What tells the values of a second item from those of the first. */
  readonly suffix: string;
}

export type Leaf = Spot &
  (
    | { readonly kind: 'text'; readonly form: TextForm }
    /** A text that somebody gave, with a place for a marker or the key in it. */
    | { readonly kind: 'template'; readonly text: string }
    /** The same in every record. */
    | { readonly kind: 'fixed'; readonly value: unknown }
  );

export type PlanNode =
  | Leaf
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, PlanNode])[] }
  | { readonly kind: 'list'; readonly items: readonly PlanNode[] };

export interface RecordPlan {
  readonly root: PlanNode;
  /** In the order the schema declares them, depth first. */
  readonly leaves: readonly Leaf[];
  /** Some text is in it that the tool does not ask for. */
  readonly hasOptionalText: boolean;
}

export interface PlanInput {
  /** Values for properties, instead of generated ones. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Like `values`, but texts may hold placeholders. */
  readonly templates?: JsonObject | undefined;
  /** False: only what the tool asks for. */
  readonly optional: boolean;
}

export type Planned = { readonly plan: RecordPlan } | { readonly impossible: string };

/** Levels of objects and lists; a schema that asks for more asks for itself. */
const MAX_DEPTH = 12;
/** Values of one record. */
const MAX_LEAVES = 300;

/** Thrown where a demanded part has no value. Never leaves this file. */
class Impossible extends Error {}

/** Plans a record: every property that the tool asks for, every free text, and what was given. Never rejects. */
export async function planRecord(tool: Tool, input: PlanInput): Promise<Planned> {
  const builder = new Builder(await SchemaParts.of(tool), input);
  try {
    return { plan: builder.build() };
  } catch (error) {
    if (error instanceof Impossible) return { impossible: error.message };
    throw error;
  }
}

class Builder {
  readonly #parts: SchemaParts;
  readonly #input: PlanInput;
  readonly #leaves: Leaf[] = [];
  #hasOptionalText = false;

  constructor(parts: SchemaParts, input: PlanInput) {
    this.#parts = parts;
    this.#input = input;
  }

  build(): RecordPlan {
    const shape = this.#parts.shape(this.#parts.root);
    const declared = new Map(shape === undefined ? [] : propertiesOf(shape).map((one) => [one.name, one]));
    const { values, templates = {} } = this.#input;
    const members: (readonly [string, PlanNode])[] = [];
    for (const name of new Set([...declared.keys(), ...values.keys(), ...Object.keys(templates)])) {
      const spot = { name, path: name, suffix: '' };
      const property = declared.get(name);
      const node = Object.hasOwn(templates, name)
        ? this.#given(templates[name], spot, 1, true)
        : values.has(name)
          ? this.#given(values.get(name), spot, 1, false)
          : property && this.#property(property, spot, 1);
      if (node !== undefined) members.push([name, node]);
    }
    return { root: { kind: 'object', members }, leaves: this.#leaves, hasOptionalText: this.#hasOptionalText };
  }

  /** A property of an object, or undefined when it is left out. */
  #property({ schema, demanded }: Property, spot: Spot, depth: number): PlanNode | undefined {
    if (demanded) return this.#demanded(schema, spot, depth);
    const shape = this.#input.optional ? this.#parts.shape(schema) : undefined;
    const form = shape === undefined || isUntyped(shape) ? undefined : textFormOf(this.#parts, schema, shape);
    if (form === undefined) return undefined;
    this.#hasOptionalText = true;
    return this.#leaf({ ...spot, kind: 'text', form });
  }

  #demanded(schema: unknown, spot: Spot, depth: number): PlanNode {
    const shape = this.#parts.shape(schema);
    if (shape === undefined) throw new Impossible(`nothing satisfies the schema of "${spot.path}"`);
    const form = textFormOf(this.#parts, schema, shape);
    if (form !== undefined) return this.#leaf({ ...spot, kind: 'text', form });
    const type = shape.types?.find((one) => one !== 'null') ?? impliedType(shape);
    if (shape.choices === undefined && depth < MAX_DEPTH) {
      if (type === 'object' && shape.objects.length > 0) return this.#object(shape, spot, depth);
      if (type === 'array') return this.#list(shape, spot, depth);
      if (type === 'boolean' && shape.preset === undefined && this.#parts.accepts(schema, false))
        return this.#leaf({ ...spot, kind: 'fixed', value: false });
    }
    const made = this.#parts.generated(schema, spot.name);
    if (made === undefined) throw new Impossible(`no value could be made for "${spot.path}"`);
    return this.#given(made.value, spot, depth, false);
  }

  #object(shape: Shape, spot: Spot, depth: number): PlanNode {
    const members: (readonly [string, PlanNode])[] = [];
    for (const property of propertiesOf(shape)) {
      const { name } = property;
      const node = this.#property(property, { name, path: `${spot.path}.${name}`, suffix: spot.suffix }, depth + 1);
      if (node !== undefined) members.push([name, node]);
    }
    return { kind: 'object', members };
  }

  #list(shape: Shape, spot: Spot, depth: number): PlanNode {
    const count = Math.max(1, shape.minItems ?? 1);
    if (count > MAX_ITEMS) throw new Impossible(`"${spot.path}" asks for ${count} items`);
    if (shape.maxItems < 1) return { kind: 'list', items: [] };
    const items = Array.from({ length: count }, (_, at) => {
      const schema = allOf(shape.lists.map(({ first, rest }) => (at < first.length ? first[at] : rest)));
      return this.#demanded(schema, itemSpot(spot, at), depth + 1);
    });
    return { kind: 'list', items };
  }

  /** A value that is there already, taken apart so that its fields are known. */
  #given(value: unknown, spot: Spot, depth: number, template: boolean): PlanNode {
    if (depth < MAX_DEPTH && typeof value === 'object' && value !== null && fitsLimits(value)) {
      if (Array.isArray(value)) {
        const items = (value as readonly unknown[]).map((item, at) =>
          this.#given(item, itemSpot(spot, at), depth + 1, template),
        );
        return { kind: 'list', items };
      }
      if (isObject(value)) {
        const members = Object.entries(value).map(([name, member]) => {
          const inner = { name, path: `${spot.path}.${name}`, suffix: spot.suffix };
          return [name, this.#given(member, inner, depth + 1, template)] as const;
        });
        return { kind: 'object', members };
      }
    }
    if (template && typeof value === 'string' && hasPlaceholder(value))
      return this.#leaf({ ...spot, kind: 'template', text: value });
    return this.#leaf({ ...spot, kind: 'fixed', value });
  }

  #leaf(leaf: Leaf): Leaf {
    if (this.#leaves.length >= MAX_LEAVES) throw new Impossible('its input schema asks for too many values');
    this.#leaves.push(leaf);
    return leaf;
  }
}

function itemSpot({ name, path, suffix }: Spot, at: number): Spot {
  return { name, path: `${path}[${at}]`, suffix: at === 0 ? suffix : `${suffix}_${at + 1}` };
}
