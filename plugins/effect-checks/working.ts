/** A call of a tool that works, for probes that change one thing of it. */

import {
  aimerFor,
  type Catalog,
  type JsonObject,
  ledgerOf,
  type ProbeScope,
  randomHex,
  requiredArguments,
  type Tool,
} from '../../core/index.js';
import { ask } from './call.js';

export interface Working {
  readonly arguments: JsonObject;
  readonly result: JsonObject;
}

const KNOWN = new WeakMap<Catalog, Map<Tool, Working | { readonly reason: string }>>();

/** Records of our own that a tool is tried with. */
const MOST_OWN = 3;

/**
 * Arguments that the tool takes, and what it answered: at a record of our own when it asks for one, else what the user
 * gave and what its schema demands. Tried once in a run, whoever asks; otherwise the reason why none is known.
 * @throws CannotTell when the connection or the run is over
 */
export async function workingCall(
  scope: Pick<ProbeScope, 'call' | 'catalog' | 'values'>,
  tool: Tool,
): Promise<Working | { readonly reason: string }> {
  const { catalog } = scope;
  let known = KNOWN.get(catalog);
  if (known === undefined) KNOWN.set(catalog, (known = new Map()));
  const before = known.get(tool);
  if (before !== undefined) return before;
  const found = await findCall(scope, tool);
  known.set(tool, found);
  return found;
}

async function findCall(
  scope: Pick<ProbeScope, 'call' | 'catalog' | 'values'>,
  tool: Tool,
): Promise<Working | { readonly reason: string }> {
  let reason = 'no valid arguments could be made';
  for (const args of await proposals(scope, tool)) {
    const answer = await ask(scope, tool, args);
    if (answer.kind === 'answered') return { arguments: args, result: answer.result };
    reason = answer.reason;
  }
  return { reason };
}

async function proposals(
  { catalog, values }: Pick<ProbeScope, 'catalog' | 'values'>,
  tool: Tool,
): Promise<readonly JsonObject[]> {
  const given = values(tool);
  const aimer = await aimerFor({ tool, values: given });
  const aims = ledgerOf(catalog)
    .records.toReversed()
    .flatMap((own) => aimer?.at(own, randomHex()) ?? []);
  const own = aims.slice(0, MOST_OWN).map(({ record }) => record.arguments);
  const made = await requiredArguments(tool, given);
  return made.ok ? [...own, made.arguments] : own;
}
