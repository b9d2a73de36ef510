/** Two results of the same call held against each other. */

import { canonicalJson, contentOf, isObject, type JsonObject, textItems } from '../../core/index.js';
import type { ToolIdempotence } from '../../schemas/observations.gen.js';
import { CannotTell } from '../effect-checks/check.js';

export type Compared = Pick<ToolIdempotence, 'compared' | 'difference'> & { readonly same: boolean };

/**
 * Structured content when both have it, else the texts, else the content. `_meta` is for the client and does not count.
 * @throws CannotTell when they are nested too deeply to compare
 */
export function compareResults(first: JsonObject, second: JsonObject): Compared {
  const results = [first, second];
  if (results.every(({ structuredContent }) => (structuredContent ?? null) !== null))
    return compared(
      'structured',
      results.map(({ structuredContent }) => structuredContent),
    );
  if (results.some((result) => textItems(result).length > 0)) return compared('texts', results.map(textItems));
  return compared(
    'content',
    results.map((result) => contentOf(result).map(withoutMeta)),
  );
}

function compared(what: Compared['compared'], [first, second]: readonly unknown[]): Compared {
  const [a, b] = [canonicalJson(first), canonicalJson(second)];
  if (a === undefined || b === undefined) throw new CannotTell('its answer is nested too deeply to compare');
  return { compared: what, same: a === b, difference: a === b ? '' : differenceBetween(a, b) };
}

function withoutMeta(item: unknown): unknown {
  return isObject(item) ? Object.fromEntries(Object.entries(item).filter(([name]) => name !== '_meta')) : item;
}

const BEFORE = 20;
const SHOWN = 70;

/** Both texts around the first place where they differ. */
function differenceBetween(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const start = Math.max(0, at - BEFORE);
  const around = (text: string): string =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + SHOWN)}${text.length > start + SHOWN ? '…' : ''}`;
  return `first ${around(a)}, then ${around(b)}`;
}
