/** Takes parts out of a document that somebody else wrote, and collects what is wrong with it. */

import { UsageError } from '../errors.js';
import { isObject, type JsonObject } from '../json.js';
import { IDENTIFIER, TOOL_NAME, TOOL_NAME_WORDS } from '../manifest/grammar.js';
import { printable } from '../text/printable.js';

/** What a value has to be. `what` completes "takes …". */
export interface Sort<T> {
  readonly what: string;
  readonly fits: (value: unknown) => value is T;
}

const sort = <T>(what: string, fits: (value: unknown) => value is T): Sort<T> => ({ what, fits });

/** A text of a grammar. */
export const textLike = (grammar: RegExp, what: string): Sort<string> =>
  sort(what, (value): value is string => typeof value === 'string' && grammar.test(value));

/** One of a few words. */
export const oneOf = <W extends string>(words: readonly W[]): Sort<W> =>
  sort(words.map((word) => `"${word}"`).join(' or '), (value): value is W =>
    (words as readonly unknown[]).includes(value),
  );

const integer = (what: string, least: number, most = Number.MAX_SAFE_INTEGER): Sort<number> =>
  sort(
    what,
    (value): value is number => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
  );

export const sorts = {
  object: sort('an object', isObject),
  list: sort('a list', (value): value is readonly unknown[] => Array.isArray(value)),
  flag: sort('true or false', (value): value is boolean => typeof value === 'boolean'),
  text: sort('a text', (value): value is string => typeof value === 'string'),
  count: integer('a whole number, 0 or more', 0),
  place: integer('a whole number, 1 or more', 1),
  percent: integer('a whole number from 0 to 100', 0, 100),
  identifier: textLike(IDENTIFIER, 'an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-"'),
  tool: textLike(TOOL_NAME, TOOL_NAME_WORDS),
  /** A name of our own vocabulary. */
  word: textLike(/^[a-z][a-z0-9.-]{0,63}$/, 'a word of lowercase letters, digits, "." and "-"'),
  /** The name of a field or of a measurement. */
  field: textLike(/^[a-z][a-z0-9_]{0,63}$/, 'a name of lowercase letters, digits and "_"'),
};

/** A text of the document as messages show it. */
export const quoted = (text: string): string => JSON.stringify(printable(text, { max: 80 }));

const MAX_PROBLEMS = 20;

/** Paths are JSON Pointers into the document; their parts are names and places that need no escape. */
export class Reading {
  readonly #source: string;
  readonly #problems: string[] = [];
  #more = 0;

  /** `source` names the document in messages. */
  constructor(source: string) {
    this.#source = source;
  }

  /** Nothing was found so far. */
  get clean(): boolean {
    return this.#problems.length === 0;
  }

  /** `what` is only asked for while there is room for it. */
  problem(path: string, what: string | (() => string)): void {
    if (this.#problems.length >= MAX_PROBLEMS) this.#more += 1;
    else
      this.#problems.push(
        `${this.#source}  ${path === '' ? '' : `${path}  `}${typeof what === 'string' ? what : what()}`,
      );
  }

  /** @throws UsageError with everything that was found, if anything was */
  throwAny(): void {
    if (this.#problems.length === 0) return;
    const more = this.#more > 0 ? [`${this.#source}  and ${this.#more} more.`] : [];
    throw new UsageError([...this.#problems, ...more]);
  }

  /** The value when it is of the sort; otherwise a problem. */
  value<T>(value: unknown, path: string, sort: Sort<T>): T | undefined {
    if (sort.fits(value)) return value;
    this.problem(path, `takes ${sort.what}.`);
    return undefined;
  }

  /** A member that must be there. */
  member<T>(object: JsonObject, name: string, path: string, sort: Sort<T>): T | undefined {
    if (Object.hasOwn(object, name)) return this.value(object[name], `${path}/${name}`, sort);
    this.problem(path, `lacks "${name}": ${sort.what}.`);
    return undefined;
  }

  /** A member that may be null, and may be left out unless it is `required`. */
  nullable<T>(object: JsonObject, name: string, path: string, sort: Sort<T>, required = false): T | null {
    if (!Object.hasOwn(object, name)) {
      if (required) this.problem(path, `lacks "${name}": ${sort.what}, or null.`);
      return null;
    }
    const value = object[name];
    return value === null ? null : (this.value(value, `${path}/${name}`, sort) ?? null);
  }

  /** Every item of a list that must be there, each an object. */
  items<T>(object: JsonObject, name: string, path: string, read: (item: JsonObject, path: string) => T): readonly T[] {
    const list = this.member(object, name, path, sorts.list) ?? [];
    return list.flatMap((item, at) => {
      const place = `${path}/${name}/${at}`;
      const found = this.value(item, place, sorts.object);
      return found === undefined ? [] : [read(found, place)];
    });
  }
}
