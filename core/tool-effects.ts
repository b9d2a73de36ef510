/** What a tool does to the world, from its annotations and its name. Both are claims: a server can declare anything. Scorecard specification, 2.3. */

import type { Tool } from './model.js';
import { nameWords, singular } from './name-words.js';
import { findTarget } from './schema/target.js';

const STORING: ReadonlySet<string> = new Set(
  'create add update write set save put insert upsert append edit modify store remember record'.split(' '),
);
/** Storing as verbs only: `link_notes` makes something, `list_link_types` does not, and a link is a record too. */
const STORING_VERBS: ReadonlySet<string> = new Set('register new setup link'.split(' '));
const READING: ReadonlySet<string> = new Set(
  'get list search read find fetch query lookup describe view browse inspect count show'.split(' '),
);
/** Outward wherever they stand in a name. */
const OUTWARD_WORDS: ReadonlySet<string> = new Set(['send', 'publish', 'deploy', 'delete']);
/** Outward as verbs only. */
const OUTWARD: ReadonlySet<string> = new Set([
  ...OUTWARD_WORDS,
  ...'remove drop destroy purge clear reset cancel kill stop terminate execute exec run invoke trigger pay charge'.split(
    ' ',
  ),
  ...'transfer refund purchase buy submit approve merge post email notify invite revoke grant'.split(' '),
]);
/** What ends something that was there: records, settings, processes. */
const DESTROYING: ReadonlySet<string> = new Set([
  ...'delete remove drop destroy purge clear reset wipe truncate erase flush kill stop terminate shutdown'.split(' '),
  ...'cancel revoke clean cleanup empty prune evict expire discard unlink unset uninstall rm rmdir nuke trash'.split(
    ' ',
  ),
  ...'abort halt reboot restart disable deactivate rollback revert restore undo overwrite'.split(' '),
]);
/** What reaches beyond the records of the server: it starts, ends, sends, runs or resets something, and nothing can take that back. */
const REACHING: ReadonlySet<string> = new Set([
  ...'start stop kill terminate shutdown reboot restart launch spawn run exec execute invoke trigger abort halt'.split(
    ' ',
  ),
  ...'send publish post email mail notify invite call dial push pull fetch clone deploy release upload download'.split(
    ' ',
  ),
  ...'pay charge transfer refund purchase buy submit grant revoke login logout connect disconnect'.split(' '),
  ...'reset clear wipe purge truncate flush empty nuke prune init install uninstall rollback revert restore'.split(' '),
]);
/** Of these, what is no noun: wherever it stands in a name, such as `git_push`, it is what the tool does. */
const REACHING_ANYWHERE: ReadonlySet<string> = new Set([
  ...'stop kill terminate shutdown reboot restart launch spawn exec execute send publish push pull clone deploy'.split(
    ' ',
  ),
  ...'reset wipe purge unsafe'.split(' '),
]);
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'by for to of all a the with and or in from new one many multiple bulk batch'.split(' '),
);

/** The verbs of a name: its first word, and every word right after `and` or `or`. */
export function nameVerbs(name: string): readonly string[] {
  return nameWords(name).filter((_, at, words) => at === 0 || words[at - 1] === 'and' || words[at - 1] === 'or');
}

/** What a name speaks of, each word in the singular: without verbs and small words. */
export function nameNouns(name: string): readonly string[] {
  const verb = (word: string): boolean => STORING.has(word) || READING.has(word) || OUTWARD.has(word);
  return nameWords(name)
    .filter((word) => !verb(word) && !SMALL_WORDS.has(word))
    .map(singular);
}

const isOutward = (name: string): boolean =>
  nameWords(name).some((word) => OUTWARD_WORDS.has(word)) ||
  nameVerbs(name).some((verb) => OUTWARD.has(verb) || DESTROYING.has(verb));

