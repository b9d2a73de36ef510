import {
  boundParametersOf,
  countsLines,
  type JsonObject,
  type ProbeRecord,
  type ProbeScope,
  textItems,
} from '../../core/index.js';
import type { ToolLineEnds } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, demandPermission, type Detail } from '../effect-checks/check.js';
import { ask } from '../effect-checks/call.js';
import { OwnStore, type Store, storesOf } from '../effect-checks/stores.js';

type Scope = ProbeScope<'tool'>;

const LINES = ['one', 'two', 'three', 'four'];
const EOL = '\r\n';
/** Without an end of line behind the last one: some count an empty line there, which is the business of another check. */
const TEXT = LINES.join(EOL);
/** Lines that are asked for: fewer than there are. */
const WANTED = 2;
const SHOWN = 30;

/** One check for each of head and tail, where a store of ours is read by this tool. */
export function lineEndChecks(scope: Scope): readonly LineEnds[] {
  const { tool } = scope.subject;
  const store = storesOf(scope.catalog).find(({ confirmed }) =>
    confirmed.some(({ reader, showsValues }) => showsValues && reader.choice.tool === tool),
  );
  if (store === undefined) return [];
  return boundParametersOf(tool)
    .filter(({ name }) => countsLines(name))
    .map(({ name, expect }) => new LineEnds(scope, store, name, expect === 'prefix'));
}

/** Stores a text with CR LF and reads a part of it. */
class LineEnds implements Check<'tool.line-ends'> {
  readonly #scope: Scope;
  readonly #own: OwnStore;
  readonly #param: string;
  readonly #fromStart: boolean;
  readonly #details: Detail[] = [];
  #changed = false;
  #wanted = '';
  #found = '';

  constructor(scope: Scope, store: Store, param: string, fromStart: boolean) {
    this.#scope = scope;
    this.#own = new OwnStore(scope, store);
    this.#param = param;
    this.#fromStart = fromStart;
  }

  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    demandPermission(this.#scope, this.#own.store.tool);
    const record = this.#textRecord();
    const stored = await this.#own.send('store a text whose lines end with CR LF', record);
    if (stored.kind !== 'stored') throw new CannotTell(`such a text could not be stored: ${stored.reason}`);
    const reader = this.#own.readers.find(({ choice }) => choice.tool === tool);
    const args = reader?.argumentsFor(record);
    if (args === undefined) throw new CannotTell('no valid arguments could be made');
    const whole = await this.#read(args);
    if (whole !== TEXT) throw new CannotTell('it does not give back the text as it was stored', 'skipped');
    const part = await this.#read({ ...args, [this.#param]: WANTED });
    const lines = this.#fromStart ? LINES.slice(0, WANTED) : LINES.slice(-WANTED);
    const wanted = lines.join(EOL);
    const plain = part.replaceAll('\r\n', '\n').replace(/[\r\n]+$/, '');
    this.#details.push({ step: `${this.#param} ${WANTED}`, outcome: escaped(part), note: '' });
    // Which lines come back is the business of another check.
    if (plain !== lines.join('\n')) throw new CannotTell('other lines came back than were asked for', 'skipped');
    this.#changed = part !== wanted && part !== wanted + EOL;
    this.#wanted = escaped(wanted);
    this.#found = this.#changed ? escaped(part) : '';
  }

  data(): ToolLineEnds {
    return {
      check: 'line-ends',
      tool: this.#scope.subject.name,
      id: '',
      parameter: this.#param,
      value: WANTED,
      changed: this.#changed,
      wanted: this.#wanted,
      found: this.#found,
      markers: [...this.#own.journal.markers],
      summary: `${this.#param} keeps the ends of lines`,
      details: this.#details,
    };
  }

  basis(): string {
    return 'a text of our own, which it gives back unchanged as a whole';
  }

  confidence(): 'medium' {
    return 'medium';
  }

  /** A record whose longest free text is the lines. @throws CannotTell when it has none beside its key */
  #textRecord(): ProbeRecord {
    const { plan, keys } = this.#own.store.form;
    const leaf = plan.leaves.findLast(({ path, kind }) => !keys.has(path) && kind === 'text');
    if (leaf === undefined) throw new CannotTell('its records hold no text beside their key', 'skipped');
    return this.#own.record({ given: ({ path }) => (path === leaf.path ? TEXT : undefined) });
  }

  async #read(args: JsonObject): Promise<string> {
    const answer = await ask(this.#scope, this.#scope.subject.tool, args);
    if (answer.kind !== 'answered') throw new CannotTell(`it could not be read: ${answer.reason}`);
    return textItems(answer.result).join('\n');
  }
}

function escaped(text: string): string {
  return JSON.stringify(text.slice(-SHOWN));
}
