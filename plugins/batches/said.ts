/** What the answer to a call with several records says of them. */

import { type JsonObject, nameWords, statementsOf, withoutMarkers } from '../../core/index.js';

const STORED = '(?:added|created|inserted|stored|saved)';
const IN_PROSE = new RegExp(
  `\\b${STORED}\\b[^.;(\\d]{0,20}\\b(\\d+)\\b|\\b(\\d+)\\b[^.;(\\d]{0,30}\\b${STORED}\\b`,
  'i',
);
const BROAD = /updat|upsert|process|merg|receiv|existing|replac/i;
const NAMED: ReadonlySet<string> = new Set('added created inserted stored saved'.split(' '));
/** Words by which an answer admits that not everything went well. */
const ADMITS =
  /fail|error|skip|invalid|reject|ignor|problem|warning|could ?n[o']t|cannot|unable|empty|missing|required|partial|not (?:created|added|saved|stored)|\bexcept\b/i;
/** Words by which a refusal admits that something was done. */
const DONE =
  /partial|\bsome\b|\bothers?\b|\brest\b|\b\d+ (?:of|out of)\b|\b(?:was|were|has been|have been) (?:added|created|stored|saved)\b/i;

/** The number of stored records that an answer names, and the words for it; undefined when it names none, or several. */
export function storedCount(result: JsonObject): { readonly count: number; readonly words: string } | undefined {
  const { prose, members } = statementsOf(result);
  const counts = members.flatMap(({ name, value }) =>
    typeof value === 'number' && nameWords(name).some((word) => NAMED.has(word))
      ? [{ count: value, words: `${name}: ${value}` }]
      : [],
  );
  // A number of what was looked at, or of what was stored or changed, is no number of what was stored.
  for (const text of prose.filter((one) => !BROAD.test(one))) {
    const [words, one, other] = IN_PROSE.exec(withoutMarkers(text)) ?? [];
    if (words !== undefined) counts.push({ count: Number(one ?? other), words: `"${words}"` });
  }
  return counts.length === 1 ? counts[0] : undefined;
}

/** True when an answer without an error says that something was left out, or names what was stored one by one. */
export function admitsFailure(result: JsonObject, stored: readonly string[]): boolean {
  const text = JSON.stringify([result['content'], result['structuredContent']]).toLowerCase();
  const { members } = statementsOf(result);
  return (
    ADMITS.test(withoutMarkers(text)) ||
    stored.some((marker) => text.includes(marker.toLowerCase())) ||
    members.some(({ value }) => value === false) ||
    storedCount(result)?.count === 1
  );
}

/** True when a refusal says that something was stored all the same. */
export function admitsDeed(reason: string, stored: readonly string[]): boolean {
  return DONE.test(reason) || stored.some((marker) => reason.toLowerCase().includes(marker.toLowerCase()));
}
