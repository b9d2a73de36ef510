import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../core/json.js';
import { toolFrom } from '../../core/kernel/catalog.js';
import type { Tool } from '../../core/model.js';

/** A tool as the kernel makes it from what a server lists. */
export function tool(listed: JsonObject, index = 0): Tool {
  return toolFrom({ name: 'work', description: 'Does some work.', ...listed }, index);
}

/** A tool that takes these properties, all of them required unless it is said otherwise. */
export function taking(properties: JsonObject, rest: JsonObject = {}): Tool {
  return tool({ inputSchema: { type: 'object', properties, required: Object.keys(properties), ...rest } });
}

/** The tools of a published server, as recorded in `fixtures/listings/`. */
export function listing(name: string): readonly Tool[] {
  const text = readFileSync(new URL(`../../fixtures/listings/${name}.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as JsonObject[]).map((listed, index) => tool(listed, index));
}

export const LISTINGS = ['sample', 'memory', 'filesystem', 'everything', 'sequential-thinking'] as const;
