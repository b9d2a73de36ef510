import { type Report, type Terminal, withoutCommands } from '../../core/index.js';
import type { Notice } from '../scorecard-view/notices.js';
import { shownViewOf } from '../scorecard-view/baseline.js';
import { paragraph } from '../terminal-view/blocks.js';
import { type Style, styleOf } from '../terminal-view/style.js';
import { baselineLines } from './baseline.js';
import { effectsTable } from './effects.js';
import { headerPanel } from './header.js';
import { fixList, noteList } from './issues.js';
import { toolsTable } from './tools.js';
import { uncountedChecks, uncountedList } from './uncounted.js';

/** The scorecard for a terminal. Spec: scorecard 7.2. */
export function renderScorecard(report: Report, terminal: Terminal): string {
  const style = styleOf(terminal);
  const view = shownViewOf(report);
  const sections = [
    headerPanel(style, view.header),
    toolsTable(style, view),
    effectsTable(style, view.effects),
    noticeLines(style, view.notices),
    baselineLines(style, report),
    fixList(style, report, view),
    uncountedList(style, report, view),
    uncountedChecks(style, view),
    noteList(style, view.notes),
  ].filter((lines) => lines.length > 0);
  return withoutCommands(`\n${sections.map((lines) => `${lines.join('\n')}\n`).join('\n')}\n`);
}

function noticeLines(style: Style, notices: readonly Notice[]): readonly string[] {
  return notices.flatMap(({ severity, text }) => {
    const { symbol, paint } = style.severity(severity);
    return paragraph(style, { text: `  ${symbol} `, paint }, [{ text }]);
  });
}
