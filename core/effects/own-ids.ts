/** How a server calls a record of ours: the ids in its answers, by the names under which other tools ask for them. */

import { isObject, type JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { nameWords, singular } from '../name-words.js';
import { nameNouns } from '../tool-effects.js';
import { dataIn, textItems } from './answer.js';

/** By normalised name: `task_id`, `id`. */
export type OwnIds = ReadonlyMap<string, string | number>;

export type IdSource =
  /** The answer of the tool that wrote the record: everything in it is about that. */
  | { readonly tool: Tool }
  /** Any other answer: only objects that hold one of these texts, and what these stand in. */
  | { readonly markers: readonly string[] };

const ID_WORDS: ReadonlySet<string> = new Set('id uuid uid guid number slug ref'.split(' '));
/** Values that are looked at. */
const MOST_VALUES = 5_000;
const MAX_DEPTH = 16;
const MAX_ID = 200;
/** `task id: t-12`, `#12`. */
const IN_PROSE = /(?:\b([a-z]{2,20})[ _-])?\b(?:id|uuid)\b["'`)]?\s*[:=]?\s*["'`(]?([\w-]*\d[\w-]*)|#(\d+)\b/gi;

/** The ids in a result. Of several with one name the first counts. */
export function ownIdsIn(result: JsonObject, source: IdSource): OwnIds {
  const found = new Map<string, string | number>();
  const noun = 'tool' in source ? (nameNouns(source.tool.name).at(-1) ?? '') : '';
  const walk = new Walk(found, 'markers' in source ? source.markers.map((text) => text.toLowerCase()) : undefined);
  if (isObject(result['structuredContent'])) walk.visit(result['structuredContent'], noun, [], 0);
  for (const text of textItems(result)) {
    const data = dataIn(text);
    if (data !== undefined) walk.visit(data, noun, [], 0);
    else if ('tool' in source) addFromProse(found, text, noun);
  }
  return found;
}

/** A name as ids are kept by: `taskId` and `task-id` are `task_id`. */
export function idName(name: string): string {
  return nameWords(name).join('_');
}

interface Around {
  readonly value: JsonObject;
  readonly noun: string;
}

class Walk {
  readonly #found: Map<string, string | number>;
  readonly #markers: readonly string[] | undefined;
  #values = 0;

  constructor(found: Map<string, string | number>, markers: readonly string[] | undefined) {
    this.#found = found;
    this.#markers = markers;
  }

  visit(value: unknown, noun: string, around: readonly Around[], depth: number): void {
    this.#values += 1;
    if (depth > MAX_DEPTH || this.#values > MOST_VALUES) return;
    if (Array.isArray(value))
      return (value as readonly unknown[]).forEach((item) => this.visit(item, noun, around, depth + 1));
    if (!isObject(value)) return;
    const here: Around = { value, noun };
    if (this.#isAboutUs(value)) for (const part of [here, ...around.toReversed()]) this.#collect(part);
    for (const [name, member] of Object.entries(value)) {
      const inner = Array.isArray(member) || isObject(member);
      if (inner) this.visit(member, singular(nameWords(name).at(-1) ?? ''), [...around, here], depth + 1);
    }
  }

  #isAboutUs(value: JsonObject): boolean {
    const markers = this.#markers;
    if (markers === undefined) return true;
    return Object.values(value).some((member) =>
      (Array.isArray(member) ? (member as readonly unknown[]) : [member]).some(
        (text) => typeof text === 'string' && markers.some((marker) => text.toLowerCase().includes(marker)),
      ),
    );
  }

  #collect({ value, noun }: Around): void {
    for (const [name, member] of Object.entries(value)) {
      const words = nameWords(name);
      if (!ID_WORDS.has(words.at(-1) ?? '') || !isId(member)) continue;
      this.#add(words.join('_'), member);
      if (words.length === 1 && noun !== '') this.#add(`${noun}_${words[0]}`, member);
    }
  }

  #add(name: string, id: string | number): void {
    if (!this.#found.has(name)) this.#found.set(name, id);
  }
}

function addFromProse(found: Map<string, string | number>, text: string, noun: string): void {
  for (const [, word, id, number] of text.slice(0, MOST_VALUES).matchAll(IN_PROSE)) {
    const value = id ?? number ?? '';
    for (const of of [word?.toLowerCase(), noun, undefined]) {
      const name = of === undefined ? 'id' : `${of}_id`;
      if (of !== '' && !found.has(name)) found.set(name, value);
    }
  }
}

function isId(value: unknown): value is string | number {
  return typeof value === 'number'
    ? Number.isSafeInteger(value)
    : typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}
