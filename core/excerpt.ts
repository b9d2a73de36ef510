import { isObject } from './json.js';
import type { CallAnswer } from './model.js';
import { boundedJson } from './text/json.js';

/** How much of a text is looked at for every character wanted: white space that is collapsed must not cost without bound. */
const LOOK_AHEAD = 20;

/** One line of a text: white space collapsed, at most `max` characters, the last an ellipsis when it was cut. */
export function oneLine(text: string, max: number): string {
  const line = text
    .slice(0, max * LOOK_AHEAD)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > max || text.length > max * LOOK_AHEAD ? `${ownCopy(sliceWhole(line, max - 1))}…` : line;
}

/** V8 cuts by pointing into the whole text, which would then live as long as the cut; an answer may hold megabytes. */
function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Cut at `length` UTF-16 units without leaving half a surrogate pair. */
function sliceWhole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/**
 * What a person needs to see of an answer: the text items of a result joined with spaces, the message of an error, or
 * why there is neither. At most `max` characters; computed without reading more of a huge answer than needed.
 */
export function excerptOf(answer: Pick<CallAnswer, 'outcome' | 'result' | 'error' | 'reason'>, max = 200): string {
  if (answer.outcome === 'result') return oneLine(textOf(answer.result, max), max);
  if (answer.outcome === 'error') return oneLine(errorText(answer.error), max);
  return oneLine(answer.reason ?? answer.outcome, max);
}

function textOf(result: unknown, max: number): string {
  if (!isObject(result)) return typeof result === 'string' ? result : shortJson(result);
  const content = result['content'];
  if (!Array.isArray(content)) return '';
  let text = '';
  for (const item of content as readonly unknown[]) {
    if (isObject(item) && typeof item['text'] === 'string')
      text += `${text === '' ? '' : ' '}${item['text'].slice(0, max * LOOK_AHEAD + 1)}`;
    if (text.length > max * LOOK_AHEAD) break;
  }
  return text;
}

function errorText(error: unknown): string {
  if (isObject(error) && typeof error['message'] === 'string') return error['message'];
  return typeof error === 'string' ? error : shortJson(error);
}

/** What a server sent may be nested deeper than JSON.stringify can follow. */
function shortJson(value: unknown): string {
  return JSON.stringify(boundedJson(value, { depth: 4, values: 50 }));
}
