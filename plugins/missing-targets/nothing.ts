/** A record that does not exist, for a tool that needs one. */

import {
  aimerFor,
  type Aimer,
  isDestructiveTool,
  isKeyName,
  ledgerOf,
  makeRecord,
  nameWords,
  type NextHex,
  oneLine,
  type OwnRecord,
  planRecord,
  type ProbeRecord,
  type ProbeScope,
  type RecordField,
  untargetedDestruction,
} from '../../core/index.js';
import { CannotTell } from '../effect-checks/check.js';

export interface Nothing {
  readonly record: ProbeRecord;
  /** The fields that say which record is meant. Never empty. */
  readonly targets: readonly RecordField[];
  /** A record of our own that could be meant in the same way; undefined when there is none. */
  readonly like: OwnRecord | undefined;
  readonly aimer: Aimer;
}

/** Values of these names may as well be what a record is to be changed to. */
const NEW_VALUES: ReadonlySet<string> = new Set('name title email username filename'.split(' '));

/**
 * Arguments for a record that nobody has.
 * @throws CannotTell when none of the arguments says which record is meant
 */
export async function aimAtNothing(scope: ProbeScope<'tool'>, nextHex: NextHex): Promise<Nothing> {
  const { subject, catalog } = scope;
  const { tool } = subject;
  const values = scope.values(tool);
  const aimer = await aimerFor({ tool, values });
  if (aimer === undefined) throw new CannotTell(`no valid arguments could be made for ${tool.name}`);
  const like = likest(aimer, ledgerOf(catalog).records);
  const aim = aimer.atNothing(nextHex(), like);
  if (aim !== undefined) {
    const targets = identifying(aim.record.fields.filter(({ name, isKey }) => isKey && aim.targets.includes(name)));
    if (like === undefined && !isDestructiveTool(tool) && targets.every(({ name }) => mayBeNewValue(name)))
      throw new CannotTell(`nothing shows whether ${listNames(targets)} of ${tool.name} says which record is meant`);
    return { record: aim.record, targets, like, aimer };
  }
  return { ...(await textsOfOurs(scope, nextHex)), like: undefined, aimer };
}

/** A tool that ends a record, and takes nothing but texts to say which: texts that nobody has mean none. */
async function textsOfOurs(scope: ProbeScope<'tool'>, nextHex: NextHex): Promise<Pick<Nothing, 'record' | 'targets'>> {
  const { tool } = scope.subject;
  const planned = await planRecord(tool, { values: scope.values(tool), optional: false });
  if ('plan' in planned && isDestructiveTool(tool) && untargetedDestruction(tool) === undefined) {
    const record = makeRecord(planned.plan, new Set(), nextHex());
    const targets = record.fields.filter(({ marker }) => marker !== undefined);
    if (targets.length > 0 && targets.length === record.fields.length) return { record, targets };
  }
  throw new CannotTell(`none of the arguments of ${tool.name} that may be made up says which record is meant`);
}

/** The record of our own that most arguments could name. */
function likest(aimer: Aimer, records: readonly OwnRecord[]): OwnRecord | undefined {
  let best: { readonly own: OwnRecord; readonly count: number } | undefined;
  const newest = new Map(records.map((own) => [own.tool.name, own]));
  for (const own of newest.values()) {
    const count = aimer.at(own, '000000')?.targets.length ?? 0;
    if (count > (best?.count ?? 0)) best = { own, count };
  }
  return best?.own;
}

/** Of `proposal_id` and `status`, both invented, the first says which record is meant. */
function identifying(fields: readonly RecordField[]): readonly RecordField[] {
  const found = fields.filter(({ name }) => isKeyName(name) || isKeyName(name.replace(/s$/i, '')));
  return found.length === 0 ? fields : found;
}

function mayBeNewValue(name: string): boolean {
  const words = nameWords(name);
  return words.length === 1 && NEW_VALUES.has(words[0] ?? '') && isKeyName(name);
}

/** Characters of a name or a value in words. */
const MAX_WORDS = 60;

/** `key "tsp64c7f0-key"`, `from "…" and to "…"`. */
export function targetWords({ targets }: Nothing): string {
  const words = targets
    .slice(0, 3)
    .map(({ name, value }) => `${oneLine(name, MAX_WORDS)} ${oneLine(JSON.stringify(value) ?? '', MAX_WORDS)}`);
  return [...new Set(words)].join(' and ');
}

function listNames(targets: readonly RecordField[]): string {
  return [...new Set(targets.map(({ name }) => `"${oneLine(name, MAX_WORDS)}"`))].join(' and ');
}
