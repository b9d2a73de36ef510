/** What speaks against saying that a record is lost. Spec: scorecard 2.5.5. */

import { replacementDoubt, windowDoubt } from '../../core/index.js';
import { lookFor, type Sights } from '../effect-checks/sights.js';
import type { Shown } from './stage.js';
import type { Stored } from '../effect-checks/writer.js';

/** Why the record may be there although nobody shows it, or may be gone by design; undefined when nothing says so. */
export function lossDoubt({ writer, first, confirmed, guards }: Shown, seen: Sights): string | undefined {
  if (!guards.pageWindow) return undefined;
  const { record } = first;
  const keyPath = record.fields.find(({ isKey }) => isKey)?.path ?? '';
  const replaced = replacementDoubt(writer.tool, keyPath);
  if (replaced !== undefined) return replaced;
  const doubts = confirmed.map(({ reader, before }) =>
    windowDoubt({
      reader: reader.choice.tool,
      addressed: reader.isAskedFor(record),
      before,
      after: seen.of(reader, record)?.result,
    }),
  );
  // One reader that shows all it has is enough to know.
  return doubts.every((doubt) => doubt !== undefined) ? doubts[0] : undefined;
}

/**
 * Whether the readers still work: a record that was just written shows, and not only at the first look.
 * @throws CannotTell when the connection or the run is over
 */
export async function newRecordShows({ confirmed, journal, waiting }: Shown, other: Stored): Promise<boolean> {
  const readers = confirmed.map(({ reader }) => reader);
  for (let times = 0; times < 2; times += 1) {
    const [seen] = await lookFor(readers, [other.record], () => true, waiting);
    journal.keep(seen.all.flatMap(({ calls }) => calls));
    if (!seen.have(other.record)) {
      journal.note('read the other record', 'not shown');
      return false;
    }
  }
  journal.note('read the other record', 'shown');
  return true;
}
