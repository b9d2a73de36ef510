/** Reads a recorded run. Nothing in the file is trusted: it may be cut off, written by hand, or meant to do harm. */

import { isDeeperThan } from '../effects/canonical.js';
import { Reading } from '../documents/reading.js';
import { UsageError } from '../errors.js';
import { isObject } from '../json.js';
import { readText, whyUnreadable } from '../load/source.js';
import { shownPath } from '../shown-path.js';
import { printable } from '../text/printable.js';
import { checkedLine } from './read-line.js';
import { assembled, type PlacedLine } from './assemble.js';
import { LineProblems } from './line-problems.js';
import { type RecordedRun, RUN_FORMAT, RUN_LIMITS } from './run-file.js';

/** UTF-16 units of one line: its parts are bounded, and there are few. */
const MAX_LINE = 8 * 1024 * 1024;
/** The members of a line stand around the parts whose depth is bounded. */
const MAX_DEPTH = RUN_LIMITS.depth + 20;
const HOW = 'Record a run with: toolscore mcp test … --record FILE';

/**
 * A run that `--record` wrote, from its file.
 * @throws UsageError when it cannot be read or is none, with the lines that are wrong
 */
export function readRun(file: string): RecordedRun {
  const shown = shownPath(file, process.cwd());
  let text: string;
  try {
    text = readText(file, RUN_LIMITS.file + MAX_LINE);
  } catch (error) {
    throw new UsageError(`${shown}  ${whyUnreadable(error)} ${HOW}`);
  }
  return parseRun(text, shown);
}

/**
 * The same from its text. `source` names it in messages.
 * @throws UsageError with everything that is wrong, each with its line
 */
export function parseRun(text: string, source: string): RecordedRun {
  const lines: PlacedLine[] = [];
  const problems = new LineProblems(source);
  let cutOff = false;
  let number = 0;
  for (const { content, isLast } of linesOf(text)) {
    number += 1;
    if (content.trim() === '') continue;
    const value = parsedLine(content);
    if ('problem' in value) {
      // What was under way when the program that wrote it was killed. Without a first line there is nothing to go by.
      if (isLast && lines.length > 0) cutOff = true;
      else problems.add(number, value.problem);
      if (lines.length === 0) break;
      continue;
    }
    if (lines.length === 0) checkFormat(value.json, source, number);
    const reading = new Reading(`${source}:${number}`);
    const line = checkedLine(value.json, reading);
    problems.take(reading);
    if (line !== undefined) lines.push({ line, number });
    // A file that is wrong from the start is something else.
    if (lines.length === 0) break;
  }
  if (number === 0 || (lines.length === 0 && problems.none)) throw new UsageError(`${source}  is empty. ${HOW}`);
  problems.throwAny();
  const run = assembled(lines, source, cutOff, problems);
  problems.throwAny();
  return run;
}

/** Line by line without a list of all of them: the text may be long. */
function* linesOf(text: string): Generator<{ readonly content: string; readonly isLast: boolean }> {
  let from = text.startsWith('\uFEFF') ? 1 : 0;
  while (from < text.length) {
    const found = text.indexOf('\n', from);
    const to = found < 0 ? text.length : found;
    yield { content: text.slice(from, to), isLast: text.slice(to).trim() === '' };
    from = to + 1;
  }
}

function parsedLine(content: string): { readonly json: unknown } | { readonly problem: string } {
  if (content.length > MAX_LINE) return { problem: `is longer than ${MAX_LINE / 1024 / 1024} MiB.` };
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    const why = error instanceof RangeError ? 'it is nested too deeply' : messageWithout(error);
    return { problem: `is no JSON: ${why}. ${HOW}` };
  }
  return isDeeperThan(MAX_DEPTH, json) ? { problem: `is nested more than ${MAX_DEPTH} deep.` } : { json };
}

/** Without the excerpt that engines add, which differs from version to version. */
function messageWithout(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return printable(message, { max: 120 });
}

/** A file of another version, or of another kind, is told as that and as nothing else. */
function checkFormat(value: unknown, source: string, number: number): void {
  const format = isObject(value) && Object.hasOwn(value, 'format') ? value['format'] : undefined;
  if (format === RUN_FORMAT) return;
  const named = typeof format === 'string' && /^toolscore\.run\/v\d+$/.test(format);
  throw new UsageError(
    named
      ? `${source}:${number}  is of the format ${format}; this toolscore reads ${RUN_FORMAT}. Use a newer toolscore, or record the run again.`
      : `${source}:${number}  does not begin a recorded run: its "format" is not ${RUN_FORMAT}. ${HOW}`,
  );
}
