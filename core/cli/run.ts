/** `mcp test`, `mcp lint`, `mcp list` and `demo`: one run against one server. */

import type { ServerChoice } from '../config/client.js';
import type { ResolvedConfig } from '../config/types.js';
import type { JsonObject } from '../json.js';
import type { Effects, Report, StdioTarget } from '../model.js';
import { installSignalHandlers } from '../session/live-servers.js';
import type { Session } from '../session/port.js';
import { openStdio } from '../session/stdio.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import { failedGates } from './gates.js';
import { permissionsOf, type RunOptions, type RunSettings, settingsOf } from './options.js';
import { chooseTarget, commandTarget, isPlain, targetInFolder } from './target.js';

/** What tells the commands apart: which probes run, and what the console shows. */
interface Kind {
  readonly format: string;
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

/** Grades the sample server, then says how to grade one's own. */
export async function runDemo(options: object, composition: Composition): Promise<number> {
  const code = await run(TEST, { kind: 'stdio', command: composition.sampleServer.command }, options, composition);
  say('That was the bundled sample server. Grade your own with:  toolscore mcp test "node server.js"');
  return code;
}

/** Options as commander keeps them: its own, and those of plugins under names only they know. */
type Given = RunOptions & JsonObject;

async function run(
  kind: Kind,
  words: StdioTarget | undefined,
  given: object,
  composition: Composition,
): Promise<number> {
  const options = given as Given;
  const plain = settingsOf(options, kind.format, composition);
  const undo = installSignalHandlers();
  // The slowest thing of a run is a server that starts, so that comes first when nothing can speak against it.
  const early =
    words !== undefined && isPlain(options, process.cwd())
      ? openStdio(words, { timeoutMs: plain.timeoutMs })
      : undefined;
  try {
    return await prepareAndRun(kind, words, options, composition, early);
  } finally {
    await (await early?.catch(() => undefined))?.close();
    undo();
  }
}

async function prepareAndRun(
  kind: Kind,
  words: StdioTarget | undefined,
  options: Given,
  composition: Composition,
  early: Promise<Session> | undefined,
): Promise<number> {
  const [shipped, { configOf, kernelOf }, { valuesOf }, { createModuleLoader }] = await Promise.all([
    composition.load(),
    import('./prepare.js'),
    import('./values.js'),
    import('../load/module.js'),
  ]);
  const cwd = process.cwd();
  const modules = createModuleLoader(composition.entries, cwd);
  const { server, configPath, notes } = await chooseTarget(words, options, { cwd, modules });
  const config = await configOf(options, composition, shipped, { cwd, modules, path: configPath });
  const choice = server ?? (await serverOf(config, options, { cwd, modules }));
  const settings = settingsOf(withConfig(options, config), kind.format, composition, config.reports);
  const permissions = permissionsOf(options, shipped.mayWrite, restrictionOf(choice, config));
  const values = await valuesOf(config, options, { cwd, modules });
  const kernel = await kernelOf(config, shipped, { version: composition.version, permissions, cwd, modules });
  for (const note of notes) say(note);

  const { terminalOf, progressOf } = await import('./terminal.js');
  const progress = progressOf();
  const { report, faults } = await kernel.run({
    target: choice.target,
    early,
    timeoutMs: settings.timeoutMs,
    maxTimeMs: settings.maxTimeMs,
    values,
    outputs: settings.outputs,
    terminal: terminalOf(options),
    beforeReport: () => progress.end(),
    progress: progress.step,
    ...(kind.only !== undefined && { only: kind.only }),
  });
  for (const { plugin, step, message, cost } of faults.filter((fault) => !report.faults.includes(fault))) {
    say(`Plugin "${plugin}" failed in ${step}: ${message}. ${cost}`);
  }
  return exitCode(kind, report, settings, faults.length > report.faults.length);
}

async function serverOf(
  config: ResolvedConfig,
  options: RunOptions,
  context: Parameters<typeof targetInFolder>[1],
): Promise<ServerChoice> {
  if (config.server === undefined) return targetInFolder(options, context);
  const { resolveServer } = await import('../config/server.js');
  return resolveServer(config.server, context, options.server);
}

/** Flags win over the config; what neither says has a default. */
function withConfig(options: Given, { timeoutMs, maxTimeMs, failUnder, ci }: ResolvedConfig): Given {
  return {
    ...(timeoutMs !== undefined && { timeout: String(timeoutMs.value / 1000) }),
    ...(maxTimeMs !== undefined && { maxTime: String(maxTimeMs.value / 1000) }),
    ...(failUnder !== undefined && { failUnder: failUnder.value }),
    ...(ci !== undefined && { ci: ci.value }),
    ...options,
  };
}

/** Why a run must leave writing tools alone though no flag says so. */
function restrictionOf({ fromClientConfig, file }: ServerChoice, config: ResolvedConfig): string | undefined {
  if (config.readOnly !== undefined) return `readOnly in ${config.readOnly.origin.source}`;
  return fromClientConfig
    ? `the server comes from the client config file ${file}; --allow-writes calls every tool`
    : undefined;
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
