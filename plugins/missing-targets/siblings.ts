/** Other tools that are asked for the same invented record: one that refuses it shows that the server knows better. */

import {
  aimerFor,
  answerOf,
  type CallRecord,
  idName,
  isReadOnlyTool,
  isUntouchable,
  nameNouns,
  nameWords,
  type OwnRecord,
  type ProbeScope,
  type Tool,
} from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { saysOfTheMoment } from '../effect-checks/reader.js';
import { actsOnRecord } from './acts.js';
import type { Nothing } from './nothing.js';

/** Siblings that are asked for one tool. */
const MOST_SIBLINGS = 3;
const SAYS_UNKNOWN =
  /\bnot found\b|\bno such\b|\bunknown\b|\bdoes(?: not|n['’]t) exist\b|\bnot exist\b|\bno [\w "'-]{1,40} (?:found|with|named|exists?|under|for)\b|\bthere is no\b|\bnon-?existent\b|ENOENT|\bnot_found\b|\bcould not find\b|\bmissing\b/i;

export interface Refusal {
  readonly tool: string;
  readonly call: CallRecord;
}

/** The first sibling that refuses the record as unknown; undefined when none does. */
export async function refusingSibling(scope: ProbeScope<'tool'>, nothing: Nothing): Promise<Refusal | undefined> {
  const { tool } = scope.subject;
  const own = asOwn(tool, nothing);
  let asked = 0;
  for (const sibling of siblingsOf(scope)) {
    if (asked >= MOST_SIBLINGS) return undefined;
    const aimer = await aimerFor({ tool: sibling, values: scope.values(sibling) });
    const aim = aimer?.at(own, nothing.record.hex);
    if (aim === undefined || !(sharesNoun(tool, sibling) || aim.targets.some(isSpecific))) continue;
    asked += 1;
    const call = await scope.call('tools/call', { name: sibling.name, arguments: aim.record.arguments });
    const answer = answerOf(call);
    if (answer.kind !== 'refused' || saysOfTheMoment(answer.reason)) continue;
    const sent = nothing.targets.map(({ value }) => String(value));
    if (SAYS_UNKNOWN.test(answer.reason) || sent.some((text) => answer.reason.includes(text)))
      return { tool: sibling.name, call };
  }
  return undefined;
}

/** Readers first, then what changes a record, then what ends one. */
function siblingsOf(scope: ProbeScope<'tool'>): readonly Tool[] {
  const { catalog, effects, subject, mayCall } = scope;
  const rank = (tool: Tool): number =>
    isReadOnlyTool(tool) ? 0 : ['changes', 'ends'].indexOf(actsOnRecord(tool) ?? '') + 1;
  return catalog.tools
    .filter((tool) => tool.name !== subject.name && isNamed(tool, catalog) && !effects.exclude.includes(tool.name))
    .filter((tool) => isReadOnlyTool(tool) || (actsOnRecord(tool) !== undefined && !isUntouchable(tool)))
    .filter((tool) => mayCall(tool).allowed)
    .toSorted(
      (one, other) =>
        Number(sharesNoun(subject.tool, other)) - Number(sharesNoun(subject.tool, one)) || rank(one) - rank(other),
    );
}

function sharesNoun(one: Tool, other: Tool): boolean {
  const nouns = nameNouns(one.name);
  return nameNouns(other.name).some((noun) => nouns.includes(noun));
}

/** `entity_name`, unlike `name` and `id`, means the same wherever it stands. */
function isSpecific(name: string): boolean {
  return nameWords(name).length > 1;
}

/** The invented record, as other tools would name it. */
function asOwn(tool: Tool, { record, targets }: Nothing): OwnRecord {
  const nouns = nameNouns(tool.name);
  const ids = new Map<string, string | number>();
  for (const { name, value } of targets) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const words = idName(name).split('_');
    const plain = nouns.includes(words[0] ?? '') && words.length > 1 ? words.slice(1) : words;
    const last = (plain.at(-1) ?? '').replace(/s$/, '');
    const names = [words, [...plain.slice(0, -1), last], ...nouns.map((noun) => [noun, ...plain.slice(0, -1), last])];
    for (const one of names) if (!ids.has(one.join('_'))) ids.set(one.join('_'), value);
  }
  return { tool, record, ids };
}
