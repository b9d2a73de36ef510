/** The lists that a server declares beside its tools. Source: manifest specification, 2.12. */

import { isObject } from '../json.js';
import { nextCursor } from './catalog.js';
import { CaseFault, orFault, type Peer } from './peer.js';

/** In this order. A list method answers with its items under the name of its surface. */
const SURFACES = ['resources', 'prompts'] as const;
export type Surface = (typeof SURFACES)[number];

/** How one list ended. */
export interface SurfaceListing {
  readonly ended: 'complete' | 'invalid-envelope' | 'stalled-cursor';
  /** The page it ended at, from 1; one more than the bound when that is why. */
  readonly page: number;
  readonly items: number;
}

/** What a server says of itself may be anything; what it says no to is not declared. */
export function declaredSurfaces(capabilities: unknown): readonly Surface[] {
  const said = isObject(capabilities) ? capabilities : {};
  return SURFACES.filter((surface) => (said[surface] ?? false) !== false);
}

/**
 * Lists one surface, at most so many pages of it.
 * @throws CaseFault when the budget is used up
 */
export async function listSurface(peer: Peer, surface: Surface, most: number): Promise<SurfaceListing> {
  let items = 0;
  let cursor: string | undefined;
  for (let page = 1; page <= most; page += 1) {
    // Whatever goes wrong with a declared surface is the server's: also an answer that never comes. P-12
    const answer = await orFault(peer.request(`${surface}/list`, cursor === undefined ? {} : { cursor }));
    const result = answer instanceof CaseFault || answer.kind !== 'success' ? {} : answer.result;
    const listed = result[surface];
    if (!Array.isArray(listed)) return { ended: 'invalid-envelope', page, items };
    items += listed.length;
    cursor = nextCursor(result);
    if (cursor === undefined) return { ended: 'complete', page, items };
  }
  return { ended: 'stalled-cursor', page: most + 1, items };
}
