/** Which tools need a record that is there already, and what their descriptions say of one that is not. */

import { isObject, isRequired, nameWords, type Tool } from '../../core/index.js';

/** `ends`: nothing can come of it but that a record is gone. `changes`: it might make the record that it was asked to change. */
export type Act = 'ends' | 'changes';

const CHANGING: ReadonlySet<string> = new Set([
  ...'update edit modify change rename move patch complete finish close reopen mark resolve archive unarchive'.split(
    ' ',
  ),
  ...'approve reject assign unassign respond reply toggle pin unpin star unstar lock unlock attach detach'.split(' '),
  ...'unlink tag untag enable disable cancel postpone reschedule prioritize amend replace'.split(' '),
]);
const ENDING: ReadonlySet<string> = new Set('delete remove drop destroy erase discard trash unset evict'.split(' '));
/** Such a first word makes the record itself, whatever comes behind: `create_change`. */
const MAKING: ReadonlySet<string> = new Set(
  'create add new insert register make store save put set write upsert build generate record log import'.split(' '),
);
/** Words by which a target is a border and not a record: everything on one side of it would go. */
const BORDERS: ReadonlySet<string> = new Set(
  'before after older newer than until since below above except but keep retain all range matching where'.split(' '),
);

/** What a tool does to the record that it is asked for; undefined when it needs none, or reaches beyond it. */
export function actsOnRecord(tool: Tool): Act | undefined {
  const words = nameWords(tool.name);
  if (MAKING.has(words[0] ?? '')) return undefined;
  if (words.some((word) => ENDING.has(word)))
    return [tool.name, ...demandedNames(tool)].some(isBorder) ? undefined : 'ends';
  return words.some((word) => CHANGING.has(word)) ? 'changes' : undefined;
}

function demandedNames(tool: Tool): readonly string[] {
  const { properties } = tool.inputSchema;
  return isObject(properties) ? Object.keys(properties).filter((name) => isRequired(tool, name)) : [];
}

function isBorder(name: string): boolean {
  return nameWords(name).some((word) => BORDERS.has(word));
}

/** A description by which a target that is missing is fine, or is made. */
const ALLOWS: readonly RegExp[] = [
  /\b(?:no|not an?|never an?|without(?: an?)?) (?:error|failure)\b|\b(?:does|do|will)(?: not|n['’]t) (?:fail|error|throw|complain)\b/i,
  /\bsilent(?:ly)?\b|\bno-?op\b|\bidempotent(?:ly)?\b|\bsucceeds? (?:even|also|anyway)\b|\bsafe to (?:call|repeat)\b/i,
  /\bignor\w+\b[^.;]{0,60}\b(?:missing|unknown|non-?existent|exist)|\b(?:missing|unknown|non-?existent)\b[^.;]{0,60}\bignor/i,
  /\bif (?:it|they|one|any|present|(?:the|an?) \w+|\w+) ?(?:already )?(?:exists?|is (?:there|present)|found)\b|\bif (?:present|any|there is one)\b/i,
  /\b(?:created?|creates|creating|made|makes|inserted|adds|added)\b[^.;]{0,40}\b(?:if|when|unless)\b|\bor (?:else )?creates?\b|\bupserts?\b/i,
];
/** A description by which it fails. */
const FORBIDS: readonly RegExp[] = [
  /\b(?:fails?|errors?|refus\w+|throws?|rejected)\b[^.;]{0,40}\b(?:no such|missing|unknown|not (?:exist|found|there)|does ?n[o'’]t exist|non-?existent)/i,
  /\b(?:must|has to|have to|needs? to|should)\b (?:already )?exist\b/i,
];

/** What the description says of a target that does not exist; undefined when it says nothing. */
export function promiseOf({ description }: Tool): 'allows' | 'forbids' | undefined {
  if (FORBIDS.some((phrase) => phrase.test(description))) return 'forbids';
  return ALLOWS.some((phrase) => phrase.test(description)) ? 'allows' : undefined;
}
