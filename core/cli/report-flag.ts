/** `--report KIND=FILE`, as often as one likes, and the older `--report KIND --output FILE` for one. */

import type { Output } from '../model.js';
import { didYouMean } from '../nearest.js';

/** An output, and what the user wrote to get it. */
export interface AskedOutput extends Output {
  readonly by: string;
}

export interface ReportFlags {
  readonly report?: readonly string[] | undefined;
  readonly output?: string | undefined;
}

/** The outputs that these flags ask for. Each thing that is wrong goes to `wrong`; what it concerns is left out. */
export function reportFlags(
  { report = [], output }: ReportFlags,
  formats: readonly string[],
  wrong: (message: string) => void,
): readonly AskedOutput[] {
  const flags = report.map((text) => readFlag(text));
  for (const { kind } of flags) {
    if (!formats.includes(kind))
      wrong(`--report takes ${formats.join(', ')}; found "${kind}".${didYouMean(kind, formats)}`);
  }
  const bare = flags.filter(({ path }) => path === undefined).map(({ kind }) => kind);
  if (output === undefined) {
    for (const kind of bare)
      wrong(
        `--report ${kind} names no file. Write --report ${kind}=FILE, or --output FILE besides; - is standard output.`,
      );
  } else if (bare.length === 0) {
    const named = flags[0] === undefined ? '' : ' The reports that were asked for name their own.';
    wrong(`--output needs a --report without a file of its own, as in --report json --output FILE.${named}`);
  } else if (bare.length > 1)
    wrong(
      `--output ${output} is one file, and is meant for ${bare.length} reports: ${bare.join(', ')}. Write each as --report KIND=FILE.`,
    );
  for (const { kind, path } of flags)
    if (path === '') wrong(`--report ${kind}= names no file. Write --report ${kind}=FILE; - is standard output.`);
  const besides = bare.length === 1 ? output : undefined;
  return flags.flatMap(({ kind, path, text }) => {
    const file = path === undefined ? besides : path || undefined;
    return file === undefined ? [] : [{ format: kind, path: file, by: `--report ${text}` }];
  });
}

interface Flag {
  readonly text: string;
  readonly kind: string;
  /** Undefined when the flag names none. */
  readonly path: string | undefined;
}

function readFlag(text: string): Flag {
  const at = text.indexOf('=');
  return at < 0 ? { text, kind: text, path: undefined } : { text, kind: text.slice(0, at), path: text.slice(at + 1) };
}
