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

/** Letters in full width and in the alphabets of mathematics: read like plain ones by a person and a model. */
const LOOK_ALIKES = /[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]+/gu;
const NOT_ASCII = /[^ -~\s]/;

function withPlainCharacters(text: string): string {
  return text
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(LOOK_ALIKES, (letters) => letters.normalize('NFKC'))
    .replaceAll(/[‘’‛]/g, "'")
    .replaceAll(/[“”„]/g, '"');
}

/**
 * A text as it is searched for wording: look-alike letters and curly quotes made plain, format characters left out (they
 * can split a word for a program and for no reader), lines of one paragraph joined, white space collapsed. A line feed
 * is left only between paragraphs, list items and headings: it ends a sentence.
 */
export function plainText(text: string): string {
  const plain = NOT_ASCII.test(text) ? withPlainCharacters(text) : text;
  let joined = '';
  let apart = true;
  for (const line of plain.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const words = line.replaceAll(/\s\s+|[^\S ]/g, ' ').trim();
    if (words === '') apart = true;
    else {
      joined += joined === '' ? words : `${apart || NEW_BLOCK.test(words) ? '\n' : ' '}${words}`;
      apart = false;
    }
  }
  return joined;
}
