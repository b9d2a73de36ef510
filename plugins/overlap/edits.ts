/** Edits of different lines of one text, sent at once: each that is reported as done has to show. */

import {
  type CallRecord,
  type Confidence,
  distinctHex,
  type JsonObject,
  lookUntil,
  type NextHex,
  type OwnRecord,
  type ProbeRecord,
  type ProbeScope,
  randomHex,
  skipReport,
} from '../../core/index.js';
import type { ToolOverlap } from '../../schemas/observations.gen.js';
import { attempt } from '../effect-checks/attempt.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import type { Reader } from '../effect-checks/reader.js';
import { lookAt } from '../effect-checks/sights.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import { shortened, unended } from '../effect-checks/words.js';
import { AT_ONCE, Facts } from './facts.js';
import { laterDoubt } from './later.js';
import { lineOf, linedRecord } from '../effect-checks/lined-record.js';
import type { TextEdit } from '../effect-checks/text-edit.js';

export interface EditsInput {
  readonly scope: ProbeScope<'tool'>;
  readonly store: Store;
  readonly edit: TextEdit;
  /** Where a record of the store keeps its text. */
  readonly textPath: string;
  readonly settleMs: readonly number[];
  readonly nextHex?: NextHex;
}

/** A text of ours, and the readers that show all of it. */
interface Target {
  readonly own: OwnRecord;
  readonly record: ProbeRecord;
  readonly readers: readonly Reader[];
}

/** What overlaps is a matter of luck, and the first calls of a kind are slow. */
const ROUNDS = 4;

type Edited = { readonly line: string; readonly result: JsonObject } | { readonly reason: string };

export class Edits implements Check<'tool.overlap'> {
  readonly #input: EditsInput;
  readonly #own: OwnStore;
  readonly #facts: Facts;
  readonly #nextHex: NextHex;
  /** An edit alone showed without waiting. */
  #showsAtOnce = false;
  #doubt: string | undefined;

