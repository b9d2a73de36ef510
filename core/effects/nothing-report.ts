/** Whether an answer says that nothing was there to act on. In doubt it does: nobody is accused on the strength of a word. */

import { isObject, type JsonObject } from '../json.js';
import { nameWords, singular } from '../name-words.js';
import { contentOf, textItems } from './answer.js';
import { withoutMarkers } from './marker.js';
import { clausesOf, statementsOf } from './statements.js';

/** Words of members that say what was touched, how many, or whether something was there. */
const TOUCHED: ReadonlySet<string> = new Set([
  ...'count total affected changed changes matched modified deleted removed dropped updated completed closed'.split(
    ' ',
  ),
  ...'renamed moved archived marked resolved cleared found exists existed present rows touched edited applied'.split(
    ' ',
  ),
]);
/** Words of members that say what was not touched. */
const LEFT: ReadonlySet<string> = new Set('missing skipped ignored unknown unmatched unchanged notfound'.split(' '));
/** Under these an empty list or nothing says nothing of what was touched. */
const TROUBLE: ReadonlySet<string> = new Set(
  'error errors warning warnings failed failures issues problems messages notes'.split(' '),
);
const NOTHING_SAID: ReadonlySet<string> = new Set(['', 'null', 'none', '[]', '{}', '""', 'undefined']);
const WORDS: readonly RegExp[] = [
  /\b(?:not|n['’]t|never) (?:be |been )?(?:\w+ )?(?:found|exist|present|there|known|stored|set|match|any)\w*/,
  /\bno (?:such\b|change|match|longer\b|effect\b|\w+(?: \w+)? (?:found|with|to|was|were|exist|match|delet|remov|updat|chang|affect|named|called|under|for)\w*)/,
  /\bnothing\b|\bnone\b|\bzero\b|\bunknown\b|\bmissing\b|\balready\b|\bwithout effect\b|\bno-?op\b|\bskipp|\bignor/,
  /(?<![\d.,-])0(?![\d.,]*\d)(?! ?(?:error|fail|warning|skipp|problem))/,
];

/** The words by which an answer says that it touched nothing; undefined when it claims to have done something. */
export function nothingReport(result: JsonObject): string | undefined {
  if (isEmpty(result)) return 'an empty answer';
  const { prose, values, members } = statementsOf(result);
  const member = members.find(({ name, value, top }) => saysNothing(nameWords(name), value, top));
  if (member !== undefined) return `${member.name}: ${JSON.stringify(member.value)}`.slice(0, MOST_WORDS);
  const clause = [...prose, ...values]
    .flatMap((text) => clausesOf(withoutMarkers(text)))
    .find((one) => WORDS.some((phrase) => phrase.test(one.slice(0, MAX_CLAUSE))));
  return clause?.slice(0, MOST_WORDS);
}

const MOST_WORDS = 100;
/** Characters of a clause that are looked at. */
const MAX_CLAUSE = 500;

function saysNothing(words: readonly string[], value: unknown, top: boolean): boolean {
  const nouns = words.map(singular);
  const has = (list: ReadonlySet<string>): boolean =>
    words.some((word) => list.has(word)) || nouns.some((word) => list.has(word)) || list.has(words.join(''));
  if (has(TROUBLE)) return false;
  if (has(LEFT)) return isFilled(value);
  // Deeper inside, a record may have empty fields.
  if (top && (value === null || (Array.isArray(value) && value.length === 0))) return true;
  return has(TOUCHED) && (value === 0 || value === false || value === '0');
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

function isEmpty(result: JsonObject): boolean {
  const { structuredContent } = result;
  const texts = textItems(result);
  const filled = isObject(structuredContent) && Object.keys(structuredContent).length > 0;
  return !filled && contentOf(result).length === texts.length && texts.every((text) => NOTHING_SAID.has(text.trim()));
}
