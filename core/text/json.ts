/** JSON for files that people and terminals will see too. */

import { isObject, type Json, type JsonObject } from '../json.js';
import { ACTING, COMMAND } from './printable.js';
import { wholeSlice } from './slice.js';

const OUTSIDE_ASCII = /[^\n\x20-\x7e]|##/;
const RISKY = new RegExp(`${ACTING}|${COMMAND}`, 'gu');

/**
 * The value as JSON in which every character that acts instead of showing (controls, bidi and other format characters,
 * line separators) stands as `\uXXXX`. It parses to the same value. Ends with a line end when indented.
 * The value must not be nested more than a few hundred deep; see `boundedJson`.
 */
export function jsonText(value: unknown, indent = 2): string {
  const safe = withoutActing(JSON.stringify(value, undefined, indent));
  return indent > 0 ? `${safe}\n` : safe;
}

/** JSON that somebody else has written, with every character that acts as `\uXXXX`. */
export function withoutActing(json: string): string {
  // Line ends between members are the writer's; those inside of strings are escaped already.
  return OUTSIDE_ASCII.test(json) ? json.replaceAll(RISKY, (found) => (found === '\n' ? found : units(found))) : json;
}

function units(found: string): string {
  let escaped = '';
  for (let at = 0; at < found.length; at += 1) escaped += `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return escaped;
}

export interface JsonBounds {
  /** Levels of lists and objects. */
  readonly depth?: number;
  /** Values in all. */
  readonly values?: number;
  /** UTF-16 units of each text, names of members included. */
  readonly text?: number;
}

const CUT = '…';

/** A copy small enough to keep and to write: what is too deep, too much or too long ends in `…`. */
export function boundedJson(value: unknown, { depth = 32, values = 10_000, text = 4_000 }: JsonBounds = {}): Json {
  let left = values;
  const cut = (long: string): string => (long.length > text ? `${wholeSlice(long, text - 1)}${CUT}` : long);
  const copy = (from: unknown, levels: number): Json => {
    left -= 1;
    if (typeof from === 'string') return cut(from);
    if (typeof from === 'number' || typeof from === 'boolean') return from;
    if (Array.isArray(from)) return levels > 0 ? list(from, levels - 1) : CUT;
    if (isObject(from)) return levels > 0 ? object(from, levels - 1) : CUT;
    return null;
  };
  const list = (from: readonly unknown[], levels: number): Json => {
    const members: Json[] = [];
    for (const member of from) {
      if (left <= 0) return [...members, CUT];
      members.push(copy(member, levels));
    }
    return members;
  };
  const object = (from: JsonObject, levels: number): Json => {
    const members: [string, Json][] = [];
    for (const [name, member] of Object.entries(from)) {
      if (left <= 0) {
        members.push([CUT, CUT]);
        break;
      }
      members.push([cut(name), copy(member, levels)]);
    }
    // Not by assignment: a member may be called `__proto__`.
    return Object.fromEntries(members);
  };
  return copy(value, depth);
}
