/** What an answer says of the state of a server, without what changes by being looked at. */

import { canonicalJson, contentOf, dataIn, isObject, type JsonObject, nameWords, textItems } from '../../core/index.js';

/** Last words of names whose values move by themselves or with every look. */
const MOVING: ReadonlySet<string> = new Set(
  'time timestamp now date uptime elapsed duration ms at accessed viewed seen read hits views reads counter requests'.split(
    ' ',
  ),
);
/** Times and dates in texts, and numbers as long as a time stamp. */
const CLOCK =
  /\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?m\b\.?)?|\b\d{4}-\d{2}-\d{2}(?:T\S*)?|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{10,}\b|\b\d+(?:\.\d+)?\s?(?:ms|milliseconds?|seconds?|secs?|s)\b/gi;
const MAX_DEPTH = 100;

/** One text for all answers that show the same; undefined when it is nested too deeply to tell. */
export function stateOf(result: JsonObject): string | undefined {
  const others = contentOf(result).filter((item) => isObject(item) && typeof item['text'] !== 'string');
  const parts = [
    result['structuredContent'] ?? undefined,
    ...textItems(result).map((text) => dataIn(text) ?? text),
    ...others,
  ];
  const shown = parts.filter((part) => part !== undefined);
  return canonicalJson(settled(shown.length === 1 ? shown[0] : shown, 0));
}

function settled(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return (value as readonly unknown[]).map((item) => settled(item, depth + 1));
  if (typeof value === 'string') return value.replaceAll(CLOCK, '#');
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== '_meta' && !MOVING.has(nameWords(name).at(-1) ?? ''));
  return Object.fromEntries(kept.map(([name, member]) => [name, settled(member, depth + 1)]));
}

const BEFORE = 30;
const SHOWN = 60;

/** Both texts around the first place where they differ. */
export function differenceBetween(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const start = Math.max(0, at - BEFORE);
  const around = (text: string): string =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + SHOWN)}${text.length > start + SHOWN ? '…' : ''}`;
  return `before ${around(one)}, after ${around(other)}`;
}
