/**
 * Regular expressions of servers, on our texts and on theirs. RE2 matches in linear time, so no pattern can hang a run.
 * What RE2 does not know, or means differently, is matched by backtracking with a limit on steps.
 */

import { matchesByBacktracking } from './backtracking.js';
import { loadPatternParser, patternTree } from './pattern-tree.js';

/** In UTF-16 units. */
const MAX_PATTERN = 5_000;
const MAX_TEXT = 100_000;
const MAX_KEPT = 200;
/** For RE2 white space and line ends are those of ASCII, and a named back-reference is a text. */
const PLAIN_TEXT = /^[\x20-\x7e]*$/;
const NAMED_REFERENCE = String.raw`\k<`;

interface Expression {
  test(text: string): boolean;
}
interface Engine {
  translateRegExp(expression: string): string;
  compile(expression: string): Expression;
}

let engine: Engine | undefined;
const kept = new Map<string, Expression | undefined>();

/** Loads RE2 and the parser. Until it has settled `matches` cannot tell. */
export async function loadRegularExpressions(): Promise<void> {
  const [{ RE2JS }] = await Promise.all([import('re2js'), loadPatternParser()]);
  engine ??= RE2JS;
}

/** Whether the text holds a match; undefined when that cannot be told: a broken pattern, or one that takes too long. */
export function matches(pattern: string, text: string): boolean | undefined {
  if (engine === undefined || pattern.length > MAX_PATTERN || text.length > MAX_TEXT) return undefined;
  if (!kept.has(pattern)) {
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(pattern, compile(engine, pattern));
  }
  const linear = kept.get(pattern);
  if (linear !== undefined && PLAIN_TEXT.test(text)) return linear.test(text);
  const tree = patternTree(pattern);
  return (tree && matchesByBacktracking(tree, text)) ?? linear?.test(text);
}

function compile(using: Engine, pattern: string): Expression | undefined {
  if (pattern.includes(NAMED_REFERENCE)) return undefined;
  try {
    return using.compile(using.translateRegExp(pattern));
  } catch {
    return undefined;
  }
}
