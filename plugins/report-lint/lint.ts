import { printable, type Report, type Severity, type Terminal, withoutCommands } from '../../core/index.js';
import { baselineLines } from '../report-console/baseline.js';
import { shownViewOf } from '../scorecard-view/baseline.js';
import { type Finding, withoutOwner } from '../scorecard-view/findings.js';
import { protocolOf } from '../scorecard-view/header.js';
import { namedServer, namedTool } from '../scorecard-view/names.js';
import { counted } from '../scorecard-view/numbers.js';
import { UNCOUNTED, uncountedTexts } from '../scorecard-view/uncounted.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import { paragraph } from '../terminal-view/blocks.js';
import type { Segment } from '../terminal-view/columns.js';
import { type Style, styleOf } from '../terminal-view/style.js';
import { type Column, table } from '../terminal-view/table.js';

const COLUMNS: readonly Column[] = [
  { title: 'Severity' },
  { title: 'Tool', min: 12 },
  { title: 'Message', min: 30, lines: 4 },
];

/** What the definitions of a server lack, as a table. Spec: scorecard 7.1. */
export function renderLint(report: Report, terminal: Terminal): string {
  const style = styleOf(terminal);
  const view = shownViewOf(report);
  const { lint, lintErrors, lintWarnings } = view;
  const name =
    `${printable(namedServer(report.server.name), { max: 60 })} ${printable(report.server.version, { max: 60 })}`.trimEnd();
  const fresh = report.baseline === undefined ? '' : 'new ';
  const found = `${counted(lintErrors, `${fresh}error`)}, ${counted(lintWarnings, `${fresh}warning`)}`;
  const result = lint.length === 0 ? style.good(`nothing ${fresh}to fix`) : found;
  const lines = [
    `  ${style.bold(name)}: ${result} in ${counted(report.tools.length, 'tool')}`,
    `  ${style.dim(printable(protocolOf(report), { max: 60 }))}`,
    '',
    ...findingsTable(style, lint),
    ...uncountedLines(style, view),
    ...baselineLines(style, report),
  ];
  return withoutCommands(`\n${lines.join('\n').trimEnd()}\n\n`);
}

function findingsTable(style: Style, lint: readonly Finding[]): readonly string[] {
  if (lint.length === 0) return [];
  return [
    ...table(
      style,
      COLUMNS,
      lint.toSorted(bySeverity).map((finding) => cells(style, finding)),
    ),
    '',
  ];
}

/** What was found and does not count, every finding, because a table of the definitions leaves none out. */
function uncountedLines(style: Style, view: ScorecardView): readonly string[] {
  const findings = view.uncounted.causes.flatMap((cause) => cause.findings);
  if (findings.length === 0) return [];
  return [
    `  ${style.bold(UNCOUNTED)}`,
    '',
    ...table(
      style,
      COLUMNS,
      findings.map((finding) => cells(style, finding)),
    ),
    '',
    ...uncountedTexts(view, undefined).flatMap((text) =>
      paragraph(style, { text: '  ' }, [{ text, paint: style.dim }]),
    ),
  ];
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

/** Stable: what is equally bad stays in the order of discovery. */
function bySeverity(a: Finding, b: Finding): number {
  return ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity);
}

function cells(style: Style, { severity, owner, message, rule }: Finding): readonly Segment[] {
  return [
    { text: severity, paint: style.severity(severity).paint },
    { text: printable(namedTool(owner), { max: 60 }) },
    { text: `${printable(withoutOwner(message, owner), { max: 300 })} (${printable(rule, { max: 80 })})` },
  ];
}
