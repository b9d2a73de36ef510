/** Arguments that a tool's own input schema allows. Scorecard specification 1.2. */

import { oneLine } from '../excerpt.js';
import { isObject, type JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { isDestructiveTool } from '../tool-effects.js';
import { type Answer, check } from './check.js';
import { startSearch } from './fill.js';
import { loadFormats } from './formats.js';
import { objectAt, setMember, textAt } from './keywords.js';
import { Budget, BudgetSpent, fitsLimits, MAX_CHARACTERS, MAX_ITEMS, MAX_VALUES } from './limits.js';
import { referenceValidator, type Validate } from './reference-validator.js';
import { loadRegularExpressions } from './regular-expressions.js';
import type { Extent, Place } from './search.js';
import { type Survey, surveyOf } from './survey.js';

export type HappyArguments =
  | { readonly ok: true; readonly arguments: JsonObject }
  /** `reason` completes "no valid arguments could be made: …". */
  | { readonly ok: false; readonly reason: string };

export interface HappyOptions {
  /** Values the user gave, by property. They are sent as they are, whatever the schema says of them. */
  readonly values?: ReadonlyMap<string, unknown> | JsonObject;
  /** Only texts that cannot name somebody's record. Left out: as the tool's effects demand. */
  readonly synthetic?: boolean;
}

/** Candidates that ajv is asked about before a search gives up. */
const MAX_CANDIDATES = 300;
/** In this order, until one finds arguments. Another index changes every value, which helps where values depend on each other. */
const TRIES: readonly { readonly extent: Extent; readonly shift: number }[] = [
  { extent: 'all', shift: 0 },
  { extent: 'least', shift: 0 },
  { extent: 'all', shift: 1 },
  { extent: 'all', shift: 2 },
];

const TOP: Omit<Place, 'index' | 'trail'> = { name: '', path: '', depth: 0, width: 1, looped: false };
/** Characters of a path in a reason: names are as long as a server likes. */
const MAX_PATH = 100;

/** Schemas for which nothing was found: a search that found nothing is the longest there is. */
const impossible = new WeakMap<JsonObject, HappyArguments>();

/** True when the schema describes an object whose properties are listed, be it none. */
export function isUsableSchema(schema: JsonObject): boolean {
  return textAt(schema, 'type') === 'object' && objectAt(schema, 'properties') !== undefined;
}

/**
 * Valid arguments number `index` (from 0) for a tool: every declared property filled in, the same ones in every run.
 * A tool without a usable schema gets none, unless its schema demands some. Never rejects.
 */
export async function happyArguments(tool: Tool, index: number, options: HappyOptions = {}): Promise<HappyArguments> {
  const values = entriesOf(options.values);
  const synthetic = options.synthetic ?? isDestructiveTool(tool);
  const schema = tool.inputSchema;
  const survey = surveyOf(schema);
  if (survey.patterns || survey.formats) await loadKeywords(survey);
  const wanted = pinned(schema, values);
  const found = impossible.get(wanted) ?? (await search(survey, wanted, index, synthetic));
  if (found.ok) return { ok: true, arguments: withValues(found.arguments, values) };
  impossible.set(wanted, found);
  if (!isUsableSchema(schema)) return { ok: true, arguments: withValues({}, values) };
  if (values.length === 0) return found;
  // What the user gave may contradict the schema: it is sent all the same, with the rest made as if it did not.
  const rest = await search(survey, schema, index, synthetic);
  return rest.ok ? { ok: true, arguments: withValues(rest.arguments, values) } : rest;
}

function entriesOf(values: HappyOptions['values']): readonly (readonly [string, unknown])[] {
  if (values === undefined) return [];
  return values instanceof Map ? [...values] : Object.entries(values);
}

function withValues(made: JsonObject, values: readonly (readonly [string, unknown])[]): JsonObject {
  if (values.length === 0) return made;
  const all = { ...made };
  for (const [name, value] of values) setMember(all, name, value);
  return all;
}

/** The schema with the user's values as the only ones their properties take. */
function pinned(schema: JsonObject, values: readonly (readonly [string, unknown])[]): JsonObject {
  if (values.length === 0) return schema;
  const constants = values.map(([name, value]) => [name, { const: value }] as const);
  return { ...schema, properties: withValues(objectAt(schema, 'properties') ?? {}, constants) };
}

/** What judging values of this schema needs and an ordinary schema does not. */
export async function loadKeywords({ patterns, formats }: Survey): Promise<void> {
  const needed = [];
  if (patterns) needed.push(loadRegularExpressions());
  if (formats) needed.push(loadFormats());
  await Promise.all(needed);
}

async function search(survey: Survey, schema: JsonObject, index: number, synthetic: boolean): Promise<HappyArguments> {
  const budget = new Budget();
  const judge = new Judge(survey, schema, budget);
  let reason = '';
  for (const { extent, shift } of TRIES) {
    budget.renew();
    const notes: string[] = [];
    const note = ({ path }: Place, problem: string): void =>
      void notes.push(path === '' ? problem : `"${oneLine(path, MAX_PATH)}" ${problem}`);
    const { valuesFor, answers } = startSearch({ survey, budget, extent, synthetic, note });
    const place: Place = { ...TOP, index: index + shift, trail: [survey.root] };
    try {
      // Where nothing is declared nothing is filled in, unless the schema demands something all the same.
      if (!isUsableSchema(schema) && (await judge.accepts({}))) return { ok: true, arguments: {} };
      const made = await judge.firstValid(valuesFor(schema, place), answers);
      if (made !== undefined) return { ok: true, arguments: made };
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      notes.push('its input schema asks for too many values, or leaves too many ways to choose them');
    }
    if (extent === 'least' || reason === '') reason = notes[0] ?? 'nothing satisfies its input schema';
  }
  return { ok: false, reason: `${reason}. ${ADVICE}` };
}

const ADVICE = `Give values with --arg, or ease the schema (at most ${MAX_ITEMS} items, ${MAX_VALUES} values and ${MAX_CHARACTERS} characters are sent)`;

/** Says whether candidates are valid, with ajv where `check` cannot tell. */
class Judge {
  readonly #survey: Survey;
  readonly #schema: JsonObject;
  readonly #budget: Budget;
  #reference: Validate | undefined;

  constructor(survey: Survey, schema: JsonObject, budget: Budget) {
    this.#survey = survey;
    this.#schema = schema;
    this.#budget = budget;
  }

  /** @throws BudgetSpent */
  async firstValid(candidates: Iterable<unknown>, known: WeakMap<object, Answer>): Promise<JsonObject | undefined> {
    let left = MAX_CANDIDATES;
    for (const candidate of candidates) {
      if (isObject(candidate) && fitsLimits(candidate) && (await this.accepts(candidate, known.get(candidate)))) {
        return candidate;
      }
      left -= 1;
      if (left === 0) break;
    }
    return undefined;
  }

  /** @throws BudgetSpent */
  async accepts(
    candidate: JsonObject,
    known = check(this.#survey, this.#budget, this.#schema, candidate),
  ): Promise<boolean> {
    if (known !== 'unknown') return known === 'yes';
    this.#reference ??= await referenceValidator(this.#schema);
    // What nobody can judge may be sent: the schema itself is broken then, and the server will say what it thinks.
    return this.#reference(candidate) ?? true;
  }
}
