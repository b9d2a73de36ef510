/** What a text argument must look like beyond its schema, from what its description says. */

import { nameWords } from '../name-words.js';
import { isObject } from '../json.js';

export interface StatedFormat {
  readonly what: 'date' | 'number' | 'pattern';
  /** The words that state it; empty when only the name does. */
  readonly stated: string;
  /** A text that has the format. */
  readonly good: string;
}

/** `YYYY-MM-DD HH:mm:ss.SSS` and what is like it. */
const TEMPLATE = /\b[Yy]{4}[-/.]?M{2}(?:[-/.]?[Dd]{2})?(?:[T ]?H{2}:?m{2}(?::?s{2}(?:\.S{3})?)?)?Z?\b/;
const STANDARD = /\bISO[- ]?8601\b|\bRFC[- ]?3339\b/i;
const EXAMPLE =
  /\b(?:e\.g\.?|example:?|such as|like)[,:]? ?["'`(]{0,2}(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?)/i;
/** Words are welcome, too, so that any text may be meant. */
const FREE =
  /\bnatural[- ]language\b|\bfree[- ]?form\b|\b(?:tomorrow|yesterday)\b|["'`](?:now|today)["'`]|\bor (?:a |an |any |as )?(?:relative|text|words|phrase|name|now|today|duration)\b|\b\d+ ?(?:d|days|hours|weeks) ago\b/i;
const DATE_NAMES: ReadonlySet<string> = new Set('date datetime timestamp'.split(' '));
const NUMERIC =
  /\b(?:numeric|number|integer|decimal)\b[^.]{0,30}\b(?:as|in) (?:a |an )?(?:string|text)\b|\b(?:string|text) (?:of|holding|with) (?:a |an )?(?:number|integer)\b/i;
const REGULAR = /\bregular expression\b|\bregexp?\b/i;

/** The format of a property that takes free text; undefined when nothing states one. */
export function statedFormat(name: string, schema: unknown): StatedFormat | undefined {
  if (!isObject(schema) || schema['type'] !== 'string' || Object.hasOwn(schema, 'enum')) return undefined;
  const description = typeof schema['description'] === 'string' ? schema['description'].slice(0, 1_000) : '';
  if (REGULAR.test(description)) return { what: 'pattern', stated: REGULAR.exec(description)?.[0] ?? '', good: 'a' };
  if (NUMERIC.test(description)) return { what: 'number', stated: NUMERIC.exec(description)?.[0] ?? '', good: '12' };
  return dateFormat(name, typeof schema['format'] === 'string' ? schema['format'] : '', description);
}

function dateFormat(name: string, format: string, description: string): StatedFormat | undefined {
  const free = FREE.test(description);
  const found = (stated: string, good: string): StatedFormat => ({ what: 'date', stated: free ? '' : stated, good });
  const template = TEMPLATE.exec(description)?.[0];
  if (template !== undefined) return found(template, written(template));
  const example = EXAMPLE.exec(description);
  if (example !== null) return found(example[0], example[1] ?? '');
  if (format === 'date') return found('format date', '2025-03-14');
  if (format === 'date-time') return found('format date-time', '2025-03-14T10:20:30Z');
  const standard = STANDARD.exec(description)?.[0];
  if (standard !== undefined) return found(standard, '2025-03-14T10:20:30Z');
  return DATE_NAMES.has(nameWords(name).at(-1) ?? '') && !free ? found('', '2025-03-14') : undefined;
}

function written(template: string): string {
  return template
    .replace(/^[Yy]{4}/, '2025')
    .replace('MM', '03')
    .replace(/[Dd]{2}/, '14')
    .replace('HH', '10')
    .replace('mm', '20')
    .replace('SSS', '000')
    .replace('ss', '30');
}

/** A value that a description gives as an example, such as `e.g. Asia/Shanghai`; undefined when there is none. */
export function statedExample(schema: unknown): string | undefined {
  if (!isObject(schema) || schema['type'] !== 'string' || typeof schema['description'] !== 'string') return undefined;
  return /\be\.g\.?[,:]? ?["'`(]?([\p{L}\p{N}][\p{L}\p{N}_./:+-]{1,60}[\p{L}\p{N}])/u.exec(schema['description'])?.[1];
}
