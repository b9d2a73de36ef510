/** Paths into observation data, `server.name` or `items.0.title`: how rules and their messages name a value. */

import { isObject } from '../json.js';

/** Members that lead out of the data into the language. No rule may name them, whatever a schema says. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Deeper than any observation; longer paths are a mistake or an attack. */
const MAX_STEPS = 16;

export function splitPath(path: string): readonly string[] {
  return path.split('.');
}

/** What is wrong with a path as text, or undefined. Whether the data has it is another question. */
export function pathFault(path: string): string | undefined {
  const steps = splitPath(path);
  if (steps.length > MAX_STEPS) return `has ${steps.length} steps; at most ${MAX_STEPS} are read`;
  if (steps.includes('')) return 'has an empty step between its dots';
  const reserved = steps.find((step) => PROTOTYPE_NAMES.has(step));
  return reserved === undefined ? undefined : `names "${reserved}", which is part of the language and not of the data`;
}

/** The value at a path, own members only, so that neither prototypes nor the length of a text are ever data. Undefined when absent. */
export function readPath(data: unknown, steps: readonly string[]): unknown {
  let value = data;
  for (const step of steps) {
    if (isObject(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else if (Array.isArray(value)) value = /^\d+$/.test(step) ? (value as unknown[])[Number(step)] : undefined;
    else return undefined;
  }
  return value;
}
