import {
  boundParametersOf,
  canonicalJson,
  failureReport,
  isObject,
  itemsOf,
  type JsonObject,
  type ProbeScope,
  readingOf,
  textItems,
} from '../../core/index.js';
import type { ToolOddNumbers } from '../../schemas/observations.gen.js';
import { ask } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission, type Detail } from '../effect-checks/check.js';
import { counted, listed } from '../effect-checks/words.js';
import { workingCall } from '../effect-checks/working.js';

type Scope = ProbeScope<'tool'>;

/** What no bound can mean, and 0, which means nothing or everything. */
const NEGATIVE = -1;
const BROKEN = 1.5;
/** A description that gives such a number a meaning. */
const EXPLAINED =
  /-\s?1|\bnegative\b|\bunlimited\b|\bno limit\b|\b0 (?:for|means|returns|=)|\bzero\b|\ball (?:of|the|lines|items|results|entries)\b/i;

/** One check for each parameter that bounds the answer of the tool. */
export function oddNumberChecks(scope: Scope): readonly OddNumbers[] {
  return boundParametersOf(scope.subject.tool).map(({ name, unit }) => new OddNumbers(scope, name, unit));
}

interface Odd {
  readonly value: number;
  readonly words: string;
}

class OddNumbers implements Check<'tool.odd-numbers'> {
  readonly #scope: Scope;
  readonly #param: string;
  readonly #unit: 'lines' | 'items';
  readonly #details: Detail[] = [];
  readonly #odd: Odd[] = [];

  constructor(scope: Scope, param: string, unit: 'lines' | 'items') {
    this.#scope = scope;
    this.#param = param;
    this.#unit = unit;
  }

  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    demandPermission(this.#scope, tool);
    const schema = propertyOf(tool.inputSchema, this.#param);
    if (EXPLAINED.test(textOf(schema['description'])))
      throw new CannotTell('its description says what such a number means', 'skipped');
    const working = await workingCall(this.#scope, tool);
    if ('reason' in working) throw new CannotTell(`no call of it works: ${working.reason}`);
    const { [this.#param]: _, ...base } = working.arguments;
    for (const value of [NEGATIVE, BROKEN, 0]) if (allows(schema, value)) await this.#try(base, value);
  }

  data(): ToolOddNumbers {
    return {
      check: 'odd-numbers',
      tool: this.#scope.subject.name,
      id: '',
      parameter: this.#param,
      accepted: this.#odd.map(({ value }) => value),
      words: listed(this.#odd.map(({ value, words }) => `${value} returns ${words}`)),
      markers: [],
      summary: `${this.#param} refuses numbers that mean nothing`,
      details: this.#details,
    };
  }

  basis(): string {
    return 'its schema allows the number';
  }

  confidence(): 'medium' {
    return 'medium';
  }

  async #try(base: JsonObject, value: number): Promise<void> {
    const { tool } = this.#scope.subject;
    const answer = await ask(this.#scope, tool, { ...base, [this.#param]: value });
    const step = `${this.#param} ${value}`;
    const failure = answer.kind === 'answered' ? failureReport(answer.result) : answer.reason;
    if (answer.kind !== 'answered' || failure !== undefined)
      return void this.#details.push({ step, outcome: 'refused', note: failure ?? '' });
    const size = sizeOf(answer.result);
    const words = size === undefined ? 'a success' : size === 0 ? 'nothing, as a success' : counted(size, this.#unit);
    this.#details.push({ step, outcome: words, note: '' });
    // Nothing is a fair reading of 0, of a negative number it is a guess.
    if (value === 0 && (size === undefined || size === 0 || !(await this.#isAll(base, answer.result)))) return;
    this.#odd.push({ value, words: value === 0 ? `all there is (${words})` : words });
  }

  async #isAll(base: JsonObject, result: JsonObject): Promise<boolean> {
    const all = await ask(this.#scope, this.#scope.subject.tool, base);
    const shown = ({ content, structuredContent }: JsonObject): string | undefined =>
      canonicalJson([content, structuredContent ?? null]);
    return all.kind === 'answered' && shown(all.result) === shown(result);
  }
}

function propertyOf({ properties }: JsonObject, name: string): JsonObject {
  const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(schema) ? schema : {};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a schema forbids is the business of another check. */
function allows({ type, minimum, exclusiveMinimum, multipleOf }: JsonObject, value: number): boolean {
  const types = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  if (!Number.isInteger(value) && (!types.includes('number') || multipleOf !== undefined)) return false;
  return (
    !(typeof minimum === 'number' && value < minimum) &&
    !(typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
  );
}

function sizeOf(result: JsonObject): number | undefined {
  const reading = readingOf(result);
  const items = reading === undefined ? undefined : itemsOf(result, reading);
  if (items !== undefined && reading?.from !== 'lines') return items.length;
  const texts = textItems(result);
  return texts.length === 0 ? undefined : texts.join('') === '' ? 0 : texts.join('\n').split('\n').length;
}
