/** The walk over `tools/list` that a manifest run begins with. Source: manifest specification, 3.3. */

import { isObject, type JsonObject } from '../json.js';
import type { Fault, ListedTool, RunCatalog } from './case.js';
import { TOOL_NAME } from './grammar.js';

const MAX_PAGES = 20;

/** Asks for one page; undefined as parameters asks for the first. Resolves to its result, or to why there is none. */
export type AskPage = (params: JsonObject) => Promise<JsonObject | Fault>;

/**
 * Lists the tools. The first of a name wins. The catalog is incomplete when a page fails or is malformed, when it holds
 * an invalid entry, or when the list has not ended after 20 pages.
 */
export async function walkCatalog(ask: AskPage): Promise<RunCatalog> {
  const tools = new Map<string, ListedTool>();
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const result = await ask(cursor === undefined ? {} : { cursor });
    if (typeof result === 'string') return { tools, fault: result };
    const listed = result['tools'];
    if (!Array.isArray(listed)) return { tools, fault: 'protocol' };
    for (const entry of listed as readonly unknown[]) {
      const name = validName(entry);
      if (name === undefined) return { tools, fault: 'protocol' };
      if (!tools.has(name)) tools.set(name, { name, entry: entry as JsonObject });
    }
    cursor = nextCursor(result);
    if (cursor === undefined) return { tools, fault: undefined };
  }
  return { tools, fault: 'protocol' };
}

/** The name of an entry with a valid name and an object as `inputSchema`. */
export function validName(entry: unknown): string | undefined {
  if (!isObject(entry) || !isObject(entry['inputSchema'])) return undefined;
  const { name } = entry;
  return typeof name === 'string' && TOOL_NAME.test(name) ? name : undefined;
}

/** A list ends where the cursor is missing, empty or no text. */
export function nextCursor({ nextCursor: cursor }: JsonObject): string | undefined {
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}

/** Says of itself that it writes or destroys. Hints that are no boolean are ignored. */
export function isWriter({ entry }: ListedTool): boolean {
  const { annotations } = entry;
  if (!isObject(annotations)) return false;
  return annotations['readOnlyHint'] === false || annotations['destructiveHint'] === true;
}
