import { printable } from '../../core/index.js';
import { namedTool } from '../scorecard-view/names.js';
import { counted } from '../scorecard-view/numbers.js';
import { calledCells, type ToolRow } from '../scorecard-view/tools.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import type { Segment } from '../terminal-view/columns.js';
import type { Style } from '../terminal-view/style.js';
import { type Column, table } from '../terminal-view/table.js';

/** A longer table is no overview; failures come first then, and the reports hold the rest. */
const MOST_ROWS = 200;

const COLUMNS: readonly Column[] = [
  { title: 'Tool', min: 12 },
  { title: 'Scenarios', align: 'right' },
  { title: 'Avg latency', align: 'right' },
  { title: 'Def. tokens', align: 'right' },
];

/** The tools and what they cost. */
export function toolsTable(style: Style, { tools, toolTokens, instructionsTokens }: ScorecardView): readonly string[] {
  const instructions = instructionsTokens === 0 ? '' : `, ${instructionsTokens} more in the instructions`;
  const total = `${counted(toolTokens, 'token')} in ${counted(tools.length, 'tool definition')}${instructions} (estimated)`;
  const shown =
    tools.length <= MOST_ROWS
      ? tools
      : [...tools.filter(failing), ...tools.filter((row) => !failing(row))].slice(0, MOST_ROWS);
  const left = tools.length - shown.length;
  return [
    ...table(
      style,
      COLUMNS,
      shown.map((row) => toolCells(style, row)),
    ),
    ...(left > 0
      ? [
          `  ${style.dim(`and ${counted(left, 'more tool')}; those with failing scenarios come first, and a report file has all`)}`,
        ]
      : []),
    `  ${style.dim(total)}`,
  ];
}

const failing = ({ passed, total }: ToolRow): boolean => passed < total;

function toolCells(style: Style, row: ToolRow): readonly Segment[] {
  const { tool, total, tokens } = row;
  const [scenarios, latency] = calledCells(row);
  return [
    { text: printable(namedTool(tool.name), { max: 80 }) },
    { text: scenarios, paint: total === 0 ? style.dim : failing(row) ? style.bad : style.good },
    { text: latency },
    { text: String(tokens) },
  ];
}
