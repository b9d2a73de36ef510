/** One run of the kernel for a program: the plugins that ship, no config file, nothing written. */

import { defaultLayers, withPreset } from '../config/presets.js';
import { mergeLayers } from '../config/merge.js';
import type { ConfigFile } from '../../schemas/config.gen.js';
import type { Layer } from '../config/types.js';
import type { Plugin } from '../define.js';
import type { Terminal } from '../hooks.js';
import type { JsonObject } from '../json.js';
import type { Kernel } from '../kernel.js';
import type { RunInput } from '../kernel/input.js';
import type { Permissions, Report, Target } from '../model.js';
import { Problems } from '../problems.js';
import type { Session } from '../session/port.js';
import { createValues } from '../values/values.js';
import { kernelOf, knownPresets, pluginSettings, withScorer } from './kernel-of.js';
import { lender } from './lent-session.js';
import { loadShipped, VERSION } from './shipped.js';

type FromKernel = Pick<RunInput, 'only' | 'tools' | 'probes' | 'effects' | 'signal'>;

export interface ApiRun extends Partial<FromKernel> {
  readonly target: Target;
  /** Lent to the run; left out, one is made. */
  readonly session?: Session;
  readonly timeoutMs: number;
  /** Milliseconds for the whole run; 600,000 when left out. */
  readonly maxTimeMs?: number | undefined;
  readonly values?: RunInput['values'] | undefined;
  readonly onProgress?: RunInput['progress'] | undefined;
  /** Left out: the run may call what is read-only. */
  readonly permissions?: (mayWrite: readonly string[]) => Permissions;
  /** Options of plugins by the keys of the command line's flags, such as `cases`. */
  readonly settings?: JsonObject;
  /** Options for every plugin that has options of these names. */
  readonly everywhere?: JsonObject;
  /** What a config file may say besides. */
  readonly config?: Pick<ConfigFile, 'rules' | 'scoring' | 'probes'>;
  /** A preset that ships, instead of the default one. */
  readonly preset?: string;
  /** Which of the plugins that ship take part. Left out: all. */
  readonly among?: (plugin: Plugin) => boolean;
  /** Further plugins. */
  readonly plugins?: readonly Plugin[];
}

const DEFAULT_MAX_TIME_MS = 600_000;
const READ_ONLY: Permissions = { readOnly: true, allowWrites: false, mayWrite: [] };
/** Nothing is written; the kernel wants to know all the same what it would be written to. */
export const NOWHERE: Terminal = { width: 100, color: false, unicode: true, verbose: false };

/**
 * Runs and reports.
 * @throws UsageError with everything that is wrong with what the program gave
 * @throws ServerError when the server cannot be reached or listed
 */
export async function runApi(run: ApiRun): Promise<Report> {
  const { target, session, timeoutMs, maxTimeMs = DEFAULT_MAX_TIME_MS, values = createValues([]) } = run;
  const { only, tools, probes, effects, signal, onProgress } = run;
  const kernel = await apiKernel(run, session === undefined ? [] : [lender(session)]);
  const { report } = await kernel.run({
    target,
    timeoutMs,
    maxTimeMs,
    values,
    tools,
    effects,
    signal,
    outputs: [],
    terminal: NOWHERE,
    ...(only !== undefined && { only }),
    ...(probes !== undefined && { probes }),
    ...(onProgress !== undefined && { progress: onProgress }),
  });
  return report;
}

/** A session with a server, made by whichever of the plugins that ship knows the target. @throws ServerError */
export async function openSession(target: Target, timeoutMs: number, signal?: AbortSignal): Promise<Session> {
  const kernel = await apiKernel({}, []);
  return kernel.connect({ target, timeoutMs }, signal ?? new AbortController().signal);
}

/**
 * The kernel of a program: the plugins that ship, no config file. `lenders`: further plugins, in front of all.
 * @throws UsageError with everything that is wrong with what the program gave
 */
export async function apiKernel(
  run: Omit<ApiRun, 'session' | 'target' | 'timeoutMs'>,
  lenders: readonly Plugin[],
): Promise<Kernel> {
  const { permissions, settings = {}, everywhere = {}, config: given = {}, preset, among = () => true } = run;
  const shipped = await loadShipped();
  const plugins = (await withScorer(shipped, given.scoring?.use)).filter(among);
  const problems = new Problems();
  const presets = knownPresets(shipped, plugins);
  const { defaultPreset } = shipped;
  const layers: Layer[] = [
    ...(preset === undefined
      ? defaultLayers({ presets, defaultPreset, ...NO_FILES })
      : withPreset([], { preset, source: `preset ${preset}` }, { presets, ...NO_FILES })),
    layer('options', { probes: sharedOptions(plugins, everywhere) }),
    layer('options', given),
  ];
  for (const { flag, read } of pluginSettings(settings, shipped.pluginFlags)) {
    const value = problems.attempt(read);
    if (value !== undefined) layers.push(layer(flag, value));
  }
  problems.throwAny();
  return kernelOf(mergeLayers(layers, undefined), shipped, {
    version: VERSION,
    permissions: permissions?.(shipped.mayWrite) ?? READ_ONLY,
    plugins,
    outside: [...(run.plugins ?? []), ...lenders].map((plugin) => ({ plugin, origin: { source: 'options' } })),
  });
}

function sharedOptions(plugins: readonly Plugin[], given: JsonObject): NonNullable<ConfigFile['probes']> {
  return Object.fromEntries(
    plugins.flatMap(({ name, options = {} }) => {
      const own = Object.entries(given).filter(([key]) => Object.hasOwn(options, key));
      return own.length === 0 ? [] : [[name, Object.fromEntries(own)]];
    }),
  );
}

/** A program's run reads no file and loads no plugin by name. */
const NO_FILES = {
  cwd: process.cwd(),
  modules: { import: (): Promise<never> => Promise.reject(new Error('no modules are loaded in a run of the API')) },
};

function layer(source: string, value: ConfigFile): Layer {
  return { source, value, folder: NO_FILES.cwd, locate: () => ({ source }) };
}
