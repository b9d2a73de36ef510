/** `mcp test`, `mcp lint`, `mcp list`, `probes init` and `demo`: one run against one server. */

import { existsSync } from 'node:fs';
import { UsageError } from '../errors.js';
import type { Effects, Report, StdioTarget } from '../model.js';
import { installSignalHandlers } from '../session/live-servers.js';
import type { Session } from '../session/port.js';
import { openStdio } from '../session/stdio.js';
import { printable } from '../text/printable.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import { failedGates } from './gates.js';
import { type Given, type RunSettings, settingsOf } from './options.js';
import { commandTarget, isPlain } from './target.js';

/** What tells the commands apart: which probes run, and what the console shows. */
interface Kind {
  readonly format: string;
  /** Where that goes, alone; standard output, beside the reports asked for, when left out. */
  readonly path?: string;
  readonly only?: readonly Effects[];
  /** True when the report itself fails the command. */
  readonly fails?: (report: Report) => boolean;
}

const TEST: Kind = { format: 'console' };
const LINT: Kind = {
  format: 'lint',
  only: ['read'],
  fails: ({ verdicts }) => verdicts.some(({ outcome, severity }) => outcome === 'fail' && severity === 'error'),
};
const LIST: Kind = { format: 'list', only: [] };

type Words = readonly string[];

export function runTest(
  words: Words,
  verbatim: Words | undefined,
  options: object,
  composition: Composition,
): Promise<number> {
  return run(TEST, commandTarget(words, verbatim), options, composition);
}

export function runLint(
  words: Words,
  verbatim: Words | undefined,
  options: object,
  composition: Composition,
): Promise<number> {
  return run(LINT, commandTarget(words, verbatim), options, composition);
}

export function runList(
  words: Words,
  verbatim: Words | undefined,
  options: object,
  composition: Composition,
): Promise<number> {
  return run(LIST, commandTarget(words, verbatim), options, composition);
}

/** Drafts a probe config from what the server lists. A file that is there may be somebody's work, so it stays. */
export async function runProbesInit(
  words: Words,
  verbatim: Words | undefined,
  options: object,
  composition: Composition,
): Promise<number> {
  const { output = '-', ...rest } = options as Given;
  if (output !== '-' && existsSync(output))
    throw new UsageError(`${output} is there already. Give another name after --output, or remove it first.`);
  const kind: Kind = { format: 'probe-config', path: output, only: [] };
  const code = await run(kind, commandTarget(words, verbatim), rest, composition);
  if (code === EXIT.ok && output !== '-')
    say(`Wrote ${output}. Go through it, then:  toolscore mcp test … --probe-config ${output}`);
  return code;
}

/** Grades the sample server, then says how to grade one's own. */
export async function runDemo(options: object, composition: Composition): Promise<number> {
  const code = await run(TEST, { kind: 'stdio', command: composition.sampleServer.command }, options, composition);
  say('\nThat was the bundled sample server. Grade your own with:  toolscore mcp test "node server.js"');
  return code;
}

async function run(
  kind: Kind,
  words: StdioTarget | undefined,
  given: object,
  composition: Composition,
): Promise<number> {
  const options = given as Given;
  const undo = installSignalHandlers();
  // The slowest thing of a run is a server that starts, so that comes first when nothing can speak against it.
  const early =
    words !== undefined && isPlain(options, process.cwd())
      ? openStdio(words, settingsOf(options, kind.format, composition.flags.reportFormats))
      : undefined;
  try {
    return await gradeServer(kind, words, options, composition, early);
  } finally {
    await (await early?.catch(() => undefined))?.close();
    undo();
  }
}

async function gradeServer(
  kind: Kind,
  words: StdioTarget | undefined,
  options: Given,
  composition: Composition,
  early: Promise<Session> | undefined,
): Promise<number> {
  const [{ planRun }, { terminalOf, progressOf }] = await Promise.all([import('./plan.js'), import('./terminal.js')]);
  const plan = await planRun(words, options, kind.format, composition);
  const { kernel, target, settings, values, probes, effects, notes } = plan;
  for (const note of notes) say(note);
  const { timeoutMs, maxTimeMs } = settings;
  const outputs = kind.path === undefined ? settings.outputs : [{ format: kind.format, path: kind.path }];
  const progress = progressOf(options);
  const { report, faults } = await kernel.run({
    target,
    early,
    timeoutMs,
    maxTimeMs,
    values,
    probes,
    effects,
    outputs,
    log: options.verbose === true ? await (await import('../log.js')).createLogger() : undefined,
    terminal: terminalOf(options),
    progress: progress.step,
    beforeReport: () => progress.end(),
    ...(kind.only !== undefined && { only: kind.only }),
  });
  // What failed while the report was made cannot stand in it; and where only a line is shown, nothing else would tell.
  const shown = outputs.some(({ format, path }) => path === '-' && format === TEST.format) ? report.faults : [];
  for (const { plugin, step, message, cost } of faults.filter((fault) => !shown.includes(fault))) {
    say(printable(`Plugin "${plugin}" failed in ${step}: ${message}. ${cost}`));
  }
  const outputFailed = faults.some(({ step }) => step === 'report');
  return exitCode(kind, report, settings, outputFailed);
}

function exitCode(kind: Kind, report: Report, settings: RunSettings, outputFailed: boolean): number {
  const failed = failedGates(report, settings);
  for (const why of failed) say(`Failed: ${why}.`);
  if (settings.outputs.some(({ append }) => append === true)) say('The report was added to the job summary.');
  const broken = outputFailed || report.unfinished !== undefined || (kind === TEST && report.score.version === '');
  return failed.length > 0 || broken || kind.fails?.(report) === true ? EXIT.failed : EXIT.ok;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
