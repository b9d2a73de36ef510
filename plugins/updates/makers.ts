/** Tools that make records for the tool under test, although nothing has proven yet that readers show them. */

import {
  classifyTool,
  isObject,
  isRequired,
  isUntouchable,
  ledgerOf,
  nameNouns,
  nameWords,
  type NextHex,
  type OwnRecord,
  type ProbeScope,
  type Tool,
} from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { CannotTell } from '../effect-checks/check.js';
import { ALL_GUARDS } from '../effect-checks/guards.js';
import { Journal } from '../effect-checks/journal.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import { Views } from '../effect-checks/views.js';
import { Writer } from '../effect-checks/writer.js';
import { UpdateForm } from './update-form.js';

/** A record of ours, how it is changed, and what shows it. */
export interface Made {
  readonly store: OwnStore;
  readonly own: OwnRecord;
  readonly form: UpdateForm;
  readonly views: Views;
}

/** Tools that are tried when no store is known. */
const MOST_MAKERS = 2;

/** Tools that may make such records although their names do not say that they write: `request_planning`. */
export function makersFor(scope: ProbeScope<'tool'>): readonly Tool[] {
  const { catalog, effects, subject, mayCall } = scope;
  const asked = namesAsked(subject.tool).flatMap((name) => nameWords(name));
  const nouns = new Set([...nameNouns(subject.name), ...asked]);
  return catalog.tools
    .filter((tool) => tool.name !== subject.name && classifyTool(tool) === 'other' && !isUntouchable(tool))
    .filter((tool) => !effects.exclude.includes(tool.name) && mayCall(tool).allowed && isNamed(tool, catalog))
    .filter((tool) => nameNouns(tool.name).some((noun) => nouns.has(noun)))
    .filter(
      (tool) => namesAsked(tool).length > 0 && !namesAsked(tool).some((name) => /(?:id|ids|key|path)$/i.test(name)),
    )
    .slice(0, MOST_MAKERS);
}

function namesAsked(tool: Tool): readonly string[] {
  const { properties } = tool.inputSchema;
  return isObject(properties) ? Object.keys(properties).filter((name) => isRequired(tool, name)) : [];
}

/** A record that a tool makes of which no reader is proven; undefined when the subject cannot be asked for it. */
export async function madeBy(
  scope: ProbeScope<'tool'>,
  tool: Tool,
  { settleMs, nextHex }: { readonly settleMs: readonly number[]; readonly nextHex: NextHex },
): Promise<Made | undefined> {
  const journal = new Journal();
  const writer = new Writer({ scope, tool, pair: undefined, nextHex, guards: ALL_GUARDS, journal });
  const first = await writer.writeFirst().catch((error: unknown) => {
    if (error instanceof CannotTell && error.state === 'inconclusive') return undefined;
    throw error;
  });
  const own = first === undefined ? undefined : ledgerOf(scope.catalog).of(tool).at(-1);
  const form = own === undefined ? undefined : await UpdateForm.of(scope, scope.subject.tool, own);
  if (first === undefined || own === undefined || form === undefined) return undefined;
  const made: Store = {
    tool,
    pair: undefined,
    form: writer.form,
    first,
    confirmed: [],
    sameKey: 'not-run',
    otherRecord: 'not-run',
    showsAtOnce: false,
  };
  const store = new OwnStore(scope, made, { settleMs, nextHex });
  store.journal.markers.push(...journal.markers);
  const views = await Views.of(store, own, {
    exclude: scope.effects.exclude,
    waiting: { settleMs, signal: scope.signal },
    nouns: nameNouns(scope.subject.name),
  });
  return views.names.length === 0 ? undefined : { store, own, form, views };
}
