/** What several readers say, taken together. */

import { keyTexts, lookUntil, markersOf, type ProbeRecord, type Waiting } from '../../core/index.js';
import { CannotTell } from './check.js';
import { shortened } from './words.js';
import type { Reader, Sight } from './reader.js';

export class Sights {
  readonly all: readonly Sight[];

  constructor(all: readonly Sight[]) {
    this.all = all;
  }

  /** Whether one of these texts shows somewhere. */
  show(texts: readonly string[]): boolean {
    return this.all.some(({ shown }) => texts.some((text) => shown.has(text)));
  }

  /** Whether one of these records shows by a text of its own, or is known to be there. */
  have(...records: readonly ProbeRecord[]): boolean {
    return this.all.some((sight) => confirms(sight, records));
  }

  /** What a reader says when it is asked for this record. */
  of(reader: Reader, record: ProbeRecord): Sight | undefined {
    return this.all.find((sight) => sight.reader === reader && reader.asksAlike(sight.record, record));
  }

  /**
   * That nothing shows counts only when every reader was able to show it.
   * @throws CannotTell when one of them was not
   */
  async demandRead(when: string): Promise<void> {
    for (const sight of this.all) {
      if (sight.kind === 'answered' || (sight.kind === 'refused' && (await sight.reader.refusesAsUnknown(sight))))
        continue;
      throw new CannotTell(`${sight.reader.name} could not be read ${when}: ${shortened(sight.reason, 100)}`);
    }
  }
}

/** Whether one of the records shows by a text that no other has, or its key is known. */
export function confirms({ shown, exists, record }: Sight, records: readonly ProbeRecord[]): boolean {
  return records.some((one) => markersOf(one).some((marker) => shown.has(marker)) || (exists && sameKey(one, record)));
}

function sameKey(one: ProbeRecord, other: ProbeRecord): boolean {
  return keyTexts(one).join('\n') === keyTexts(other).join('\n');
}

/** Everything by which these records could be known. */
export function textsOf(records: readonly ProbeRecord[]): readonly string[] {
  return [...new Set(records.flatMap((record) => [...markersOf(record), ...keyTexts(record)]))];
}

/**
 * Asks every reader for every record, once where it asks for both alike, and looks for these texts.
 * @throws CannotTell when the connection or the run is over
 */
export async function lookAt(
  readers: readonly Reader[],
  records: readonly ProbeRecord[],
  sought: readonly string[],
): Promise<Sights> {
  const all: Sight[] = [];
  for (const reader of readers) {
    const asked: ProbeRecord[] = [];
    for (const record of records) {
      if (asked.some((other) => reader.asksAlike(other, record))) continue;
      asked.push(record);
      all.push(await reader.look(record, sought));
    }
  }
  return new Sights(all);
}

/**
 * Looks until `isFine` or until the waits are over; what was seen each time.
 * @throws CannotTell when the connection or the run is over
 */
export async function lookFor(
  readers: readonly Reader[],
  records: readonly ProbeRecord[],
  isFine: (seen: Sights) => boolean,
  waiting: Waiting,
  known: readonly ProbeRecord[] = records,
): Promise<readonly [Sights, ...Sights[]]> {
  return lookUntil(isFine, () => lookAt(readers, records, textsOf(known)), waiting);
}
