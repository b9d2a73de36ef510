/** Which fields of a record tell it from others. Scorecard specification, 2.5.1. */

import { nameWords } from '../name-words.js';
import type { Leaf, RecordPlan } from './record-plan.js';

const KEY_WORDS: ReadonlySet<string> = new Set(
  'name id key title path slug uri url filename email username'.split(' '),
);

/** The leaves that make up the key, by path. */
export type Keys = ReadonlySet<string>;

export const NO_KEY: Keys = new Set();

/** True for a name such as `entityName` or `note_id`, whose last word says which record is meant. */
export function isKeyName(name: string): boolean {
  return KEY_WORDS.has(nameWords(name).at(-1) ?? '');
}

/**
 * The first text whose name is that of a key, in every item of the list it is in; none when there is no such text. With
 * it goes every other one beside it whose name ends alike: a `fileName` says which record is meant only together with its
 * `projectName`.
 */
export function likelyKeys({ leaves }: RecordPlan): Keys {
  const texts = leaves.filter((leaf) => isText(leaf) && isKeyName(leaf.name));
  const [first] = texts;
  if (first === undefined) return NO_KEY;
  const together = texts.filter((leaf) => lastWord(leaf) === lastWord(first) && placeOf(leaf) === placeOf(first));
  return new Set(together.flatMap((leaf) => [...alike(leaves, leaf)]));
}

const lastWord = ({ name }: Leaf): string => nameWords(name).at(-1) ?? '';
/** Where a leaf stands, without its own name: `entities[]`. */
const placeOf = (leaf: Leaf): string => pattern(leaf).slice(0, -leaf.name.length);

/** The leaves that an author names as the key; the names that no leaf has, when there are any. */
export function declaredKeys(
  { leaves }: RecordPlan,
  names: readonly string[],
): { readonly keys: Keys } | { readonly unknown: readonly string[] } {
  const firsts = names.map((name) => leaves.find((leaf) => leaf.name === name || pattern(leaf) === name));
  const unknown = names.filter((_, at) => firsts[at] === undefined);
  if (unknown.length > 0) return { unknown };
  return { keys: new Set(firsts.flatMap((first) => (first === undefined ? [] : [...alike(leaves, first)]))) };
}

function isText(leaf: Leaf): boolean {
  return leaf.kind !== 'fixed' || typeof leaf.value === 'string';
}

/** The same field of every item. */
function alike(leaves: readonly Leaf[], first: Leaf): Keys {
  return new Set(leaves.filter((leaf) => pattern(leaf) === pattern(first)).map(({ path }) => path));
}

/** A path without the numbers of items: `entities[].name`. */
function pattern({ path }: Leaf): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}
