/** Whether an answer without the error flag says all the same that the call failed. Nobody has "reported success" then. */

import { isObject, type JsonObject } from '../json.js';
import { nameWords } from '../name-words.js';
import { boundedJson } from '../text/json.js';
import { withoutMarkers } from './marker.js';
import { clausesOf, statementsOf } from './statements.js';

const FLAGS: ReadonlySet<string> = new Set('success ok succeeded successful'.split(' '));
const STATES: ReadonlySet<string> = new Set('status state result outcome'.split(' '));
const FAILED =
  /^(?:error|failed|failure|fail|rejected|refused|denied|invalid|forbidden|unauthori[sz]ed|(?:[a-z]+[_ -])?not[_ -]?found|missing|unavailable|timeout)$/;
/** How a text begins that tells of a failure. */
const BEGINNING =
  /^(?:[^\p{L}]*)(?:error|failed|failure|invalid|cannot|can't|could not|couldn't|unable|refused|rejected|denied|forbidden|unauthori[sz]ed|no such|there is no|not found|exception|traceback)\b/u;
/** Anywhere in the first clause. */
const ANYWHERE = /\b(?:not found|does not exist|doesn't exist|no such|failed to|could not be|was not found)\b/;

/** How an answer says that it failed: a member, or words in quotes; undefined when it does not. */
export function failureReport(result: JsonObject): string | undefined {
  const { prose, members } = statementsOf(result);
  const member = members.find(({ name, value, top }) => top && tellsOfFailure(nameWords(name).join('_'), value));
  if (member !== undefined)
    return `${member.name}: ${withoutMarkers(JSON.stringify(boundedJson(member.value, { depth: 3, values: 20, text: 100 })))}`;
  const words = wordsOfFailure(prose[0] ?? '');
  return words === undefined ? undefined : `"${words}"`;
}

/** The first clause of a text, when it tells of a failure. */
export function wordsOfFailure(prose: string): string | undefined {
  const [opening = ''] = clausesOf(prose);
  return BEGINNING.test(opening) || ANYWHERE.test(opening) ? opening : undefined;
}

/** Whether a member of an outermost object tells of a failure; `name`: its words, joined by `_`. */
export function tellsOfFailure(name: string, value: unknown): boolean {
  if (FLAGS.has(name)) return value === false;
  if (name === 'is_error' || name === 'failed') return value === true;
  if (name === 'error' || name === 'errors') return isFilled(value);
  return STATES.has(name) && typeof value === 'string' && FAILED.test(value.trim().toLowerCase());
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return !['', 'none', 'null', 'false'].includes(value.trim().toLowerCase());
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : value === true || (typeof value === 'number' && value !== 0);
}
