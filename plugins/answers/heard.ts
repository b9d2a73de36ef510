/** What was heard of each tool: a bounded number of facts, never whole answers. */

import {
  answerOf,
  type CallRecord,
  excerptOf,
  failureSign,
  type FailureSign,
  isObject,
  type JsonObject,
  onlyObject,
  SchemaParts,
  textItems,
  type Tool,
} from '../../core/index.js';
import { Outputs } from './outputs.js';

/** A call without what came back. */
export interface HeardCall {
  readonly record: CallRecord;
  readonly sent: JsonObject;
  /** The arguments are not what the input schema asks for. */
  readonly invalid: boolean;
}

export interface Good extends HeardCall {
  /** Names of its members, when the answer is one object. */
  readonly members: readonly string[] | undefined;
}

export interface Signed extends HeardCall {
  readonly sign: FailureSign;
  /** The failure that it reports is no result that the output schema allows. */
  readonly contradicts: Promise<boolean>;
}

export interface Refusal extends HeardCall {
  /** Of a JSON-RPC error. */
  readonly code: number | undefined;
  readonly text: string;
}

/** Facts of each kind that are kept of a tool; the calls of a run are far more. */
const MOST = 24;
const MOST_SUSPECTS = 3;
/** Calls that may still be answered by a server that is about to end. */
const LAST_WORDS = 3;
const MAX_TEXT = 1_000;
/** Longer answers are content: nobody reports a failure in so many characters. */
const MAX_ANSWER = 100_000;

export class Heard {
  readonly tool: Tool;
  readonly goods: Good[] = [];
  readonly signed: Signed[] = [];
  readonly refusals: Refusal[] = [];
  /** The last calls with wrong arguments that were answered, before the server fell silent. */
  suspects: readonly HeardCall[] = [];
  /** The last call that was answered although its arguments are not what the schema asks for. */
  lastInvalid: HeardCall | undefined;
  /** Number of the last call that worked. */
  lastGood = 0;
  readonly outputs: Outputs;
  readonly #parts: SchemaParts;

  constructor(tool: Tool, parts: SchemaParts) {
    this.tool = tool;
    this.#parts = parts;
    this.outputs = new Outputs(tool.outputSchema);
  }

  /** Returns the call when the server answered it. */
  hear(record: CallRecord): HeardCall | undefined {
    const answer = answerOf(record);
    if (answer.kind !== 'answered' && answer.kind !== 'refused') return undefined;
    const call = this.#call(record);
    if (answer.kind === 'answered') this.#hearResult(call, answer.result);
    else this.#hearRefusal(call, record);
    if (call.invalid) this.lastInvalid = call;
    return call;
  }

  #hearResult(call: HeardCall, result: JsonObject): void {
    const { record } = call;
    const conforms = this.outputs.look(record, result);
    if (!call.invalid) this.lastGood = record.id;
    const sign = sizeOf(result) > MAX_ANSWER ? undefined : failureSign(result, call.sent);
    const room = (list: readonly unknown[]): boolean => list.length < MOST || record.plugin === 'answers';
    if (sign !== undefined && room(this.signed))
      this.signed.push({ ...call, sign, contradicts: conforms.then((answer) => answer === false) });
    else if (sign === undefined && !call.invalid && room(this.goods))
      this.goods.push({ ...call, members: membersOf(result) });
  }

  #hearRefusal(call: HeardCall, record: CallRecord): void {
    if (this.refusals.length >= MOST && record.plugin !== 'answers') return;
    const { error } = record;
    const code = isObject(error) && typeof error['code'] === 'number' ? error['code'] : undefined;
    this.refusals.push({ ...call, code, text: excerptOf(record, MAX_TEXT) });
    this.outputs.lookAtRefusal(record);
  }

  #call(record: CallRecord): HeardCall {
    const { result: _, error: __, raw: ___, notes: ____, ...rest } = record;
    const given = record.params['arguments'];
    const sent = isObject(given) ? given : {};
    return { record: rest, sent, invalid: !this.#parts.accepts(this.tool.inputSchema, sent) };
  }
}

export interface Ear {
  hear(record: CallRecord): void;
}

const HEARD = new WeakMap<Tool, Heard>();

/** Everything that was heard of a tool; undefined when nobody listens. */
export function heardOf(tool: Tool): Heard | undefined {
  return HEARD.get(tool);
}

/** Starts to listen. Of two tools of one name the first stands for both, as a call reaches only one of them. */
export async function listenTo(tools: readonly Tool[]): Promise<Ear> {
  const byName = new Map<string, Heard>();
  for (const tool of tools) {
    if (byName.has(tool.name)) continue;
    const heard = new Heard(tool, await SchemaParts.of(tool));
    byName.set(tool.name, heard);
    HEARD.set(tool, heard);
  }
  let latest: { readonly heard: Heard; readonly calls: readonly HeardCall[] } | undefined;
  return {
    hear(record) {
      const last = latest?.calls.at(-1);
      if (last !== undefined && isDead(record) && record.id - last.record.id <= LAST_WORDS) {
        if (latest?.heard.suspects.length === 0) latest.heard.suspects = latest.calls;
        latest = undefined;
      }
      const heard = record.method === 'tools/call' ? byName.get(String(record.params['name'])) : undefined;
      const call = heard?.hear(record);
      if (heard === undefined || call === undefined || !isBad(call)) return;
      const before = latest?.heard === heard ? latest.calls : [];
      latest = { heard, calls: [...before, call].slice(-MOST_SUSPECTS) };
    },
  };
}

/** Nothing came back. */
function isDead({ outcome }: CallRecord): boolean {
  return outcome === 'closed' || outcome === 'timeout';
}

/** Not what the schema asks for, or nothing but empty values. */
function isBad({ invalid, sent }: HeardCall): boolean {
  const values = Object.values(sent);
  return invalid || (values.length > 0 && values.every(isEmpty));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === false || value === null;
}

function membersOf(result: JsonObject): readonly string[] | undefined {
  const data = onlyObject(result);
  return data === undefined ? undefined : Object.keys(data);
}

/** Characters of the texts of an answer. */
function sizeOf(result: JsonObject): number {
  return textItems(result).reduce((sum, text) => sum + text.length, 0);
}
