import { isObject, printable, type Report, type Terminal, type Tool, withoutCommands } from '../../core/index.js';
import { protocolOf } from '../scorecard-view/header.js';
import { namedServer, namedTool } from '../scorecard-view/names.js';
import { counted } from '../scorecard-view/numbers.js';
import type { Segment } from '../terminal-view/columns.js';
import { type Style, styleOf } from '../terminal-view/style.js';
import { type Column, table } from '../terminal-view/table.js';

const COLUMNS: readonly Column[] = [
  { title: 'Tool', min: 12 },
  { title: 'Parameters', align: 'right' },
  { title: 'Description', min: 24, lines: 3 },
];

/** Characters of a description that are looked at; three lines hold far fewer. */
const MOST_READ = 4_000;

/** The tools of a server as a table. Spec: scorecard 7.1. */
export function renderList(report: Report, terminal: Terminal): string {
  const { server, tools } = report;
  const style = styleOf(terminal);
  const name =
    `${printable(namedServer(server.name), { max: 60 })} ${printable(server.version, { max: 60 })}`.trimEnd();
  const lines = [
    `  ${style.bold(name)}: ${counted(tools.length, 'tool')}`,
    `  ${style.dim(printable(protocolOf(report), { max: 60 }))}`,
    '',
    ...table(
      style,
      COLUMNS,
      tools.map((tool) => cells(style, tool)),
    ),
  ];
  return withoutCommands(`\n${lines.join('\n').trimEnd()}\n\n`);
}

function cells(style: Style, { name, description, inputSchema }: Tool): readonly Segment[] {
  const { properties } = inputSchema;
  const parameters = isObject(properties) ? Object.keys(properties).length : 0;
  const text = description.slice(0, MOST_READ).replaceAll(/\s+/g, ' ').trim();
  return [
    { text: printable(namedTool(name), { max: 80 }) },
    { text: String(parameters) },
    text === '' ? { text: '(no description)', paint: style.dim } : { text: printable(text, { max: 400 }) },
  ];
}
