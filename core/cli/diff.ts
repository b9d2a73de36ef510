/** `toolscore diff`: what moved between two reports of one server. Runs nothing. Spec: manifest 4.5. */

import { diffExitCode, type DiffGates, diffReports } from '../documents/diff.js';
import { diffMarkdown, diffText } from '../documents/diff-text.js';
import { UsageError } from '../errors.js';
import { writeOutput } from '../kernel/write.js';
import { Problems } from '../problems.js';
import { jsonText } from '../text/json.js';
import type { Composition } from './composition.js';
import { knownNames, readReport, STANDARD_INPUT } from './document-input.js';
import { type EvaluationOptions, formatOf, settingOf } from './evaluation.js';

export interface DiffOptions extends DiffGates, Pick<EvaluationOptions, 'config' | 'plugin'> {
  readonly format?: string;
}

/** Ends with 1 only when a gate that was asked for fires. */
export async function runDiff(
  baseline: string,
  current: string,
  options: DiffOptions,
  composition: Composition,
): Promise<number> {
  const format = formatOf(options.format, ['text', 'markdown', 'json']);
  if (baseline === STANDARD_INPUT && current === STANDARD_INPUT)
    throw new UsageError('Only one of the two reports can be read from standard input. Name a file for the other one.');
  const known = await knownNames(await settingOf(options, composition));
  const problems = new Problems();
  const before = await problems.wait(() => readReport(baseline, known));
  const now = await problems.wait(() => readReport(current, known));
  if (before === undefined || now === undefined) return problems.throwAll();
  const diff = diffReports(before, now);
  const render = { text: diffText, markdown: diffMarkdown, json: jsonText };
  await writeOutput({ format, path: '-' }, render[format](diff));
  return diffExitCode(diff, options);
}
