/** One text twice in one list of what is added to a record, such as its observations or tags. */

import {
  aimerFor,
  type CallRecord,
  type Confidence,
  distinctHex,
  type JsonObject,
  type NextHex,
  nameNouns,
  nameWords,
  type OwnRecord,
  type ProbeScope,
  randomHex,
  skipReport,
  type Tool,
} from '../../core/index.js';
import type { ToolBatch } from '../../schemas/observations.gen.js';
import { attempt } from '../effect-checks/attempt.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { timesInOneList } from '../effect-checks/holders.js';
import { lookAt } from '../effect-checks/sights.js';
import { OwnStore, type Store, storesOf } from '../effect-checks/stores.js';
import { latestOf } from './addressed.js';
import { Facts } from './facts.js';

/** What a record has once or not at all, however often it is said: the plain lines of a log are none of these. */
const SETS: ReadonlySet<string> = new Set(
  'observation tag label keyword category fact alias role permission topic member dependency'.split(' '),
);

export interface TextsInput {
  readonly scope: ProbeScope<'tool'>;
  readonly aim: SetAim;
  readonly settleMs: readonly number[];
}

/** A tool that adds texts to records of a store. */
export interface SetAim {
  readonly store: Store;
  /** Arguments that give the record one new text twice, and that text. */
  readonly arguments: JsonObject;
  readonly text: string;
  readonly hex: string;
  readonly own: OwnRecord;
}

/** How the tool is told to add one text twice; undefined when it adds no texts to a set. Never rejects. */
export async function setAimOf(
  { catalog, values }: Pick<ProbeScope, 'catalog' | 'values'>,
  tool: Tool,
  nextHex: NextHex = randomHex,
): Promise<SetAim | undefined> {
  const aimer = await aimerFor({ tool, values: values(tool) });
  if (aimer === undefined) return undefined;
  for (const store of storesOf(catalog)) {
    const own = store.tool === tool ? undefined : latestOf({ catalog }, store.tool);
    const hex = distinctHex(nextHex)();
    const aim = own === undefined ? undefined : aimer.at(own, hex);
    const field = aim?.record.fields.find(
      ({ name, path, marker }) => marker !== undefined && path.endsWith('[0]') && isSet(tool, name),
    );
    if (own === undefined || aim === undefined || field === undefined) continue;
    const text = String(field.value);
    return { store, own, hex, text, arguments: doubled(aim.record.arguments, text) as JsonObject };
  }
  return undefined;
}

export class SameText implements Check<'tool.batch'> {
  readonly #input: TextsInput;
  readonly #own: OwnStore;
  readonly #facts: Facts;
  readonly #tool: Tool;

  constructor(input: TextsInput) {
    const { scope, aim, settleMs } = input;
    this.#input = input;
    this.#tool = scope.subject.tool;
    this.#own = new OwnStore(scope, aim.store, { settleMs });
    this.#facts = new Facts(this.#tool, 'same-text', this.#own.journal);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { scope, aim } = this.#input;
    demandPermission(scope, this.#tool);
    this.#facts.record = `the text "${aim.text}"`;
    this.#facts.way = 'twice in one call';
    this.#facts.sent = 2;
    const step = 'write, one text twice in one list';
    const came = await attempt(scope, this.#own.journal, { step, tool: this.#tool, args: aim.arguments });
    if ('refused' in came) return void (this.#facts.outcome = 'refused');
    if (skipReport(came.done, undefined) !== undefined) return void (this.#facts.outcome = 'reported');
    await this.#count();
  }

  data(): ToolBatch {
    return this.#facts.data();
  }

  basis(): string {
    return `such a list says what a record has, and not how often it was said`;
  }

  confidence(): Confidence {
    return 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#own.journal.evidence;
  }

  async #count(): Promise<void> {
    const { own, text } = this.#input.aim;
    const { all } = await lookAt(this.#own.readers, [own.record], [text]);
    const best = all.find(({ result }) => result !== undefined && timesInOneList(result, text) > 0);
    if (best?.result === undefined) throw new CannotTell('no read tool shows the list with the text');
    this.#own.journal.keep(best.calls);
    this.#facts.readers = [best.reader.name];
    this.#facts.times = timesInOneList(best.result, text);
    this.#facts.outcome = this.#facts.times > 1 ? 'duplicate' : 'fine';
  }
}

function isSet({ name: tool }: Tool, list: string): boolean {
  const last = nameNouns(list).at(-1) ?? nameWords(list).at(-1) ?? '';
  return SETS.has(last) || nameNouns(tool).some((noun) => SETS.has(noun));
}

/** A copy in which the list that holds this text holds it twice. Arguments of ours are never deep. */
function doubled(value: unknown, text: string): unknown {
  if (Array.isArray(value)) {
    const items = (value as readonly unknown[]).map((item) => doubled(item, text));
    return items.includes(text) ? [...items, text] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, doubled(member, text)]));
}
