/** The smallest valid argument set: what a tool demands, and what somebody gave. Scorecard specification, 2.6 point 1. */

import { isObject, type JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { happyArguments, type HappyArguments } from '../schema/happy.js';
import { namesAt } from '../schema/keywords.js';

/**
 * Valid arguments with the required properties only, generated where `given` has no value, and everything of `given`.
 * A schema that demands more in another way (one branch of a choice, say) gets every property. Never rejects.
 */
export async function requiredArguments(tool: Tool, given: ReadonlyMap<string, unknown>): Promise<HappyArguments> {
  const { inputSchema } = tool;
  const { properties } = inputSchema;
  if (!isObject(properties)) return happyArguments(tool, 0, { values: given });
  const wanted = new Set([...namesAt(inputSchema, 'required'), ...given.keys()]);
  const kept = Object.entries(properties).filter(([name]) => wanted.has(name));
  // Not by assignment: a property may be called `__proto__`.
  const reduced: JsonObject = { ...inputSchema, properties: Object.fromEntries(kept) };
  const made = await happyArguments({ ...tool, inputSchema: reduced }, 0, { values: given });
  return made.ok ? made : happyArguments(tool, 0, { values: given });
}

/** Whether a tool demands a property. */
export function isRequired({ inputSchema }: Tool, property: string): boolean {
  return namesAt(inputSchema, 'required').includes(property);
}
