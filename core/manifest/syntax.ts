/** Why a text is no strict JSON, in words that quote nothing of it. */

interface Place {
  readonly line: number;
  readonly column: number;
}

type Failure = Partial<Place> & { readonly message: string };

/** For a text that is no strict JSON and not deep: where, and what is wrong. */
export async function syntaxProblem(text: string): Promise<{ readonly place: Place; readonly what: string }> {
  const { parse } = await import('@humanwhocodes/momoa');
  const failure = failureOf(() => parse(text, { mode: 'json' }));
  if (failure === undefined)
    return {
      place: unescapedControl(text),
      what: 'not JSON: a text holds a line break or another control character. Escape it.',
    };
  const { line = 1, column = 1 } = failure;
  if (failureOf(() => parse(text, { mode: 'jsonc', allowTrailingCommas: true })) === undefined)
    return { place: { line, column }, what: 'a manifest is strict JSON: no comments, no trailing commas.' };
  if (text.trim() === '') return { place: { line: 1, column: 1 }, what: 'the file is empty.' };
  if (endsEarly(text))
    return {
      place: placeAt(text, text.length),
      what: 'not JSON: it ends in the middle. A bracket or a quote is missing.',
    };
  return {
    place: { line, column },
    what: 'not JSON: something else belongs here, such as a quote, a comma or a bracket.',
  };
}

function failureOf(read: () => unknown): Failure | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error as Failure;
  }
}

/** The parser with positions names the last thing it saw instead; the platform's says that it met the end. */
function endsEarly(text: string): boolean {
  const { message = '' } = failureOf(() => JSON.parse(text)) ?? {};
  const position = /at position (\d+)/.exec(message)?.[1];
  return message.includes('end of JSON input') || Number(position) >= text.trimEnd().length;
}

/** The one thing that the parser with positions lets pass: a control character inside a text. */
function unescapedControl(text: string): Place {
  for (const { 0: written, index } of text.matchAll(/"(?:[^"\\]|\\.)*"/gs)) {
    // oxlint-disable-next-line no-control-regex
    const at = written.search(/[\u0000-\u001f]/);
    if (at >= 0) return placeAt(text, index + at);
  }
  return { line: 1, column: 1 };
}

/** The place of a character, both from 1. */
export function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
