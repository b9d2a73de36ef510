import { type Confidence, type JsonObject, type ProbeRecord, valueMarkers, type Waiting } from '../../core/index.js';
import { CannotTell } from '../effect-checks/check.js';
import { listed, shortened, unended } from '../effect-checks/words.js';
import type { Journal } from '../effect-checks/journal.js';
import type { Reader, Sight } from '../effect-checks/reader.js';
import { confirms, lookFor, type Sights } from '../effect-checks/sights.js';

/** A reader that showed the record, and what it answered then. */
export interface Confirmed {
  readonly reader: Reader;
  readonly before: JsonObject | undefined;
  /** It shows more of the record than its key. */
  readonly showsValues: boolean;
  /** It shows nothing of the record, but answers for its key and refuses one that was never written. */
  readonly byAnswer: boolean;
}

export type ReadBack =
  /** `atOnce`: at the first look, without waiting. */
  | { readonly kind: 'shown'; readonly confirmed: readonly Confirmed[]; readonly atOnce: boolean }
  | { readonly kind: 'not-shown'; readonly answered: readonly Reader[]; readonly confidence: Confidence };

export interface ReadBackInput {
  readonly record: ProbeRecord;
  readonly readers: readonly Reader[];
  readonly declared: boolean;
  /** The words by which the write reported that it skipped the record. */
  readonly skipped: string | undefined;
  readonly waiting: Waiting;
  readonly journal: Journal;
}

const STEP = 'read back';

/**
 * Looks for the first record with every reader. Spec: scorecard 2.5.3.
 * @throws CannotTell when no reader answers, or the write said that it skipped the record
 */
export async function readBack(input: ReadBackInput): Promise<ReadBack> {
  const { record, readers, declared, skipped, waiting, journal } = input;
  const looks = await lookFor(readers, [record], (seen) => seen.have(record), waiting);
  const seen = looks.at(-1) as Sights;
  for (const sight of seen.all)
    journal.note(`${STEP} with ${sight.reader.name}`, outcomeOf(sight, record), sight.reason);
  const confirming = seen.all.filter((sight) => confirms(sight, [record]));
  if (confirming.length > 0) {
    journal.keep(confirming.flatMap(({ calls }) => calls));
    const confirmed = confirming.map((sight) => confirmedBy(sight, record));
    return { kind: 'shown', confirmed, atOnce: looks.length === 1 };
  }
  journal.keep(seen.all.flatMap(({ calls }) => calls));
  const answered = seen.all.filter(({ kind }) => kind === 'answered').map(({ reader }) => reader);
  if (answered.length === 0) throw new CannotTell(nobodyAnswered(seen.all));
  if (skipped !== undefined)
    throw new CannotTell(`no read tool shows the record, and the write says "${shortened(skipped, 100)}"`);
  const related = answered.some(({ choice }) => choice.noun !== undefined);
  return { kind: 'not-shown', answered, confidence: declared ? 'high' : related ? 'medium' : 'low' };
}

function confirmedBy({ reader, result, shown, exists }: Sight, record: ProbeRecord): Confirmed {
  const showsValues = valueMarkers(record).some((marker) => shown.has(marker));
  return { reader, before: result, showsValues, byAnswer: exists };
}

function outcomeOf(sight: Sight, record: ProbeRecord): string {
  if (sight.kind !== 'answered') return sight.kind;
  if (!confirms(sight, [record])) return 'not shown';
  return sight.exists ? 'answers for this key only' : 'shown';
}

function nobodyAnswered(sights: readonly Sight[]): string {
  const reasons = listed(sights.map(({ reader, reason }) => `${reader.name} (${shortened(unended(reason), 100)})`));
  return `no read tool answered: ${reasons}; give them values they accept with --arg TOOL:NAME=VALUE`;
}
