/** Rules as text for `toolscore rules` and `toolscore explain`: what applies, and who decided it. */

import { UsageError } from '../errors.js';
import type { Rule, Toggle } from '../model.js';
import { didYouMean } from '../nearest.js';
import { placeOf } from '../origin.js';
import { printable, printableLines } from '../text/printable.js';

/** One line of the list of rules. Texts are as the author wrote them, not escaped. */
export interface RuleRow {
  readonly id: string;
  readonly severity: Toggle;
  readonly title: string;
  readonly plugin: string;
  /** `toolscore.config.yaml:9:3`, `toolscore:recommended`, `--rule …`, or where the rule itself stands. */
  readonly from: string;
  /** Left out for a rule that counts. Of another one, who decided that it does not, as in `from`. */
  readonly uncountedBy?: string;
}

export function ruleRows(rules: Iterable<Rule>): readonly RuleRow[] {
  return [...rules]
    .map(({ id, toggle, title, plugin, origin, counted, countedOrigin, deprecated }) => ({
      id,
      severity: toggle,
      title: isDeprecated({ id, ...(deprecated && { deprecated }) }) ? `${title} (use ${deprecated?.use})` : title,
      plugin,
      from: placeOf(origin),
      ...(!counted && { uncountedBy: placeOf(countedOrigin) }),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** All rules, one a line: id, severity, where that was decided, title. */
export function formatRules(rules: Iterable<Rule>): string {
  const rows = ruleRows(rules).map(({ id, severity, from, title, uncountedBy }) => {
    const apart = uncountedBy === undefined || uncountedBy === from ? '' : `; not counted: ${uncountedBy}`;
    return [id, uncountedBy === undefined ? severity : `${severity}, not counted`, `${from}${apart}`, title];
  });
  const lines = columns([['RULE', 'SEVERITY', 'DECIDED BY', 'TITLE'], ...rows]);
  return `${lines.join('\n')}\n`;
}

/** Everything about one rule that is no prose. */
export function formatRule(rule: Rule): string {
  const {
    id,
    title,
    failure,
    toggle,
    severity,
    origin,
    confidence,
    family,
    observes,
    requires,
    since,
    plugin,
    aliases = [],
    deprecated,
  } = rule;
  const own = toggle === severity ? '' : `; its author says ${severity}`;
  const rows: readonly (readonly [string, string])[] = [
    ['Title', title],
    ['Reported as', failure],
    ['Severity', `${toggle} (decided by ${placeOf(origin)}${own})`],
    ...(rule.counted && rule.countedByAuthor ? [] : [['Counted', countedWords(rule)] as const]),
    ['Confidence', confidence],
    ['Family', family],
    ['Observes', observes],
    ...(requires.length > 0 ? [['Requires', requires.join(', ')] as const] : []),
    ...optionRows(rule),
    ['Message', rule.message],
    ['Fix', rule.fix],
    ['Since', since],
    ['Brought by', plugin],
    ...(aliases.length > 0 ? [['Earlier ids', aliases.join(', ')] as const] : []),
    ...(isDeprecated(rule) ? [['Deprecated', `since ${deprecated?.since}; use ${deprecated?.use}`] as const] : []),
  ];
  return `${printable(id)}\n\n${columns(rows.map(([name, value]) => [`  ${name}`, value])).join('\n')}\n`;
}

/** `no, only shown (decided by toolscore:recommended)`. */
function countedWords({ counted, countedByAuthor, countedOrigin }: Rule): string {
  const own = counted === countedByAuthor ? '' : `; its author says ${countedByAuthor ? 'yes' : 'no'}`;
  return `${counted ? 'yes' : 'no, only shown'} (decided by ${placeOf(countedOrigin)}${own})`;
}

/** The page of a rule, or what the rule says of itself when there is none. */
export function formatPage(rule: Rule, page: string | undefined): string {
  if (page === undefined) return formatRule(rule);
  // The markers are for the program that refreshes the table between them.
  const text = page.replaceAll(/^<!--.*-->\n\n?/gm, '').trim();
  const counted = rule.counted && rule.countedByAuthor ? '' : `\nCounted in the grade: ${countedWords(rule)}.\n`;
  const { since, use } = rule.deprecated ?? {};
  const old = isDeprecated(rule) ? `\nDeprecated since ${since}: use ${use} instead.\n` : '';
  return `${printableLines(text, { max: 2_000 })}\n${printableLines(counted + old)}`;
}

/** A rule that was renamed names itself as what to use instead of its earlier ids. */
function isDeprecated({ id, deprecated }: Pick<Rule, 'id' | 'deprecated'>): boolean {
  return deprecated !== undefined && deprecated.use !== id;
}

/**
 * The rule of an id, of an earlier id, or of the last part of a pack's `namespace/id` when only one ends so.
 * @throws UsageError with the nearest id when there is none
 */
export function findRule(rules: ReadonlyMap<string, Rule>, id: string): Rule {
  const found = lookUpRule(rules, id);
  if (found !== undefined) return found;
  const short = endingWith(rules, id);
  const several =
    short.length > 1 ? ` There are: ${short.map((rule) => rule.id).join(', ')}.` : didYouMean(id, rules.keys());
  const more = several || alikeRules(id, [...rules.keys()]) || ' List them with: toolscore rules';
  throw new UsageError(`no rule is called "${id}".${more}`);
}

/** The same, or undefined when there is none. */
export function lookUpRule(rules: ReadonlyMap<string, Rule>, id: string): Rule | undefined {
  const short = endingWith(rules, id);
  return (
    rules.get(id) ??
    [...rules.values()].find(({ aliases }) => aliases?.includes(id)) ??
    (short.length === 1 ? short[0] : undefined)
  );
}

function endingWith(rules: ReadonlyMap<string, Rule>, id: string): readonly Rule[] {
  return [...rules.values()].filter((rule) => rule.id.endsWith(`/${id}`));
}

/** Ids that hold the text, or begin with its first word, as the end of a message; or nothing. Source: manifest specification, 4.8. */
export function alikeRules(text: string, ids: readonly string[]): string {
  const [first] = text.split('-', 1);
  const found = text === '' ? [] : ids.filter((id) => id.includes(text) || id.split('-', 1)[0] === first);
  return found.length === 0 ? '' : ` There are: ${found.slice(0, 10).join(', ')}.`;
}

function optionRows({ options }: Rule): readonly (readonly [string, string])[] {
  return Object.entries(options).map(([name, value], index) => [
    index === 0 ? 'Options' : '',
    `${name} = ${JSON.stringify(value)}`,
  ]);
}

/** Aligned columns, the last one ragged. Everything printable: titles and paths come from packs. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const shown = rows.map((row) => row.map((cell) => printable(cell, { max: 2_000 })));
  const widths = (shown[0] ?? []).map((_, index) => Math.max(...shown.map((row) => row[index]?.length ?? 0)));
  return shown.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
