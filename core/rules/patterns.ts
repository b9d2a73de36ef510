/**
 * Regular expressions of rules. They come from packs and meet text from servers, so they run in linear time: RE2, which
 * has neither look-around nor back-references. Loaded only when a rule uses `matches`.
 */

import type { RE2JS } from 're2js';

/** Longer patterns take noticeable time to compile. In UTF-16 units. */
const MAX_PATTERN = 1_000;
/** Linear is still too slow for a text of many megabytes. In UTF-16 units. */
const MAX_TEXT = 200_000;
/** Letters times steps of the pattern: about a second. A counted repetition is as many steps as it counts. */
const MAX_WORK = 10_000_000;

let engine: typeof RE2JS | undefined;
const compiled = new Map<string, RE2JS>();

/** Must have settled before the two functions below are used. */
export async function loadPatterns(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}

/** What is wrong with a pattern, or undefined. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return `has ${pattern.length} characters; at most ${MAX_PATTERN} are read`;
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/^error parsing regexp: /, '');
  }
}

/**
 * True when the text holds a match anywhere. Anything that is no text matches nothing.
 * @throws Error when the text has more than 200,000 characters, or fewer for a large pattern: no answer is better than
 * one about its beginning
 */
export function matchesPattern(text: unknown, pattern: string): boolean {
  if (typeof text !== 'string') return false;
  if (text.length > MAX_TEXT)
    throw new Error(`a text of ${text.length} characters is too long for "matches" (at most ${MAX_TEXT})`);
  const made = compile(pattern);
  const most = Math.floor(MAX_WORK / made.programSize());
  if (text.length > most)
    throw new Error(`a text of ${text.length} characters is too long for so large a pattern (at most ${most})`);
  return made.test(text);
}

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (engine === undefined) throw new Error('patterns are used before loadPatterns()');
  const made = engine.compile(pattern);
  compiled.set(pattern, made);
  return made;
}
