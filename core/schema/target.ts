/** Which required argument of a tool names what the call is about. */

import { identifiesRecord, nameWords, singular } from '../name-words.js';
import type { JsonObject } from '../json.js';
import { isMoment } from './formats.js';
import { Budget, BudgetSpent } from './limits.js';
import { sampleText, spellings } from './sample-words.js';
import { allOf, impliedType, type Shape, shapesOf } from './shape.js';
import { surveyOf } from './survey.js';

export interface Target {
  /** A text that any name fits into, so that a made-up one can stand for nothing. */
  readonly text?: string;
  /** A number that stands for a record. */
  readonly number?: string;
}

/** Required arguments inside each other that are looked at. */
const MAX_DEPTH = 6;
/** A sample must be told from a real name: "sample_" and three letters. */
const LEAST_ROOM = 10;
/** Texts of these names say why, how or since when, not what; unless the tool is about just that (`delete_comment`). */
const NO_TARGETS: ReadonlySet<string> = new Set([
  ...'confirm confirmation reason comment message justification explanation why mode format'.split(' '),
  ...'before after since until than date time scope all force'.split(' '),
]);

/** The first text target and the first number target among what a schema requires. `subjects` are the tool's nouns, in the singular. */
export function findTarget(schema: JsonObject, subjects: readonly string[]): Target {
  const names = (name: string): boolean => {
    const last = singular(nameWords(name).at(-1) ?? '');
    return !NO_TARGETS.has(last) || subjects.includes(last);
  };
  const survey = surveyOf(schema);
  const budget = new Budget();
  const found: { text?: string; number?: string } = {};
  const open: { schema: unknown; name: string; depth: number }[] = [{ schema, name: '', depth: 0 }];
  try {
    // The list grows while it is walked.
    for (const { schema: part, name, depth } of open) {
      const [shape] = shapesOf(survey, budget, part);
      if (shape === undefined || depth > MAX_DEPTH) continue;
      if (isNumber(shape) && identifiesRecord(name)) found.number ??= name;
      if (depth > 0 && isFreeText(shape) && names(name)) found.text ??= name;
      open.push(...requiredParts(shape, name).map((part) => ({ ...part, depth: depth + 1 })));
    }
  } catch (error) {
    // Too tangled to follow: what was found so far counts.
    if (!(error instanceof BudgetSpent)) throw error;
  }
  return found;
}

/** Required members, and the items of a list that may not be empty or is filled by default; an item goes by the list's name. */
function requiredParts(shape: Shape, name: string): readonly { schema: unknown; name: string }[] {
  const items =
    shape.maxItems > 0 && shape.minItems !== 0 ? shape.lists.map(({ first, rest }) => first[0] ?? rest) : [];
  const members = shape.required.map((member) => ({
    schema: allOf(
      shape.objects.map(({ properties, additional }) =>
        Object.hasOwn(properties, member) ? properties[member] : additional,
      ),
    ),
    name: member,
  }));
  return items.length === 0 ? members : [...members, { schema: allOf(items), name }];
}

function mainType(shape: Shape): string {
  return shape.types?.find((type) => type !== 'null') ?? shape.types?.[0] ?? impliedType(shape) ?? 'string';
}

function isNumber(shape: Shape): boolean {
  const type = mainType(shape);
  return type === 'integer' || type === 'number';
}

/** Text of which we choose the words: no list of choices, room for a sample, and a pattern or format that a sample fits. */
function isFreeText(shape: Shape): boolean {
  if (mainType(shape) !== 'string' || shape.choices !== undefined) return false;
  if (shape.maxLength < LEAST_ROOM || shape.formats.some(isMoment)) return false;
  return shape.patterns.every(fitsSample);
}

/** One class of characters, repeated, from start to end: such a pattern is safe to run and says nothing about meaning. */
const ONE_CLASS = /^\^?(?:\[(?:[^\]\\]|\\.)+\]|\\[wS]|\.)(?:[+*]|\{\d+(?:,\d*)?\})\$?$/;

function fitsSample(pattern: string): boolean {
  if (pattern.length > 200 || !ONE_CLASS.test(pattern)) return false;
  try {
    const expression = new RegExp(pattern);
    const sample = sampleText('target');
    return [sample, ...spellings(sample)].some((text) => expression.test(text));
  } catch {
    return false;
  }
}
