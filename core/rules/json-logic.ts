/**
 * Runs the JSON-Logic of rules. `json-logic-js` does the work; three things differ. `var` reaches own members of the
 * data only: the library's walks into prototypes and functions. `log` is gone. `matches` is new.
 */

import jsonLogic from 'json-logic-js';
import { isObject, type JsonObject } from '../json.js';
import type { JudgeInput, Judgement } from '../hooks.js';
import type { Rule } from '../model.js';
import { readPath, splitPath } from './path.js';
import { matchesPattern } from './patterns.js';

jsonLogic.rm_operation('log');
jsonLogic.add_operation('var', readVar);
jsonLogic.add_operation('matches', matchesPattern);

/** Paths stand in rules, so there are few of them, and each is read once for every observation. */
const stepsOf = new Map<string, readonly string[]>();
const MAX_KNOWN_PATHS = 10_000;

function readVar(this: unknown, path: unknown, fallback: unknown = null): unknown {
  if (path === undefined || path === null || path === '') return this;
  // A whole number names a place in a list. Anything else is no path that a checked rule reads.
  const text = typeof path === 'number' ? String(path) : path;
  if (typeof text !== 'string') return fallback;
  let steps = stepsOf.get(text);
  if (steps === undefined) {
    steps = splitPath(text);
    if (stepsOf.size < MAX_KNOWN_PATHS) stepsOf.set(text, steps);
  }
  const value = readPath(this, steps);
  return value === undefined ? fallback : value;
}

/** Each rule's `when` with its options put in, so that they can be read inside loops, too. */
const prepared = new WeakMap<Rule, unknown>();

/** Judges a rule whose `when` has been checked. Patterns must be loaded when it uses `matches`. */
export function judgeWhen({ rule, observation }: JudgeInput): Judgement {
  let when = prepared.get(rule);
  if (when === undefined) {
    when = withOptions(rule.when, rule.options);
    prepared.set(rule, when);
  }
  return { fires: jsonLogic.truthy(jsonLogic.apply(when as Parameters<typeof jsonLogic.apply>[0], observation.data)) };
}

/** The depth is bounded: only what `checkWhen` let through gets here. */
function withOptions(node: unknown, options: JsonObject): unknown {
  if (Array.isArray(node)) return (node as unknown[]).map((part) => withOptions(part, options));
  if (!isObject(node)) return node;
  const { var: read } = node;
  const path = Array.isArray(read) ? (read as unknown[])[0] : read;
  if (typeof path === 'string' && path.startsWith('options.'))
    return readPath(options, splitPath(path).slice(1)) ?? null;
  return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, withOptions(part, options)]));
}
