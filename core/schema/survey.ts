/** A first look over a whole input schema: what its references mean, and what must be loaded to work with it. */

import { isObject, type JsonObject } from '../json.js';
import { member, textAt } from './keywords.js';

export interface Survey {
  readonly root: JsonObject;
  /** Some text is constrained by a regular expression. */
  readonly patterns: boolean;
  readonly formats: boolean;
  /** It uses keywords whose meaning depends on how others were evaluated, which only ajv judges. */
  readonly foreign: boolean;
  /** Schemas by `$anchor` (as `#name`) and by `$id`. */
  readonly named: ReadonlyMap<string, JsonObject>;
}

/** Objects and lists looked at. A schema larger than this is used all the same; only names behind it are not found. */
const MAX_PARTS = 200_000;
const FOREIGN = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef'];

const NO_NAMES: ReadonlyMap<string, JsonObject> = new Map();
const surveys = new WeakMap<JsonObject, Survey>();

/** The survey of an input schema, made once for each. */
export function surveyOf(root: JsonObject): Survey {
  const known = surveys.get(root);
  if (known !== undefined) return known;
  const made = survey(root);
  surveys.set(root, made);
  return made;
}

function survey(root: JsonObject): Survey {
  const named = new Map<string, JsonObject>();
  const found = { patterns: false, formats: false, foreign: false };
  const open: object[] = [root];
  let left = MAX_PARTS;
  for (let part = open.pop(); part !== undefined && left > 0; part = open.pop()) {
    left -= 1;
    if (isObject(part)) note(part, root, found, named);
    for (const inner of Object.values(part) as unknown[]) {
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return { root, named: named.size === 0 ? NO_NAMES : named, ...found };
}

/** Goes by names alone, so a property that is called like a keyword may count: that costs loading time, nothing else. */
function note(
  part: JsonObject,
  root: JsonObject,
  found: { patterns: boolean; formats: boolean; foreign: boolean },
  named: Map<string, JsonObject>,
): void {
  found.patterns ||= textAt(part, 'pattern') !== undefined || Object.hasOwn(part, 'patternProperties');
  found.formats ||= textAt(part, 'format') !== undefined;
  found.foreign ||= FOREIGN.some((keyword) => Object.hasOwn(part, keyword));
  for (const keyword of ['$anchor', '$dynamicAnchor', '$id']) {
    const name = textAt(part, keyword);
    if (name === undefined) continue;
    const reference = keyword === '$id' ? name : `#${name}`;
    if (!named.has(reference)) named.set(reference, part);
    // References inside a schema with an address of its own start from there, which only ajv follows exactly.
    if (keyword === '$id' && part !== root) found.foreign = true;
  }
}

/** True when this very schema uses a keyword that only ajv judges. */
export function isForeign(schema: JsonObject): boolean {
  return FOREIGN.some((keyword) => Object.hasOwn(schema, keyword));
}

/** What a `$ref` means, within the document only; undefined when it leads nowhere. */
export function resolve({ root, named }: Survey, reference: string): unknown {
  const known = named.get(reference);
  if (known !== undefined) return known;
  const [address = '', pointer] = reference.split('#', 2);
  const start = address === '' || address === textAt(root, '$id') ? root : named.get(address);
  if (start === undefined || pointer === undefined || !/^(?:\/|$)/.test(pointer)) return undefined;
  let part: unknown = start;
  for (const step of pointer.split('/').slice(1)) {
    const name = unescape(step);
    if (name === undefined) return undefined;
    if (Array.isArray(part)) part = (part as readonly unknown[])[Number(name)];
    else part = isObject(part) ? member(part, name) : undefined;
  }
  return part;
}

function unescape(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}
