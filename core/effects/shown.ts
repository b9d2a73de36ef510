/** Which of some texts an answer shows. Scorecard specification, 2.5.3. */

import { isObject, type JsonObject } from '../json.js';
import { contentOf } from './answer.js';

const MARKER = /^tsp[0-9a-f]{6}-\w*$/;
/** Every place where a marker may begin; markers may follow each other without anything between them. */
const PLACES = /(?=(tsp[0-9a-f]{6}-\w{0,80}))/g;
/** Characters that every marker has. */
const SHORTEST = 10;
/** What links to resources, and resources sent along, say of themselves. */
const LINK_FIELDS = ['uri', 'name', 'title', 'description', 'text'];

/**
 * Those of the texts that stand anywhere in the result: in text items, resources, links to resources or structured
 * content, in upper or lower case. Where one marker begins like another, the longer one is what stands there.
 */
export function shownIn(result: JsonObject, sought: readonly string[]): ReadonlySet<string> {
  const texts = textsOf(result);
  const markers = new Set(sought.map((text) => text.toLowerCase()).filter((text) => MARKER.test(text)));
  const found = markersIn(texts, markers);
  const isShown = (text: string): boolean => {
    const lower = text.toLowerCase();
    return markers.has(lower) ? found.has(lower) : texts.some((content) => standsIn(content, text, lower));
  };
  return new Set(sought.filter(isShown));
}

/** A text of somebody's own; inside of JSON that is sent as text it may be escaped. */
function standsIn(content: string, text: string, lower: string): boolean {
  return content.includes(lower) || content.includes(JSON.stringify(text).slice(1, -1).toLowerCase());
}

/** The markers that stand in the texts, in one pass: an answer may hold millions of them. */
function markersIn(texts: readonly string[], sought: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [, place = ''] of text.matchAll(PLACES)) {
      if (found.size === sought.size) return found;
      for (let length = place.length; length >= SHORTEST; length -= 1) {
        const marker = place.slice(0, length);
        if (!sought.has(marker)) continue;
        found.add(marker);
        break;
      }
    }
  }
  return found;
}

/** Every text of a result, in lower case. */
function textsOf(result: JsonObject): readonly string[] {
  const texts: string[] = [];
  for (const item of contentOf(result)) {
    if (!isObject(item)) continue;
    for (const part of [item, item['resource']]) {
      if (!isObject(part)) continue;
      for (const name of LINK_FIELDS) if (typeof part[name] === 'string') texts.push(part[name].toLowerCase());
    }
  }
  addScalars(result['structuredContent'], texts);
  return texts;
}

/** Texts, numbers and names of members at any depth; iterative, because servers nest values thousands deep. */
function addScalars(value: unknown, texts: string[]): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string') texts.push(part.toLowerCase());
    else if (typeof part === 'number') texts.push(String(part));
    else if (Array.isArray(part)) for (const item of part as readonly unknown[]) open.push(item);
    else if (isObject(part)) {
      for (const [name, member] of Object.entries(part)) {
        texts.push(name.toLowerCase());
        open.push(member);
      }
    }
  }
}
