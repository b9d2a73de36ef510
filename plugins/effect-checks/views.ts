/** Everything that shows one record of ours: the readers that are proven to, and those that take its id. */

import {
  aimerFor,
  answerOf,
  classifyTool,
  type CallRecord,
  idName,
  isObject,
  isReadOnlyTool,
  type JsonObject,
  lookUntil,
  nameNouns,
  nameWords,
  type OwnRecord,
  reachesOut,
  shownIn,
  dataIn,
  textItems,
  type Tool,
  type Waiting,
} from '../../core/index.js';
import { isNamed } from './call.js';
import { CannotTell } from './check.js';
import type { OwnStore } from './stores.js';
import { textsOf } from './sights.js';

/** A reader that shows what happened, or the newest only, says nothing about how a record is now. */
const NO_VIEW: ReadonlySet<string> = new Set(
  'latest last recent newest current next history log logs audit changes diff events activity random'.split(' '),
);
/** Words of tools that only show something, although their first word does not say so: `open_task_details`, `bank_read`. */
const SHOWING: ReadonlySet<string> = new Set('read get show view details detail info display'.split(' '));
const MOST_PROVEN = 3;
const MOST_AIMED = 2;

/** What all of them answered at one moment. */
export class View {
  readonly results: readonly JsonObject[];
  readonly calls: readonly CallRecord[];

  constructor(results: readonly JsonObject[], calls: readonly CallRecord[]) {
    this.results = results;
    this.calls = calls;
  }

  shows(text: string): boolean {
    return this.results.some((result) => shownIn(result, [text]).size > 0);
  }

  /** Values of a member, wherever an object shows that also shows one of these texts by itself. */
  members(name: string, texts: readonly string[]): readonly unknown[] {
    return this.results.flatMap((result) =>
      objectsIn(result).flatMap((object) =>
        holds(object, texts) ? Object.entries(object).flatMap(([key, value]) => (alike(key, name) ? [value] : [])) : [],
      ),
    );
  }
}

export interface ViewsInput {
  readonly exclude: readonly string[];
  readonly waiting: Waiting;
  /** Nouns of readers besides those of the tool that made the record. */
  readonly nouns: readonly string[];
}

export class Views {
  readonly #store: OwnStore;
  readonly #own: OwnRecord;
  readonly #waiting: Waiting;
  readonly #aimed: { readonly name: string; readonly args: JsonObject }[] = [];

  private constructor(store: OwnStore, own: OwnRecord, waiting: Waiting) {
    this.#store = store;
    this.#own = own;
    this.#waiting = waiting;
  }

  /** Never rejects. */
  static async of(store: OwnStore, own: OwnRecord, { exclude, waiting, nouns: more }: ViewsInput): Promise<Views> {
    const views = new Views(store, own, waiting);
    const { catalog } = store.scope;
    const nouns = [...nameNouns(own.tool.name), ...more];
    const proven = new Set(store.readers.map(({ name }) => name));
    for (const tool of catalog.tools) {
      if (views.#aimed.length >= MOST_AIMED) break;
      if (!showsOnly(tool) || proven.has(tool.name) || exclude.includes(tool.name)) continue;
      if (!isNamed(tool, catalog) || !isView(tool.name) || !nameNouns(tool.name).some((noun) => nouns.includes(noun)))
        continue;
      const aimer = await aimerFor({ tool, values: store.scope.values(tool) });
      const aim = aimer?.at(own, own.record.hex);
      if (aim === undefined) continue;
      if (aim.targets.some((name) => own.ids.has(idName(name))) || aim.record.fields.every(({ isKey }) => isKey))
        views.#aimed.push({ name: tool.name, args: aim.record.arguments });
    }
    return views;
  }

  /** Names of the readers. */
  get names(): readonly string[] {
    return [...this.#proven().map(({ name }) => name), ...this.#aimed.map(({ name }) => name)];
  }

  /**
   * Looks until it is fine, or until the waits are over.
   * @throws CannotTell when the connection or the run is over
   */
  async look(isFine: (view: View) => boolean): Promise<View> {
    const looks = await lookUntil(isFine, () => this.#once(), this.#waiting);
    return looks.at(-1) as View;
  }

  async #once(): Promise<View> {
    const { record } = this.#own;
    const results: JsonObject[] = [];
    const calls: CallRecord[] = [];
    for (const reader of this.#proven()) {
      const sight = await reader.look(record, textsOf([record]));
      calls.push(...sight.calls);
      if (sight.result !== undefined) results.push(sight.result);
    }
    for (const { name, args } of this.#aimed) {
      const call = await this.#store.scope.call('tools/call', { name, arguments: args });
      const answer = answerOf(call);
      if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
      calls.push(call);
      if (answer.kind === 'answered') results.push(answer.result);
    }
    return new View(results, calls);
  }

  #proven(): OwnStore['readers'] {
    return this.#store.readers.filter(({ name }) => isView(name)).slice(0, MOST_PROVEN);
  }
}

function isView(name: string): boolean {
  return !nameWords(name).some((word) => NO_VIEW.has(word));
}

/** Reads, or is called so and takes nothing but what says which record is meant: it is only ever asked for ours. */
function showsOnly(tool: Tool): boolean {
  if (isReadOnlyTool(tool)) return true;
  const words = nameWords(tool.name);
  return classifyTool(tool) === 'other' && !reachesOut(tool) && words.some((word) => SHOWING.has(word));
}

function alike(one: string, other: string): boolean {
  return nameWords(one).join('') === nameWords(other).join('');
}

function holds(object: JsonObject, texts: readonly string[]): boolean {
  return Object.values(object).some((value) => texts.some((text) => String(value) === text));
}

/** Objects that are looked at. */
const MOST_OBJECTS = 10_000;

/** Every object of an answer at any depth, structured or in JSON text. */
function objectsIn(result: JsonObject): readonly JsonObject[] {
  const open: unknown[] = [result['structuredContent'], ...textItems(result).map(dataIn)];
  const found: JsonObject[] = [];
  while (open.length > 0 && found.length < MOST_OBJECTS) {
    const part = open.pop();
    if (Array.isArray(part)) for (const item of part as readonly unknown[]) open.push(item);
    else if (isObject(part)) {
      found.push(part);
      for (const value of Object.values(part)) if (typeof value === 'object') open.push(value);
    }
  }
  return found;
}
