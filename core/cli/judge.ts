/** `toolscore judge`: the reports of a recorded run, by the rules that apply here and now. Starts nothing. */

import { completed, judgeRecorded, unjudgedRules, unjudgedWords } from '../api/judge-recorded.js';
import { readRun } from '../record/read.js';
import { terminalOf } from '../terminal.js';
import { printable } from '../text/printable.js';
import { baselineFor } from './baseline.js';
import type { Composition } from './composition.js';
import { configHere } from './here.js';
import { type Given, settingsOf } from './options.js';
import { withConfig } from './plan.js';
import { kernelFor } from './prepare.js';
import { exitCode } from './run.js';
import { LINT, TEST } from './run-kind.js';
import { say } from './say.js';

/** Ends with the exit code that the run itself would have had. */
export async function runJudge(file: string, given: object, composition: Composition): Promise<number> {
  const run = readRun(file);
  const outcome = completed(run);
  const kind = run.header.command === 'lint' ? LINT : TEST;
  // What was asked of the server is the record's.
  const options: Given = { ...(given as Given), probes: outcome.probed };
  const { config, shipped, context } = await configHere(options, composition);
  const { version } = composition;
  const { permissions } = run.header;
  const kernel = await kernelFor(config, shipped, { version, permissions, ...context });
  // Nothing is recorded now, whatever the config says of runs.
  const reports = config.reports.filter(({ value }) => value.format !== 'run');
  const settings = settingsOf(withConfig(options, config), kind.format, kernel.formats, reports);
  const result = await judgeRecorded(kernel, run, {
    outputs: settings.outputs,
    terminal: terminalOf(options),
    log: options.verbose === true ? await (await import('../log.js')).createLogger() : undefined,
    baseline: await baselineFor(options, config, { cwd: context.cwd, version }),
  });
  for (const gap of outcome.gaps) say(`${run.source}: ${printable(gap)}.`);
  const own = new Set(shipped.plugins.map(({ name }) => name));
  const unjudged = unjudgedRules(outcome, kernel.rules.values(), (plugin) => own.has(plugin));
  if (unjudged.length > 0) say(unjudgedWords(unjudged, run.source));
  return exitCode(kind, result, settings);
}
