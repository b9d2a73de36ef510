/** The texts that a model reads of one tool, and how they are made ready to be searched. */

import { isObject, type JsonObject, type Tool } from '../../core/index.js';

/** A line that begins a paragraph of its own: a list item or a heading. */
const NEW_BLOCK = /^(?:[-*•#>]|\d{1,3}[.)])/;

/** The description of a tool and every `description` text at any depth of its input schema, in the order of the listing. */
export function textsOf(tool: Tool): string[] {
  return [tool.description, ...descriptionsIn(tool.inputSchema)].filter((text) => text !== '');
}

/** Iterative, because servers send schemas nested thousands deep. */
function descriptionsIn(schema: JsonObject): string[] {
  const found: string[] = [];
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') found.push(next);
    else for (const member of membersToRead(next).reverse()) open.push(member);
  }
  return found;
}

function membersToRead(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'object');
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((key) => typeof value[key] === 'object' || (key === 'description' && typeof value[key] === 'string'))
    .map((key) => value[key]);
}

/**
 * A text as it is searched for wording: compatibility forms and curly quotes made plain, format characters left out (they
 * can split a word for a program and for no reader), lines of one paragraph joined, white space collapsed. A line feed
 * is left only between paragraphs, list items and headings: it ends a sentence.
 */
export function plainText(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[‘’‛]/g, "'")
    .replaceAll(/[“”„]/g, '"');
  let joined = '';
  let apart = true;
  for (const line of plain.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const words = line.replaceAll(/\s+/g, ' ').trim();
    if (words === '') apart = true;
    else {
      joined += joined === '' ? words : `${apart || NEW_BLOCK.test(words) ? '\n' : ' '}${words}`;
      apart = false;
    }
  }
  return joined;
}
