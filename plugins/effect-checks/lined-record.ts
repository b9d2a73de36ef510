/** A record whose text has a line for each edit. */

import { makeRecord, markerPrefix, nameWords, type ProbeRecord } from '../../core/index.js';
import type { Store } from './stores.js';

/** Last words of the names under which a record keeps its text. */
const TEXT_WORDS: ReadonlySet<string> = new Set(
  'content contents text body data value source code markdown note description'.split(' '),
);
/** Characters that nine lines of markers take. */
const ROOM = 300;

/** Where records of this store keep a text of many lines; undefined when that is not clear. */
export function textPathOf({ form: { plan, keys }, confirmed }: Store): string | undefined {
  if (!confirmed.some(({ showsValues }) => showsValues)) return undefined;
  const roomy = plan.leaves.filter(
    (leaf) => leaf.kind === 'text' && !keys.has(leaf.path) && leaf.form.max >= ROOM && leaf.form.before === '',
  );
  const named = roomy.filter(({ name }) => TEXT_WORDS.has(nameWords(name).at(-1) ?? ''));
  return (named[0] ?? (roomy.length === 1 ? roomy[0] : undefined))?.path;
}

/** Text number `number` of the lines that begin with these digits. */
export function lineOf(hex: string, number: number): string {
  return `${markerPrefix(hex)}line_${number}`;
}

/** A record of this store with these lines in its text. */
export function linedRecord(
  { form: { plan, keys } }: Store,
  path: string,
  hex: string,
  lines: readonly string[],
): ProbeRecord {
  const text = `${lines.join('\n')}\n`;
  const made = makeRecord(plan, keys, hex, { given: (leaf) => (leaf.path === path ? text : undefined) });
  const fields = made.fields.map((field) =>
    field.path === path ? { ...field, isKey: false, marker: lines[0] } : field,
  );
  return { ...made, fields };
}
