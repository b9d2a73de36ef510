/**
 * Regular expressions of servers, on our texts and on theirs. RE2 matches in linear time, so no pattern can hang a run;
 * what RE2 does not know is matched by backtracking with a limit on steps.
 */

import { matchesByBacktracking } from './backtracking.js';
import { loadPatternParser, patternTree } from './pattern-tree.js';

/** In UTF-16 units. */
const MAX_PATTERN = 5_000;
const MAX_TEXT = 100_000;
const MAX_KEPT = 200;

type Test = (text: string) => boolean | undefined;
interface Engine {
  translateRegExp(expression: string): string;
  compile(expression: string): { test(text: string): boolean };
}

let engine: Engine | undefined;
const kept = new Map<string, Test>();

/** Loads RE2 and the parser. Until it has settled `matches` cannot tell. */
export async function loadRegularExpressions(): Promise<void> {
  const [{ RE2JS }] = await Promise.all([import('re2js'), loadPatternParser()]);
  engine ??= RE2JS;
}

/** Whether the text holds a match; undefined when that cannot be told: a broken pattern, or one that takes too long. */
export function matches(pattern: string, text: string): boolean | undefined {
  if (engine === undefined || pattern.length > MAX_PATTERN || text.length > MAX_TEXT) return undefined;
  let test = kept.get(pattern);
  if (test === undefined) {
    if (kept.size >= MAX_KEPT) kept.clear();
    test = linear(engine, pattern) ?? backtracking(pattern);
    kept.set(pattern, test);
  }
  return test(text);
}

function linear(using: Engine, pattern: string): Test | undefined {
  try {
    const expression = using.compile(using.translateRegExp(pattern));
    return (text) => expression.test(text);
  } catch {
    return undefined;
  }
}

function backtracking(pattern: string): Test {
  const tree = patternTree(pattern);
  return (text) => (tree === undefined ? undefined : matchesByBacktracking(tree, text));
}
