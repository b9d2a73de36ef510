/** Writes records of its own and looks for them with read tools. Spec: scorecard 2.5. */

import {
  type CallRecord,
  type Confidence,
  describeRecord,
  distinctHex,
  hasFixedKey,
  ledgerOf,
  type NextHex,
  type ProbeScope,
  randomHex,
  readerArguments,
  type ReaderChoice,
  readersFor,
  type Tool,
  type WritePair,
} from '../../core/index.js';
import type { ToolRoundTrip } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { listed } from '../effect-checks/words.js';
import { storesOf } from '../effect-checks/stores.js';
import { ALL_GUARDS, type Guards } from '../effect-checks/guards.js';
import { Journal } from '../effect-checks/journal.js';
import { type OtherRecord, writeOtherRecord } from './other-record.js';
import { readBack } from './read-back.js';
import { Reader } from '../effect-checks/reader.js';
import { type SameKey, writeSameKey } from './same-key.js';
import type { Shown } from './stage.js';
import { type Stored, Writer } from '../effect-checks/writer.js';

export interface TripInput {
  readonly scope: ProbeScope<'tool'>;
  /** What the author declared for the tool; undefined when the readers are to be guessed. */
  readonly pair: WritePair | undefined;
  readonly settleMs: readonly number[];
  readonly nextHex?: NextHex;
  readonly guards?: Guards;
}

/** What is known of a result besides its data. */
interface Standing {
  readonly confidence: Confidence;
  readonly basis: string;
}

