/** Do the resources and prompts that a server declares list cleanly? Spec: manifest 2.12. */

import {
  type CaseFacts,
  declaredSurfaces,
  defineKind,
  fields,
  listSurface,
  type Surface,
  type SurfaceListing,
} from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

export default defineKind({
  name: 'surface-listing',
  summary: 'The resources and prompts that a server declares list cleanly.',
  access: 'read-only',
  sandbox: 'no',
  fields: { max_pages: fields.integer(1, 1000) },
  draft: ({ capabilities }) =>
    declaredSurfaces(capabilities).length === 0 ? [] : [{ id: 'declared-surfaces', fields: { max_pages: 5 } }],
  emits: { 'case.surface-listing': observationSchemas['case.surface-listing'] },
  rules: rules.filter(({ observes }) => observes === 'case.surface-listing'),
  async run({ main, fields: { max_pages: most } }) {
    const declared = declaredSurfaces(main.info.capabilities);
    let items = 0;
    for (const surface of declared) {
      const listing = await listSurface(main, surface, most);
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

function failure(surface: Surface, { ended, page }: SurfaceListing, most: number): CaseFacts {
  return {
    attempts: page,
    measurements: ended === 'stalled-cursor' ? { pages: page } : {},
    bounds: [{ bound: 'max_pages', limit: most, observed: page }],
    facts: { ended, surface, page, max_pages: most },
  };
}
