/** Parameters that by their name bound how much a tool answers. Scorecard specification, 2.6. */

import { isObject } from '../json.js';
import type { Tool } from '../model.js';
import { nameWords } from '../name-words.js';
import { allowedTypes } from '../schema/allowed-types.js';
import { check } from '../schema/check.js';
import { Budget, BudgetSpent } from '../schema/limits.js';
import { surveyOf } from '../schema/survey.js';
import type { BoundExpectation } from './config.js';

/** Words joined by `_`. `max`, `count`, `max_length` and the like bound something else, or nothing. */
const LIMITS: ReadonlySet<string> = new Set(
  'limit max_results top_k top_n max_items page_size per_page n_results num_results first last'.split(' '),
);

/** Some services read a limit of 0 as "no limit", so nobody is blamed for it unless the author declares it. */
const LIMIT_VALUES = [1, 2];
const LINE_VALUES = [0, 1, 2];

/** What a description counts when it counts neither items nor lines. */
const OTHER_UNITS = /\b(?:characters?|chars?|bytes?|tokens?|words?)\b/i;
/** Beside one of these, `first` and `last` are pages from either end; otherwise both together are a range. */
const CURSORS: ReadonlySet<string> = new Set(['after', 'before', 'cursor']);

const MAX_DESCRIPTION = 500;

/** A parameter whose name says that it bounds the answer, and what is expected of it. */
export interface BoundParameter {
  readonly name: string;
  readonly expect: BoundExpectation;
  readonly unit: 'lines' | 'items';
  /** What it is tried with: those of the usual values that its schema allows; may be empty. */
  readonly values: readonly number[];
  /** The usual values, whatever the schema says. */
  readonly usual: readonly number[];
}

/** True for a name such as `limit`, `maxResults` or `top_k`; the whole name must match. */
export function isLimitName(name: string): boolean {
  return LIMITS.has(nameWords(name).join('_'));
}

/** True for `head` and `tail`, which by their name count lines of text. */
export function countsLines(name: string): boolean {
  return kindOf(name)?.unit === 'lines';
}

/** The bounding parameters of a tool, in the order its schema declares them. */
export function boundParametersOf({ inputSchema }: Tool): readonly BoundParameter[] {
  const { properties } = inputSchema;
  if (!isObject(properties)) return [];
  const survey = surveyOf(inputSchema);
  const allows = (schema: unknown, value: number): boolean => {
    try {
      return check(survey, new Budget(), schema, value) !== 'no';
    } catch (error) {
      // A schema that cannot be judged in bounded time forbids nothing; the server will say what it thinks.
      if (error instanceof BudgetSpent) return true;
      throw error;
    }
  };
  const names = Object.keys(properties).map((name) => nameWords(name).join('_'));
  const range = names.includes('first') && names.includes('last') && !names.some((name) => CURSORS.has(name));
  return Object.entries(properties).flatMap(([name, schema], at): readonly BoundParameter[] => {
    const kind = kindOf(name);
    if (kind === undefined || !takesNumbers(allowedTypes(survey, schema)) || countsOtherwise(schema)) return [];
    if (range && (names[at] === 'first' || names[at] === 'last')) return [];
    return [{ ...kind, name, values: kind.usual.filter((value) => allows(schema, value)) }];
  });
}

/** A limit on characters bounds no items. */
function countsOtherwise(schema: unknown): boolean {
  const description = isObject(schema) ? schema['description'] : undefined;
  return typeof description === 'string' && OTHER_UNITS.test(description.slice(0, MAX_DESCRIPTION));
}

function kindOf(name: string): Pick<BoundParameter, 'expect' | 'unit' | 'usual'> | undefined {
  const words = nameWords(name).join('_');
  if (words === 'head') return { expect: 'prefix', unit: 'lines', usual: LINE_VALUES };
  if (words === 'tail') return { expect: 'suffix', unit: 'lines', usual: LINE_VALUES };
  return LIMITS.has(words) ? { expect: 'exact', unit: 'items', usual: LIMIT_VALUES } : undefined;
}

/** A property that declares no type promises nothing about numbers. */
function takesNumbers(types: readonly string[]): boolean {
  return types.includes('integer') || types.includes('number');
}
