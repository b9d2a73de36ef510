/** Tools that store records although neither their names nor their annotations say so as other write tools do. */

import {
  type Catalog,
  isReadOnlyTool,
  isUntouchable,
  isWriteTool,
  likelyKeys,
  planRecord,
  type ProbeScope,
  type Tool,
} from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { CannotTell } from '../effect-checks/check.js';
import { storesOf } from '../effect-checks/stores.js';
import { RoundTrip } from '../round-trip/trip.js';

/** How the description of a tool begins that stores something. */
const STORES = /^\W*(?:registers?|creates?|adds?|stores?|saves?|inserts?|appends?|writes?)\b/i;
/** Tools that are tried; each costs three writes and what reads them. */
const MOST_TOOLS = 10;

const DONE = new WeakSet<Catalog>();

/**
 * Proves with which read tools the records of such tools show, once in a run, for the checks of this probe. What it sees
 * of them is no finding. What it writes has made-up keys, or those the user gave, so that it meets nobody else's records.
 */
export async function findMoreStores(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { catalog, effects, mayCall } = scope;
  if (DONE.has(catalog)) return;
  DONE.add(catalog);
  const known = new Set(storesOf(catalog).map(({ tool }) => tool));
  const tools = catalog.tools.filter(
    (tool) =>
      !known.has(tool) &&
      !effects.exclude.includes(tool.name) &&
      isNamed(tool, catalog) &&
      !isWriteTool(tool, new Set(effects.writes)) &&
      storesAfterAll(tool) &&
      mayCall(tool).allowed,
  );
  for (const tool of tools.slice(0, MOST_TOOLS)) {
    if (tool.annotations['destructiveHint'] === true && !(await namesItsOwn(tool, scope.values(tool)))) continue;
    const subject = { ...scope.subject, name: tool.name, tool };
    await new RoundTrip({ scope: { ...scope, subject }, pair: undefined, settleMs }).run().catch((error: unknown) => {
      if (!(error instanceof CannotTell)) throw error;
    });
  }
}

/** Whether what a call would replace has a key of ours, or one that the user gave. */
async function namesItsOwn(tool: Tool, values: ReadonlyMap<string, unknown>): Promise<boolean> {
  const planned = await planRecord(tool, { values, optional: false });
  if ('impossible' in planned) return false;
  const keys = likelyKeys(planned.plan);
  const leaves = planned.plan.leaves.filter(({ path }) => keys.has(path));
  return leaves.length > 0 && leaves.every(({ kind, path }) => kind === 'text' || values.has(path));
}

/** It says that it stores something, or its name does and it says that it may replace what was there. */
function storesAfterAll(tool: Tool): boolean {
  if (isReadOnlyTool(tool) || isUntouchable(tool)) return false;
  const { destructiveHint, ...annotations } = tool.annotations;
  const isPlain = isWriteTool({ ...tool, annotations });
  return destructiveHint === true ? isPlain : STORES.test(tool.description);
}
