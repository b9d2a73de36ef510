/** A number of results that a description promises not to exceed. */

import {
  type CallRecord,
  type Confidence,
  itemsOf,
  nameNouns,
  nameWords,
  type ProbeScope,
  readingOf,
  type Tool,
} from '../../core/index.js';
import type { ToolPromise } from '../../schemas/observations.gen.js';
import { attempt } from '../effect-checks/attempt.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { shortened } from '../effect-checks/words.js';
import { workingCall } from '../effect-checks/working.js';
import { SaidFacts } from './said-facts.js';

export interface AtMost {
  readonly most: number;
  /** Of the description. */
  readonly words: string;
  /** The words mean that and nothing else. */
  readonly isClear: boolean;
}

const SAYS =
  /\b(at most|no more than|(?:a )?maximum of|up to|limited to)(?: the (?:first|latest|last|top))? (\d{1,4}) (?:[a-z]+ing |most [a-z]+ )?([a-z]+)\b(?! (?:per|for|in|from|of) )/i;
const CLEAR = /^(?:at most|no more than)$/i;
const COUNTED: ReadonlySet<string> = new Set('results result items item entries records rows matches hits'.split(' '));

/** Undefined when the description says no such thing. */
export function atMostOf(tool: Tool): AtMost | undefined {
  const [words, lead = '', number = '', noun = ''] = SAYS.exec(tool.description) ?? [];
  if (words === undefined) return undefined;
  const own = nameNouns(tool.name);
  const isCounted = COUNTED.has(noun.toLowerCase()) || nameWords(tool.name).includes(noun.toLowerCase());
  if (!isCounted && !own.some((one) => noun.toLowerCase() === `${one}s`)) return undefined;
  return { most: Number(number), words, isClear: CLEAR.test(lead) };
}

export class KeepsAtMost implements Check<'tool.promise'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #said: AtMost;
  readonly #facts: SaidFacts;

  constructor(scope: ProbeScope<'tool'>, said: AtMost) {
    this.#scope = scope;
    this.#said = said;
    this.#facts = new SaidFacts(scope.subject.tool, `answers no more than ${said.most}`, said.words);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    demandPermission(this.#scope, tool);
    const working = await workingCall(this.#scope, tool);
    if ('reason' in working) throw new CannotTell(`no call of it works: ${shortened(working.reason, 100)}`);
    const step = { step: 'count what it answers', tool, args: working.arguments };
    const came = await attempt(this.#scope, this.#facts.journal, step);
    if ('refused' in came) throw new CannotTell(`a call fails: ${shortened(came.refused, 100)}`);
    const reading = readingOf(came.done);
    const items =
      reading === undefined || reading.from === 'lines' || reading.from === 'record'
        ? undefined
        : itemsOf(came.done, reading);
    if (items === undefined) throw new CannotTell('its answer is no list that could be counted', 'skipped');
    this.#facts.outcome = items.length > this.#said.most ? 'broken' : 'kept';
    if (this.#facts.outcome === 'broken') this.#facts.happened = `and a call answers ${items.length}`;
  }

  data(): ToolPromise {
    return this.#facts.data();
  }

  basis(): string {
    return `the description says "${this.#facts.words}"`;
  }

  confidence(): Confidence {
    return this.#said.isClear || this.#facts.outcome === 'kept' ? 'high' : 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#facts.journal.evidence;
  }
}
