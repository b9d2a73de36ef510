/** The same call for a record of our own, made for it: what the tool answers when there is something to act on. */

import {
  type Aimer,
  canonicalJson,
  type CallRecord,
  type JsonObject,
  ledgerOf,
  type NextHex,
  type OwnRecord,
  type ProbeRecord,
  type ProbeScope,
  withoutMarkers,
} from '../../core/index.js';
import { ask } from '../effect-checks/call.js';
import { freshRecord } from '../effect-checks/fresh-record.js';
import { OwnStore, type Store, storesOf } from '../effect-checks/stores.js';
import type { Nothing } from './nothing.js';

export interface RealOne {
  readonly answersAlike: boolean;
  readonly calls: readonly CallRecord[];
  /** What the record that was made for it begins with. */
  readonly hex: string;
}

/**
 * Makes a record of our own, and calls the tool for it. Undefined when no store of this run makes one that the tool can
 * be asked for.
 * @throws CannotTell when the connection or the run is over
 */
export async function askForRealOne(
  scope: ProbeScope<'tool'>,
  nothing: Nothing,
  answer: JsonObject,
  nextHex: NextHex,
): Promise<RealOne | undefined> {
  const store = storesOf(scope.catalog).find((one) => meansRecordOf(nothing, one, scope));
  if (store === undefined) return undefined;
  const own = await freshRecord(new OwnStore(scope, store, { settleMs: [], nextHex }), 'a record to act on');
  if (own === undefined) return undefined;
  const aim = nothing.aimer.at(own, nextHex());
  if (aim === undefined || !isOurs(scope, aim.record, nothing)) return undefined;
  const { tool } = scope.subject;
  let call: CallRecord | undefined;
  const keeping: Pick<ProbeScope, 'call'> = {
    call: async (...request) => (call = await scope.call(...request)),
  };
  const real = await ask(keeping, tool, aim.record.arguments);
  if (real.kind !== 'answered' || call === undefined) return undefined;
  const alike = plain(real.result, aim.record) === plain(answer, nothing.record);
  return { answersAlike: alike, calls: [call], hex: own.record.hex };
}

function meansRecordOf({ aimer, targets }: Nothing, { tool, first }: Store, { catalog }: ProbeScope<'tool'>): boolean {
  const own = ledgerOf(catalog)
    .of(tool)
    .find(({ record }) => record === first.record);
  return (
    own !== undefined &&
    covers(
      aimer,
      own,
      targets.map(({ name }) => name),
    )
  );
}

function covers(aimer: Aimer, own: OwnRecord, names: readonly string[]): boolean {
  const named = aimer.at(own, '000000')?.targets ?? [];
  return names.every((name) => named.includes(name));
}

/** Whatever says which record is meant has to be this run's own. */
function isOurs({ catalog }: ProbeScope<'tool'>, record: ProbeRecord, { targets }: Nothing): boolean {
  const names = new Set(targets.map(({ name }) => name));
  return record.fields.every(({ name, value }) => !names.has(name) || ledgerOf(catalog).owns(value));
}

/** What an answer says, whichever record it is about. */
function plain({ content, structuredContent }: JsonObject, { fields }: ProbeRecord): string {
  const text = canonicalJson([content, structuredContent ?? null]) ?? '';
  const values = fields.map(({ value }) => String(value)).filter((value) => value.length > 2);
  const without = values.reduce((left, value) => left.replaceAll(value, ''), text);
  return withoutMarkers(without).replaceAll(/\d+/g, '#');
}
