/** Fields of an entry that some clients act on and toolscore does not, where leaving them out changes what is graded. */

import type { JsonObject } from '../json.js';

/** By the name of the field, what the reader should know and can do. */
const IGNORED: Readonly<Record<string, string>> = {
  auth: 'sign in with --oauth, or give a token with --header-env Authorization=VARIABLE',
  oauth: 'sign in with --oauth, or give a token with --header-env Authorization=VARIABLE',
  headersHelper: 'toolscore does not run it. Give the headers with --header or --header-env',
  sandboxEnabled: 'the server runs without a sandbox here',
  sandbox: 'the server runs without a sandbox here',
  timeout: 'use --timeout SECONDS',
  startup_timeout_ms: 'use --timeout SECONDS',
};

/** One sentence for each such field of an entry, with its server. Fields without consequences are left alone. */
export function ignoredFields(name: string, entry: JsonObject): readonly string[] {
  return Object.entries(IGNORED)
    .filter(([field]) => Object.hasOwn(entry, field) && entry[field] !== false)
    .map(([field, what]) => `${field} of "${name}" is ignored: ${what}.`);
}

/** How a server is reached, by the words that clients use for it. */
export const TRANSPORTS: ReadonlyMap<string, 'command' | 'url'> = new Map([
  ['stdio', 'command'],
  ['local', 'command'],
  ['http', 'url'],
  ['streamable-http', 'url'],
  ['streamableHttp', 'url'],
  ['streamable_http', 'url'],
  ['remote', 'url'],
  ['sse', 'url'],
]);