  constructor(input: EditsInput) {
    this.#input = input;
    this.#nextHex = distinctHex(input.nextHex ?? randomHex);
    this.#own = new OwnStore(input.scope, input.store, { settleMs: input.settleMs });
    this.#facts = new Facts(input.edit.tool, 'edits', this.#own.journal);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { scope, store, edit } = this.#input;
    demandPermission(scope, edit.tool);
    demandPermission(scope, store.tool);
    const hex = this.#nextHex();
    const old = Array.from({ length: AT_ONCE + 1 }, (_, at) => lineOf(hex, at));
    const target = await this.#writeText(hex, old);
    this.#facts.readers = target.readers.map(({ name }) => name);
    const alone = await this.#editAlone(target, old[AT_ONCE] ?? '');
    let lines: readonly string[] = old.slice(0, AT_ONCE);
    for (let round = 0; round < ROUNDS && this.#facts.outcome !== 'lost'; round += 1)
      lines = await this.#editTogether(target, lines, alone);
    this.#doubt = laterDoubt(edit.tool, alone);
  }

  data(): ToolOverlap {
    return this.#facts.data();
  }

  basis(): string {
    const shown = `an edit alone shows in what ${this.#input.store.tool.name} stored`;
    return this.#doubt === undefined ? shown : `${shown}, but ${this.#doubt}`;
  }

  confidence(): Confidence {
    return this.#doubt === undefined ? 'high' : 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#own.journal.evidence;
  }

  async #writeText(hex: string, lines: readonly string[]): Promise<Target> {
    const { store, textPath } = this.#input;
    const record = linedRecord(store, textPath, hex, lines);
    const written = await this.#own.send('write a text of nine lines', record);
    const own = this.#own.own(record);
    if (written.kind !== 'stored' || own === undefined)
      throw new CannotTell(`${store.tool.name} does not store a text of nine lines, so there is nothing to edit`);
    const { all } = await lookAt(this.#own.readers, [record], lines);
    const readers = all.filter(({ shown }) => lines.every((line) => shown.has(line))).map(({ reader }) => reader);
    if (readers.length > 0) return { own, record, readers };
    throw new CannotTell(`no read tool shows all lines of a text that ${store.tool.name} stored`);
  }

  /** Edits one line while nothing else is under way; what the tool answered. */
  async #editAlone(target: Target, line: string): Promise<JsonObject> {
    const after = lineOf(this.#nextHex(), 0);
    const edited = await this.#edit(target, 'edit, alone', line, after);
    if ('reason' in edited) throw new CannotTell(`an edit alone fails: ${shortened(unended(edited.reason), 100)}`);
    const looks = await this.#lookFor(target, [after], this.#input.settleMs);
    this.#showsAtOnce = looks.length === 1;
    const seen = looks.at(-1) ?? looks[0];
    this.#own.journal.keep(seen.all.flatMap(({ calls }) => calls));
    if (!seen.show([after])) {
      await seen.demandRead('after an edit alone');
      throw new CannotTell('an edit alone does not show');
    }
    return edited.result;
  }

  /** Edits each of these lines, all at once; what they are then. */
  async #editTogether(target: Target, lines: readonly string[], alone: JsonObject): Promise<readonly string[]> {
    const hex = this.#nextHex();
    const edits = lines.map((line, at) => [line, lineOf(hex, at)] as const);
    const edited = await Promise.all(edits.map((edit) => this.#edit(target, 'edit, all at once', ...edit)));
    const done = edited.map((one) =>
      'line' in one && skipReport(one.result, alone) === undefined ? one.line : undefined,
    );
    const reported = done.filter((line) => line !== undefined);
    const gone = await this.#missing(target, reported);
    if (gone.length > 0) await this.#tryAgain(target, edits, gone);
    this.#facts.sent = edits.length;
    this.#facts.reported = reported.length;
    this.#facts.missing = gone.map((line) => `the line "${line}"`);
    this.#facts.outcome = gone.length > 0 ? 'lost' : reported.length > 0 ? 'kept' : 'refused';
    return lines.map((line, at) => done[at] ?? line);
  }

  async #edit({ own }: Target, step: string, before: string, after: string): Promise<Edited> {
    const { scope, edit } = this.#input;
    const args = edit.argumentsFor(own, this.#nextHex(), before, after);
    if (args === undefined) throw new CannotTell(`no argument of ${edit.tool.name} names what was stored`);
    const came = await attempt(scope, this.#own.journal, { step, tool: edit.tool, args });
    return 'done' in came ? { line: after, result: came.done } : { reason: came.refused };
  }

  /** Those of the lines that no reader shows, after the usual waits; one wait where an edit alone showed without any. */
  async #missing(target: Target, lines: readonly string[]): Promise<readonly string[]> {
    if (lines.length === 0) return [];
    const { settleMs } = this.#input;
    const looks = await this.#lookFor(target, lines, this.#showsAtOnce ? settleMs.slice(0, 1) : settleMs);
    const seen = looks.at(-1) ?? looks[0];
    const gone = lines.filter((line) => !seen.show([line]));
    this.#own.journal.keep(seen.all.flatMap(({ calls }) => calls));
    if (gone.length > 0) await seen.demandRead('after edits that overlapped');
    return gone;
  }

  #lookFor({ record, readers }: Target, lines: readonly string[], settleMs: readonly number[]) {
    return lookUntil(
      (seen) => lines.every((line) => seen.show([line])),
      () => lookAt(readers, [record], lines),
      { settleMs, signal: this.#input.scope.signal },
    );
  }

  /** One of the edits that left nothing behind, sent alone: it shows, or the line that it is about is gone as well. */
  async #tryAgain(
    target: Target,
    edits: readonly (readonly [string, string])[],
    gone: readonly string[],
  ): Promise<void> {
    const [before, after] = edits.find(([, line]) => gone.includes(line)) ?? ['', ''];
    const again = await this.#edit(target, 'the same edit, alone', before, after);
    if ('line' in again && (await this.#missing(target, [after])).length > 0)
      throw new CannotTell('an edit that was lost does not show when it is sent alone either');
  }
}
