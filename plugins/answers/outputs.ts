/** Whether what a tool returns is what its output schema promises, for every success of a run. */

import { type CallRecord, conforms, differenceIn, excerptOf, type JsonObject } from '../../core/index.js';

export interface Differing {
  readonly record: CallRecord;
  /** In words, where it is not what was promised. */
  readonly where: string;
}

/** Answers that are looked at; a broken tool shows it long before. */
const MOST_LOOKS = 60;
const MOST_KEPT = 4;
const MISSING = 'there is no structured content';
const DIFFERS = 'it is not what the schema asks for';
/** How servers that check themselves say that they broke their word. */
const OWN_CHECK =
  /\boutput validation error\b|\bhas an output schema but no structured content\b|\binvalid structured content\b/i;

export class Outputs {
  readonly differing: Differing[] = [];
  /** Refusals in which the server's own library says that the result does not fit. */
  readonly ownWords: { readonly record: CallRecord; readonly words: string }[] = [];
  readonly #schema: JsonObject | undefined;
  readonly #looks: Promise<unknown>[] = [];
  #fitting = 0;

  constructor(schema: JsonObject | undefined) {
    this.#schema = schema;
  }

  /** Resolves to whether the result fits; to undefined when there is no promise, or nobody can tell. */
  look(record: CallRecord, result: JsonObject): Promise<boolean | undefined> {
    const schema = this.#schema;
    if (schema === undefined || this.#looks.length >= MOST_LOOKS) return Promise.resolve(undefined);
    const content = result['structuredContent'];
    const missing = content === undefined || content === null;
    const looked = missing ? Promise.resolve(false) : conforms(schema, content);
    const noted = looked.then((fits) => {
      if (fits === true) this.#fitting += 1;
      if (fits === false && this.differing.length < MOST_KEPT)
        this.differing.push({ record, where: missing ? MISSING : (differenceIn(schema, content) ?? DIFFERS) });
      return fits;
    });
    this.#looks.push(noted);
    return noted;
  }

  lookAtRefusal(record: CallRecord): void {
    const words = excerptOf(record, 300);
    if (this.#schema !== undefined && OWN_CHECK.test(words) && this.ownWords.length < MOST_KEPT)
      this.ownWords.push({ record, words });
  }

  /** How many results fit, once all are looked at. */
  async fitting(): Promise<number> {
    await Promise.all(this.#looks);
    return this.#fitting;
  }
}
