/** Do the pages of `tools/list` end, hold well-formed entries and repeat no tool? It walks on its own. Spec: manifest 2.10. */

import {
  CaseFault,
  type CaseFacts,
  type Completed,
  defineKind,
  fields,
  type JsonObject,
  nextCursor,
  orFault,
  type Peer,
  validName,
} from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

export default defineKind({
  name: 'pagination',
  summary: 'The pages of tools/list end, hold well-formed entries and repeat no tool.',
  access: 'read-only',
  sandbox: 'no',
  needsCatalog: false,
  fields: { max_pages: fields.integer(1, 100) },
  emits: { 'case.pagination': observationSchemas['case.pagination'] },
  rules: rules.filter(({ observes }) => observes === 'case.pagination'),
  async run({ main, fields: { max_pages: most } }) {
    const names = new Set<string>();
    const ended = (how: Ended, pages: number): CaseFacts => ({
      attempts: pages,
      measurements: how === 'invalid-entry' ? {} : { tool_count: names.size, pages },
      bounds: [{ bound: 'max_pages', limit: most, observed: pages }],
      facts: { ended: how, page: pages, max_pages: most },
    });
    let cursor: string | undefined;
    for (let page = 1; page <= most; page += 1) {
      const result = await pageOf(main, cursor);
      const fault = take(result?.['tools'], names);
      if (fault !== undefined) return ended(fault, page);
      cursor = nextCursor(result ?? {});
      if (cursor === undefined) return ended('complete', page);
    }
    return ended('stalled-cursor', most + 1);
  },
});

type Ended = 'complete' | 'invalid-entry' | 'duplicate-tool' | 'stalled-cursor';

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
