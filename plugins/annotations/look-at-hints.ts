import { isUntouchable, nameWords, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { listed } from '../effect-checks/words.js';
import { type Store, storesOf } from '../effect-checks/stores.js';
import { takesMany } from '../effect-checks/takes-many.js';
import { Repeated } from './repeated.js';

/** A tool that says so is known to replace, whatever its hints say. */
const SAYS_SO = /\b(?:replac|overwr|overrid|upsert|updat|modif|chang|edit|sets?\b)\w*/i;
const CALLED_SO: ReadonlySet<string> = new Set(
  'update set put edit modify upsert replace overwrite change patch'.split(' '),
);

/** One observation for each hint of a tool whose records this run has seen. */
export async function lookAtHints(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool, readOnly } = subject;
  if (readOnly || !isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  const store = storesOf(catalog).find((one) => one.tool === tool);
  if (store === undefined || (store.pair === undefined && isUntouchable(tool))) return;
  if (tool.annotations['destructiveHint'] === false) lookAtReplacing(scope, store);
  if (tool.annotations['idempotentHint'] === true && takesMany(store))
    await observeCheck(scope, 'tool.declared-effect', new Repeated({ scope, store, settleMs }));
}

/** What the round trip has seen of a second write under one key costs no further call. */
function lookAtReplacing(scope: ProbeScope<'tool'>, { tool, replaced, confirmed }: Store): void {
  if (replaced === undefined) return;
  const isSaid = SAYS_SO.test(tool.description) || nameWords(tool.name).some((word) => CALLED_SO.has(word));
  const readers = listed(confirmed.map(({ reader }) => reader.name));
  scope.emit(
    'tool.declared-effect',
    {
      check: 'declared-effect',
      tool: tool.name,
      id: '',
      hint: 'destructiveHint: false',
      untrue: !isSaid,
      happened: isSaid
        ? ''
        : `a second write under the same key replaced the values of the first, and its description does not say so (read with ${readers})`,
      markers: [],
      summary: isSaid ? 'its name or its description says that it replaces what is there' : '',
      details: [],
    },
    // Most servers declare it of all that deletes nothing.
    { confidence: 'low', basis: 'the old values were shown before, and are gone', evidence: replaced },
  );
}
