import { isSingleValueWrite, keyTexts, type ProbeRecord } from '../../core/index.js';
import type { ToolRoundTrip } from '../../schemas/observations.gen.js';
import { lossDoubt, newRecordShows } from './loss.js';
import { saysOfTheMoment } from '../effect-checks/reader.js';
import { lookFor, type Sights } from '../effect-checks/sights.js';
import type { Shown } from './stage.js';

export interface OtherRecord {
  readonly outcome: ToolRoundTrip['otherRecord'];
  /** Why a failure is not certain. */
  readonly doubt?: string | undefined;
}

const STEP = 'another record';

/**
 * Writes another record and looks whether the first one is still there. `again` is the first one as it was sent
 * a second time, when it was. Spec: scorecard 2.5.5.
 * @throws CannotTell when what came of it could not be read
 */
export async function writeOtherRecord(stage: Shown, again: ProbeRecord | undefined): Promise<OtherRecord> {
  const { first, confirmed, writer, journal, waiting } = stage;
  const inapplicable = whyNot(stage);
  if (inapplicable !== undefined) {
    journal.note(STEP, 'not applicable', inapplicable);
    return { outcome: 'not-run' };
  }
  const other = await writer.write(STEP);
  if (other.kind !== 'stored') {
    const unclear = other.kind === 'silent' || saysOfTheMoment(other.reason);
    return { outcome: unclear ? 'unknown' : 'refused' };
  }
  // Where the second write moved the record to another place, it is found there.
  const records = again === undefined ? [first.record] : [first.record, again];
  const readers = confirmed.map(({ reader }) => reader);
  const looks = await lookFor(readers, records, (seen) => seen.have(...records), waiting);
  const seen = looks.at(-1) as Sights;
  journal.keep(seen.all.flatMap(({ calls }) => calls));
  if (seen.have(...records)) {
    journal.note('read the first record again', 'still there');
    return { outcome: 'kept' };
  }
  journal.note('read the first record again', 'gone');
  await seen.demandRead('after another record was written');
  const shows = await newRecordShows(stage, other);
  const doubt = lossDoubt(stage, seen) ?? (shows ? undefined : 'the read tools do not show the new record either');
  return { outcome: 'lost', doubt };
}

function whyNot({ first, writer, canHaveOtherKey, guards }: Shown): string | undefined {
  if (!canHaveOtherKey) return 'its key is the same in every record';
  if (guards.singleValue && isSingleValueWrite(writer.tool, keyTexts(first.record).length > 0))
    return `${writer.tool.name} is meant to overwrite, and no key tells two records apart`;
  return undefined;
}
