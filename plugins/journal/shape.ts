/**
 * What the journal keeps of arguments: their shape. Booleans and numbers stay, texts become the size class they fall
 * into, of lists the length and the first item stay. Spec: manifest 3.9.
 */

import { isObject, type JsonObject, TOOL_NAME } from '../../core/index.js';

/** A word of this file, or an object of such; of a list: `{ array, items }`. */
export type Shape = string | JsonObject;

/** Arguments come from the author of a manifest, who may send megabytes: a line of the journal stays short all the same. */
const MAX_DEPTH = 32;
const MAX_PARTS = 1000;
/** Stands for what is too deep or too much. */
const MORE = 'more';

/** Inclusive upper bounds, in bytes of UTF-8. */
const SIZES = [8, 32, 128, 512, 4096];
const LARGEST = 4096;
const SIZE = /^str(?:<(?:8|32|128|512|4096)|>4096)$/;
/** Several keys of one object may fall into one class. */
const SIZE_KEY = /^str(?:<(?:8|32|128|512|4096)|>4096)(?:#\d{1,4})?$/;
const WORD = /^(?:null|empty|more|bool:(?:true|false)|num:-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/;

/** The class of a text's size. */
export function sizeOf(text: string): string {
  // A text is at least as many bytes as UTF-16 units: of megabytes nobody needs to count them.
  const bytes = text.length > LARGEST ? text.length : Buffer.byteLength(text);
  const bound = SIZES.find((size) => bytes <= size);
  return bound === undefined ? `str>${LARGEST}` : `str<${bound}`;
}

export function isSize(text: string): boolean {
  return SIZE.test(text);
}

/** The shape of any value. */
export function shapeOf(value: unknown): Shape {
  return new Walk(false).shape(value, 0);
}

/** A shape again, for the boundary where it is written: the same when it is one, and a shape when it is anything else. */
export function shapeAgain(shape: unknown): Shape {
  return new Walk(true).shape(shape, 0);
}

class Walk {
  /** Whether words of this file stand for themselves, or are texts like any other. */
  readonly #again: boolean;
  #left = MAX_PARTS;

  constructor(again: boolean) {
    this.#again = again;
  }

  shape(value: unknown, depth: number): Shape {
    if (this.#left <= 0 || depth > MAX_DEPTH) return MORE;
    this.#left -= 1;
    if (typeof value === 'string') return this.#again && (WORD.test(value) || isSize(value)) ? value : sizeOf(value);
    if (typeof value === 'boolean') return `bool:${value}`;
    if (typeof value === 'number' && Number.isFinite(value)) return `num:${JSON.stringify(value)}`;
    if (Array.isArray(value)) return this.#list(value.length, value.length > 0 ? value[0] : undefined, depth);
    if (!isObject(value)) return 'null';
    if (this.#again && isList(value)) return this.#list(value.array, value.items, depth);
    return this.#object(value, depth);
  }

  #list(length: number, first: unknown, depth: number): Shape {
    return { array: length, items: length === 0 ? 'empty' : this.shape(first, depth + 1) };
  }

  #object(value: JsonObject, depth: number): Shape {
    const members = new Map<string, Shape>();
    for (const [name, member] of Object.entries(value)) {
      if (this.#left <= 0) {
        members.set(MORE, MORE);
        break;
      }
      members.set(this.#key(name, members), this.shape(member, depth + 1));
    }
    // Not by assignment: a member may be called `__proto__`.
    return Object.fromEntries(members);
  }

  /** A name that reads like one of a tool stays; any other may hold a value, so only its size does. */
  #key(name: string, taken: ReadonlyMap<string, unknown>): string {
    if (TOOL_NAME.test(name) || (this.#again && SIZE_KEY.test(name))) return name;
    const size = sizeOf(name);
    let key = size;
    for (let number = 2; taken.has(key); number += 1) key = `${size}#${number}`;
    return key;
  }
}

/** A list's shape. Of an argument with members of these names, `array` is a word and no number. */
function isList(value: JsonObject): value is { readonly array: number; readonly items: unknown } {
  const { array, items } = value;
  return Object.keys(value).length === 2 && Number.isInteger(array) && (array as number) >= 0 && items !== undefined;
}
