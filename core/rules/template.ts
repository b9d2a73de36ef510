/** Message and fix templates: `{{field}}` is filled from the observation, `{{options.limit}}` from the rule's options. */

import type { JsonObject } from '../json.js';
import { readPath, splitPath } from './path.js';

/** Characters one value may take up in a message; the data may come from a hostile server. */
const MAX_VALUE = 500;
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** A template split into plain text and the places to fill. */
export type Template = readonly (string | Placeholder)[];

export interface Placeholder {
  /** As written, braces included: what stays visible when there is no value. */
  readonly written: string;
  /** Without braces and outer blanks. */
  readonly path: string;
  readonly steps: readonly string[];
}

export function parseTemplate(text: string): Template {
  const parts: (string | Placeholder)[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const path = (match[1] ?? '').trim();
    parts.push({ written: match[0], path, steps: splitPath(path) });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

export function placeholdersOf(template: Template): readonly Placeholder[] {
  return template.filter((part) => typeof part !== 'string');
}

/**
 * The template with its values: lists joined with `, `, objects as JSON, each value at most 500 characters. A value
 * that is missing or null leaves its placeholder visible, so that the gap is noticed. Values are never filled again.
 */
export function fillParsed(template: Template, data: JsonObject, options: JsonObject): string {
  return template
    .map((part) => (typeof part === 'string' ? part : (shown(valueOf(part, data, options)) ?? part.written)))
    .join('');
}

/** Like `fillParsed`, for a template that is used once. */
export function fillTemplate(template: string, data: JsonObject, options: JsonObject = {}): string {
  return fillParsed(parseTemplate(template), data, options);
}

/** Placeholders that the data leaves unfilled, as written. */
export function unfilled(template: Template, data: JsonObject, options: JsonObject): readonly string[] {
  return placeholdersOf(template)
    .filter((part) => shown(valueOf(part, data, options)) === undefined)
    .map(({ written }) => written);
}

function valueOf({ steps }: Placeholder, data: JsonObject, options: JsonObject): unknown {
  return steps[0] === 'options' ? readPath(options, steps.slice(1)) : readPath(data, steps);
}

function shown(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return cut(Array.isArray(value) ? joined(value) : plain(value));
}

/** Stops as soon as there is enough: a list may hold a million items. */
function joined(items: readonly unknown[]): string {
  let text = '';
  for (const [index, item] of items.entries()) {
    text += `${index === 0 ? '' : ', '}${plain(item)}`;
    if (text.length > MAX_VALUE) break;
  }
  return text;
}

function plain(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return '(nested too deeply to show)';
  }
}

function cut(text: string): string {
  if (text.length <= MAX_VALUE) return text;
  const last = text.charCodeAt(MAX_VALUE - 2);
  const halfPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, halfPair ? MAX_VALUE - 2 : MAX_VALUE - 1)}…`;
}
