/** Texts that a regular expression matches, made by walking through it. They are proposals: the caller checks each. */

import type { AST } from '@eslint-community/regexpp';
import { holds, patternTree } from './pattern-tree.js';
import { rotate } from './rotate.js';

/** In UTF-16 units. */
const MAX_TEXT = 20_000;
/** How many ways through a pattern are tried: alternatives and letters change with each. */
const WAYS = 6;
const LETTERS = ['s', 'a', 'm', 'p', 'l', 'e'];
const CAPITALS = LETTERS.map((letter) => letter.toUpperCase());
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
/** Looked through when a class allows none of our letters: printable ASCII, then one letter of several scripts. */
const OTHERS = [...Array.from({ length: 95 }, (_, at) => 126 - at), 9, 10, 0xe9, 0x3b1, 0x436, 0x5d0, 0x4e2d, 0x1f600];

/** Proposals of at least `min` and at most `max` characters where the pattern has room for that, way `index` first. */
export function* patternTexts(pattern: string, index: number, min: number, max: number): Generator<string> {
  const tree = patternTree(pattern)?.root;
  if (tree === undefined) return;
  const seen = new Set<string>();
  for (let way = index; way < index + WAYS; way += 1) {
    for (const text of throughTree(tree, way, min, max)) {
      if (!seen.has(text)) yield text;
      seen.add(text);
    }
  }
}

/** As the pattern suggests, stretched to the least length; then with as little of everything as it allows. */
function throughTree(tree: AST.Pattern, way: number, min: number, max: number): readonly string[] {
  const texts: string[] = [];
  for (const sparing of [false, true]) {
    const plain = new Walk(way, sparing, 0).texts(tree);
    const length = plain[0]?.length ?? 0;
    if (length >= min) texts.push(...plain.filter((text) => text.length <= max));
    else texts.push(...new Walk(way, sparing, Math.min(min, MAX_TEXT) - length).texts(tree));
  }
  return texts;
}

class TooLong extends Error {}

/** One way through a pattern. */
class Walk {
  readonly #way: number;
  /** Repeat nothing more often than the pattern demands. */
  readonly #sparing: boolean;
  /** Characters still wanted beyond what the pattern demands. */
  #missing: number;
  #letters = 0;
  #text = '';
  readonly #groups = new Map<AST.CapturingGroup, string>();
  /** What look-ahead wants to see, and where. */
  #ahead: { at: number; text: string } | undefined;

  constructor(way: number, sparing: boolean, missing: number) {
    this.#way = way;
    this.#sparing = sparing;
    this.#missing = missing;
  }

  /** The text; with look-ahead also both ways to fit in what it wants: before the rest, and in its place. */
  texts(tree: AST.Pattern): readonly string[] {
    try {
      this.#oneOf(tree.alternatives);
    } catch {
      // Too long, nested deeper than the stack, or nothing matches a class.
      return [];
    }
    const text = this.#text;
    if (this.#ahead === undefined) return [text];
    const { at, text: wanted } = this.#ahead;
    return [
      text,
      text.slice(0, at) + wanted + text.slice(at),
      text.slice(0, at) + wanted + text.slice(at + wanted.length),
    ];
  }

  #oneOf(alternatives: readonly AST.Alternative[]): void {
    const taken = alternatives[this.#way % alternatives.length];
    for (const element of taken?.elements ?? []) this.#element(element);
  }

  #add(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_TEXT) throw new TooLong();
  }

  #element(element: AST.Element): void {
    switch (element.type) {
      case 'Character':
        this.#add(String.fromCodePoint(element.value));
        break;
      case 'CharacterSet':
      case 'CharacterClass':
        this.#add(this.#characterOf(element));
        break;
      case 'Group':
        this.#oneOf(element.alternatives);
        break;
      case 'CapturingGroup': {
        const from = this.#text.length;
        this.#oneOf(element.alternatives);
        this.#groups.set(element, this.#text.slice(from));
        break;
      }
      case 'Quantifier':
        this.#repeat(element);
        break;
      case 'Backreference':
        for (const group of [element.resolved].flat()) this.#add(this.#groups.get(group) ?? '');
        break;
      case 'Assertion':
        if (element.kind === 'lookahead' && !element.negate) this.#lookAhead(element.alternatives);
        break;
      case 'ExpressionCharacterClass':
        throw new TooLong();
    }
  }

  #repeat({ min, max, element }: AST.Quantifier): void {
    const usual = this.#sparing ? min : Math.max(min, Math.min(max, 1));
    const extra = Math.min(max - usual, this.#missing);
    this.#missing -= extra;
    const times = usual + extra;
    for (let time = 0; time < times; time += 1) {
      const before = this.#text.length;
      this.#element(element);
      // What adds nothing once adds nothing ever.
      if (this.#text.length === before) break;
    }
  }

  #lookAhead(alternatives: readonly AST.Alternative[]): void {
    const walk = new Walk(this.#way, true, 0);
    walk.#oneOf(alternatives);
    const at = this.#ahead?.at ?? this.#text.length;
    this.#ahead = { at, text: (this.#ahead?.text ?? '') + walk.#text };
  }

  /** A letter of "sample" where the class has one, so that what we send can be told from what is real. */
  #characterOf(set: AST.CharacterSet | AST.CharacterClass): string {
    const at = this.#letters + this.#way;
    this.#letters += 1;
    for (const liked of [LETTERS, CAPITALS, DIGITS]) {
      const found = rotate(liked, at).find((character) => holds(set, codeOf(character)));
      if (found !== undefined) return found;
    }
    const code = [...OTHERS, ...named(set)].find((candidate) => holds(set, candidate));
    if (code === undefined) throw new TooLong();
    return String.fromCodePoint(code);
  }
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** First characters that the class itself names. */
function named(set: AST.CharacterSet | AST.CharacterClass): readonly number[] {
  if (set.type !== 'CharacterClass') return [];
  return set.elements.flatMap((element) => {
    if (element.type === 'Character') return [element.value];
    return element.type === 'CharacterClassRange' ? [element.min.value, element.max.value] : [];
  });
}
