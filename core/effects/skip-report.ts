/** Whether the answer to a second write says that it was not stored. In doubt it does: nobody is accused on the strength of a word. Scorecard specification, 2.5.6. */

import { isObject, type JsonObject } from '../json.js';
import { nameWords } from '../name-words.js';
import { boundedJson } from '../text/json.js';
import { withoutMarkers } from './marker.js';
import { clausesOf, statementsOf } from './statements.js';

/** Words that a negation before them, or an empty value behind them, turns around. */
const WORDS =
  /\b(?:skipp(?:ed|ing)|already(?:_exists?)?|exists|unchanged|duplicates?|duplicated|ignored|ignoring|conflict(?:s|ing)?|no[ -]?op)\b/g;
/** Words that are negations themselves. */
const NEGATIONS: readonly RegExp[] = [
  /\bno (?:changes?|updates?|effect)\b/,
  /(?:\bnot|n['’]t) (?:be |been )?(?:add|creat|modif|updat|chang|sav|stor|insert|overwrit|replac|writ|wrote|appl)\w*/,
  /\bnothing (?:to do|(?:was |has been )?(?:changed|added|created|updated|stored|saved|written))\b/,
  /\bup[ -]to[ -]date\b/,
  /\b(?:kept|keeping|left|retained) (?:the )?(?:existing|old|original|previous|current)\b/,
];
const KEYS: ReadonlySet<string> = new Set(
  'skipped duplicate duplicates unchanged already_exists existing ignored conflict conflicts'.split(' '),
);

/** Words before a phrase that are looked at for a negation. */
const REACH = 4;
/** Characters around a phrase that are looked at: a clause may have megabytes. */
const NEAR = 100;
const NEGATING: ReadonlySet<string> = new Set(
  "no not none nothing never without zero neither nor non isn't wasn't aren't weren't doesn't didn't".split(' '),
);
/** `: 0`, `: []`, ` none` and the like, right behind a word. */
const EMPTY_BEHIND =
  /^["'`]?(?:\s*[:=]\s*|\s+|\s*\(\s*)(?:was |were |is |are )?["'`]?(?:0(?![\d.]*[1-9])|none\b|no\b|false\b|null\b|nil\b|n\/a\b|nothing\b|\[\s*\]|\{\s*\}|""|'')/;
const SAYS_NOTHING: ReadonlySet<string> = new Set(['', 'false', 'none', 'no', '0', 'null']);

export interface SkipReportGuards {
  /** What the answer to the first write said as well does not count. */
  readonly boilerplate: boolean;
  /** "0 skipped" does not count. */
  readonly negation: boolean;
}
const ALL: SkipReportGuards = { boilerplate: true, negation: true };

/**
 * The words by which an answer reports that it skipped what it was given; undefined when it does not. `first` is the
 * answer to the first write, which did store something: what both say is said on every write.
 */
export function skipReport(
  result: JsonObject,
  first: JsonObject | undefined,
  guards: SkipReportGuards = ALL,
): string | undefined {
  const before = new Set(guards.boilerplate && first !== undefined ? reportsIn(first, guards) : []);
  return reportsIn(result, guards).find((report) => !before.has(report));
}

/** Everything in an answer that reports a skip: whole clauses and members, so that "skipped 1" is not taken for "existing ones are skipped". */
function reportsIn(result: JsonObject, guards: SkipReportGuards): readonly string[] {
  const { prose, values, members } = statementsOf(result);
  const clauses = [...prose, ...values].flatMap((text) => clausesOf(withoutMarkers(text)));
  return [
    ...clauses.filter((clause) => reportsSkip(clause, guards)),
    ...members.flatMap(({ name, value }) =>
      KEYS.has(nameWords(name).join('_')) && saysSomething(value, guards) ? [`${name}: ${shown(value)}`] : [],
    ),
  ];
}

function reportsSkip(clause: string, { negation }: SkipReportGuards): boolean {
  if (NEGATIONS.some((phrase) => phrase.test(clause))) return true;
  for (const { 0: word, index } of clause.matchAll(WORDS)) {
    if (!negation) return true;
    const behind = clause.slice(index + word.length, index + word.length + NEAR);
    if (!isNegated(clause.slice(Math.max(0, index - NEAR), index)) && !EMPTY_BEHIND.test(behind)) return true;
  }
  return false;
}

/** True when one of the last words before a phrase is a zero or a negation; a count that is not zero settles it the other way. */
function isNegated(before: string): boolean {
  const stretch = before.slice(Math.max(before.lastIndexOf(':'), before.lastIndexOf('('), before.lastIndexOf('=')) + 1);
  const words = stretch.match(/[\p{L}\p{N}'’.]+/gu) ?? [];
  for (const word of words.slice(-REACH).toReversed()) {
    if (/^\d/.test(word)) return Number(word) === 0;
    if (NEGATING.has(word.replaceAll('’', "'"))) return true;
  }
  return false;
}

function saysSomething(value: unknown, { negation }: SkipReportGuards): boolean {
  if (!negation) return true;
  if (typeof value === 'string') return !SAYS_NOTHING.has(value.trim().toLowerCase());
  if (typeof value === 'number') return value > 0;
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : value === true;
}

function shown(value: unknown): string {
  return withoutMarkers(JSON.stringify(boundedJson(value, { depth: 6, values: 200, text: 200 })));
}
