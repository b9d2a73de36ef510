/** Finds the calls of `testRule` in the text of a test file, without running it. */

/** Of one file, and of one call in characters: far above what anybody writes. */
const MOST_CALLS = 500;
const MOST_LENGTH = 50_000;

/** One call, as far as its text says. */
export interface TestCall {
  /** From 1. */
  readonly line: number;
  /** The first argument when it is a text, or a URL made of one; undefined when the text alone does not say. */
  readonly rule: { readonly text: string; readonly isUrl: boolean } | undefined;
  /** Directions that the text shows to be missing: `pass`, `fail`. Cases that stand elsewhere show none. */
  readonly lacks: readonly string[];
}

/** The calls, and the text without comments. */
export function readCalls(source: string): { readonly calls: readonly TestCall[]; readonly code: string } {
  const { code, bare } = mask(source);
  const calls: TestCall[] = [];
  for (const { index, 0: head } of bare.matchAll(/(?<![\w$.])testRule\s*\(/g)) {
    if (calls.length >= MOST_CALLS) break;
    const start = index + head.length;
    const ends = argumentEnds(bare, start);
    const [first = bare.length, second = bare.length] = ends;
    calls.push({
      line: source.slice(0, index).split('\n').length,
      rule: ruleIn(code.slice(start, first)),
      lacks: ends.length < 2 ? ['pass', 'fail'] : lackingIn(bare.slice(first + 1, second)),
    });
  }
  return { calls, code };
}

function ruleIn(argument: string): TestCall['rule'] {
  const [, , plain] = /^\s*(['"`])([^'"`$\\]+)\1\s*$/.exec(argument) ?? [];
  if (plain !== undefined) return { text: plain, isUrl: false };
  const [, , url] = /^\s*new URL\(\s*(['"`])([^'"`$\\]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)\s*$/.exec(argument) ?? [];
  return url === undefined ? undefined : { text: url, isUrl: true };
}

/** Only a literal shows what it lacks; `testRule` itself refuses the rest when the test runs. */
function lackingIn(argument: string): readonly string[] {
  const cases = outline(argument);
  if (!cases.trim().startsWith('{') || cases.includes('...')) return [];
  return ['pass', 'fail'].filter((key) => {
    const member = new RegExp(`(?<![\\w$.])${key}\\s*(?::\\s*(\\[\\s*\\])?|[,}])`).exec(cases);
    return member === null || member[1] !== undefined;
  });
}

/** The members of an object, and of what they hold only whether it is something. */
function outline(object: string): string {
  let depth = 0;
  return object.replace(/[([{]|[)\]}]|\S/g, (letter) => {
    if (')]}'.includes(letter)) depth -= 1;
    const shown = depth <= 1 ? letter : '_';
    if ('([{'.includes(letter)) depth += 1;
    return shown;
  });
}

/** Where the arguments of a call end, which begins behind its parenthesis. */
function argumentEnds(bare: string, start: number): readonly number[] {
  const ends: number[] = [];
  let depth = 0;
  for (let at = start; at < Math.min(bare.length, start + MOST_LENGTH); at += 1) {
    const letter = bare[at] as string;
    if ('([{'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter)) depth -= 1;
    if (depth < 0 || (depth === 0 && letter === ',')) ends.push(at);
    if (depth < 0) break;
  }
  // A comma behind the last argument begins none.
  return ends.filter((end, index) => bare.slice((ends[index - 1] ?? start - 1) + 1, end).trim() !== '');
}

/**
 * Comments, texts and regular expressions; a slash begins one of the latter where no value stands before it. What never
 * ends goes to the end of the text, and expressions are short, so that no text takes long.
 */
const PARTS =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|(['"])(?:\\[^]|(?!\1)[^\\\n])*\1|`(?:\\[^]|[^\\`])*(?:`|$)|(?=\/)(?<=(?:^|[(,=:[!&|?{};\n]|return)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\\n[]){1,500}\/[a-z]*/g;

/** The text with blanks for comments, and the same with blanks for what stands in quotes, too. Nothing moves. */
function mask(source: string): { readonly code: string; readonly bare: string } {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const isComment = (part: string): boolean => part.startsWith('//') || part.startsWith('/*');
  return {
    code: source.replace(PARTS, (part) => (isComment(part) ? blank(part) : part)),
    bare: source.replace(PARTS, (part) => (isComment(part) ? blank(part) : `"${blank(part.slice(1, -1))}"`)),
  };
}
