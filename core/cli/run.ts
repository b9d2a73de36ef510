/** `mcp test`, `mcp lint`, `mcp list`, `probes init` and `demo`: one run against one server. */

import { existsSync } from 'node:fs';
import { UsageError } from '../errors.js';
import type { RunResult } from '../kernel/input.js';
import type { StdioTarget } from '../model.js';
import { installSignalHandlers } from '../session/live-servers.js';
import { withProtocol } from '../session/pin.js';
import type { Session } from '../session/port.js';
import { openStdio } from '../session/stdio.js';
import { printable } from '../text/printable.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import { type Given, type RunSettings, settingsOf } from './options.js';
import { endOf, type Kind, LINT, LIST, TEST } from './run-kind.js';
import { faultWords, say } from './say.js';
import { commandTarget, isPlain } from './target.js';

type Words = readonly string[];

export function runTest(
  words: Words,
  verbatim: Words | undefined,
  options: object,
  composition: Composition,
): Promise<number> {
  return runOneOrAll(TEST, words, verbatim, options as Given, composition);
}

export function runLint(
  words: Words,
  verbatim: Words | undefined,
  options: object,
  composition: Composition,
): Promise<number> {
  return runOneOrAll(LINT, words, verbatim, options as Given, composition);
}

async function runOneOrAll(
  kind: Kind,
  words: Words,
  verbatim: Words | undefined,
  options: Given,
  composition: Composition,
): Promise<number> {
  if (options.watch === true) {
    const { runWatch } = await import('./watch.js');
    return runWatch(kind, commandTarget(words, verbatim), options, composition);
  }
  if (options.watchPath !== undefined) throw new UsageError('--watch-path goes with --watch.');
  if (options.all === true) {
    const { runAll } = await import('./run-all.js');
    return runAll(kind, words.length > 0 || verbatim !== undefined, options, composition);
  }
  if (options.jobs !== undefined) throw new UsageError('--jobs goes with --all.');
  return run(kind, commandTarget(words, verbatim), options, composition);
}

/** The tools of a server; without one, which servers there are. */
export async function runList(
  words: Words,
  verbatim: Words | undefined,
  options: object,
  composition: Composition,
): Promise<number> {
  if (words.length === 0 && verbatim === undefined) {
    const { listFound, namesNoServer } = await import('./list-found.js');
    if (await namesNoServer(options as Given, composition)) {
      await listFound(options as Given, composition);
      return EXIT.ok;
    }
  }
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
  typed: StdioTarget | undefined,
  given: object,
  composition: Composition,
): Promise<number> {
  const options = given as Given;
  const words = typed && withProtocol(typed, options.protocol);
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
  const [{ planRun, runInputOf }, { progressOf }] = await Promise.all([import('./plan.js'), import('./terminal.js')]);
  const plan = await planRun(words, options, kind.format, composition);
  const { kernel, settings, notes } = plan;
  for (const note of notes) say(note);
  const outputs = kind.path === undefined ? settings.outputs : [{ format: kind.format, path: kind.path }];
  const progress = progressOf(options);
  const input = {
    ...(await runInputOf(plan, kind, options)),
    early,
    outputs,
    progress: progress.step,
    beforeReport: () => progress.end(),
  };
  const { report, faults } = await (plan.tape?.run(() => kernel.run(input)) ?? kernel.run(input));
  const code = exitCode(kind, { report, faults }, { ...settings, outputs });
  const lacks = plan.tape?.lacks() ?? [];
  for (const line of lacks) say(line);
  return lacks.length > 0 ? EXIT.failed : code;
}

/** The exit code of a run, and on standard error what its report does not say. */
export function exitCode(kind: Kind, { report, faults }: RunResult, settings: RunSettings): number {
  const { outputs } = settings;
  // What failed while the report was made cannot stand in it; and where only a line is shown, nothing else would tell.
  const shown = outputs.some(({ format, path }) => path === '-' && format === TEST.format) ? report.faults : [];
  for (const fault of faults.filter((one) => !shown.includes(one))) say(printable(`Plugin ${faultWords(fault)}`));
  const outputFailed = faults.some(({ step }) => step === 'report');
  const { code, failed } = endOf(kind, report, settings, outputFailed);
  for (const why of failed) say(`Failed: ${why}.`);
  if (outputs.some(({ append }) => append === true)) say('The report was added to the job summary.');
  return code;
}
