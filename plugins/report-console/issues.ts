import { type CallEntry, printable, type Report } from '../../core/index.js';
import type { Cause } from '../scorecard-view/causes.js';
import { type Finding, withoutOwner } from '../scorecard-view/findings.js';
import { fixesByCause, noIssues } from '../scorecard-view/fixes.js';
import { namedTool } from '../scorecard-view/names.js';
import { counted, milliseconds } from '../scorecard-view/numbers.js';
import { elsewhere } from '../scorecard-view/uncounted.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import { paragraph } from '../terminal-view/blocks.js';
import type { Segment } from '../terminal-view/columns.js';
import type { Style } from '../terminal-view/style.js';

const MOST_FIXES = 8;
const MOST_NOTES = 8;
const MOST_CALLS = 3;
/** A check of effects is a little story: how it begins matters, and how it ends. */
const MOST_EFFECT_CALLS = 6;
const INDENT = '    ';

/** What to do first: each problem with its fix below, and with `verbose` the calls it rests on. Spec: scorecard 1.10 and 7.2. */
export function fixList(style: Style, report: Report, { fixes: all, uncounted }: ScorecardView): readonly string[] {
  const fixes = fixesByCause(all);
  if (fixes.length === 0) return [`  ${style.good(noIssues(report, uncounted.causes.length > 0))}`];
  const more = fixes.length - MOST_FIXES;
  return [
    `  ${style.bold('Top issues to fix')}`,
    ...fixes
      .slice(0, MOST_FIXES)
      .flatMap((fix) => [
        '',
        ...problemLines(style, fix, fix.problem),
        ...(fix.cause === undefined ? [] : otherLines(style, fix.cause)),
        ...fixLines(style, fix),
        ...callLines(style, report, fix),
      ]),
    ...(more > 0 ? ['', `  ${style.dim(`and ${counted(more, 'more issue')}; a report file has all`)}`] : []),
  ];
}

/** Information of rules: nothing that must be done. */
export function noteList(style: Style, notes: readonly Finding[]): readonly string[] {
  if (notes.length === 0) return [];
  const more = notes.length - MOST_NOTES;
  return [
    `  ${style.bold('For information')}`,
    '',
    ...notes.slice(0, MOST_NOTES).flatMap((note) => problemLines(style, note, note.message)),
    ...(more > 0 ? [`  ${style.dim(`and ${more} more`)}`] : []),
  ];
}

export function problemLines(style: Style, finding: Finding, problem: string): readonly string[] {
  const { owner, rule, severity } = finding;
  const { symbol, paint } = style.severity(severity);
  const named = problem.includes(`(${rule})`);
  return paragraph(style, { text: `  ${symbol} `, paint }, [
    { text: `${printable(namedTool(owner), { max: 60 })}:`, paint: style.bold },
    { text: printable(withoutOwner(problem, owner), { max: 400 }) },
    ...(named ? [] : [{ text: `(${printable(rule, { max: 80 })})`, paint: style.dim }]),
  ]);
}

/** On whom else the cause was seen. */
export function otherLines(style: Style, cause: Cause): readonly string[] {
  const text = elsewhere(cause, (owner) => printable(namedTool(owner), { max: 60 }));
  return paragraph(style, { text: INDENT }, [{ text, paint: style.dim }]);
}

export function fixLines(style: Style, { fix }: Finding): readonly string[] {
  return paragraph(style, { text: `${INDENT}${style.symbols.arrow} `, paint: style.dim }, [
    { text: printable(fix, { max: 400 }) },
  ]);
}

/** With `verbose`, the calls that a finding rests on. */
export function callLines(style: Style, report: Report, fix: Finding): readonly string[] {
  if (!style.verbose) return [];
  const shown = decisive(fix);
  const lines = (ids: readonly number[]): readonly string[] =>
    ids
      .flatMap((id) => callOf(report, id) ?? [])
      .flatMap((call) => paragraph(style, { text: `${INDENT}  ` }, callWords(style, call)));
  const left = fix.evidence.length - shown.first.length - shown.last.length;
  const gap =
    shown.last.length > 0 && left > 0 ? [`${INDENT}  ${style.dim(`… ${counted(left, 'call')} between …`)}`] : [];
  return [...lines(shown.first), ...gap, ...lines(shown.last)];
}

/** The calls that show it: of a failing scenario the first ones, of a check of effects the first and the last ones. */
function decisive({ family, evidence }: Finding): {
  readonly first: readonly number[];
  readonly last: readonly number[];
} {
  if (family !== 'effect') return { first: evidence.slice(0, MOST_CALLS), last: [] };
  if (evidence.length <= MOST_EFFECT_CALLS) return { first: evidence, last: [] };
  return { first: evidence.slice(0, 1), last: evidence.slice(1 - MOST_EFFECT_CALLS) };
}

/** The journal is in the order of the numbers; only what was filtered out of it can shift a place. */
function callOf({ calls }: Report, id: number): CallEntry | undefined {
  const there = calls[id - 1];
  return there?.id === id ? there : calls.find((call) => call.id === id);
}

function callWords({ dim }: Style, { id, method, params, outcome, ms, excerpt }: CallEntry): readonly Segment[] {
  const asked = `call ${id}: ${method} ${printable(JSON.stringify(params), { max: 200 })}`;
  return [{ text: `${asked} gave ${outcome} in ${milliseconds(ms)}: ${printable(excerpt, { max: 200 })}`, paint: dim }];
}