/** True for a tool that declares or looks read-only; an explicit `readOnlyHint: false` always wins over the name. */
export function isReadOnlyTool({ name, annotations }: Tool): boolean {
  const { readOnlyHint, destructiveHint } = annotations;
  if (readOnlyHint === true || readOnlyHint === false) return readOnlyHint;
  if (destructiveHint === true) return false;
  const [first = '', ...later] = nameVerbs(name);
  return READING.has(first) && !later.some((verb) => STORING.has(verb) || OUTWARD.has(verb) || DESTROYING.has(verb));
}

/** True for a tool that stores something and ends nothing, or that `declared` names. Only explicit annotations count, never the protocol's defaults. */
export function isWriteTool({ name, annotations }: Tool, declared?: ReadonlySet<string>): boolean {
  if (declared?.has(name) === true) return true;
  const { readOnlyHint, destructiveHint } = annotations;
  const words = nameWords(name);
  if (isOutward(name) || READING.has(words[0] ?? '')) return false;
  if (readOnlyHint === false && destructiveHint === false) return true;
  const stores = words.some((word) => STORING.has(word)) || nameVerbs(name).some((verb) => STORING_VERBS.has(verb));
  return stores && readOnlyHint !== true && destructiveHint !== true;
}

/** True for a tool that reaches beyond the records of the server: it starts, ends, sends, runs or resets something. */
export function reachesOut(tool: Tool): boolean {
  if (isReadOnlyTool(tool)) return false;
  return (
    nameWords(tool.name).some((word) => REACHING_ANYWHERE.has(word)) ||
    nameVerbs(tool.name).some((verb) => REACHING.has(verb))
  );
}

/**
 * True for a tool that is never tried with made-up values: it reaches beyond the records of the server, or it ends
 * something without asking what.
 */
export function isUntouchable(tool: Tool): boolean {
  return reachesOut(tool) || (!isReadOnlyTool(tool) && untargetedDestruction(tool) !== undefined);
}

export type ToolClass = 'read-only' | 'write' | 'other';

/** Whether a tool reads, writes, or does something that is neither (sends, deletes, computes …). */
export function classifyTool(tool: Tool): ToolClass {
  if (isReadOnlyTool(tool)) return 'read-only';
  return isWriteTool(tool) ? 'write' : 'other';
}

/**
 * True for a tool that ends something: it says so, or it has a destroying verb and does not deny it. `delete` counts
 * anywhere in a name, other verbs also as its last word (`cache_flush`); behind a read verb they are nouns.
 */
export function isDestructiveTool(tool: Tool): boolean {
  const { readOnlyHint, destructiveHint } = tool.annotations;
  if (readOnlyHint === true) return false;
  if (destructiveHint === true) return true;
  if (destructiveHint === false || isReadOnlyTool(tool)) return false;
  const words = nameWords(tool.name);
  const verbs = nameVerbs(tool.name);
  if (verbs.some((verb) => DESTROYING.has(verb)) || words.includes('delete')) return true;
  return !READING.has(words[0] ?? '') && DESTROYING.has(words.at(-1) ?? '');
}

/** What a name speaks of besides its verbs. */
function subjectsOf(name: string): readonly string[] {
  const verbs = nameVerbs(name);
  return nameWords(name)
    .filter((word) => !verbs.includes(word))
    .map(singular);
}

/**
 * Why a call with generated arguments could destroy what is not ours: the tool ends something, and nothing that must be
 * given can name a target that does not exist. Undefined when it is safe.
 */
export function untargetedDestruction(tool: Tool): string | undefined {
  if (!isDestructiveTool(tool)) return undefined;
  const { number, text } = findTarget(tool.inputSchema, subjectsOf(tool.name));
  if (number !== undefined)
    return `destroys what the number "${number}" stands for, and a made-up number could be somebody's`;
  if (text !== undefined) return undefined;
  return 'destroys something and asks for no text that says what, so nothing made up can be its target';
}