export class RoundTrip implements Check<'tool.round-trip'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #tool: Tool;
  readonly #pair: WritePair | undefined;
  readonly #settleMs: readonly number[];
  readonly #nextHex: NextHex;
  readonly #guards: Guards;
  readonly #journal = new Journal();
  #record = '';
  #readers: readonly string[] = [];
  #firstRecord: ToolRoundTrip['firstRecord'] = 'unknown';
  #sameKey: ToolRoundTrip['sameKey'] = 'not-run';
  #otherRecord: ToolRoundTrip['otherRecord'] = 'not-run';
  #showsAtOnce = false;
  #standing: Standing = { confidence: 'low', basis: '' };

  constructor({ scope, pair, settleMs, nextHex = randomHex, guards = ALL_GUARDS }: TripInput) {
    this.#scope = scope;
    this.#tool = scope.subject.tool;
    this.#pair = pair;
    this.#settleMs = settleMs;
    this.#nextHex = distinctHex(nextHex);
    this.#guards = guards;
    if (pair !== undefined) this.#standing = { confidence: 'high', basis: DECLARED };
  }

  async run(): Promise<void> {
    demandPermission(this.#scope, this.#tool);
    const choices = this.#choices();
    const writer = new Writer({
      scope: this.#scope,
      tool: this.#tool,
      pair: this.#pair,
      nextHex: this.#nextHex,
      guards: this.#guards,
      journal: this.#journal,
    });
    const first = await writer.writeFirst();
    this.#record = describeRecord(first.record);
    const readers = await this.#makeReaders(choices, writer);
    await this.#look(writer, first, readers);
  }

  data(): ToolRoundTrip {
    return {
      check: 'round-trip',
      tool: this.#tool.name,
      id: '',
      record: this.#record,
      readers: [...this.#readers],
      firstRecord: this.#firstRecord,
      sameKey: this.#sameKey,
      otherRecord: this.#otherRecord,
      markers: [...this.#journal.markers],
      summary: this.#summary(),
      details: this.#journal.details,
    };
  }

  basis(): string {
    return this.#standing.basis;
  }

  confidence(): Confidence {
    return this.#standing.confidence;
  }

  evidence(): readonly CallRecord[] {
    return this.#journal.evidence;
  }

  async #look(writer: Writer, first: Stored, readers: readonly Reader[]): Promise<void> {
    const [declared, journal, guards] = [this.#pair !== undefined, this.#journal, this.#guards];
    const waiting = { settleMs: this.#settleMs, signal: this.#scope.signal };
    const skipped = writer.skipReport(first);
    const found = await readBack({ record: first.record, readers, declared, skipped, waiting, journal });
    if (found.kind === 'not-shown') {
      this.#firstRecord = 'not-shown';
      this.#readers = found.answered.map(({ name }) => name);
      const related = found.answered.find(({ choice }) => choice.noun !== undefined);
      this.#stands(found.confidence, basisOf(related?.choice));
      return;
    }
    this.#firstRecord = 'shown';
    const { confirmed } = found;
    this.#showsAtOnce = found.atOnce;
    this.#readers = confirmed.map(({ reader }) => reader.name);
    const best = confirmed.find(({ showsValues }) => showsValues) ?? confirmed[0];
    const choice = best?.reader.choice;
    this.#stands(choice?.noun === undefined ? 'low' : 'medium', basisOf(choice));

    const canHaveOtherKey = !hasFixedKey(first.record);
    const stage = { writer, first, confirmed, canHaveOtherKey, guards, waiting, journal };
    const knows = best?.byAnswer === true ? 'answered for this record and for no other' : 'had shown this record';
    const shown = `the read tool ${choice?.tool.name ?? ''} ${knows}`;
    // Until a step has ended nobody knows what came of it.
    this.#sameKey = 'unknown';
    const again = await writeSameKey(stage);
    this.#sameKey = again.outcome;
    if (FAILED.has(again.outcome)) {
      this.#prove(stage, again, 'not-run');
      return this.#stands('high', shown, again.doubt);
    }
    if (COMPARED.has(again.outcome)) this.#stands('high', shown);
    this.#otherRecord = 'unknown';
    const other = await writeOtherRecord(stage, again.sent);
    this.#otherRecord = other.outcome;
    this.#prove(stage, again, other.outcome);
    if (other.outcome === 'lost') return this.#stands('high', shown, other.doubt);
    if (other.outcome === 'kept') this.#stands('high', shown);
  }

  /** Tells the probes behind this one that records of the tool are shown, and by which readers. */
  #prove({ writer, first, confirmed }: Shown, again: SameKey, otherRecord: OtherRecord['outcome']): void {
    const { catalog } = this.#scope;
    const own = ledgerOf(catalog)
      .of(this.#tool)
      .find(({ record }) => record === first.record);
    if (own !== undefined)
      confirmed.reduce(
        (known, { before }) => (before === undefined ? known : ledgerOf(catalog).learn(known, before)),
        own,
      );
    const proven = {
      tool: this.#tool,
      pair: this.#pair,
      form: writer.form,
      first,
      confirmed,
      sameKey: again.outcome,
      replaced: again.replaced === true ? this.#journal.evidence : undefined,
      otherRecord,
      showsAtOnce: this.#showsAtOnce,
    };
    storesOf(catalog).push(proven);
  }

  /** What an author declares is certain, unless something speaks against it. */
  #stands(confidence: Confidence, basis: string, doubt?: string): void {
    const standing =
      this.#pair === undefined ? { confidence, basis } : { confidence: 'high' as const, basis: DECLARED };
    this.#standing =
      doubt === undefined ? standing : { confidence: 'medium', basis: `${standing.basis}, but ${doubt}` };
  }

  /** @throws CannotTell when there is nothing to read with */
  #choices(): readonly ReaderChoice[] {
    const { catalog, effects, mayCall } = this.#scope;
    if (this.#pair === undefined) {
      const choices = readersFor(this.#tool, catalog.tools, effects.exclude);
      if (choices.length > 0) return choices;
      throw new CannotTell('the server has no read tool that could show what was written; declare a pair');
    }
    const { read } = this.#pair;
    const tool = catalog.tools.find(({ name }) => name === read);
    if (tool === undefined) throw new CannotTell(`the server has no tool "${read}", which the pair declares`);
    if (effects.exclude.includes(read)) throw new CannotTell(`the probe config lists ${read} under exclude`);
    const gate = mayCall(tool);
    if (!gate.allowed) throw new CannotTell(`${read}: ${gate.reason}`, 'skipped');
    return [{ tool, noun: undefined }];
  }

  async #makeReaders(choices: readonly ReaderChoice[], writer: Writer): Promise<readonly Reader[]> {
    const never = writer.record({ newKey: true });
    const ask = (name: string, args: object): Promise<CallRecord> =>
      this.#scope.call('tools/call', { name, arguments: args });
    const readers: Reader[] = [];
    for (const choice of choices) {
      const { tool } = choice;
      const made = await readerArguments({ tool, values: this.#scope.values(tool), declared: this.#pair?.readArgs });
      readers.push(new Reader(choice, made, never, ask, this.#guards));
    }
    return readers;
  }

  #summary(): string {
    if (this.#firstRecord !== 'shown') return '';
    const parts = [
      `${listed(this.#readers)} ${this.#readers.length === 1 ? 'knows' : 'know'} the record`,
      SAME_KEY[this.#sameKey],
      OTHER[this.#otherRecord],
    ];
    return parts.filter((part) => part !== undefined).join('; ');
  }
}

const DECLARED = 'declared in the probe config';
/** Outcomes of the second write that say something of the server, and not of the moment. */
const COMPARED: ReadonlySet<ToolRoundTrip['sameKey']> = new Set<ToolRoundTrip['sameKey']>([
  'refused',
  'reported',
  'updated',
]);
const FAILED: ReadonlySet<ToolRoundTrip['sameKey']> = new Set<ToolRoundTrip['sameKey']>(['unchanged', 'lost']);
const SAME_KEY: Partial<Record<ToolRoundTrip['sameKey'], string>> = {
  refused: 'a second write with its key is refused',
  reported: 'a second write with its key is reported as skipped',
  updated: 'new values under its key show',
};
const OTHER: Partial<Record<ToolRoundTrip['otherRecord'], string>> = {
  kept: 'it is still there after another one',
};

function basisOf(choice: ReaderChoice | undefined): string {
  return choice?.noun === undefined ? 'any read tool' : `${choice.tool.name} shares the noun "${choice.noun}"`;
}
