/** A new record that is not to be stored: the round trip has proven that the same call without the flag stores it. */

import {
  type CallRecord,
  type Confidence,
  describeRecord,
  markerPrefix,
  type NextHex,
  type ProbeScope,
} from '../../core/index.js';
import type { ToolDryRun } from '../../schemas/observations.gen.js';
import { attempt } from '../effect-checks/attempt.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { showsJournal } from '../effect-checks/journal-names.js';
import { saysOfTheMoment } from '../effect-checks/reader.js';
import { confirms } from '../effect-checks/sights.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import { unended } from '../effect-checks/words.js';
import { Facts } from './facts.js';
import type { Flag } from './flag.js';

export interface DryWriteInput {
  readonly scope: ProbeScope<'tool'>;
  readonly store: Store;
  readonly flag: Flag;
  readonly settleMs: readonly number[];
  readonly nextHex?: NextHex;
}

export class DryWrite implements Check<'tool.dry-run'> {
  readonly #input: DryWriteInput;
  readonly #own: OwnStore;
  readonly #facts: Facts;

  constructor(input: DryWriteInput) {
    const { scope, store, flag, ...options } = input;
    this.#input = input;
    this.#own = new OwnStore(scope, store, options);
    this.#facts = new Facts(store.tool, flag, 'record', this.#own.journal);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { scope, store, flag } = this.#input;
    const { journal } = this.#own;
    demandPermission(scope, store.tool);
    const record = this.#own.record();
    journal.markers.push(markerPrefix(record.hex));
    this.#facts.change = `a record (${describeRecord(record)})`;
    const args = { ...record.arguments, [flag.name]: true };
    // Not by the store: what is not to be there is none of the records that other probes may count on.
    const came = await attempt(scope, journal, { step: `write with ${flag.name}: true`, tool: store.tool, args });
    if ('refused' in came) {
      if (saysOfTheMoment(came.refused)) throw new CannotTell(`a dry run fails: ${unended(came.refused)}`);
      return void (this.#facts.outcome = 'refused');
    }
    const { seen } = await this.#own.missingAtOnce([record], 'after a dry run');
    const showing = seen.all.filter((sight) => !showsJournal(sight.reader.name) && confirms(sight, [record]));
    journal.note('look for the record', showing.length === 0 ? 'not there' : 'there');
    this.#facts.readers = [...new Set(showing.map(({ reader }) => reader.name))];
    this.#facts.outcome = showing.length === 0 ? 'kept' : 'written';
  }

  data(): ToolDryRun {
    return this.#facts.data();
  }

  basis(): string {
    return `without ${this.#input.flag.name} such a record is stored and shown`;
  }

  confidence(): Confidence {
    return this.#input.flag.isClear ? 'high' : 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#own.journal.evidence;
  }
}
