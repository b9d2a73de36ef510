/** Do the pages of `tools/list` end, hold well-formed entries and repeat no tool? It walks on its own. Spec: manifest 2.10. */

import { defineKind, fields, walkToolPages } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

export default defineKind({
  name: 'pagination',
  summary: 'The pages of tools/list end, hold well-formed entries and repeat no tool.',
  access: 'read-only',
  sandbox: 'no',
  needsCatalog: false,
  fields: { max_pages: fields.integer(1, 100) },
  draft: () => [{ id: 'catalog-pagination', fields: { max_pages: 5 } }],
  emits: { 'case.pagination': observationSchemas['case.pagination'] },
  rules: rules.filter(({ observes }) => observes === 'case.pagination'),
  async run({ main, fields: { max_pages: most } }) {
    const { ended, page, tools } = await walkToolPages(main, most);
    return {
      attempts: page,
      measurements: ended === 'invalid-entry' ? {} : { tool_count: tools, pages: page },
      bounds: [{ bound: 'max_pages', limit: most, observed: page }],
      facts: { ended, page, max_pages: most },
    };
  },
});
