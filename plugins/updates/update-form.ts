/** How one tool is asked to change a record of ours: what says which record is meant, and the fields it may change. */

import {
  idName,
  type JsonObject,
  type Leaf,
  makeRecord,
  nameWords,
  type OwnRecord,
  ownValue,
  planRecord,
  type PlanNode,
  propertiesOf,
  type ProbeScope,
  type RecordPlan,
  SchemaParts,
  type Tool,
} from '../../core/index.js';

/** A field that the tool may change. */
export interface Changeable {
  readonly name: string;
  readonly path: string;
  readonly kind: 'text' | 'number';
  /** It has to be sent each time. */
  readonly demanded: boolean;
  /** An empty text, or 0, satisfies its schema. */
  readonly takesEmpty: boolean;
  readonly description: unknown;
}

/** What a field was given. */
export interface Given {
  readonly value: unknown;
  /** What is looked for in answers; undefined for a number. */
  readonly marker: string | undefined;
}

/** Last words of names that stand for another record, or for a state in which lists may leave the record out. */
const NO_FIELDS: ReadonlySet<string> = new Set([
  ...'id ids uuid uid key keys ref refs parent parents depends dependencies blocked path paths url uri email slug'.split(
    ' ',
  ),
  ...'status state completed done archived deleted deletion visibility owner assignee type kind format'.split(' '),
  ...'index position offset limit version revision timestamp date time'.split(' '),
]);
const MOST_FIELDS = 6;
const NO_KEYS: ReadonlySet<string> = new Set();
/** A number that is not what a field has by itself. */
const NUMBERS = [7, 3, 2, 1];

export class UpdateForm {
  readonly fields: readonly Changeable[];
  readonly #plan: RecordPlan;
  readonly #targets: ReadonlyMap<string, unknown>;
  readonly #demanded: ReadonlySet<string>;

  private constructor(
    plan: RecordPlan,
    targets: ReadonlyMap<string, unknown>,
    demanded: ReadonlySet<string>,
    fields: readonly Changeable[],
  ) {
    this.#plan = plan;
    this.#targets = targets;
    this.#demanded = demanded;
    this.fields = fields;
  }

  /** Undefined when no argument of the tool means this record, or no valid arguments can be made. Never rejects. */
  static async of(scope: Pick<ProbeScope, 'values'>, tool: Tool, own: OwnRecord): Promise<UpdateForm | undefined> {
    const values = scope.values(tool);
    const parts = await SchemaParts.of(tool);
    const shape = parts.shape(tool.inputSchema);
    const properties = shape === undefined ? [] : propertiesOf(shape);
    const numbers = new Map(
      properties.flatMap(({ name, schema, demanded }) => {
        if (demanded || values.has(name) || !isField(name)) return [];
        const types = parts.shape(schema)?.types ?? [];
        const value = NUMBERS.find((number) => parts.accepts(schema, number));
        return (types.includes('integer') || types.includes('number')) && value !== undefined ? [[name, value]] : [];
      }),
    );
    const least = await planRecord(tool, { values, optional: false });
    const most = await planRecord(tool, { values: new Map([...values, ...numbers]), optional: true });
    if ('impossible' in least || 'impossible' in most) return undefined;
    const demanded = new Set(least.plan.leaves.map(({ path }) => path));
    const targets = targetsIn(most.plan, demanded, own, values);
    if (targets === undefined) return undefined;
    const schemaOf = (path: string): unknown => properties.find(({ name }) => name === path)?.schema;
    const fields = most.plan.leaves.flatMap((leaf): readonly Changeable[] => {
      const { name, path } = leaf;
      const kind = leaf.kind === 'text' ? 'text' : numbers.has(path) ? 'number' : undefined;
      if (kind === undefined || targets.has(path) || values.has(path) || !isField(name)) return [];
      const schema = schemaOf(path);
      const takesEmpty = schema !== undefined && parts.accepts(schema, kind === 'text' ? '' : 0);
      const description =
        typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'description') : undefined;
      return [{ name, path, kind, demanded: demanded.has(path), takesEmpty, description }];
    });
    return new UpdateForm(most.plan, targets, demanded, fields.slice(0, MOST_FIELDS));
  }

  /** Values of the fields that say which record is meant. */
  get targetTexts(): readonly string[] {
    return [...this.#targets.values()].map(String);
  }

  /** New values for these fields, as they would be sent. */
  fresh(hex: string, paths: readonly string[]): ReadonlyMap<string, Given> {
    const { fields } = makeRecord(this.#plan, NO_KEYS, hex);
    const wanted = fields.filter(({ path }) => paths.includes(path));
    return new Map(wanted.map(({ path, value, marker }) => [path, { value, marker }]));
  }

  /** Arguments that change these fields of the record and no other one; `known` is sent where the tool demands it. */
  arguments(hex: string, given: ReadonlyMap<string, unknown>, known: ReadonlyMap<string, Given>): JsonObject {
    const made = new Map(makeRecord(this.#plan, NO_KEYS, hex).fields.map(({ path, value }) => [path, value]));
    const valueOf = ({ path }: Leaf): unknown => {
      if (this.#targets.has(path)) return this.#targets.get(path);
      if (given.has(path)) return given.get(path);
      if (!this.#demanded.has(path)) return undefined;
      return known.has(path) ? known.get(path)?.value : made.get(path);
    };
    return (build(this.#plan.root, valueOf) ?? {}) as JsonObject;
  }
}

function isField(name: string): boolean {
  return !NO_FIELDS.has(nameWords(name).at(-1) ?? '');
}

/** What says which record is meant: what the tool demands, or an id that it takes. */
function targetsIn(
  { leaves }: RecordPlan,
  demanded: ReadonlySet<string>,
  own: OwnRecord,
  values: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, unknown> | undefined {
  const found = leaves.flatMap((leaf) => {
    const value = values.has(leaf.path) ? undefined : ownValue(own, leaf);
    return value === undefined ? [] : [{ leaf, value }];
  });
  const asked = found.filter(({ leaf }) => demanded.has(leaf.path));
  const byId = asked.filter(({ leaf }) => own.ids.has(idName(leaf.name)) || leaf.name.toLowerCase().endsWith('id'));
  const chosen =
    byId.length > 0 ? byId : asked.length > 0 ? asked : found.filter(({ leaf }) => own.ids.has(idName(leaf.name)));
  return chosen.length === 0 ? undefined : new Map(chosen.map(({ leaf, value }) => [leaf.path, value]));
}

/** The value of a plan; undefined, and no member, where nothing in it is to be sent. */
function build(node: PlanNode, valueOf: (leaf: Leaf) => unknown): unknown {
  if (node.kind === 'list') {
    const items = node.items.map((item) => build(item, valueOf)).filter((item) => item !== undefined);
    return items.length === 0 && node.items.length > 0 ? undefined : items;
  }
  if (node.kind !== 'object') return valueOf(node);
  const members = node.members.flatMap(([name, member]) => {
    const value = build(member, valueOf);
    return value === undefined ? [] : [[name, value] as const];
  });
  // Not by assignment: a property may be called `__proto__`.
  return members.length === 0 && node.members.length > 0 ? undefined : Object.fromEntries(members);
}
