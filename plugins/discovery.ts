/** Lists what the server offers. */

import { boundedJson, type CallRecord, definePlugin, excerptOf, isObject, ServerError } from '../core/index.js';

/** Pages of one list; an honest server needs a handful. Spec: scorecard 1.1 point 6. */
const MAX_PAGES = 100;

export default definePlugin({
  name: 'discovery',
  summary: 'Lists the tools of the server, page by page.',
  effects: 'read',
  apply({ hooks }) {
    hooks.discovery.tapPromise('discovery', async (draft, { call }) => {
      const cursors = new Set<string>();
      let cursor: unknown;
      for (let page = 1; ; page += 1) {
        const { tools, nextCursor } = pageOf(await call('tools/list', cursor === undefined ? {} : { cursor }));
        for (const tool of tools) draft.addTool(tool);
        // An empty text is a cursor like any other; only a missing one ends the list.
        if (nextCursor === undefined || nextCursor === null) return;
        const seen = JSON.stringify(boundedJson(nextCursor));
        if (cursors.has(seen))
          throw new ServerError(
            `tools/list never ends: page ${page} names a cursor that an earlier page named, ${seen.slice(0, 60)}`,
          );
        if (page === MAX_PAGES)
          throw new ServerError(`tools/list never ends: still a next cursor after ${MAX_PAGES} pages`);
        cursors.add(seen);
        cursor = nextCursor;
      }
    });
  },
});

/** The tools and the cursor of one page. Throws ServerError when the answer is none. */
function pageOf(record: CallRecord): { readonly tools: readonly unknown[]; readonly nextCursor: unknown } {
  const { result, outcome, reason } = record;
  if (outcome === 'error') throw new ServerError(`The server refused tools/list: ${excerptOf(record)}`);
  if (outcome === 'timeout') throw new ServerError(`The server did not answer tools/list within ${record.ms / 1000} s`);
  if (outcome !== 'result') throw new ServerError(`The server gave no answer to tools/list: ${reason ?? outcome}`);
  if (!isObject(result) || !Array.isArray(result['tools']))
    throw new ServerError('The server answered tools/list without a list of tools');
  return { tools: result['tools'], nextCursor: result['nextCursor'] };
}
