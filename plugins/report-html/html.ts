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
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  let text = parts[0] ?? '';
  for (const [at, piece] of pieces.entries()) text += `${textOf(piece)}${parts[at + 1] ?? ''}`;
  return new SafeText(text);
}

function textOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof SafeText) return piece.toString();
  if (typeof piece === 'object') return piece.map(String).join('');
  return xmlText(String(piece), { max: MAX });
}

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
