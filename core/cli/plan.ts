/** From a command line to everything a run needs. Whatever the user wrote is checked here, all of it before a server is contacted. */

import type { Baseline } from '../baseline/types.js';
import type { ServerChoice } from '../config/client.js';
import type { ResolvedConfig } from '../config/types.js';
import { UsageError } from '../errors.js';
import type { EffectsInput } from '../effects/config.js';
import type { Kernel } from '../kernel.js';
import type { RunInput } from '../kernel/input.js';
import { createModuleLoader } from '../load/module.js';
import type { Permissions, StdioTarget, Target } from '../model.js';
import { Problems } from '../problems.js';
import { withProtocol } from '../session/pin.js';
import { terminalOf } from '../terminal.js';
import type { Values } from '../values/values.js';
import { baselineFor } from './baseline.js';
import type { Composition } from './composition.js';
import { type Given, permissionsOf, type RunOptions, type RunSettings, settingsOf } from './options.js';
import { configOf, kernelFor } from './prepare.js';
import { declaredEffects } from './probes.js';
import type { Kind } from './run-kind.js';
import {
  asksForRecord,
  chooseTarget,
  type TargetChoice,
  type TargetContext,
  targetInFolder,
  withHttpOptions,
} from './target.js';
import type { Recording, Tape } from './record.js';
import { valuesOf } from './values.js';

export interface Plan {
  readonly kernel: Kernel;
  readonly target: Target;
  /** See `ServerChoice`. */
  readonly declaredIn: ServerChoice['declaredIn'];
  readonly settings: RunSettings;
  readonly values: Values;
  /** Whether probes run that only run when asked for, and what was declared for them. */
  readonly probes: boolean;
  readonly effects: EffectsInput | undefined;
  /** What the run is compared with. */
  readonly baseline: Baseline | undefined;
  /** What records or replays the run; undefined when nothing does. */
  readonly tape: Tape | undefined;
  /** What the reader should know of how the plan came about. */
  readonly notes: readonly string[];
}

const READ_ONLY: Permissions = { readOnly: true, allowWrites: false, mayWrite: [] };

/**
 * `format`: what the console shows; `chosen`: the target, when it is known without the words and options.
 * @throws UsageError with everything that is wrong
 */
export async function planRun(
  words: StdioTarget | undefined,
  options: Given,
  format: string,
  composition: Composition,
  chosen?: TargetChoice,
): Promise<Plan> {
  const cwd = process.cwd();
  const context = { cwd, modules: createModuleLoader(composition.entries, cwd) };
  const shipped = await composition.load();
  const { server, configPath, notes } = chosen ?? (await chooseTarget(words, options, context));
  const problems = new Problems();
  const config = await configOf(options, composition, shipped, { ...context, path: configPath }, problems);
  if (config === undefined) return problems.throwAll();
  const recording = await recordingOf(options, config, problems);
  const choice = await problems.wait(async () => {
    const found = server ?? recording?.server(config) ?? (await serverOf(config, options, context));
    checkChoice(found, options);
    const chosen = await withHttpOptions(found, options);
    return { ...chosen, target: withProtocol(chosen.target, options.protocol) };
  });
  const permissions = problems.attempt(() =>
    permissionsOf(
      options,
      shipped.mayWrite,
      choice && (recording?.restriction(choice) ?? restrictionOf(choice, config)),
    ),
  );
  const declared = await problems.wait(() => declaredEffects(options, cwd));
  const values = await problems.wait(() => valuesOf(config, options, context, declared?.args));
  const { version } = composition;
  const baseline = await problems.wait(() => baselineFor(options, config, { cwd, version, server: choice?.name }));
  const granted = permissions ?? READ_ONLY;
  const request = choice && values && { target: choice.target, permissions: granted, values, format, version, shipped };
  const tape = request && (await problems.wait(async () => recording?.tape(request)));
  const kernel = await problems.wait(() =>
    kernelFor(config, shipped, { version, permissions: granted, ...context, more: tape?.plugins ?? [] }),
  );
  const formats = kernel?.formats ?? composition.flags.reportFormats;
  const settings = problems.attempt(() => settingsOf(withConfig(options, config), format, formats, config.reports));
  problems.throwAny();
  // Nothing is missing: what could not be made had a problem.
  const made = { kernel, settings, values } as Pick<Plan, 'kernel' | 'settings' | 'values'>;
  const probes = options.probes === true || declared !== undefined;
  const found = configPath === undefined && config.file !== undefined;
  const read = found ? [`Read ${config.file} as a toolscore config.`] : [];
  const { target, declaredIn, notes: ofEntry = [] } = choice as ServerChoice;
  const shown = [...notes, ...read, ...ofEntry];
  return { ...made, target, declaredIn, probes, effects: declared?.effects, baseline, tape, notes: shown };
}

/** What records or replays the run, loaded only for that. */
async function recordingOf(
  options: RunOptions,
  { reports }: ResolvedConfig,
  problems: Problems,
): Promise<Recording | undefined> {
  const asked = asksForRecord(options) || reports.some(({ value }) => value.format === 'run');
  if (!asked) return undefined;
  const { Recording: Made } = await import('./record.js');
  return problems.attempt(() => new Made(options, reports));
}

/** What a plan says of its run. Where it writes, and what it tells meanwhile, is the command's. */
export async function runInputOf(
  { target, declaredIn, settings: { timeoutMs, maxTimeMs }, values, probes, effects, baseline }: Plan,
  { only }: Pick<Kind, 'only'>,
  options: Given,
): Promise<Omit<RunInput, 'outputs'>> {
  return {
    target,
    declaredIn,
    timeoutMs,
    maxTimeMs,
    values,
    probes,
    effects,
    baseline,
    terminal: terminalOf(options),
    log: options.verbose === true ? await (await import('../log.js')).createLogger() : undefined,
    ...(only !== undefined && { only }),
  };
}

/** @throws UsageError when the server is not the one that was meant */
function checkChoice({ fromClientConfig, file }: ServerChoice, { server }: RunOptions): void {
  if (server !== undefined && !fromClientConfig) {
    throw new UsageError(
      `--server ${server} chooses from a client config file, but ${file} names the server. Give the file with --config.`,
    );
  }
}

async function serverOf(config: ResolvedConfig, options: RunOptions, context: TargetContext): Promise<ServerChoice> {
  if (config.server === undefined) return targetInFolder(options, context);
  const { resolveServer } = await import('../config/server.js');
  return resolveServer(config.server, context, options.server);
}

/** Flags win over the config; what neither says has a default. */
export function withConfig(options: Given, { timeoutMs, maxTimeMs, failUnder, ci }: ResolvedConfig): Given {
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
  return fromClientConfig ? `the server comes from the client config file ${file}` : undefined;
}
