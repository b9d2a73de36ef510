/** Text of a server inside Markdown, as prose or as code, in a table cell or not: it stays text, and rows keep their cells. */

import { printable, type TextBounds } from './printable.js';

/**
 * Renderers look for addresses, mentions and issue numbers in the text that is left when escapes are resolved, so an
 * escape does not stop them. A zero-width space does, and costs the reader nothing; it is written as a reference.
 */
const BREAK = '&#8203;';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // In a row, a pipe ends the cell whatever stands around it in some renderers, even inside code.
  '|': '&#124;',
  '`': '&#96;',
  // Begins a formula on some sites, escaped or not.
  $: '&#36;',
};

/**
 * In order of the alternatives: a marker that only counts at the start of a block; characters with a reference;
 * emphasis, unless the underscore is inside a word as in `snake_case`; the rest of the inline markers; what would
 * become a link by itself.
 */
const SPECIAL =
  /(?<start>^[#+=-]|(?<=^\d{1,9})[.)](?=\s|$))|(?<entity>[&<>|`$])|(?<emphasis>(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_]))|(?<marker>[\\*~[\]{}])|(?<scheme>:(?=\/\/))|(?<www>www(?=\.))|(?<mention>@|#(?=\d))/giu;

/** Characters that mean the same inside a code span as outside of one, in every renderer, in a row too. */
const PLAIN_CODE = /^[^`|\\<>&[\]*~$@\s](?:[^`|\\<>&[\]*~$@]*[^`|\\<>&[\]*~$@\s])?$/u;

/** The text as prose on one line: no markup, link, image, mention or heading comes of it. Bounds are those before escaping. */
export function markdownText(text: string, bounds?: TextBounds): string {
  return printable(text, bounds).replaceAll(SPECIAL, (found: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (groups['entity'] !== undefined) return ENTITIES[found] ?? found;
    if (groups['scheme'] !== undefined || groups['www'] !== undefined || groups['mention'] !== undefined)
      return `${found}${BREAK}`;
    return [...found].map((character) => `\\${character}`).join('');
  });
}

/** The text as inline code: a code span when it is harmless in one, else a `code` element around escaped prose. Empty text stays empty. */
export function markdownCode(text: string, bounds?: TextBounds): string {
  if (text === '') return '';
  const line = printable(text, bounds);
  return PLAIN_CODE.test(line) && line === text ? `\`${line}\`` : `<code>${markdownText(text, bounds)}</code>`;
}

/**
 * The text of a rule as prose: what stands between backticks becomes code, everything else stays text. What a server
 * put into it can at most look like code.
 */
export function markdownProse(text: string, bounds?: TextBounds): string {
  return printable(text, bounds)
    .split(/((?<!`)`[^`]+`(?!`))/)
    .map((part, at) =>
      at % 2 === 1 ? markdownCode(part.slice(1, -1), { max: part.length }) : markdownText(part, { max: part.length }),
    )
    .join('');
}
