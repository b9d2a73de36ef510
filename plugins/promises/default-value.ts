/** A value that an argument is said to have when it is left out: the call without it and the call with it are the same. */

import {
  type CallRecord,
  type Confidence,
  isLimitName,
  isObject,
  itemsOf,
  type JsonObject,
  oneLine,
  propertiesOf,
  type ProbeScope,
  readingOf,
  SchemaParts,
  textLines,
  type Tool,
} from '../../core/index.js';
import type { ToolPromise } from '../../schemas/observations.gen.js';
import { attempt } from '../effect-checks/attempt.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { saysOfTheMoment } from '../effect-checks/reader.js';
import { stateOf } from '../effect-checks/state.js';
import { shortened } from '../effect-checks/words.js';
import { workingCall } from '../effect-checks/working.js';
import { SaidFacts } from './said-facts.js';

export interface Default {
  readonly name: string;
  readonly value: boolean | number;
  /** Of the description. */
  readonly words: string;
  readonly isLimit: boolean;
}

/** Arguments of one tool that are tried: each costs two calls, and two more before somebody is blamed. */
const MOST = 2;
const SAYS = /\bdefaults?(?: value)?(?: is| to| of|:| =)? ?[`'"]?(true|false|\d{1,4})\b(?!\.?\d)/i;

/** Flags and limits of a tool whose description says what they are when they are left out. Never rejects. */
export async function defaultsOf({ values }: Pick<ProbeScope, 'values'>, tool: Tool): Promise<readonly Default[]> {
  const parts = await SchemaParts.of(tool);
  const shape = parts.shape(tool.inputSchema);
  const given = values(tool);
  const found = (shape === undefined ? [] : propertiesOf(shape)).flatMap(({ name, schema, demanded }): Default[] => {
    const text = isObject(schema) ? schema['description'] : undefined;
    if (demanded || given.has(name) || typeof text !== 'string') return [];
    const [words, said = ''] = SAYS.exec(text) ?? [];
    const types = parts.shape(schema)?.types ?? [];
    const isLimit = isLimitName(name);
    const isFlag = types.includes('boolean');
    if (words === undefined || !(isFlag || isLimit) || isFlag !== /^[tf]/i.test(said)) return [];
    const value = isFlag ? said.toLowerCase() === 'true' : Number(said);
    return parts.accepts(schema, value) && value !== 0 ? [{ name, value, words, isLimit }] : [];
  });
  return found.slice(0, MOST);
}

export class DefaultValue implements Check<'tool.promise'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #default: Default;
  readonly #facts: SaidFacts;

  constructor(scope: ProbeScope<'tool'>, one: Default) {
    this.#scope = scope;
    this.#default = one;
    const says = `takes ${String(one.value)} for "${shortened(one.name)}" when that is left out`;
    this.#facts = new SaidFacts(scope.subject.tool, says, one.words);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    const { name, value } = this.#default;
    demandPermission(this.#scope, tool);
    const working = await workingCall(this.#scope, tool);
    if ('reason' in working) throw new CannotTell(`no call of it works: ${shortened(working.reason, 100)}`);
    const without = working.arguments;
    if (Object.hasOwn(without, name)) throw new CannotTell(`the call that works has a ${name} of its own`, 'skipped');
    const both = [without, { ...without, [name]: value }] as const;
    const [one, other] = await this.#ask(both);
    if (one === other) return void (this.#facts.outcome = 'kept');
    const again = await this.#ask(both);
    if (again[0] !== one || again[1] !== other) throw new CannotTell('its answers differ from call to call');
    this.#facts.outcome = 'broken';
    const what = `${shortened(name)}: ${String(value)}`;
    this.#facts.happened = other.startsWith(REFUSED)
      ? `and the call with ${what} fails (${oneLine(other.slice(REFUSED.length), 100)})`
      : `and the call with ${what} answers something else than the call without it`;
  }

  data(): ToolPromise {
    return this.#facts.data();
  }

  basis(): string {
    return `its schema says "${this.#facts.words}"`;
  }

  confidence(): Confidence {
    return this.#facts.outcome === 'broken' ? 'medium' : 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#facts.journal.evidence;
  }

  async #ask([without, given]: readonly [JsonObject, JsonObject]): Promise<readonly [string, string]> {
    return [await this.#answer('call without it', without), await this.#answer('call with it', given)];
  }

  /** What the answer comes to, whatever it says of the argument itself. */
  async #answer(step: string, args: JsonObject): Promise<string> {
    const came = await attempt(this.#scope, this.#facts.journal, { step, tool: this.#scope.subject.tool, args });
    if ('refused' in came) {
      const isGiven = Object.hasOwn(args, this.#default.name);
      if (isGiven && !saysOfTheMoment(came.refused)) return `${REFUSED}${came.refused}`;
      throw new CannotTell(`a call fails: ${shortened(came.refused, 100)}`);
    }
    const read = this.#default.isLimit ? countIn(came.done) : contentIn(came.done, this.#default.name);
    if (read === undefined) throw new CannotTell('its answers have a form that cannot be compared', 'skipped');
    return read;
  }
}

const REFUSED = 'refused: ';

/** A limit is kept when as many items come; what the answer says of the limit may differ. */
function countIn(result: JsonObject): string | undefined {
  return listIn(result)?.length.toString();
}

function contentIn(result: JsonObject, name: string): string | undefined {
  const items = listIn(result);
  if (items !== undefined) return stateOf({ structuredContent: { items } });
  if (readingOf(result)?.from !== 'lines') return undefined;
  // A line about the argument may say whether it was given.
  const lines = textLines(result)?.filter((line) => !line.toLowerCase().includes(name.toLowerCase()));
  return lines === undefined ? undefined : stateOf({ structuredContent: { lines } });
}

function listIn(result: JsonObject): readonly unknown[] | undefined {
  const reading = readingOf(result);
  return reading === undefined || reading.from === 'lines' || reading.from === 'record'
    ? undefined
    : itemsOf(result, reading);
}
