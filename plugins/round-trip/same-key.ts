import {
  changeDoubt,
  contractDoubt,
  denialDoubt,
  keyTexts,
  newIdDoubt,
  type ProbeRecord,
  valueMarkers,
} from '../../core/index.js';
import type { ToolRoundTrip } from '../../schemas/observations.gen.js';
import { lossDoubt, newRecordShows } from './loss.js';
import { saysOfTheMoment } from '../effect-checks/reader.js';
import { lookFor, type Sights } from '../effect-checks/sights.js';
import type { Shown } from './stage.js';
import type { Stored } from '../effect-checks/writer.js';

export interface SameKey {
  readonly outcome: ToolRoundTrip['sameKey'];
  /** The record as it was sent a second time, whatever came of it. */
  readonly sent?: ProbeRecord;
  /** Why a failure is not certain. */
  readonly doubt?: string | undefined;
  /** The new values show, and no old one. */
  readonly replaced?: boolean;
}

const STEP = 'second write, same key';

/**
 * Writes the record again with the same key and new values everywhere else. Spec: scorecard 2.5.4.
 * @throws CannotTell when what came of it could not be read
 */
export async function writeSameKey(stage: Shown): Promise<SameKey> {
  const { first, confirmed, writer, journal, waiting } = stage;
  const { record } = first;
  const inapplicable = whyNot(stage);
  if (inapplicable !== undefined) {
    journal.note(STEP, 'not applicable', inapplicable);
    return { outcome: 'not-run' };
  }
  const second = await writer.write(STEP, { keyOf: record });
  const sent = second.record;
  if (second.kind !== 'stored') {
    const unclear = second.kind === 'silent' || saysOfTheMoment(second.reason);
    return { outcome: unclear ? 'unknown' : 'refused', sent };
  }
  const skipped = writer.skipReport(second, first);
  if (skipped !== undefined) {
    journal.note(STEP, 'reported as skipped', skipped);
    return { outcome: 'reported', sent };
  }
  const readers = confirmed.map(({ reader }) => reader);
  const [newValues, oldValues] = [valueMarkers(sent), valueMarkers(record)];
  const isFine = (seen: Sights): boolean => seen.show(newValues) || (!seen.show(oldValues) && hasKey(seen, stage));
  const looks = await lookFor(readers, [sent, record], isFine, waiting);
  const seen = looks.at(-1) as Sights;
  journal.keep(seen.all.flatMap(({ calls }) => calls));
  const outcome = seen.show(newValues)
    ? 'updated'
    : seen.show(oldValues)
      ? 'unchanged'
      : hasKey(seen, stage)
        ? 'not-shown'
        : 'lost';
  journal.note('read again', WORDS[outcome]);
  if (outcome === 'updated' || outcome === 'not-shown')
    return { outcome, sent, replaced: outcome === 'updated' && !seen.show(oldValues) };
  await seen.demandRead('after the second write');
  const doubt = outcome === 'unchanged' ? noOpDoubt(stage, second, looks) : await goneDoubt(stage, seen);
  return { outcome, sent, doubt };
}

const WORDS = {
  updated: 'the new values show',
  unchanged: 'the old values show, and no new one',
  'not-shown': 'the key shows, but no value: the read tools do not show these values',
  lost: 'nothing of the record shows',
};

function whyNot({ first, confirmed }: Shown): string | undefined {
  if (keyTexts(first.record).length === 0) return 'the record has no key';
  if (!confirmed.some(({ showsValues }) => showsValues)) return 'the read tools show only its key';
  return undefined;
}

function hasKey(seen: Sights, { first: { record } }: Shown): boolean {
  return seen.show(keyTexts(record)) || seen.have(record);
}

/** Why the second write may have done something, or was right to do nothing. */
function noOpDoubt(stage: Shown, second: Stored, looks: readonly Sights[]): string | undefined {
  const { guards, writer, first, confirmed } = stage;
  if (!guards.noOpDoubts) return undefined;
  const changed = confirmed.map(({ reader, before }) => {
    const after = looks.map((look) => look.of(reader, first.record)?.result).filter((result) => result !== undefined);
    return before === undefined ? undefined : changeDoubt(reader.choice.tool, before, after);
  });
  return (
    contractDoubt(writer.tool) ??
    newIdDoubt(first.result, second.result) ??
    denialDoubt(first.result, second.result) ??
    changed.find((doubt) => doubt !== undefined)
  );
}

/** Why the record may be there all the same: the view is narrow, or no record shows at all any more. */
async function goneDoubt(stage: Shown, seen: Sights): Promise<string | undefined> {
  const doubt = lossDoubt(stage, seen);
  if (doubt !== undefined || !stage.canHaveOtherKey) return doubt;
  const other = await stage.writer.write('another record, to see whether one shows');
  if (other.kind !== 'stored' || (await newRecordShows(stage, other))) return undefined;
  return 'the read tools do not show another record either';
}
