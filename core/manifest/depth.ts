/** How deep a JSON text goes, found before it is parsed: a parser's own limit is a matter of the stack that is left. */

/** The offset of the bracket that opens level `levels + 1`; undefined when there is none. The text need not be valid. */
export function tooDeepAt(text: string, levels: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > levels) return at;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return undefined;
}
