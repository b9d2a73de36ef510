/** Which of some texts an answer shows. Scorecard specification, 2.5.3. */

import { isObject, type JsonObject } from '../json.js';
import { contentOf } from './answer.js';

const MARKER = /^tsp[0-9a-f]{6}-/;
/** What links to resources, and resources sent along, say of themselves. */
const LINK_FIELDS = ['uri', 'name', 'title', 'description', 'text'];

/**
 * Those of the texts that stand anywhere in the result: in text items, resources, links to resources or structured
 * content, in upper or lower case. Where one marker begins like another, the longer one is what stands there.
 */
export function shownIn(result: JsonObject, sought: readonly string[]): ReadonlySet<string> {
  const texts = textsOf(result);
  const forms = sought.map((text) => ({ text, lower: text.toLowerCase() }));
  const markers = forms.map(({ lower }) => lower).filter((lower) => MARKER.test(lower));
  const shown = forms.filter(({ text, lower }) => {
    if (!MARKER.test(lower)) return texts.some((content) => standsIn(content, text, lower));
    const longer = markers.filter((other) => other.length > lower.length && other.startsWith(lower));
    return texts.some((content) => standsAlone(content, lower, longer));
  });
  return new Set(shown.map(({ text }) => text));
}

/** A text of somebody's own; inside of JSON that is sent as text it may be escaped. */
function standsIn(content: string, text: string, lower: string): boolean {
  return content.includes(lower) || content.includes(JSON.stringify(text).slice(1, -1).toLowerCase());
}

function standsAlone(content: string, marker: string, longer: readonly string[]): boolean {
  for (let at = content.indexOf(marker); at >= 0; at = content.indexOf(marker, at + 1)) {
    if (!longer.some((other) => content.startsWith(other, at))) return true;
  }
  return false;
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
