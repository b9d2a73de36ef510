import { answerOf, type CallRecord, isObject, type JsonObject, type ProbeScope, textItems } from '../../core/index.js';
import type { ToolTextKept } from '../../schemas/observations.gen.js';
import { CannotTell, type Check } from '../effect-checks/check.js';
import type { OwnStore } from '../effect-checks/stores.js';
import { shortened } from '../effect-checks/words.js';

/** Letters of one, two, three and four bytes in UTF-8. */
const LETTERS = 'é 漢字 🎉';
const END = 'end';
/** Characters between the two marks that are looked at: other letters may be several for one. */
const BETWEEN = 60;

/** Stores a text with letters outside ASCII, and looks what stands between its ends. */
export class TextKept implements Check<'tool.text-kept'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #own: OwnStore;
  readonly #evidence: CallRecord[] = [];
  #reader = '';
  #found = '';

  constructor(scope: ProbeScope<'tool'>, own: OwnStore) {
    this.#scope = scope;
    this.#own = own;
  }

  async run(): Promise<void> {
    const { plan, keys } = this.#own.store.form;
    const leaf = plan.leaves.findLast(({ path, kind }) => !keys.has(path) && kind === 'text');
    if (leaf?.kind !== 'text' || leaf.form.max < BETWEEN)
      throw new CannotTell('its records hold no long text beside their key', 'skipped');
    const plain = this.#own.record();
    const mark = `tsp${plain.hex}-u`;
    const value = `${mark} ${LETTERS} ${mark}${END}`;
    const record = this.#own.record({ given: ({ path }) => (path === leaf.path ? value : undefined) });
    const stored = await this.#own.send('store letters outside ASCII', record);
    if (stored.kind !== 'stored')
      throw new CannotTell(`such a text is refused: ${shortened(stored.reason, 100)}`, 'skipped');
    for (const reader of this.#own.readers) {
      const args = reader.argumentsFor(record);
      if (args === undefined || JSON.stringify(args).includes(mark)) continue;
      const call = await this.#scope.call('tools/call', { name: reader.name, arguments: args });
      const answer = answerOf(call);
      if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
      const shown = answer.kind === 'answered' ? between(answer.result, mark) : undefined;
      if (shown === undefined) continue;
      this.#reader = reader.name;
      if (isSame(shown)) continue;
      this.#found = shortened(shown, BETWEEN);
      this.#evidence.push(...this.#own.journal.evidence, call);
      return;
    }
    if (this.#reader === '') throw new CannotTell('no read tool shows such a text');
  }

  data(): ToolTextKept {
    return {
      check: 'text-kept',
      tool: this.#scope.subject.name,
      id: '',
      reader: this.#reader,
      altered: this.#found !== '',
      wanted: LETTERS,
      found: this.#found,
      markers: [...this.#own.journal.markers],
      summary: 'letters outside ASCII come back as they were stored',
      details: [],
    };
  }

  basis(): string {
    return 'a text of our own, between two marks that came back';
  }

  confidence(): 'high' {
    return 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#evidence;
  }
}

/** What stands between the two marks of the text, wherever in the answer it is; undefined when one of them is missing. */
function between(result: JsonObject, mark: string): string | undefined {
  const texts = [...textItems(result).flatMap(wordsIn), ...stringsIn(result['structuredContent'])];
  for (const text of texts) {
    const from = text.indexOf(mark);
    const to = text.indexOf(`${mark}${END}`, from + 1);
    if (from >= 0 && to > from) return text.slice(from + mark.length, to).trim();
  }
  return undefined;
}

/** A text, or what it holds when it is JSON: escapes are no other letters. */
function wordsIn(text: string): readonly string[] {
  if (!/^\s*[[{"]/.test(text)) return [text];
  try {
    return stringsIn(JSON.parse(text));
  } catch {
    return [text];
  }
}

function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string') found.push(part);
    else if (Array.isArray(part)) for (const item of part as readonly unknown[]) open.push(item);
    else if (isObject(part)) for (const member of Object.values(part)) open.push(member);
  }
  return found;
}

/** The same letters, in whatever Unicode form, or as escapes in a text that is no JSON. */
function isSame(shown: string): boolean {
  const escapes = shown.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return escapes.normalize('NFC') === LETTERS.normalize('NFC');
}
