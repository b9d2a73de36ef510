/** The servers of the user's client config files, and how to grade each. */

import {
  type FoundFile,
  type FoundServer,
  printable,
  quoteCommand,
  type ShownTarget,
  type Terminal,
  withoutCommands,
} from '../../core/index.js';
import { counted } from '../scorecard-view/numbers.js';
import { paragraph } from '../terminal-view/blocks.js';
import { type Style, styleOf } from '../terminal-view/style.js';

/** More of one file are no overview. */
const MOST_SERVERS = 100;
const INDENT = '    ';

/** Each file with its servers: name, how they are reached, and the command that grades them. */
export function renderFound(files: readonly FoundFile[], terminal: Terminal): string {
  const style = styleOf(terminal);
  const sections = files.map((file) => [
    `  ${style.bold(printable(file.shown))}`,
    ...file.problems.flatMap((problem) => problemLines(style, INDENT, problem)),
    ...file.servers.slice(0, MOST_SERVERS).flatMap((server) => ['', ...serverLines(style, file, server)]),
    ...(file.servers.length > MOST_SERVERS
      ? ['', `${INDENT}${style.dim(`and ${counted(file.servers.length - MOST_SERVERS, 'more server')}`)}`]
      : []),
    ...(file.servers.length > 1 ? ['', `${INDENT}${style.dim(`all of them: ${gradeCommand(file, ['--all'])}`)}`] : []),
  ]);
  return withoutCommands(`\n${sections.map((lines) => `${lines.join('\n')}\n`).join('\n')}\n`);
}

function serverLines(
  style: Style,
  file: FoundFile,
  { name, target, disabled, problems }: FoundServer,
): readonly string[] {
  const title = `${INDENT}${style.bold(`${printable(name, { max: 60 })}${disabled ? ' (disabled)' : ''}`)}`;
  const inner = `${INDENT}  `;
  if (target === undefined) return [title, ...problems.flatMap((problem) => problemLines(style, inner, problem))];
  const reached = [{ text: `${kindOf(target)}:`, paint: style.dim }, { text: wordsOf(target) }];
  // Not wrapped: it is there to be copied.
  const grade = style.dim(`${style.symbols.arrow} ${gradeCommand(file, ['--server', name])}`);
  return [title, ...paragraph(style, { text: inner }, reached), `${inner}${grade}`];
}

function kindOf({ kind }: ShownTarget): string {
  return kind === 'stdio' ? 'command' : 'address';
}

function wordsOf(target: ShownTarget): string {
  return printable(target.kind === 'stdio' ? target.command.join(' ') : target.url, { max: 300 });
}

function problemLines(style: Style, indent: string, problem: string): readonly string[] {
  return paragraph(style, { text: `${indent}${style.symbols.error} `, paint: style.bad }, [
    { text: printable(problem, { max: 400 }) },
  ]);
}

/** As it can be typed into a shell, where only an unquoted `~` is the home. */
function gradeCommand({ shown }: FoundFile, options: readonly string[]): string {
  const file = shown.startsWith('~/') ? `~/${quoteCommand([shown.slice(2)])}` : quoteCommand([shown]);
  return printable(`toolscore mcp test --config ${file} ${quoteCommand(options)}`);
}
