/** The walk over the pages of `tools/list` as a probe sees it: what is wrong with them is what it is after. Source: manifest specification, 2.10. */

import type { JsonObject } from '../json.js';
import { nextCursor, validName } from './catalog.js';
import { CaseFault, type Completed, orFault, type Peer } from './peer.js';

/** How the walk ended. */
export interface ToolPages {
  readonly ended: 'complete' | 'invalid-entry' | 'duplicate-tool' | 'stalled-cursor';
  /** The page it ended at, from 1; one more than the bound when that is why. */
  readonly page: number;
  /** Distinct names seen. */
  readonly tools: number;
}

/**
 * Walks from the first page on, at most so many, and stops at the first fault of a page. The page beyond the last is not asked for.
 * @throws CaseFault when no answer came that belongs to the request
 */
export async function walkToolPages(peer: Peer, most: number): Promise<ToolPages> {
  const names = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; page <= most; page += 1) {
    const result = await pageOf(peer, cursor);
    const fault = take(result?.['tools'], names);
    if (fault !== undefined) return { ended: fault, page, tools: names.size };
    cursor = nextCursor(result ?? {});
    if (cursor === undefined) return { ended: 'complete', page, tools: names.size };
  }
  return { ended: 'stalled-cursor', page: most + 1, tools: names.size };
}

/**
 * The result of one page; undefined when there is none, be it an error or no object.
 * @throws CaseFault when no answer came that belongs to the request
 */
async function pageOf(peer: Peer, cursor: string | undefined): Promise<JsonObject | undefined> {
  const answer: Completed | CaseFault = await orFault(
    peer.request('tools/list', cursor === undefined ? {} : { cursor }),
  );
  if (!(answer instanceof CaseFault)) return answer.kind === 'success' ? answer.result : undefined;
  if (answer.record?.outcome === 'result') return undefined;
  throw answer;
}

/** Adds the names of one page. Says what is wrong with the first entry that cannot be taken. */
function take(tools: unknown, names: Set<string>): 'invalid-entry' | 'duplicate-tool' | undefined {
  if (!Array.isArray(tools)) return 'invalid-entry';
  for (const entry of tools as readonly unknown[]) {
    const name = validName(entry);
    if (name === undefined) return 'invalid-entry';
    if (names.has(name)) return 'duplicate-tool';
    names.add(name);
  }
  return undefined;
}
