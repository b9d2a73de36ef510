/**
 * Matches what RE2 cannot: look-around, back-references, large counts. It backtracks as the platform's engine does, but
 * counts its steps and gives up after a fixed number of them, so the answer is the same on every machine and never late.
 */

import type { AST } from '@eslint-community/regexpp';
import { holds, isWord, type PatternTree } from './pattern-tree.js';

/** A fraction of a second. */
const MAX_STEPS = 200_000;
/** Calls inside each other; far from the end of the stack. */
const MAX_DEPTH = 2_000;
/** In characters. */
const MAX_TEXT = 10_000;

class GaveUp extends Error {}

/** Whether the text holds a match; undefined when that takes too long to say. */
export function matchesByBacktracking({ root, unicode }: PatternTree, text: string): boolean | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const codes = unicode
    ? Array.from(text, (character) => character.codePointAt(0) ?? 0)
    : Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const attempt = new Attempt(codes);
  try {
    for (let start = 0; start <= codes.length; start += 1)
      if (attempt.oneOf(root.alternatives, start, () => true)) return true;
    return false;
  } catch (error) {
    if (error instanceof GaveUp) return undefined;
    throw error;
  }
}

/** What follows, given where the match has come to. */
type Next = (at: number) => boolean;

class Attempt {
  readonly #codes: readonly number[];
  readonly #captured = new Map<AST.CapturingGroup, readonly [number, number]>();
  #steps = 0;
  #depth = 0;

  constructor(codes: readonly number[]) {
    this.#codes = codes;
  }

  oneOf(alternatives: readonly AST.Alternative[], at: number, next: Next): boolean {
    return alternatives.some(({ elements }) => this.#sequence(elements, 0, at, next));
  }

  #sequence(elements: readonly AST.Element[], from: number, at: number, next: Next): boolean {
    const element = elements[from];
    if (element === undefined) return next(at);
    return this.#one(element, at, (reached) => this.#sequence(elements, from + 1, reached, next));
  }

  #one(element: AST.Element, at: number, next: Next): boolean {
    this.#steps += 1;
    this.#depth += 1;
    if (this.#steps > MAX_STEPS || this.#depth > MAX_DEPTH) throw new GaveUp();
    const found = this.#match(element, at, next);
    this.#depth -= 1;
    return found;
  }

  #match(element: AST.Element, at: number, next: Next): boolean {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#holds(element, at) && next(at + 1);
      case 'Group':
        return this.oneOf(element.alternatives, at, next);
      case 'CapturingGroup':
        return this.#capture(element, at, next);
      case 'Quantifier':
        return this.#quantified(element, at, next);
      case 'Backreference':
        return this.#again(element, at, next);
      case 'Assertion':
        return this.#asserted(element, at) && next(at);
      case 'ExpressionCharacterClass':
        throw new GaveUp();
    }
  }

  #holds(element: AST.Character | AST.CharacterSet | AST.CharacterClass, at: number): boolean {
    const code = this.#codes[at];
    return code !== undefined && holds(element, code);
  }

  #capture(group: AST.CapturingGroup, at: number, next: Next): boolean {
    const before = this.#captured.get(group);
    const found = this.oneOf(group.alternatives, at, (reached) => {
      this.#captured.set(group, [at, reached]);
      return next(reached);
    });
    if (found) return true;
    if (before === undefined) this.#captured.delete(group);
    else this.#captured.set(group, before);
    return false;
  }

  #quantified(quantifier: AST.Quantifier, at: number, next: Next): boolean {
    const { element } = quantifier;
    if (element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass')
      return this.#run(quantifier, element, at, next);
    return this.#repeat(quantifier, 0, at, next);
  }

  /** Of single characters: how far they go is plain, so there is no call for each of them. */
  #run(
    { min, max, greedy }: AST.Quantifier,
    element: AST.Character | AST.CharacterSet | AST.CharacterClass,
    at: number,
    next: Next,
  ): boolean {
    let most = 0;
    while (most < max && this.#holds(element, at + most)) most += 1;
    this.#steps += most;
    for (let more = 0; more <= most - min; more += 1) {
      this.#steps += 1;
      if (this.#steps > MAX_STEPS) throw new GaveUp();
      if (next(at + (greedy ? most - more : min + more))) return true;
    }
    return false;
  }

  #repeat(quantifier: AST.Quantifier, done: number, at: number, next: Next): boolean {
    const { min, max, greedy, element } = quantifier;
    // Beyond the least number a round that takes nothing would go on for ever.
    const round = (): boolean =>
      done < max &&
      this.#one(
        element,
        at,
        (reached) => (reached > at || done < min) && this.#repeat(quantifier, done + 1, reached, next),
      );
    if (done < min) return round();
    return greedy ? round() || next(at) : next(at) || round();
  }

  #again({ resolved }: AST.Backreference, at: number, next: Next): boolean {
    const captured = [resolved]
      .flat()
      .map((group) => this.#captured.get(group))
      .find((range) => range !== undefined);
    const [from, to] = captured ?? [0, 0];
    const length = to - from;
    for (let offset = 0; offset < length; offset += 1)
      if (this.#codes[from + offset] !== this.#codes[at + offset]) return false;
    this.#steps += length;
    return next(at + length);
  }

  #asserted(assertion: AST.Assertion, at: number): boolean {
    switch (assertion.kind) {
      case 'start':
        return at === 0;
      case 'end':
        return at === this.#codes.length;
      case 'word':
        return (this.#isWord(at - 1) !== this.#isWord(at)) !== assertion.negate;
      case 'lookahead':
        return this.oneOf(assertion.alternatives, at, () => true) !== assertion.negate;
      case 'lookbehind':
        return this.#before(assertion.alternatives, at) !== assertion.negate;
    }
  }

  #before(alternatives: readonly AST.Alternative[], at: number): boolean {
    for (let from = at; from >= 0; from -= 1)
      if (this.oneOf(alternatives, from, (reached) => reached === at)) return true;
    return false;
  }

  #isWord(at: number): boolean {
    const code = this.#codes[at];
    return code !== undefined && isWord(code);
  }
}
