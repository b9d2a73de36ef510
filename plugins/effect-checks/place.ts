/** Records of our own in places of our choice: beside what the user named, or where the server puts a plain name. */

import {
  answerOf,
  type CallRecord,
  failureReport,
  isKeyName,
  isObject,
  isReadOnlyTool,
  isRequired,
  isWriteTool,
  type JsonObject,
  ledgerOf,
  makeRecord,
  markerFor,
  markerPrefix,
  nameNouns,
  nameWords,
  planRecord,
  type ProbeRecord,
  type ProbeScope,
  reachesOut,
  type RecordPlan,
  requiredArguments,
  shownIn,
  type Tool,
  valueMarkers,
} from '../../core/index.js';
import { isNamed } from './call.js';
import { CannotTell } from './check.js';
import type { Journal } from './journal.js';

type Scope = Pick<ProbeScope<'tool'>, 'call' | 'catalog' | 'values' | 'effects' | 'mayCall'>;

const PATH_WORDS: ReadonlySet<string> = new Set('path file filename filepath uri directory dir folder'.split(' '));
const WRITING: ReadonlySet<string> = new Set('write create save put store add new'.split(' '));
/** Readers and writers that are tried. */
const MOST_TRIED = 3;

/** A record under a key that we chose, and how it is read. */
export interface Placed {
  readonly key: string;
  readonly record: ProbeRecord;
}

/** A write tool that puts texts under keys, and a read tool that gives them back by their key. */
export class Place {
  readonly writer: Tool;
  readonly reader: Tool;
  readonly #scope: Scope;
  readonly #plan: RecordPlan;
  readonly #keyPath: string;
  readonly #journal: Journal;

  private constructor(parts: {
    readonly scope: Scope;
    readonly writer: Tool;
    readonly reader: Tool;
    readonly plan: RecordPlan;
    readonly keyPath: string;
    readonly journal: Journal;
  }) {
    this.#scope = parts.scope;
    this.writer = parts.writer;
    this.reader = parts.reader;
    this.#plan = parts.plan;
    this.#keyPath = parts.keyPath;
    this.#journal = parts.journal;
  }

  /**
   * The first place in which a new record shows, for records like those that `forTool` takes; and that record.
   * @throws CannotTell when there is none, or the connection or the run is over
   */
  static async find(
    scope: Scope,
    forTool: Tool,
    journal: Journal,
    nextHex: () => string,
  ): Promise<{ readonly place: Place; readonly first: Placed }> {
    for (const writer of writersFor(scope, forTool).slice(0, MOST_TRIED)) {
      const planned = await planFor(scope, writer);
      if (planned === undefined) continue;
      const { plan, keyPath } = planned;
      for (const reader of readersOf(scope, keyPath).slice(0, MOST_TRIED)) {
        const place = new Place({ scope, writer, reader, plan, keyPath, journal });
        const first = await place.put(nextHex());
        if (first === undefined) break;
        if ((await place.read(first.key)).shows(first.record)) return { place, first };
      }
    }
    throw new CannotTell(
      `no pair of a write tool and a read tool shows records under keys of our own that ${forTool.name} could take`,
    );
  }

