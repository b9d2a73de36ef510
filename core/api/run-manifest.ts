/** One evaluation of one server for a program or a command: cases, readiness or both, and the document they make. */

import { mergeLayers } from '../config/merge.js';
import { defaultLayers } from '../config/presets.js';
import type { ResolvedConfig } from '../config/types.js';
import { probeReportOf } from '../documents/build.js';
import type { ProbeReport } from '../documents/types.js';
import type { Terminal } from '../hooks.js';
import type { JsonObject } from '../json.js';
import type { Logger } from '../log.js';
import type { Manifest, ManifestCase } from '../manifest/case.js';
import type { Output, PluginFault, Report, Target } from '../model.js';
import type { Shipped } from '../shipped.js';
import { knownPresets, type KernelRequest } from './kernel-of.js';
import { evaluate, type Evaluation, manifestKernel, timeoutFor } from './manifest-kernel.js';
import { loadShipped, VERSION } from './shipped.js';

export interface ManifestEvaluation {
  readonly target: Target;
  /** Label of the server, for documents. */
  readonly server: string;
  /** Left out: no cases run. */
  readonly manifest?: Manifest | undefined;
  /** Path of the manifest as it was given, for formats that point into it. */
  readonly file?: string | null;
  /** Left out: all cases of the manifest. */
  readonly cases?: readonly ManifestCase[];
  /** Measure readiness when the cases are done. Default false. */
  readonly readiness?: boolean;
  /** The operator says that tools which declare nothing only read. Default false. */
  readonly confirmReadOnly?: boolean;
  /** Tools that the readiness battery leaves alone; each must be listed. */
  readonly skipTools?: readonly string[];
  /** Cases that declare themselves mutating may run. Default false. */
  readonly allowMutation?: boolean;
  /** Scorer of the kernel's report: `gate` when left out, or `readiness`. */
  readonly scorer?: string;
  /** Folder of the journal of calls; none is written when left out. */
  readonly journal?: string | undefined;
  readonly outputs?: readonly Output[];
  readonly terminal?: Terminal;
  readonly signal?: AbortSignal | undefined;
  readonly log?: Logger | undefined;
  readonly progress?: Evaluation['progress'];
  readonly beforeReport?: Evaluation['beforeReport'];
  /** Options of plugins that take part, by plugin. */
  readonly options?: Readonly<Record<string, JsonObject>>;
  /** What a config says. Left out: what ships. */
  readonly config?: Pick<ResolvedConfig, 'layers' | 'probes'>;
  readonly shipped?: Shipped;
  readonly outside?: KernelRequest['outside'];
}

export interface Evaluated {
  readonly report: Report;
  readonly document: ProbeReport;
  /** Plugins that failed; their part is missing. */
  readonly faults: readonly PluginFault[];
}

/** Nothing is written; the kernel wants to know all the same what it would be written to. */
export const NOWHERE: Terminal = { width: 100, color: false, unicode: true, verbose: false };

/**
 * Runs within the limits of one evaluation: five minutes and 4096 requests. Spec: manifest 3.
 * @throws UsageError when a selected case may not run, or its tool or one to skip is not listed; nothing was called then
 * @throws ServerError when the target cannot be started or reached
 */
export async function runManifest(evaluation: ManifestEvaluation): Promise<Evaluated> {
  const { target, server, manifest, file = null, readiness = false, scorer = 'gate', outside = [] } = evaluation;
  const {
    cases = manifest?.cases ?? [],
    outputs = [],
    terminal = NOWHERE,
    signal,
    log,
    progress,
    beforeReport,
  } = evaluation;
  const shipped = evaluation.shipped ?? (await loadShipped());
  const timeoutMs = timeoutFor(target, manifest);
  const kernel = await manifestKernel({
    version: VERSION,
    config: evaluation.config ?? (await shippedConfig(shipped)),
    shipped,
    outside,
    allowMutation: evaluation.allowMutation === true,
    confirmReadOnly: evaluation.confirmReadOnly === true,
    scorer,
    options: optionsOf(evaluation),
    run: {
      server,
      sha256: manifest?.sha256 ?? null,
      file,
      cases,
      timeoutMs,
      readiness,
      skipTools: evaluation.skipTools ?? [],
    },
  });
  const { report, faults } = await evaluate(kernel, {
    target,
    timeoutMs,
    outputs,
    terminal,
    signal,
    log,
    progress,
    beforeReport,
  });
  return { report, document: probeReportOf(report), faults };
}

function optionsOf({ skipTools = [], journal, server, options = {} }: ManifestEvaluation): Record<string, JsonObject> {
  return {
    ...options,
    ...(skipTools.length > 0 && { readiness: { skipTools } }),
    ...(journal !== undefined && { journal: { folder: journal, server } }),
  };
}

/** The config of a run that no file has a say in. */
export async function shippedConfig(shipped: Shipped): Promise<ResolvedConfig> {
  const { plugins } = await shipped.manifest();
  const presets = knownPresets(shipped, plugins);
  const modules = { import: (): Promise<never> => Promise.reject(new Error('no modules are loaded here')) };
  const layers = defaultLayers({ presets, defaultPreset: shipped.defaultPreset, cwd: process.cwd(), modules });
  return mergeLayers(layers, undefined);
}
