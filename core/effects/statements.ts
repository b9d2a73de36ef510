/** What the answer of a write tool says, as prose and as members of JSON, however the server sends it. */

import { isObject, type JsonObject } from '../json.js';
import { dataIn, textItems } from './answer.js';

export interface Statements {
  /** Text items that are no JSON. */
  readonly prose: readonly string[];
  /** Texts inside of JSON. */
  readonly values: readonly string[];
  /** Members of objects at any depth. `top`: of an outermost object. */
  readonly members: readonly { readonly name: string; readonly value: unknown; readonly top: boolean }[];
}

/** The statements of a result's text items and structured content. */
export function statementsOf(result: JsonObject): Statements {
  const prose: string[] = [];
  const values: string[] = [];
  const members: { name: string; value: unknown; top: boolean }[] = [];
  const roots: unknown[] = [result['structuredContent']];
  for (const text of textItems(result)) {
    const data = dataIn(text);
    if (data === undefined) prose.push(text);
    else roots.push(data);
  }
  for (const root of roots) {
    const open: unknown[] = [root];
    while (open.length > 0) {
      const part = open.pop();
      if (typeof part === 'string') values.push(part);
      else if (Array.isArray(part)) for (const item of part as readonly unknown[]) open.push(item);
      else if (isObject(part)) {
        for (const [name, value] of Object.entries(part)) {
          members.push({ name, value, top: part === root });
          open.push(value);
        }
      }
    }
  }
  return { prose, values, members };
}

/** Parts of prose that say one thing each, in lower case. */
export function clausesOf(prose: string): readonly string[] {
  // Punctuation inside of words and numbers, such as `0.5` or `a.txt`, ends nothing.
  return prose
    .toLowerCase()
    .split(/[\r\n]+|[.!?,;](?=\s|$)/)
    .map((clause) => clause.replaceAll(/\s+/g, ' ').trim())
    .filter((clause) => clause !== '');
}
