import {
  type CallRecord,
  type Confidence,
  distinctHex,
  idName,
  isObject,
  type JsonObject,
  nameNouns,
  newIdDoubt,
  type ProbeRecord,
  type ProbeScope,
  randomHex,
  type RecordField,
  shownIn,
  skipReport,
  dataIn,
  textItems,
  type Waiting,
} from '../../core/index.js';
import type { ToolStoredId } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { lookFor, type Sights } from '../effect-checks/sights.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import { shortened } from '../effect-checks/words.js';

/** The field by which the caller says under which id a record is to be stored; undefined when there is none. */
export function ownIdOf(store: Store): RecordField | undefined {
  const nouns = nameNouns(store.tool.name);
  const names = new Set(['id', ...nouns.map((noun) => `${noun}_id`)]);
  const { fields } = store.first.record;
  const found = fields.find(({ name, marker, value }) => names.has(idName(name)) && marker === value);
  return found !== undefined && otherMarkers(store.first.record, found).length > 0 ? found : undefined;
}

/** Gives the tool an id that is taken: the record has to be stored under it, or be refused, or the answer names the other id. */
export class TakenId implements Check<'tool.stored-id'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #store: OwnStore;
  readonly #waiting: Waiting;
  readonly #path: string;
  #outcome: ToolStoredId['outcome'] = 'unknown';
  #id = '';
  #stored = '';
  #summary = '';

  constructor(scope: ProbeScope<'tool'>, store: Store, field: RecordField, settleMs: readonly number[]) {
    this.#scope = scope;
    this.#store = new OwnStore(scope, store, { settleMs, nextHex: distinctHex(randomHex) });
    this.#waiting = { settleMs, signal: scope.signal };
    this.#path = field.path;
  }

  async run(): Promise<void> {
    demandPermission(this.#scope, this.#scope.subject.tool);
    const first = await this.#store.send('make a record');
    if (first.kind !== 'stored') throw new CannotTell(`a record could not be made: ${first.reason}`);
    const id = first.record.fields.find(({ path }) => path === this.#path) as RecordField;
    this.#id = `${shortened(id.name)} "${String(id.value)}"`;
    const before = await this.#look(first.record, id);
    const own = idsBeside(before, otherMarkers(first.record, id), id.name);
    if (!own.includes(String(id.value))) throw new CannotTell('no read tool shows records together with their ids');
    const again = withId(this.#store.record(), id);
    const second = await this.#store.send('make another one with its id', again);
    if (second.kind === 'silent') throw new CannotTell(second.reason);
    if (second.kind !== 'stored') return this.#is('refused', 'an id that is taken is refused');
    const skipped = skipReport(second.result, first.result);
    if (skipped !== undefined) return this.#is('reported', `the answer says "${skipped}"`);
    const named = newIdDoubt(first.result, second.result);
    if (named !== undefined) return this.#is('named', named);
    const other = again.fields.find(({ path }) => path === this.#path) as RecordField;
    const after = await this.#look(again, other);
    const stored = idsBeside(after, otherMarkers(again, other), id.name);
    if (stored.length === 0) return this.#is('not-shown', 'the second record does not show with an id');
    if (stored.includes(String(id.value))) return this.#is('same', 'the second record has the id that it was given');
    if (shownIn(second.result, stored).size > 0) return this.#is('named', `the answer names ${stored.join(', ')}`);
    this.#stored = `${shortened(id.name)} "${shortened(stored[0] ?? '')}"`;
    this.#is('ignored', '');
  }

  data(): ToolStoredId {
    return {
      check: 'stored-id',
      tool: this.#scope.subject.name,
      id: '',
      sent: this.#id,
      stored: this.#stored,
      outcome: this.#outcome,
      readers: this.#store.readers.map(({ name }) => name),
      markers: [...this.#store.journal.markers],
      summary: this.#summary,
      details: this.#store.journal.details,
    };
  }

  basis(): string {
    return 'a read tool had shown the first record under the id that it was given';
  }

  confidence(): Confidence {
    return 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#store.journal.evidence;
  }

  #is(outcome: ToolStoredId['outcome'], summary: string): void {
    this.#outcome = outcome;
    this.#summary = summary;
    this.#store.journal.note('look for its id', outcome, summary);
  }

  async #look(record: ProbeRecord, id: RecordField): Promise<Sights> {
    const sought = otherMarkers(record, id);
    const looks = await lookFor(this.#store.readers, [record], (seen) => seen.show(sought), this.#waiting);
    const seen = looks.at(-1) as Sights;
    this.#store.journal.keep(seen.all.flatMap(({ calls }) => calls));
    return seen;
  }
}

/** What a record shows besides its id. */
function otherMarkers({ fields }: ProbeRecord, id: RecordField): readonly string[] {
  return fields.flatMap(({ path, marker }) => (marker === undefined || path === id.path ? [] : [marker]));
}

/** The record with another one's id. */
function withId(record: ProbeRecord, id: RecordField): ProbeRecord {
  const old = record.fields.find(({ path }) => path === id.path)?.value;
  return {
    ...record,
    arguments: replaced(record.arguments, old, id.value) as JsonObject,
    fields: record.fields.map((field) => (field.path === id.path ? { ...id } : field)),
  };
}

/** Arguments are no deeper than plans are. */
function replaced(value: unknown, old: unknown, by: unknown): unknown {
  if (value === old) return by;
  if (Array.isArray(value)) return (value as readonly unknown[]).map((item) => replaced(item, old, by));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, old, by)]));
}

/** The ids that stand beside one of these texts: in one object, or in one tag. */
function idsBeside({ all }: Sights, texts: readonly string[], name: string): readonly string[] {
  const results = all.flatMap(({ result }) => (result === undefined ? [] : [result]));
  return results.flatMap((result) => [...idsInObjects(result, texts, name), ...idsInTags(result, texts, name)]);
}

const MOST_OBJECTS = 10_000;

function idsInObjects(result: JsonObject, texts: readonly string[], name: string): readonly string[] {
  const open: unknown[] = [result['structuredContent'], ...textItems(result).map(dataIn)];
  const found: string[] = [];
  for (let seen = 0; open.length > 0 && seen < MOST_OBJECTS; seen += 1) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    const members = Object.entries(part) as [string, unknown][];
    for (const [, value] of members) if (typeof value === 'object') open.push(value);
    if (!members.some(([, value]) => texts.some((text) => value === text))) continue;
    for (const [key, value] of members)
      if (idName(key) === idName(name) && (typeof value === 'string' || typeof value === 'number'))
        found.push(String(value));
  }
  return found;
}

function idsInTags(result: JsonObject, texts: readonly string[], name: string): readonly string[] {
  return textItems(result).flatMap((text) =>
    (text.match(/<[^<>]{1,2000}>/g) ?? []).flatMap((tag) => {
      const attributes = [...tag.matchAll(/([\w:-]+)="([^"]*)"/g)];
      if (!attributes.some(([, , value]) => texts.some((one) => value === one))) return [];
      return attributes.flatMap(([, key = '', value = '']) => (idName(key) === idName(name) ? [value] : []));
    }),
  );
}
