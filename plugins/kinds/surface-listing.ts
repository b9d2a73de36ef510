/** Do the resources and prompts that a server declares list cleanly? Spec: manifest 2.12. */

import {
  CaseFault,
  type CaseFacts,
  defineKind,
  fields,
  isObject,
  nextCursor,
  orFault,
  type Peer,
} from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

/** In this order. A list method answers with its items under the name of its surface. */
const SURFACES = ['resources', 'prompts'] as const;
type Surface = (typeof SURFACES)[number];

export default defineKind({
  name: 'surface-listing',
  summary: 'The resources and prompts that a server declares list cleanly.',
  access: 'read-only',
  sandbox: 'no',
  fields: { max_pages: fields.integer(1, 1000) },
  emits: { 'case.surface-listing': observationSchemas['case.surface-listing'] },
  rules: rules.filter(({ observes }) => observes === 'case.surface-listing'),
  async run({ main, fields: { max_pages: most } }) {
    const declared = SURFACES.filter((surface) => isDeclared(main.info.capabilities, surface));
    let items = 0;
    for (const surface of declared) {
      const listing = await list(main, surface, most);
      if (listing.ended !== 'complete') return failure(surface, listing, most);
      items += listing.items;
    }
    return {
      attempts: declared.length === 0 ? 0 : 1,
      // The key is shared with the kinds that measure the catalog.
      measurements: { tool_count: items },
      facts: { ended: 'complete', surface: null, page: null, max_pages: most },
    };
  },
});

/** What a server says of itself may be anything; what it says no to is not declared. */
function isDeclared(capabilities: unknown, surface: Surface): boolean {
  const declared = isObject(capabilities) ? capabilities[surface] : undefined;
  return declared !== undefined && declared !== null && declared !== false;
}

interface Listing {
  readonly ended: 'complete' | 'invalid-envelope' | 'stalled-cursor';
  /** The page it ended at; one more than the bound when that is why. */
  readonly page: number;
  readonly items: number;
}

async function list(peer: Peer, surface: Surface, most: number): Promise<Listing> {
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

function failure(surface: Surface, { ended, page }: Listing, most: number): CaseFacts {
  return {
    attempts: page,
    measurements: ended === 'stalled-cursor' ? { pages: page } : {},
    bounds: [{ bound: 'max_pages', limit: most, observed: page }],
    facts: { ended, surface, page, max_pages: most },
  };
}
