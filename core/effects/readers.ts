/** Read tools that may show what a write tool stored. Scorecard specification, 2.5.3. */

import type { Tool } from '../model.js';
import { isReadOnlyTool, nameNouns } from '../tool-effects.js';

export interface ReaderChoice {
  readonly tool: Tool;
  /** The noun that both names hold. */
  readonly noun: string | undefined;
}

const MOST_READERS = 6;

/** The read-only tools that share a noun with the write tool, then all others, in the server's order; at most six. */
export function readersFor(write: Tool, tools: readonly Tool[], excluded: readonly string[]): readonly ReaderChoice[] {
  const nouns = new Set(nameNouns(write.name));
  const names = new Set([write.name, ...excluded]);
  const choices: ReaderChoice[] = [];
  for (const tool of tools) {
    if (names.has(tool.name) || !isReadOnlyTool(tool)) continue;
    // Of two tools with one name the server answers as one.
    names.add(tool.name);
    choices.push({ tool, noun: nameNouns(tool.name).find((noun) => nouns.has(noun)) });
  }
  const sharing = choices.filter(({ noun }) => noun !== undefined);
  const others = choices.filter(({ noun }) => noun === undefined);
  return [...sharing, ...others].slice(0, MOST_READERS);
}
