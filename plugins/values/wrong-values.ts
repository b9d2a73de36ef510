import {
  answerOf,
  type CallRecord,
  type Confidence,
  failureReport,
  isObject,
  isReadOnlyTool,
  type JsonObject,
  markerPrefix,
  type ProbeScope,
  randomHex,
  shownIn,
  textItems,
  type Violation,
  violationsOf,
} from '../../core/index.js';
import type { ToolWrongValues } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, type Detail } from '../effect-checks/check.js';
import type { OwnStore } from '../effect-checks/stores.js';
import { listed, shortened } from '../effect-checks/words.js';
import { workingCall } from '../effect-checks/working.js';

/** Calls that break the schema of one tool. A store costs two more for each: the readers are looked at. */
const MOST_CALLS = 5;
const MAX_VALUE = 40;

interface Accepted {
  readonly violation: Violation;
  readonly call: CallRecord;
  /** A read tool shows it as it was sent. */
  readonly stored: boolean;
}

/** A call that was refused, and how. */
export interface Refused {
  readonly violation: Violation;
  readonly call: CallRecord;
  readonly reason: string;
}

/** Breaks the schema of a tool in one place at a time. */
export class WrongValues implements Check<'tool.wrong-values'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #own: OwnStore | undefined;
  readonly #details: Detail[] = [];
  readonly #accepted: Accepted[] = [];
  readonly #refused: Refused[] = [];
  readonly #taken = new Set<string>();
  readonly #markers: string[] = [];
  readonly #evidence: CallRecord[] = [];
  #tried = 0;

  /** `own`: the tool as a store, when read tools show what it stores. */
  constructor(scope: ProbeScope<'tool'>, own: OwnStore | undefined) {
    this.#scope = scope;
    this.#own = own;
  }

  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    const fixed = new Set(this.#scope.values(tool).keys());
    const hex = randomHex();
    const valid = await this.#validArguments();
    const violations = await violationsOf(tool, valid, { hex, most: MOST_CALLS, fixed });
    if (violations.length === 0) throw new CannotTell('its schema refuses nothing that could be tried', 'skipped');
    for (const violation of violations) await this.#try(violation);
  }

  data(): ToolWrongValues {
    const [worst] = this.#inOrder();
    return {
      check: 'wrong-values',
      tool: this.#scope.subject.name,
      id: '',
      tried: this.#tried,
      accepted: this.#accepted.length,
      stored: worst?.stored === true,
      worst: worst === undefined ? '' : inWords(worst),
      all: listed(this.#inOrder().map(inWords)),
      markers: this.#markers,
      summary: `it refuses ${this.#tried === 1 ? 'a value' : `${this.#tried} values`} that its schema refuses`,
      details: this.#details,
    };
  }

  basis(): string {
    return this.#own === undefined ? 'answered as a success' : 'looked for with the read tools that show its records';
  }

  /** What is stored is certain. Without a look, what has one meaning only is: no server reads a number below the minimum in another way. */
  confidence(): Confidence {
    const [worst] = this.#inOrder();
    if (worst === undefined || worst.stored) return 'high';
    if (isReadOnlyTool(this.#scope.subject.tool) || this.#own !== undefined) return 'medium';
    return worst.violation.kind === 'required' || worst.violation.kind === 'type' ? 'medium' : 'high';
  }

  evidence(): readonly CallRecord[] {
    const [worst] = this.#inOrder();
    return worst === undefined ? this.#evidence : this.#evidence.filter(({ id }) => id >= worst.call.id).slice(0, 3);
  }

  /** The accepted values in words, in the order they were sent. */
  get acceptedWords(): readonly string[] {
    return this.#accepted.map(inWords);
  }

  /** The calls that were refused with an error, in the order they were made. */
  get refused(): readonly Refused[] {
    return this.#refused;
  }

  /** Texts of ours in calls that were not refused. */
  get taken(): ReadonlySet<string> {
    return this.#taken;
  }

  async #validArguments(): Promise<JsonObject> {
    if (this.#own !== undefined) return this.#own.record().arguments;
    const working = await workingCall(this.#scope, this.#scope.subject.tool);
    if ('reason' in working) throw new CannotTell(`no call of it works: ${shortened(working.reason, 100)}`);
    return working.arguments;
  }

  async #try(violation: Violation): Promise<void> {
    const { tool } = this.#scope.subject;
    const step = `${violation.path} ${shownValue(violation)}, declared ${violation.declared}`;
    this.#tried += 1;
    const call = await this.#scope.call('tools/call', { name: tool.name, arguments: violation.arguments });
    this.#evidence.push(call);
    const answer = answerOf(call);
    if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
    const refusal = answer.kind === 'answered' ? failureReport(answer.result) : answer.reason;
    if (answer.kind === 'refused') this.#refused.push({ violation, call, reason: answer.reason });
    if (refusal !== undefined)
      return void this.#details.push({ step, outcome: 'refused', note: shortened(refusal, 100) });
    for (const text of markersIn(violation.arguments)) this.#taken.add(text);
    const stored = await this.#isStored(violation);
    this.#details.push({ step, outcome: stored ? 'stored' : 'answered as a success', note: '' });
    // A number that is taken for the text it looks like is a courtesy.
    if (violation.kind === 'type' && !stored) return;
    // Who reads a value that is missing as one that it knows breaks nothing.
    if (violation.kind === 'required' && this.#own !== undefined && !stored) return;
    this.#accepted.push({ violation, call, stored });
  }

  /** Whether a reader shows the value as it was sent: a number as a number, and for one that is left out, the rest of the record. */
  async #isStored({ kind, value, arguments: sent }: Violation): Promise<boolean> {
    const own = this.#own;
    if (own === undefined) return false;
    const texts = markersIn(sent);
    this.#markers.push(...new Set(texts.map((text) => text.slice(0, markerPrefix('000000').length))));
    for (const reader of own.readers) {
      const args = reader.argumentsFor(own.store.first.record);
      if (args === undefined || reader.isAskedFor(own.store.first.record)) continue;
      const call = await this.#scope.call('tools/call', { name: reader.name, arguments: args });
      const answer = answerOf(call);
      if (answer.kind !== 'answered') continue;
      const shows =
        typeof value === 'number' && kind === 'type'
          ? holdsNumber(answer.result, value)
          : shownIn(answer.result, texts).size > 0;
      const isChoice = kind === 'choice' && shownIn(answer.result, [String(value)]).size === 0;
      if (!shows || isChoice) continue;
      this.#evidence.push(call);
      return true;
    }
    return false;
  }

  #inOrder(): readonly Accepted[] {
    return this.#accepted.toSorted((one, other) => Number(other.stored) - Number(one.stored));
  }
}

function inWords({ violation, stored }: Accepted): string {
  return `${violation.path} ${shownValue(violation)}${stored ? ', stored and shown,' : ''} where its schema says ${violation.declared}`;
}

export function shownValue({ value }: Violation): string {
  return value === undefined ? 'left out' : shortened(JSON.stringify(value), MAX_VALUE);
}

/** The texts of ours in what was sent. */
export function markersIn(sent: JsonObject): readonly string[] {
  const found: string[] = [];
  const open: unknown[] = [sent];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part === 'string') found.push(...(part.match(/tsp[0-9a-f]{6}-\w*/g) ?? []));
    else if (Array.isArray(part)) open.push(...(part as readonly unknown[]).filter((item) => item !== undefined));
    else if (isObject(part)) open.push(...Object.values(part).filter((item) => item !== undefined));
  }
  return found;
}

/** Whether data holds this number as a number: in prose nobody can tell it from a text. */
function holdsNumber(result: JsonObject, number: number): boolean {
  const bare = new RegExp(`[:,[]\\s*${number}\\s*[,}\\]]`);
  const structured = JSON.stringify(result['structuredContent'] ?? null);
  return [structured, ...textItems(result).filter((text) => /^\s*[[{]/.test(text))].some((text) => bare.test(text));
}
