/** One read tool, asked for one record. Spec: scorecard 2.5.3. */

import {
  answerOf,
  type ArgumentsFor,
  type CallRecord,
  canonicalJson,
  type JsonObject,
  keyTexts,
  markersOf,
  type ProbeRecord,
  type ReaderChoice,
  shownIn,
  type ToolAnswer,
  withoutMarkers,
} from '../../core/index.js';
import { CannotTell } from './check.js';
import type { Guards } from './guards.js';

type Ask = (name: string, args: JsonObject) => Promise<CallRecord>;

/** What a reader says when it is asked for a record. */
export interface Sight {
  readonly reader: Reader;
  readonly record: ProbeRecord;
  /** `refused`: an error. `silent`: nothing to judge by. */
  readonly kind: 'answered' | 'refused' | 'silent';
  /** Texts of any record that it shows on its own account. */
  readonly shown: ReadonlySet<string>;
  /** It answers for the key of this record, and refuses one that was never written. */
  readonly exists: boolean;
  /** Why it shows nothing; empty when it answered. */
  readonly reason: string;
  readonly result: JsonObject | undefined;
  /** What it rests on. */
  readonly calls: readonly CallRecord[];
}

/** The answer to a call for a record that was never written. */
interface Control {
  readonly answer: ToolAnswer;
  /** It shows the texts that it was sent. */
  readonly repeats: boolean;
  readonly call: CallRecord;
}

const MOMENTARY =
  /rate.?limit|too many|quota|timed? ?out|unavailable|busy|try again|connect|\b5\d\d\b|\b429\b|locked|temporar/i;
const NOTHING: ReadonlySet<string> = new Set();

export class Reader {
  readonly choice: ReaderChoice;
  readonly #argumentsFor: ArgumentsFor;
  readonly #never: ProbeRecord;
  readonly #ask: Ask;
  readonly #guards: Pick<Guards, 'echo' | 'addressed'>;
  #control: Promise<Control | undefined> | undefined;

  /** `never` is a record that no tool is ever given to store. */
  constructor(
    choice: ReaderChoice,
    argumentsFor: ArgumentsFor,
    never: ProbeRecord,
    ask: Ask,
    guards: Pick<Guards, 'echo' | 'addressed'>,
  ) {
    this.choice = choice;
    this.#argumentsFor = argumentsFor;
    this.#never = never;
    this.#ask = ask;
    this.#guards = guards;
  }

  /** The same reader for another probe, whose calls are its own. */
  askingBy(ask: Ask): Reader {
    return new Reader(this.choice, this.#argumentsFor, this.#never, ask, this.#guards);
  }

  get name(): string {
    return this.choice.tool.name;
  }

  /** What it is asked for a record with; undefined when a demanded argument has no value. */
  argumentsFor(record: ProbeRecord): JsonObject | undefined {
    return this.#argumentsFor(record);
  }

  /** True when it is asked for this very record, and not for all there are. */
  isAskedFor(record: ProbeRecord): boolean {
    return this.#sent(record, [...markersOf(record), ...keyTexts(record)]).size > 0;
  }

  /** True when both records are asked for by the same call. */
  asksAlike(one: ProbeRecord, other: ProbeRecord): boolean {
    return canonicalJson(this.#argumentsFor(one)) === canonicalJson(this.#argumentsFor(other));
  }

  /**
   * Asks for a record, and looks for the texts in what comes back.
   * @throws CannotTell when the connection or the run is over
   */
  async look(record: ProbeRecord, sought: readonly string[]): Promise<Sight> {
    const args = this.#argumentsFor(record);
    if (args === undefined) return this.#blind(record, 'silent', 'no valid arguments could be made', []);
    const call = await this.#ask(this.name, args);
    const answer = answerOf(call);
    if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
    if (answer.kind !== 'answered') return this.#blind(record, answer.kind, answer.reason, [call]);
    const calls = [call];
    const shown = await this.#ownWords(record, shownIn(answer.result, sought), calls);
    const exists = shown.size === 0 && (await this.#answersForKey(record, calls));
    return { reader: this, record, kind: 'answered', shown, exists, reason: '', result: answer.result, calls };
  }

  /** True when the refusal is the one that a record gets which was never written. */
  async refusesAsUnknown({ record, reason }: Sight): Promise<boolean> {
    if (saysOfTheMoment(reason)) return false;
    const control = await this.#controlled([]);
    if (control?.answer.kind !== 'refused') return false;
    return ownWords(control.answer.reason, this.#never) === ownWords(reason, record);
  }

  #blind(record: ProbeRecord, kind: Sight['kind'], reason: string, calls: readonly CallRecord[]): Sight {
    return { reader: this, record, kind, shown: NOTHING, exists: false, reason, result: undefined, calls };
  }

  /** What a reader shows without having been told in the call. */
  async #ownWords(record: ProbeRecord, shown: ReadonlySet<string>, calls: CallRecord[]): Promise<ReadonlySet<string>> {
    if (shown.size === 0 || !this.#guards.echo) return shown;
    const sent = this.#sent(record, [...shown]);
    if ([...shown].some((text) => !sent.has(text))) return shown;
    const control = await this.#controlled(calls);
    return control?.repeats === true ? NOTHING : shown;
  }

  async #answersForKey(record: ProbeRecord, calls: CallRecord[]): Promise<boolean> {
    if (!this.#guards.addressed) return false;
    // A key that is the same in every record may have been there before.
    const keys = keyTexts(record).filter((text) => markersOf(record).includes(text));
    if (this.#sent(record, keys).size === 0) return false;
    const control = await this.#controlled(calls);
    return control?.answer.kind === 'refused';
  }

  /** The texts that a call for the record sends. */
  #sent(record: ProbeRecord, texts: readonly string[]): ReadonlySet<string> {
    return shownIn({ structuredContent: this.#argumentsFor(record) ?? {} }, texts);
  }

  /** The control, made once: nothing that is written here changes what it shows. Adds its call to those a sight rests on. */
  async #controlled(calls: CallRecord[]): Promise<Control | undefined> {
    this.#control ??= this.#makeControl();
    const control = await this.#control;
    if (control !== undefined) calls.push(control.call);
    return control;
  }

  async #makeControl(): Promise<Control | undefined> {
    const args = this.#argumentsFor(this.#never);
    const texts = [...markersOf(this.#never), ...keyTexts(this.#never)];
    const sent = this.#sent(this.#never, texts);
    if (args === undefined || sent.size === 0) return undefined;
    const call = await this.#ask(this.name, args);
    const answer = answerOf(call);
    if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
    const repeats = answer.kind === 'answered' && shownIn(answer.result, [...sent]).size > 0;
    return { answer, repeats, call };
  }
}

/** True for an error that is about the server's state at the moment, and not about what was asked. */
export function saysOfTheMoment(reason: string): boolean {
  return MOMENTARY.test(reason);
}

/** What a refusal says, whichever record it is about. */
function ownWords(reason: string, record: ProbeRecord): string {
  const plain = keyTexts(record).reduce((text, key) => text.replaceAll(key, ''), withoutMarkers(reason));
  return plain.replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ').trim();
}
