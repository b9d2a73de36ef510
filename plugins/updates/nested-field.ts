import {
  type CallRecord,
  type Confidence,
  isObject,
  type JsonObject,
  markerFor,
  type ProbeScope,
  propertiesOf,
  SchemaParts,
  type Tool,
} from '../../core/index.js';
import type { ToolUpdate } from '../../schemas/observations.gen.js';
import { CannotTell, type Check } from '../effect-checks/check.js';
import { shortened } from '../effect-checks/words.js';
import { promiseOfFields } from './changes.js';
import { Facts } from './facts.js';
import type { Tried } from './one-field.js';
import type { Subject } from './subject.js';

/** An object that the tool changes a part of: its name, and two members that take any text. */
interface Holder {
  readonly name: string;
  readonly members: readonly [string, string];
}

/** Names that are tried in an object that takes any. */
const FREE = ['alpha', 'beta'] as const;

/** Changes one member of an object at a time, where the description says that only what is given changes. */
export class NestedField implements Check<'tool.update'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #subject: Subject;
  readonly #facts: Facts;

  constructor(scope: ProbeScope<'tool'>, { subject }: Tried) {
    this.#scope = scope;
    this.#subject = subject;
    this.#facts = new Facts(scope.subject.tool, 'nested-field', subject.store.journal);
    this.#facts.readers = subject.views.names;
    this.#facts.basis = 'the description says that only the given fields change';
  }

  /** True for a tool that takes such an object and promises to keep the rest. */
  static async suits({ subject, values }: ProbeScope<'tool'>): Promise<boolean> {
    const { tool } = subject;
    return promiseOfFields(tool) === 'keeps' && (await holderOf(tool, values(tool))) !== undefined;
  }

  async run(): Promise<void> {
    const { subject, values } = this.#scope;
    const holder = await holderOf(subject.tool, values(subject.tool));
    if (holder === undefined) throw new CannotTell('no object is taken of which a part could be changed', 'skipped');
    await this.#changeOneOfTwo(holder);
    await this.#changeNamed(holder);
  }

  data(): ToolUpdate {
    return this.#facts.data();
  }

  basis(): string {
    return this.#facts.basis;
  }

  confidence(): Confidence {
    return this.#facts.confidence;
  }

  evidence(): readonly CallRecord[] {
    return this.#facts.evidence;
  }

  /** Gives the first member a text, then the second one: both have to show. */
  async #changeOneOfTwo({ name, members: [first, second] }: Holder): Promise<void> {
    const { views } = this.#subject;
    const kept = this.#marker(first);
    const filled = await this.#subject.updateWith(`give ${shortened(first)} in ${shortened(name)}`, {
      [name]: { [first]: kept },
    });
    if (filled.kind === 'refused') throw new CannotTell(`an update of ${shortened(name)} fails: ${filled.reason}`);
    const before = await views.look((view) => view.shows(kept));
    if (!before.shows(kept)) throw new CannotTell(`no read tool shows what is given in ${shortened(name)}`);
    const added = this.#marker(second);
    const changed = await this.#subject.updateWith(`give ${shortened(second)} in ${shortened(name)} only`, {
      [name]: { [second]: added },
    });
    if (changed.kind === 'refused') throw new CannotTell(`an update of ${shortened(name)} fails: ${changed.reason}`);
    const after = await views.look((view) => view.shows(added) && view.shows(kept));
    this.#facts.fields = [`${name}.${first}`];
    this.#facts.summary = `members of ${shortened(name)} stay`;
    if (!after.shows(added) || after.shows(kept)) return;
    this.#facts.keep(filled.call, before, changed.call, after);
    this.#facts.dropped = [`${name}.${first}`];
  }

  /** Gives a member that the tool which makes records declares: where that one stores it, this one has to. */
  async #changeNamed({ name }: Holder): Promise<void> {
    const { store, views } = this.#subject;
    const member = (await declaredTexts(store.store.tool, name)).find((one) => one !== 'alpha');
    if (member === undefined) return;
    const value = this.#marker(member);
    const updated = await this.#subject.updateWith(`give ${shortened(member)} in ${shortened(name)}`, {
      [name]: { [member]: value },
    });
    if (updated.kind === 'refused') return;
    const view = await views.look((seen) => seen.shows(value));
    if (view.shows(value) || !(await this.#isStoredByMaker(name, member))) return;
    this.#facts.keep(updated.call, view);
    this.#facts.ignored = `"${shortened(member)}" in "${shortened(name)}" does not show, although ${shortened(store.store.tool.name)} stores it`;
  }

  async #isStoredByMaker(name: string, member: string): Promise<boolean> {
    const { store } = this.#subject;
    const plain = store.record();
    const marker = this.#marker(member);
    const path = `${name}.${member}`;
    const record = {
      ...plain,
      arguments: { ...plain.arguments, [name]: { [member]: marker } },
      fields: [...plain.fields, { name: member, path, value: marker, marker, isKey: false }],
    };
    const written = await store.send(`make a record with ${shortened(path)}`, record);
    if (written.kind !== 'stored') return false;
    const { seen } = await store.missing([record], 'after it was made');
    return seen.show([marker]);
  }

  #marker(member: string): string {
    return markerFor(this.#subject.hex(), member);
  }
}

async function holderOf(tool: Tool, values: ReadonlyMap<string, unknown>): Promise<Holder | undefined> {
  const parts = await SchemaParts.of(tool);
  const shape = parts.shape(tool.inputSchema);
  for (const { name, schema, demanded } of shape === undefined ? [] : propertiesOf(shape)) {
    const inner = parts.shape(schema);
    if (demanded || values.has(name) || inner?.types?.includes('object') !== true) continue;
    const declared = textsIn(inner.objects.flatMap(({ properties }) => Object.entries(properties)));
    const [first, second] = parts.accepts(schema, { [FREE[0]]: 'x', [FREE[1]]: 'x' }) ? FREE : declared;
    if (first !== undefined && second !== undefined) return { name, members: [first, second] };
  }
  return undefined;
}

/** Names of the texts that a tool declares inside of one of its objects. */
async function declaredTexts(tool: Tool, name: string): Promise<readonly string[]> {
  const parts = await SchemaParts.of(tool);
  const shape = parts.shape(tool.inputSchema);
  const schema = shape === undefined ? undefined : propertiesOf(shape).find((one) => one.name === name)?.schema;
  const inner = schema === undefined ? undefined : parts.shape(schema);
  return textsIn(inner?.objects.flatMap(({ properties }) => Object.entries(properties)) ?? []);
}

function textsIn(members: readonly (readonly [string, unknown])[]): readonly string[] {
  return members.flatMap(([name, schema]) => (isPlainText(schema) ? [name] : []));
}

function isPlainText(schema: unknown): boolean {
  const limits = ['enum', 'const', 'pattern', 'format', 'maxLength'];
  return (
    isObject(schema) &&
    schema['type'] === 'string' &&
    limits.every((limit) => !Object.hasOwn(schema as JsonObject, limit))
  );
}
