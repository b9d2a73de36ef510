/** An opening or closing tag named important, system, instruction or instructions. A name with other words behind it, as in `<system of record>`, is a placeholder. */
const TAG = /<\s?\/?\s?(?:important|system|instructions?)(?:\s[\w:-]{1,40}\s?=[^<>]{0,200})?\s?\/?>/i;

/** The first such tag in plain texts, or empty text. Spec: scorecard 1.6. */
export function instructionBlockIn(texts: readonly string[]): string {
  for (const text of texts) {
    const tag = TAG.exec(text);
    if (tag !== null) return tag[0];
  }
  return '';
}
