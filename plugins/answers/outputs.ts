/** Whether what a tool returns is what its output schema promises, for every success of a run. */

import { type CallRecord, conforms, differenceIn, excerptOf, isObject, type JsonObject } from '../../core/index.js';

export interface Differing {
  readonly record: CallRecord;
  /** In words, where it is not what was promised. */
  readonly where: string;
  /** Only the format of a text is another; not every client looks at formats. */
  readonly onlyFormat: boolean;
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
    const noted = looked.then(async (fits) => {
      if (fits === true) this.#fitting += 1;
      if (fits === false && this.differing.length < MOST_KEPT) {
        const where = missing ? MISSING : (differenceIn(schema, content) ?? DIFFERS);
        const differing = { record, where, onlyFormat: false };
        const at = this.differing.push(differing) - 1;
        const onlyFormat = !missing && (await conforms(withoutFormats(schema), content)) === true;
        this.differing[at] = { ...differing, onlyFormat };
      }
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

/** Levels of a schema that are looked at. */
const MAX_DEPTH = 100;

/** The schema without what it says of formats. A property that is called `format` stays: what it has is no text. */
function withoutFormats(schema: JsonObject, depth = 0): JsonObject {
  if (depth > MAX_DEPTH) return schema;
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return (value as readonly unknown[]).map(inner);
    return isObject(value) ? withoutFormats(value, depth + 1) : value;
  };
  const kept = Object.entries(schema).filter(([name, value]) => name !== 'format' || typeof value !== 'string');
  return Object.fromEntries(kept.map(([name, value]) => [name, inner(value)]));
}
