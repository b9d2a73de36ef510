/** `toolscore diff`: what moved between two reports of one server. Runs nothing. Spec: manifest 4.5. */

import { diffExitCode, type DiffGates, diffReports } from '../documents/diff.js';
import { diffMarkdown, diffText } from '../documents/diff-text.js';
import { readProbeReport } from '../documents/read.js';
import type { StoredReport } from '../documents/stored.js';
import { UsageError } from '../errors.js';
import { isObject } from '../json.js';
import { writeOutput } from '../kernel/write.js';
import { Problems } from '../problems.js';
import { jsonText } from '../text/json.js';
import type { Composition } from './composition.js';
import { type GivenDocument, knownNames, readDocument, STANDARD_INPUT } from './document-input.js';
import { type EvaluationOptions, formatOf, settingOf } from './evaluation.js';

export interface DiffOptions extends DiffGates, Pick<EvaluationOptions, 'config' | 'plugin'> {
  readonly format?: string;
}

type Format = 'text' | 'markdown' | 'json';

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
  const problems = new Problems();
  const before = await problems.wait(() => readDocument(baseline));
  const now = await problems.wait(() => readDocument(current));
  const scorecards = [before, now].filter((one) => one !== undefined && isScorecard(one));
  if (before !== undefined && now !== undefined) {
    if (scorecards.length === 2) return scorecardDiff(before, now, format, options, composition);
    if (scorecards[0] !== undefined)
      throw new UsageError(
        `${scorecards[0].source}  is a report of mcp test, and the other one is none. Give two reports of one kind.`,
      );
  }
  const known = await knownNames(await settingOf(options, composition));
  const stored = (document: GivenDocument | undefined): StoredReport | undefined =>
    document && problems.attempt(() => readProbeReport(document.text, document.source, known));
  const [old, fresh] = [stored(before), stored(now)];
  if (old === undefined || fresh === undefined) return problems.throwAll();
  const diff = diffReports(old, fresh);
  const render = { text: diffText, markdown: diffMarkdown, json: jsonText };
  await writeOutput({ format, path: '-' }, render[format](diff));
  return diffExitCode(diff, options);
}

/** What is wrong with any other document, the reader of reports says. */
function isScorecard({ text }: GivenDocument): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && typeof value['toolscore'] === 'string' && value['schema'] === undefined;
  } catch {
    return false;
  }
}

async function scorecardDiff(
  baseline: GivenDocument,
  current: GivenDocument,
  format: Format,
  gates: DiffGates,
  { version }: Composition,
): Promise<number> {
  const [{ parseBaseline }, { diffScorecards, scorecardDiffExitCode }, { scorecardDiffMarkdown, scorecardDiffText }] =
    await Promise.all([
      import('../baseline/read.js'),
      import('../documents/scorecard-diff.js'),
      import('../documents/scorecard-diff-text.js'),
    ]);
  const problems = new Problems();
  const before = problems.attempt(() => parseBaseline(baseline.text, { source: baseline.source, version }));
  const now = problems.attempt(() => parseBaseline(current.text, { source: current.source, version }));
  if (before === undefined || now === undefined) return problems.throwAll();
  const diff = diffScorecards(before, now);
  const render = { text: scorecardDiffText, markdown: scorecardDiffMarkdown, json: jsonText };
  await writeOutput({ format, path: '-' }, render[format](diff));
  return scorecardDiffExitCode(diff, gates);
}
