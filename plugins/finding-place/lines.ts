import { readPlainFile } from '../../core/index.js';

/** Of a source file that people write, in bytes. */
const MOST_BYTES = 2 * 1024 * 1024;
/** A name in quotes, as tools are registered in most languages; or a function of that name, where the function is the tool. */
const NAMED =
  /(?<quote>["'`])(?<text>[\w./-]{1,200})\k<quote>|\b(?:def|function|fn|func|fun)\s+(?<function>\w{1,200})\s*[(<]/g;

/** The line, from 1, on which a source file names something first. Empty when it cannot be read. */
export function namesIn(file: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const text = readText(file);
  let line = 1;
  let counted = 0;
  for (const { index, groups } of text.matchAll(NAMED)) {
    const name = groups?.['text'] ?? groups?.['function'] ?? '';
    if (lines.has(name)) continue;
    for (let at = text.indexOf('\n', counted); at >= 0 && at < index; at = text.indexOf('\n', counted)) {
      line += 1;
      counted = at + 1;
    }
    lines.set(name, line);
  }
  return lines;
}

function readText(file: string): string {
  try {
    return readPlainFile(file, { most: MOST_BYTES });
  } catch {
    return '';
  }
}
