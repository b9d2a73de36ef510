/** What moved between two runs of a watch, in a few lines. */

import {
  type Changes,
  baselineOf,
  type BaselineComparison,
  compareWithBaseline,
  keptFindings,
  findingIds,
  type KeptFinding,
  type Report,
  printable,
  type Severity,
  withoutCommands,
} from '../../core/index.js';
import { rowOf, rowWords } from '../overview/row.js';
import { keptLine } from '../report-console/baseline.js';
import { notLookedAt } from '../scorecard-view/baseline.js';
import { counted, someOf } from '../scorecard-view/numbers.js';
import { namedTool } from '../scorecard-view/names.js';
import { type Paint, type Style, styleOf } from '../terminal-view/style.js';

const MOST_FINDINGS = 8;
const MOST_NAMES = 3;
const MOST_NAME = 60;

/** Of a long path, the end says which file it is. */
function tail(name: string, ellipsis: string): string {
  return name.length <= MOST_NAME ? name : ellipsis + name.slice(ellipsis.length - MOST_NAME);
}

export const changes: Changes = {
  heading(time, changed, terminal) {
    const { dim, bold, symbols, width } = styleOf(terminal);
    const names = someOf(
      changed.map((name) => printable(tail(name, symbols.ellipsis), { max: MOST_NAME })),
      MOST_NAMES,
    );
    const text = `${symbols.line.repeat(2)} ${time}  ${names} changed `;
    const rule = symbols.line.repeat(Math.max(0, width - text.length));
    return withoutCommands(`\n${bold(text)}${dim(rule)}\n`);
  },
  words(before, now, kind, terminal) {
    const style = styleOf(terminal);
    const compared = compareWithBaseline(now, baselineOf(before, 'the run before'));
    const lines = [
      ...resultLine(style, before, now, kind),
      ...toolLines(style, before, now),
      ...findingLines(style, now, compared),
    ];
    return withoutCommands(`${lines.join('\n')}\n`);
  },
};

function resultLine(style: Style, before: Report, now: Report, kind: 'scorecard' | 'lint'): readonly string[] {
  const [old, fresh] = [before, now].map((report) => printable(rowWords(rowOf(report, kind), kind), { max: 200 }));
  if (old === fresh) return [`  ${style.bold(fresh ?? '')} ${style.dim('as before')}`];
  const [from, to] = [before, now].map(worth(kind));
  const paint = from === undefined || to === undefined || from === to ? style.bold : to > from ? style.good : style.bad;
  return [`  ${old} ${style.symbols.arrow} ${style.bold(paint(fresh ?? ''))}`];
}

/** The more the better. */
const worth =
  (kind: 'scorecard' | 'lint') =>
  (report: Report): number | undefined => {
    const { score, errors, warnings } = rowOf(report, kind);
    return kind === 'lint' ? -errors - warnings / 1_000_000 : (score ?? undefined);
  };

function toolLines(style: Style, before: Report, now: Report): readonly string[] {
  const [old, fresh] = [before, now].map(({ tools }) => new Set(tools.map(({ name }) => name)));
  const line = (words: string, names: readonly string[]): readonly string[] =>
    names.length === 0
      ? []
      : [
          `  ${words}: ${someOf(
            names.map((name) => printable(namedTool(name), { max: 60 })),
            MOST_FINDINGS,
          )}`,
        ];
  return [
    ...line(
      'new tools',
      [...(fresh ?? [])].filter((name) => !old?.has(name)),
    ),
    ...line(
      'tools that are gone',
      [...(old ?? [])].filter((name) => !fresh?.has(name)),
    ),
  ];
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

function findingLines(style: Style, now: Report, compared: BaselineComparison): readonly string[] {
  const verdicts = [...findingIds(now).keys()];
  const fresh = keptFindings(now)
    .filter((_, at) => verdicts[at] !== undefined && compared.states.get(verdicts[at]) === 'new')
    .toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const left = notLookedAt({ ...now, baseline: compared });
  return [
    ...some(style, 'new', fresh, ({ severity }) => style.severity(severity)),
    ...some(style, 'fixed', compared.fixed, () => ({ symbol: style.symbols.fixed, paint: style.good })),
    ...left.map(({ text, reason }) => `  ${style.dim(`${text}: ${printable(reason, { max: 200 })}`)}`),
  ];
}

function some(
  style: Style,
  words: string,
  findings: readonly KeptFinding[],
  mark: (finding: KeptFinding) => { readonly symbol: string; readonly paint: Paint },
): readonly string[] {
  if (findings.length === 0) return [];
  const more = findings.length - MOST_FINDINGS;
  return [
    `  ${style.bold(`${findings.length} ${words}`)}`,
    ...findings.slice(0, MOST_FINDINGS).flatMap((finding) => {
      const { symbol, paint } = mark(finding);
      return keptLine(style, symbol, paint, finding);
    }),
    ...(more > 0 ? [`  ${style.dim(`and ${counted(more, 'more finding')}`)}`] : []),
  ];
}
