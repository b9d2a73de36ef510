/** Tools that show what was asked of a server, which is no store of what there is. */

import { nameWords } from '../../core/index.js';

const JOURNALS: ReadonlySet<string> = new Set(
  'history log logs audit events activity journal changes diff versions revisions'.split(' '),
);

/** True for a tool such as `list_history`: what it shows may have been asked for and never done. */
export function showsJournal(name: string): boolean {
  return nameWords(name).some((word) => JOURNALS.has(word));
}
