/** The write tool, given records to store. Spec: scorecard 2.5.2. */

import {
  answerOf,
  type CallRecord,
  declaredKeys,
  failureReport,
  type JsonObject,
  type Keys,
  ledgerOf,
  likelyKeys,
  makeRecord,
  markerPrefix,
  markersOf,
  type NextHex,
  planRecord,
  type ProbeRecord,
  type ProbeScope,
  type RecordKind,
  type RecordPlan,
  skipReport,
  type Tool,
  type WritePair,
} from '../../core/index.js';
import { failureAdvice } from './call.js';
import { CannotTell } from './check.js';
import { listed, shortened, unended } from './words.js';
import type { Guards } from './guards.js';
import type { Journal } from './journal.js';

/** What became of a write. `refused`: an error, or an answer that says it failed. `silent`: nothing to judge by. */
export type Written =
  | { readonly kind: 'stored'; readonly record: ProbeRecord; readonly result: JsonObject }
  | { readonly kind: 'refused' | 'silent'; readonly record: ProbeRecord; readonly reason: string };

export type Stored = Extract<Written, { readonly kind: 'stored' }>;

/** How the records of a tool are made. */
export interface Form {
  readonly plan: RecordPlan;
  readonly keys: Keys;
}

export interface WriterInput {
  readonly scope: Pick<ProbeScope<'tool'>, 'call' | 'catalog' | 'values'>;
  readonly tool: Tool;
  readonly pair: WritePair | undefined;
  readonly nextHex: NextHex;
  readonly guards: Guards;
  readonly journal: Journal;
  /** When the tool is known to take records of this form already. */
  readonly form?: Form;
}

export class Writer {
  readonly #input: WriterInput;
  #form: Form | undefined;

  constructor(input: WriterInput) {
    this.#input = input;
    this.#form = input.form;
  }

  /** @throws Error before the first write, when none was given */
  get form(): Form {
    if (this.#form === undefined) throw new Error(`nothing was written with ${this.tool.name} yet`);
    return this.#form;
  }

  get tool(): Tool {
    return this.#input.tool;
  }

  /**
   * Writes the first record; when that is refused, once more with nothing in it that the tool does not demand.
   * @throws CannotTell when nothing could be stored
   */
  async writeFirst(): Promise<Stored> {
    this.#form = await this.#plan(true);
    const first = await this.write('write');
    if (first.kind === 'stored') return first;
    const { tool, pair, guards } = this.#input;
    if (guards.secondAttempt && this.#form.plan.hasOptionalText) {
      const least = await this.#plan(false).catch((error: unknown) => {
        if (error instanceof CannotTell) return undefined;
        throw error;
      });
      if (least !== undefined) {
        this.#form = least;
        const second = await this.write('write, required arguments only');
        if (second.kind === 'stored') return second;
      }
    }
    const why = unended(first.reason);
    throw new CannotTell(
      pair === undefined
        ? failureAdvice('the first write', why, tool)
        : `the first write fails (${shortened(why, 100)}); give it values it accepts in write_args of the pair`,
    );
  }

  /** A record that is new, or has the key of another one. */
  record(kind: RecordKind = {}): ProbeRecord {
    const { plan, keys } = this.form;
    return makeRecord(plan, keys, this.#input.nextHex(), kind);
  }

  /**
   * Gives the tool a record to store.
   * @throws CannotTell when the connection or the run is over
   */
  async write(step: string, kind: RecordKind = {}): Promise<Written> {
    return this.send(step, this.record(kind));
  }

  /**
   * Sends a record that was made before.
   * @throws CannotTell when the connection or the run is over
   */
  async send(step: string, record: ProbeRecord): Promise<Written> {
    const { scope, tool, journal } = this.#input;
    journal.markers.push(markerPrefix(record.hex));
    const call = await scope.call('tools/call', { name: tool.name, arguments: record.arguments });
    journal.keep([call]);
    const written = this.#written(record, call);
    journal.note(step, written.kind, written.kind === 'stored' ? '' : written.reason);
    return written;
  }

  /** The words by which the answer to a later write reports that it skipped the record; undefined when it does not. */
  skipReport({ result }: Stored, first?: Stored): string | undefined {
    return skipReport(result, first?.result, this.#input.guards);
  }

  #written(record: ProbeRecord, call: CallRecord): Written {
    const answer = answerOf(call);
    if (answer.kind === 'lost') {
      this.#input.journal.note('write', 'lost', answer.reason);
      throw new CannotTell(answer.reason, 'incomplete');
    }
    if (answer.kind !== 'answered') return { kind: answer.kind, record, reason: answer.reason };
    const failure = this.#input.guards.failureWords ? failureReport(answer.result) : undefined;
    if (failure !== undefined) return { kind: 'refused', record, reason: `its answer says ${failure}` };
    ledgerOf(this.#input.scope.catalog).add(this.tool, record, answer.result);
    return { kind: 'stored', record, result: answer.result };
  }

  async #plan(optional: boolean): Promise<Form> {
    const { scope, tool, pair, nextHex } = this.#input;
    const planned = await planRecord(tool, { values: scope.values(tool), templates: pair?.writeArgs, optional });
    if ('impossible' in planned) throw new CannotTell(`no record could be made for it: ${planned.impossible}`);
    const { plan } = planned;
    const keys = keysOf(plan, pair);
    const record = makeRecord(plan, keys, nextHex());
    if (markersOf(record).length === 0)
      throw new CannotTell(
        'none of its arguments takes a text of ours, so a record could not be recognised; declare a pair whose write_args hold {marker}',
      );
    return { plan, keys };
  }
}

function keysOf(plan: RecordPlan, pair: WritePair | undefined): Keys {
  if (pair?.key === undefined) return likelyKeys(plan);
  const found = declaredKeys(plan, [pair.key].flat());
  if ('keys' in found) return found.keys;
  throw new CannotTell(`a record has no field ${listed(found.unknown)}, which the pair declares as its key`);
}
