/** Markup is only ever made here: everything that is put into a template is escaped, unless a template made it. */

import { printable, printableLines, xmlText } from '../../core/index.js';

/** Longest text put into a template, in UTF-16 units; what is shorter by design is cut where it is made. */
const MAX = 4_000;

class SafeText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Text that is safe as the content of an element, or between its attributes. */
export type Markup = SafeText;

export type Piece = string | number | Markup | readonly Markup[] | undefined;

/** Markup from a template. Texts are shown, never obeyed, inside of quoted attributes too; undefined is nothing. */
export function html(template: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const parts = partsOf(template);
  let text = parts[0]?.text ?? '';
  for (const [at, piece] of pieces.entries()) {
    const escape = parts[at]?.inElement === true ? elementText : xmlText;
    text += `${textOf(piece, escape)}${parts[at + 1]?.text ?? ''}`;
  }
  return new SafeText(text);
}

/** What stands before a piece. */
interface Part {
  readonly text: string;
  /** The piece is certainly content of an element, where quotes mean nothing. */
  readonly inElement: boolean;
}

const known = new WeakMap<TemplateStringsArray, readonly Part[]>();
const BLOCK =
  'd[dlt]|details|div|footer|form|h[1-6]|header|li|main|nav|[ou]l|p|pre|search|section|summary|table|tbody|td|th|thead|tr';
/** Blanks that only show how a template is written: beside the tags of blocks no browser shows them. */
const BLANKS = new RegExp(String.raw`\s+(?=</?(?:${BLOCK})\b)|(?<=</?(?:${BLOCK})(?:\s[^<>]*)?>)\s+`, 'g');

/** Templates are written for who reads them; in a page of a thousand rows their blanks would be a third of the bytes. */
function partsOf(template: TemplateStringsArray): readonly Part[] {
  const before = known.get(template);
  if (before !== undefined) return before;
  let whole = '';
  const parts = template.map((part) => {
    whole += part;
    const text = part.replaceAll(BLANKS, '').replaceAll(/\n\s*/g, '\n');
    return { text, inElement: whole.lastIndexOf('>') > whole.lastIndexOf('<') };
  });
  known.set(template, parts);
  return parts;
}

type Escape = typeof xmlText;

function textOf(piece: Piece, escape: Escape): string {
  if (piece === undefined) return '';
  if (piece instanceof SafeText) return piece.toString();
  if (typeof piece === 'object') return piece.map(String).join('');
  return escape(String(piece), { max: MAX });
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const elementText: Escape = (text, bounds) =>
  printable(text, bounds).replaceAll(/[&<>]/g, (found) => ENTITIES[found] ?? found);

/** A text of this package that is markup already, such as its style sheet. Nothing foreign may come here. */
export function ownMarkup(text: string): Markup {
  return new SafeText(text);
}

/** Several lines, each made harmless: for what stands between `<pre>` tags. */
export function lines(text: string): Markup {
  const shown = printableLines(text, { max: 1_000 }).split('\n');
  return ownMarkup(shown.map((line) => html`${line}`.toString()).join('\n'));
}

/** The text of a rule: what stands between backticks becomes code, everything else stays text. */
export function prose(text: string, max = 600): Markup {
  const parts = printable(text, { max }).split(/((?<!`)`[^`]+`(?!`))/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`))}`;
}

/** Size in bytes of UTF-8. */
export function bytesOf(markup: Markup): number {
  return Buffer.byteLength(markup.toString());
}
