/** What came of calling a tool, sorted by what a probe can make of it. */

import { excerptOf } from '../excerpt.js';
import { isObject, type JsonObject } from '../json.js';
import type { CallRecord } from '../model.js';

/**
 * `answered`: a result without an error flag. `refused`: the server said no. `silent`: nothing to judge by, because it
 * asks for input, took too long, or what came back was no answer. `lost`: the connection or the run is over.
 */
export type ToolAnswer =
  | { readonly kind: 'answered'; readonly result: JsonObject }
  | { readonly kind: 'refused' | 'silent' | 'lost'; readonly reason: string };

/** Characters of what a server said that stand in a reason. */
const MAX_REASON = 160;

export function answerOf(record: CallRecord): ToolAnswer {
  const { outcome, result } = record;
  if (outcome === 'error')
    return { kind: 'refused', reason: excerptOf(record, MAX_REASON) || 'an error without a text' };
  if (outcome !== 'result') {
    const lost = outcome === 'closed' || outcome === 'aborted';
    return { kind: lost ? 'lost' : 'silent', reason: excerptOf(record, MAX_REASON) };
  }
  if (!isObject(result)) return { kind: 'silent', reason: 'the result is not an object' };
  if (result['resultType'] === 'input_required') return { kind: 'silent', reason: 'it asks the client for input' };
  if (result['isError'] === true)
    return { kind: 'refused', reason: excerptOf(record, MAX_REASON) || 'an error without a text' };
  return { kind: 'answered', result };
}

/** The text items of a result, as they are. */
export function textItems(result: JsonObject): readonly string[] {
  return contentOf(result).flatMap((item) =>
    isObject(item) && typeof item['text'] === 'string' ? [item['text']] : [],
  );
}

/** The list or the object that a text holds as JSON; undefined for every other text. */
export function dataIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The content items of a result, whatever they are. */
export function contentOf({ content }: JsonObject): readonly unknown[] {
  return Array.isArray(content) ? (content as readonly unknown[]) : [];
}
