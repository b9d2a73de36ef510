/** The parts of an answer that are about certain texts. */

import { dataIn, isObject, type JsonObject, textItems } from '../../core/index.js';

/** An object whose own values hold the texts, or a line of prose. */
export interface Holder {
  readonly value: JsonObject | string;
  /** The list that it stands in; the answer itself when there is none. */
  readonly list: object;
}

const MAX_DEPTH = 16;
/** Values that are looked at. */
const MOST = 50_000;

/**
 * The objects of an answer that hold all of these texts as values of their own, alone or in a list of texts; of an
 * answer without any JSON its lines. What is sent as structured content and as text again counts once.
 */
export function holdersOf(result: JsonObject, texts: readonly string[]): readonly Holder[] {
  const roots = rootsOf(result);
  if (roots.length === 0) return linesWith(result, texts);
  const found: Holder[] = [];
  let seen = 0;
  const visit = (value: unknown, list: object, depth: number): void => {
    seen += 1;
    if (depth > MAX_DEPTH || seen > MOST) return;
    if (Array.isArray(value)) return value.forEach((item) => visit(item, value, depth + 1));
    if (!isObject(value)) return;
    const own = new Set(Object.values(value).flatMap((member) => scalarsIn(member)));
    if (texts.every((text) => own.has(text))) found.push({ value, list });
    for (const member of Object.values(value)) if (typeof member === 'object') visit(member, value, depth + 1);
  };
  for (const root of roots) visit(root, roots, 0);
  return found;
}

/** How often a text stands in the list that holds it most often. */
export function timesInOneList(result: JsonObject, text: string): number {
  let most = 0;
  let seen = 0;
  const visit = (value: unknown, depth: number): void => {
    seen += 1;
    if (depth > MAX_DEPTH || seen > MOST || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) most = Math.max(most, value.filter((item) => item === text).length);
    for (const member of Object.values(value)) visit(member, depth + 1);
  };
  for (const root of rootsOf(result)) visit(root, 0);
  return most;
}

/** The data of an answer: its structured content, or what its texts are as JSON. */
function rootsOf(result: JsonObject): readonly unknown[] {
  const { structuredContent } = result;
  if (isObject(structuredContent) && Object.values(structuredContent).some((member) => typeof member === 'object'))
    return [structuredContent];
  return textItems(result)
    .map(dataIn)
    .filter((data) => data !== undefined);
}

function linesWith(result: JsonObject, texts: readonly string[]): readonly Holder[] {
  return textItems(result)
    .flatMap((text) => text.split(/\r\n|\n|\r/))
    .filter((line) => texts.every((text) => line.includes(text)))
    .map((value) => ({ value, list: result }));
}

function scalarsIn(member: unknown): readonly string[] {
  return (Array.isArray(member) ? (member as readonly unknown[]) : [member])
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map(String);
}