  /** Puts a new record there; undefined when that is refused. */
  async put(hex: string): Promise<Placed | undefined> {
    const key = keyBeside(this.#scope, this.writer, this.#keyPath, hex);
    const record = makeRecord(this.#plan, new Set(), hex, {
      given: ({ path }) => (path === this.#keyPath ? key : undefined),
    });
    this.#journal.markers.push(markerPrefix(hex));
    const call = await this.#scope.call('tools/call', { name: this.writer.name, arguments: record.arguments });
    this.#journal.keep([call]);
    const answer = answerOf(call);
    if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
    if (answer.kind !== 'answered' || failureReport(answer.result) !== undefined) return undefined;
    ledgerOf(this.#scope.catalog).add(this.writer, record, answer.result);
    return { key, record };
  }

  /** Reads what is under a key. */
  async read(key: string): Promise<Reading> {
    const values = new Map([...this.#scope.values(this.reader), [this.#keyPath, key]]);
    const made = await requiredArguments(this.reader, values);
    if (!made.ok) throw new CannotTell(`no valid arguments could be made for ${this.reader.name}: ${made.reason}`);
    const call = await this.#scope.call('tools/call', { name: this.reader.name, arguments: made.arguments });
    const answer = answerOf(call);
    if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
    return new Reading(call, answer.kind === 'answered' ? answer.result : undefined);
  }
}

/** What stands under a key. */
export class Reading {
  readonly call: CallRecord;
  readonly #result: JsonObject | undefined;

  constructor(call: CallRecord, result: JsonObject | undefined) {
    this.call = call;
    this.#result = result;
  }

  /** True when the values of this record stand there. */
  shows(record: ProbeRecord): boolean {
    const sought = valueMarkers(record);
    return this.#result !== undefined && shownIn(this.#result, sought).size > 0;
  }
}

/**
 * The tool, with the arguments that the user gave as its texts where its schema says nothing of any: published servers
 * exist whose schemas have been lost on the way.
 */
export function asGiven({ values }: Pick<Scope, 'values'>, tool: Tool): Tool {
  const { properties: declared } = tool.inputSchema;
  if (isObject(declared) && Object.keys(declared).length > 0) return tool;
  const names = [...values(tool)].flatMap(([name, value]) => (typeof value === 'string' ? [name] : []));
  if (names.length === 0) return tool;
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return { ...tool, inputSchema: { type: 'object', properties, required: names } };
}

/** Tools of the same nouns first, and what takes a path for what takes paths. */
function writersFor(scope: Scope, forTool: Tool): readonly Tool[] {
  const { catalog, effects, mayCall } = scope;
  const nouns = nameNouns(forTool.name);
  const shares = (tool: Tool): boolean => nameNouns(tool.name).some((noun) => nouns.includes(noun));
  const isWriter = (tool: Tool): boolean => isWriteTool(tool) || nameWords(tool.name).some((word) => WRITING.has(word));
  return catalog.tools
    .filter((tool) => tool.name !== forTool.name && isNamed(tool, catalog) && !effects.exclude.includes(tool.name))
    .filter((tool) => !isReadOnlyTool(tool) && !reachesOut(tool) && isWriter(tool) && mayCall(tool).allowed)
    .filter(shares)
    .map((tool) => asGiven(scope, tool));
}

async function planFor(
  scope: Scope,
  writer: Tool,
): Promise<{ readonly plan: RecordPlan; readonly keyPath: string } | undefined> {
  const values = scope.values(writer);
  const { properties } = writer.inputSchema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const keyPath = names.find((name) => isRequired(writer, name) && isKeyName(name));
  if (keyPath === undefined) return undefined;
  // A key that the user gave says where; each record needs one of its own beside it.
  const known = scope.catalog.tools.includes(writer);
  const others = new Map([...values].filter(([name]) => known && name !== keyPath && isPathless(name)));
  const planned = await planRecord(writer, { values: others, optional: false });
  if ('impossible' in planned) return undefined;
  const { plan } = planned;
  const texts = plan.leaves.filter(({ kind, path }) => kind === 'text' && path !== keyPath);
  const isText = plan.leaves.some(({ kind, path }) => kind === 'text' && path === keyPath);
  return texts.length > 0 && isText ? { plan, keyPath } : undefined;
}

function isPathless(name: string): boolean {
  return !PATH_WORDS.has(nameWords(name).at(-1) ?? '');
}

/** Read-only tools that take the key under the same name; what reads one record before what lists many. */
function readersOf(scope: Scope, keyPath: string): readonly Tool[] {
  const { catalog, effects } = scope;
  const takes = ({ inputSchema: { properties } }: Tool): boolean =>
    isObject(properties) && Object.hasOwn(properties, keyPath);
  const reads = ({ name }: Tool): number => (/^(?:read|get|show|view|open|fetch)/.test(name) ? 0 : 1);
  return catalog.tools
    .filter((tool) => isReadOnlyTool(tool) && isNamed(tool, catalog) && !effects.exclude.includes(tool.name))
    .map((tool) => asGiven(scope, tool))
    .filter(takes)
    .toSorted((one, other) => reads(one) - reads(other));
}

/** A new key: in the folder of a path that the user gave for some tool, with its ending; else a plain name. */
export function keyBeside(scope: Pick<Scope, 'catalog' | 'values'>, writer: Tool, name: string, hex: string): string {
  const marker = markerFor(hex, name);
  const own = scope.values(writer).get(name);
  if (typeof own === 'string' && !isPathless(name)) return `${folderOf(own, true)}${marker}${endingOf(own) || '.txt'}`;
  if (isPathless(name)) return marker;
  const given = scope.catalog.tools.flatMap((tool) => scope.values(tool).get(name) ?? []);
  const known = given.find((value) => typeof value === 'string');
  return typeof known === 'string' ? `${folderOf(known, endingOf(known) !== '')}${marker}.txt` : `${marker}.txt`;
}

/** With a slash at its end; empty for a plain name. `isFile`: the last part names what is in the folder. */
function folderOf(path: string, isFile: boolean): string {
  if (!isFile) return `${path.replace(/[/\\]+$/, '')}/`;
  return /^.*[/\\]/s.exec(path)?.[0] ?? '';
}

export function endingOf(path: string): string {
  return /\.[A-Za-z0-9]{1,8}$/.exec(path)?.[0] ?? '';
}
