/** What HTTP said while the cases of a manifest ran. Their labels cannot tell a token that has expired from a broken server. */

import type { Report, Target } from '../model.js';
import { plainWords } from '../session/http/plain-words.js';
import { statusWords } from './evaluation.js';

/** Of a run with more kinds of faults than this, the rest is told by these. */
const MOST = 3;

/** One sentence for each way in which an endpoint failed a request without an answer that means anything. */
export function httpWords({ calls }: Report, target: Target): readonly string[] {
  if (target.kind !== 'http') return [];
  const said = calls.flatMap(({ outcome, excerpt, method }) => {
    const words = outcome === 'malformed' ? plainWords(excerpt) : undefined;
    if (words === undefined) return [];
    const [, status] = /^answered with HTTP status (\d+)$/.exec(words) ?? [];
    const why = status === undefined ? words : (statusWords(Number(status), target) ?? words);
    return [`Asked for ${method}, the endpoint ${why}.`];
  });
  return [...new Set(said)].slice(0, MOST);
}
