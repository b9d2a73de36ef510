/** What of a program's inside shows in the text of an error. */

import { nameWords } from '../name-words.js';

export interface RawError {
  /** `exception`: the text of an exception that nobody caught on purpose. `path`: where things lie on the server's machine. */
  readonly kind: 'exception' | 'path';
  /** The words that give it away. */
  readonly words: string;
}

const EXCEPTIONS: readonly RegExp[] = [
  /Cannot (?:read|set) propert(?:y|ies) (?:'[^']{0,60}' )?of (?:undefined|null)(?: \((?:reading|setting) '[^']{0,60}'\))?/,
  /[\w.$[\]]{1,60} is not (?:a function|iterable|a constructor)\b/,
  /undefined is not an? \w+/,
  /\b(?:Type|Reference|Range|Key|Attribute|Index|Value|Unbound\w+)Error\b(?=: )[^\n]{0,80}/,
  /'NoneType' object (?:has no|is not)[^\n]{0,40}/,
  /'\w+' object (?:has no attribute|is not subscriptable|is not iterable)[^\n]{0,40}/,
  /(?:TypeError: )?[\w.]{1,60}\(\) (?:missing \d+ required|got an unexpected)[^\n]{0,60}/,
  /Traceback \(most recent call last\)/,
  /NullPointerException|null pointer dereference|nil pointer dereference|panic: [^\n]{0,60}/,
  /\bat (?:async )?[\w.<>[\] ]{1,80} \((?:file:\/\/|node:|\/|[A-Z]:\\)[^)\s]{1,120}:\d+:\d+\)/,
];
/** Of a database. Whoever sends a statement is told by these what is wrong with it. */
const DATABASE = /\bSQLITE_[A-Z]+\b[^\n"]{0,60}|\bsqlalchemy\.exc\.\w+/;
const STATEMENTS: ReadonlySet<string> = new Set('query sql statement statements command script'.split(' '));
/** Last words of arguments that are about places in a file system: who asks for these knows where things lie. */
const PLACES: ReadonlySet<string> = new Set(
  'path paths file files filepath dir directory folder source destination target location cwd root'.split(' '),
);
/** A path of the machine in the text of a system error. */
const PATH =
  /\b(?:ENOENT|EACCES|EPERM|EISDIR|ENOTDIR|EEXIST)\b[^\n]{0,80}?['"`](\/[^'"`\n]{2,300}|[A-Z]:\\[^'"`\n]{2,300})['"`]/;
const MAX_TEXT = 4_000;

/**
 * The first such words. `sent` and `names`: texts of the arguments, and what these are called. Whoever asks for a path is
 * told nothing by reading one, and words that were sent are nobody's exception.
 */
export function rawErrorIn(text: string, sent: readonly string[], names: readonly string[] = []): RawError | undefined {
  const start = text.slice(0, MAX_TEXT);
  const lastWords = names.map((name) => nameWords(name).at(-1) ?? '');
  const patterns = lastWords.some((word) => STATEMENTS.has(word)) ? EXCEPTIONS : [...EXCEPTIONS, DATABASE];
  for (const pattern of patterns) {
    const words = pattern.exec(start)?.[0].trim();
    if (words !== undefined && !sent.some((one) => one.includes(words))) return { kind: 'exception', words };
  }
  if (sent.some((one) => /[/\\]/.test(one)) || lastWords.some((word) => PLACES.has(word))) return undefined;
  const [words, path = ''] = PATH.exec(start) ?? [];
  // The folders say nothing to the reader, and differ from machine to machine.
  return words === undefined ? undefined : { kind: 'path', words: words.trim().replace(path, '/…') };
}
