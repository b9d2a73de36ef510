/** Where the reports of a run go: what flags, the config and a CI system ask for. Spec: scorecard 7.1. */

import { resolve } from 'node:path';
import type { ResolvedConfig } from '../config/types.js';
import { UsageError } from '../errors.js';
import type { Output } from '../model.js';
import { didYouMean } from '../nearest.js';
import { placeOf } from '../origin.js';
import type { RunOptions } from './options.js';
import { type AskedOutput, reportFlags } from './report-flag.js';
import { whyNotWritable } from './writable.js';

const STANDARD_OUTPUT = '-';

/**
 * Everything that is to be written. `format`: what the console shows; `formats`: the report formats there are.
 * @throws UsageError with everything that is wrong
 */
export function outputsOf(
  options: RunOptions,
  format: string,
  formats: readonly string[],
  configured: ResolvedConfig['reports'],
): readonly Output[] {
  const { badge, record, repro, probes, probeConfig } = options;
  const problems: string[] = [];
  const wrong = (message: string): void => void problems.push(message);
  const reports = [...configuredOutputs(configured, formats, wrong), ...reportFlags(options, formats, wrong)];
  if (repro !== undefined && probes !== true && probeConfig === undefined)
    wrong('--repro needs --probes or --probe-config: only their failures are written.');
  const asked: readonly AskedOutput[] = [
    ...reports,
    ...(record === undefined ? [] : [{ format: 'run', path: record, by: '--record' }]),
    ...(badge === undefined ? [] : [{ format: 'badge', path: badge, by: '--badge' }]),
    ...(repro === undefined ? [] : [{ format: 'repro', path: repro, by: '--repro' }]),
  ];
  const summary = jobSummary(options);
  checkPaths(asked, wrong);
  for (const { path } of [...asked, ...summary]) {
    const why = path === STANDARD_OUTPUT ? undefined : whyNotWritable(path);
    if (why !== undefined) wrong(`${JSON.stringify(path)}  ${why}`);
  }
  if (problems.length > 0) throw new UsageError([...new Set(problems)]);
  const outputs = [...asked.map(({ format: kind, path }) => ({ format: kind, path })), ...summary];
  const shown = reports.length > 0 && options.ci !== true ? 'summary' : format;
  return [...outputs, ...consoleOutputs(outputs, shown), ...annotations(outputs, options, formats)];
}

function configuredOutputs(
  configured: ResolvedConfig['reports'],
  formats: readonly string[],
  wrong: (message: string) => void,
): readonly AskedOutput[] {
  return configured.map(({ value, origin }) => {
    const known = formats.includes(value.format);
    const found = `found "${value.format}".${didYouMean(value.format, formats)}`;
    if (!known) wrong(`${placeOf(origin)}  reports take ${formats.join(', ')}; ${found}`);
    return { ...value, by: placeOf(origin) };
  });
}

/** Two reports in one file would be one of them, or a mixture. */
function checkPaths(asked: readonly AskedOutput[], wrong: (message: string) => void): void {
  const first = new Map<string, AskedOutput>();
  for (const output of asked) {
    const path = output.path === STANDARD_OUTPUT ? output.path : resolve(output.path);
    const other = first.get(path);
    if (other === undefined) first.set(path, output);
    else
      wrong(
        path === STANDARD_OUTPUT
          ? `${other.by} and ${output.by} both write to standard output. Give one of them a file.`
          : `${other.by} and ${output.by} write to the same file, ${output.path}. Give each its own.`,
      );
  }
}

/** Where a job of GitHub Actions shows what it came to, beside its log. */
function jobSummary({ ci }: RunOptions): readonly Output[] {
  const path = ci === true ? process.env['GITHUB_STEP_SUMMARY'] : undefined;
  return path === undefined || path === '' ? [] : [{ format: 'markdown', path, append: true }];
}

/**
 * What goes to standard output. A report there is for a program, which wants nothing else; a report file says it all, so
 * that the console then only says where it is.
 */
function consoleOutputs(outputs: readonly Output[], shown: string): readonly Output[] {
  return toStandardOutput(outputs) ? [] : [{ format: shown, path: STANDARD_OUTPUT }];
}

/** In a job of GitHub Actions, `--ci` annotates as it adds to the summary; unless annotations go elsewhere, or a program reads. */
function annotations(outputs: readonly Output[], { ci }: RunOptions, formats: readonly string[]): readonly Output[] {
  const wanted = ci === true && process.env['GITHUB_ACTIONS'] === 'true' && formats.includes('github');
  const elsewhere = toStandardOutput(outputs) || outputs.some(({ format }) => format === 'github');
  return wanted && !elsewhere ? [{ format: 'github', path: STANDARD_OUTPUT }] : [];
}

function toStandardOutput(outputs: readonly Output[]): boolean {
  return outputs.some(({ path }) => path === STANDARD_OUTPUT);
}
