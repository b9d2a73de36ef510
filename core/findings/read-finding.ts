/** A finding from the text of its file. */

import { isObject, type JsonObject } from '../json.js';
import { TOOL_NAME } from '../manifest/grammar.js';
import { type Finding, FINDING_CLASSES, FINDING_ID, FINDING_SCHEMA, FINDING_STATES } from './finding.js';

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isOneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    isText(value) && words.includes(value);
const matches =
  (grammar: RegExp) =>
  (value: unknown): boolean =>
    isText(value) && grammar.test(value);

const FIELDS: Readonly<Record<keyof Finding, (value: unknown) => boolean>> = {
  schema: (value) => value === FINDING_SCHEMA,
  id: matches(FINDING_ID),
  server: matches(TOOL_NAME),
  tool: matches(TOOL_NAME),
  class: isOneOf(FINDING_CLASSES),
  state: isOneOf(FINDING_STATES),
  streak: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  case: isTextOrNull,
  fingerprint: isTextOrNull,
  runs: (value) => Array.isArray(value) && value.every(isText),
  opened_at: isText,
  updated_at: isText,
};

/** Undefined when the text is no finding. */
export function readFinding(text: string): Finding | undefined {
  const value = parsed(text);
  if (value === undefined) return undefined;
  const fits = Object.entries(FIELDS).every(([name, check]) => Object.hasOwn(value, name) && check(value[name]));
  return fits ? (value as unknown as Finding) : undefined;
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
