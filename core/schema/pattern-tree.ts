/** Regular expressions as trees, and which characters a part of one stands for. */

import type { AST, RegExpParser } from '@eslint-community/regexpp';

/** In UTF-16 units. */
const MAX_PATTERN = 5_000;
const MAX_KEPT = 200;

export type CharacterPart = AST.Character | AST.CharacterSet | AST.CharacterClass;

export interface PatternTree {
  readonly root: AST.Pattern;
  /** Texts are read by code points, not by UTF-16 units. */
  readonly unicode: boolean;
}

let parser: RegExpParser | undefined;
const kept = new Map<string, PatternTree | undefined>();

/** Loads the parser. Until it has settled there are no trees. */
export async function loadPatternParser(): Promise<void> {
  if (parser !== undefined) return;
  const { RegExpParser: Parser } = await import('@eslint-community/regexpp');
  parser = new Parser();
}

/** As ajv reads patterns: in Unicode mode, or without it where a pattern is only valid so; undefined when it is not valid at all. */
export function patternTree(pattern: string): PatternTree | undefined {
  if (parser === undefined || pattern.length > MAX_PATTERN) return undefined;
  if (kept.has(pattern)) return kept.get(pattern);
  if (kept.size >= MAX_KEPT) kept.clear();
  const tree = parse(parser, pattern, true) ?? parse(parser, pattern, false);
  kept.set(pattern, tree);
  return tree;
}

function parse(using: RegExpParser, pattern: string, unicode: boolean): PatternTree | undefined {
  try {
    return { root: using.parsePattern(pattern, 0, pattern.length, { unicode }), unicode };
  } catch {
    // Not valid in this mode, or nested deeper than the parser's stack.
    return undefined;
  }
}

/** Whether a character of this code is one of those that the part stands for. */
export function holds(part: CharacterPart | AST.CharacterClassElement, code: number): boolean {
  switch (part.type) {
    case 'Character':
      return part.value === code;
    case 'CharacterClassRange':
      return code >= part.min.value && code <= part.max.value;
    case 'CharacterClass':
      return part.elements.some((inner) => holds(inner, code)) !== part.negate;
    case 'CharacterSet':
      return isIn(part, code);
    case 'ClassStringDisjunction':
    case 'ExpressionCharacterClass':
      // Only in a mode that JSON Schema does not use.
      return false;
  }
}

const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2028, 0x2029]);

function isIn(set: AST.CharacterSet, code: number): boolean {
  switch (set.kind) {
    case 'any':
      return !LINE_ENDS.has(code);
    case 'digit':
      return isDigit(code) !== set.negate;
    case 'space':
      return (String.fromCodePoint(code).trim() === '') !== set.negate;
    case 'word':
      return isWord(code) !== set.negate;
    case 'property':
      return new RegExp(set.raw, 'u').test(String.fromCodePoint(code));
  }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** A letter from A to Z, a digit or an underscore. */
export function isWord(code: number): boolean {
  return isDigit(code) || code === 0x5f || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
