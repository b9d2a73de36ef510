/** One line of a server's standard output: a JSON frame, noise, or nothing. */

import { isUtf8 } from 'node:buffer';

/** Noise is kept for a reader, never parsed: this much of each line tells what it is. */
export const NOISE_CHARS = 200;

export type Line =
  | {
      readonly kind: 'frame';
      readonly json: unknown;
      readonly text: string;
      readonly crlf: boolean;
      readonly bom: boolean;
      readonly invalidUtf8: boolean;
    }
  | { readonly kind: 'noise'; readonly text: string }
  | { readonly kind: 'blank' };

/** Takes out of a text what must not be written anywhere. */
export type Redact = (text: string) => string;
const unchanged: Redact = (text) => text;

const BLANK: Line = { kind: 'blank' };
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;
const QUOTE = 34;
/** First byte of an object, a list or a text, with the last byte that must go with it. */
const CLOSED_BY: ReadonlyMap<number, number> = new Map([
  [123, 125],
  [91, 93],
  [QUOTE, QUOTE],
]);
/** First bytes of the other JSON values: digits, minus, and those of null, true and false. */
const SCALAR_STARTS: ReadonlySet<number> = new Set(Buffer.from('0123456789-ntf'));

/**
 * Reads `bytes[start, end)`, a line without its line feed. A carriage return, a byte order mark and bytes that are not
 * UTF-8 (they become U+FFFD) are tolerated and noted: ordinary clients disagree about them, so a rule may ask.
 * `redact` is applied to the text before anything else sees it.
 */
export function readLine(bytes: Buffer, start: number, end: number, redact: Redact = unchanged): Line {
  const crlf = end > start && bytes[end - 1] === CARRIAGE_RETURN;
  const bom = bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf && start + 3 <= end;
  let from = bom ? start + 3 : start;
  let to = end;
  while (from < to && isSpace(bytes[to - 1])) to -= 1;
  while (from < to && isSpace(bytes[from])) from += 1;
  if (from === to) return BLANK;
  // Cheaper than a failed parse: a server may print a hundred megabytes of something else.
  if (!mayBeJson(bytes[from], bytes[to - 1])) return noise(bytes, from, to, redact);
  const text = redact(bytes.toString('utf8', from, to));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return noise(bytes, from, to, redact);
  }
  return {
    kind: 'frame',
    json,
    text,
    crlf,
    bom,
    invalidUtf8: text.includes('\uFFFD') && !isUtf8(bytes.subarray(from, to)),
  };
}

/** The start of a line as text, for a reader. */
export function textHead(bytes: Buffer, start: number, end: number, chars: number): string {
  // A character is at most four bytes of UTF-8; one that was cut in half at the end is dropped by the cut to `chars`.
  return bytes.toString('utf8', start, Math.min(end, start + 4 * chars + 4)).slice(0, chars);
}

/** Redacted before it is cut: half a secret would not be recognised. */
function noise(bytes: Buffer, from: number, to: number, redact: Redact): Line {
  return { kind: 'noise', text: redact(textHead(bytes, from, to, 20 * NOISE_CHARS)).slice(0, NOISE_CHARS) };
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN;
}

function mayBeJson(first: number | undefined, last: number | undefined): boolean {
  if (first === undefined) return false;
  const close = CLOSED_BY.get(first);
  return close === undefined ? SCALAR_STARTS.has(first) : close === last;
}
