import {
  describeRecord,
  isPartial,
  itemsOf,
  ledgerOf,
  markersOf,
  nameWords,
  type ProbeRecord,
  type ProbeScope,
  readingOf,
  shownIn,
} from '../../core/index.js';
import type { ToolWholeList } from '../../schemas/observations.gen.js';
import { ask } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission, type Detail } from '../effect-checks/check.js';
import type { OwnStore } from '../effect-checks/stores.js';
import { shortened } from '../effect-checks/words.js';

/** Just more than the usual page. */
const WANTED = 21;
/** Records that are asked for one by one when the list leaves them out. */
const MOST_ASKED = 3;
/** A tool that says it shows a part only. */
const A_PART =
  /\b(?:recent|latest|newest|last|top|first|most|limit(?:ed)?|maximum|max|up to|at most|page|paginat\w*|sample|random|default(?:s|ed)? to \d+|\d+ (?:most|results|items|records|entries))\b/i;
const PART_NAMES: ReadonlySet<string> = new Set('recent latest newest last top next current random page'.split(' '));

/** Holds a list against what the run has stored and another tool still shows. */
export class WholeList implements Check<'tool.whole-list'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #own: OwnStore;
  readonly #details: Detail[] = [];
  #stored = 0;
  #shown = 0;
  #witness = '';
  #missing = '';

  constructor(scope: ProbeScope<'tool'>, own: OwnStore) {
    this.#scope = scope;
    this.#own = own;
  }

  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    demandPermission(this.#scope, tool);
    if (A_PART.test(tool.description) || nameWords(tool.name).some((word) => PART_NAMES.has(word)))
      throw new CannotTell('it says that it shows a part only', 'skipped');
    const witnesses = this.#own.readers.filter((reader) => reader.isAskedFor(this.#own.store.first.record));
    if (witnesses.length === 0)
      throw new CannotTell('no tool shows one record by its key, so nobody could know what is left out', 'skipped');
    const records = await this.#fill();
    const reader = this.#own.readers.find(({ choice }) => choice.tool === tool);
    const args = reader?.argumentsFor(this.#own.store.first.record) ?? {};
    const answer = await ask(this.#scope, tool, args);
    if (answer.kind !== 'answered') throw new CannotTell(`it could not be read: ${shortened(answer.reason, 100)}`);
    const missing = records.filter((record) => shownIn(answer.result, markersOf(record)).size === 0);
    this.#shown = records.length - missing.length;
    this.#details.push({
      step: 'read the list',
      outcome: `shows ${this.#shown} of ${records.length} records of our own`,
      note: '',
    });
    const reading = readingOf(answer.result);
    const count = reading === undefined ? 0 : (itemsOf(answer.result, reading)?.length ?? 0);
    // What it leaves out may be changed or gone since; what it says of more is honest.
    if (missing.length === 0 || isPartial(answer.result, count)) return;
    for (const record of missing.slice(-MOST_ASKED)) await this.#askFor(record, witnesses);
  }

  data(): ToolWholeList {
    return {
      check: 'whole-list',
      tool: this.#scope.subject.name,
      id: '',
      writer: this.#own.store.tool.name,
      stored: this.#stored,
      shown: this.#shown,
      witness: this.#witness,
      missing: this.#missing,
      markers: [...this.#own.journal.markers],
      summary: `it shows ${this.#shown} of ${this.#stored} records of our own, and no other tool knows more`,
      details: this.#details,
    };
  }

  basis(): string {
    return 'records of our own, and a tool that is asked for one by its key';
  }

  confidence(): 'high' {
    return 'high';
  }

  /** The records with different keys that are there, after more were written where there are few. */
  async #fill(): Promise<readonly ProbeRecord[]> {
    const own = ledgerOf(this.#scope.catalog).of(this.#own.store.tool);
    const byKey = new Map(own.map(({ record }) => [describeRecord(record), record]));
    for (let written = byKey.size; written < WANTED; written += 1) {
      const answer = await this.#own.send('store a record');
      if (answer.kind !== 'stored')
        throw new CannotTell(`no further record could be stored: ${shortened(answer.reason, 100)}`);
      byKey.set(describeRecord(answer.record), answer.record);
    }
    this.#stored = byKey.size;
    return [...byKey.values()];
  }

  async #askFor(record: ProbeRecord, witnesses: OwnStore['readers']): Promise<void> {
    for (const witness of witnesses) {
      if (this.#witness !== '') return;
      const sight = await witness.look(record, markersOf(record));
      if (sight.shown.size === 0 && !sight.exists) continue;
      this.#witness = witness.name;
      this.#missing = shortened(describeRecord(record), 80);
      this.#own.journal.keep(sight.calls);
    }
  }
}
