/** What descriptions say of references to records that are not there. */

import { isObject, type Tool } from '../../core/index.js';

const ALLOWS: readonly RegExp[] = [
  /\b(?:need not|needn't|(?:do|does) not (?:have|need) to|(?:don't|doesn't) (?:have|need) to|may not|might not|not required to)\b[^.;]{0,30}\b(?:exist|present|created)\b/i,
  /\b(?:created|added|follow|exist) later\b|\bbefore (?:it|they) exists?\b|\bnot (?:yet |already )?exist(?:ing)?\b[^.;]{0,30}\b(?:fine|ok|allowed|accepted|created)\b/i,
  /\bforward references?\b|\bdangling\b|\bplaceholders?\b|\bunresolved\b|\bfree[- ]form\b|\bany (?:string|text|label)\b/i,
  /\bauto(?:matically)?[- ]creat\w*|\bcreat\w*\b[^.;]{0,40}\b(?:if|when)\b[^.;]{0,20}\b(?:missing|not exist)/i,
  /\b(?:not|never|without) (?:being )?(?:check|validat|verif)\w*/i,
];
const DEMANDS =
  /\b(?:must|ha(?:s|ve) to|should|needs? to)\b[^.;]{0,30}\b(?:exist|be (?:present|valid|known))\b|\bexisting\b|\bboth\b[^.;]{0,20}\bexist\b/i;
/** Names of members and words of lines that mark a reference without a target. */
const MARKS = /missing|dangling|unresolved|broken|orphan|invalid|not.?found|unknown|does.?not.?exist|ghost|exists/i;

/** The description of a tool, and of these arguments wherever they stand in its schema. */
function wordsOf({ description, inputSchema }: Tool, names: readonly string[]): readonly string[] {
  const words = [description];
  const visit = (schema: unknown, depth: number): void => {
    if (depth > 8 || !isObject(schema)) return;
    const { properties, items } = schema;
    if (isObject(properties))
      for (const [name, property] of Object.entries(properties)) {
        if (names.includes(name) && isObject(property) && typeof property['description'] === 'string')
          words.push(property['description']);
        visit(property, depth + 1);
      }
    visit(items, depth + 1);
  };
  visit(inputSchema, 0);
  return words;
}

/** True when the tool says that what these arguments name may be missing. */
export function allowsMissing(tool: Tool, names: readonly string[]): boolean {
  return wordsOf(tool, names).some((text) => ALLOWS.some((phrase) => phrase.test(text)));
}

/** True when the tool says that what these arguments name has to exist. */
export function demandsExisting(tool: Tool, names: readonly string[]): boolean {
  return wordsOf(tool, names).some((text) => DEMANDS.test(text));
}

/** True when this part of an answer says that something in it is missing. */
export function isMarked(value: unknown): boolean {
  if (typeof value === 'string') return MARKS.test(value.replaceAll(/tsp[0-9a-f]{6}-\w*/gi, ''));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => {
    if (/exists|valid$|resolved$|found$/i.test(name) && !MARKS.test(name.replace(/exists/i, '')))
      return member === false;
    if (MARKS.test(name)) return Array.isArray(member) ? member.length > 0 : Boolean(member);
    return typeof member === 'string' && isMarked(member);
  });
}
