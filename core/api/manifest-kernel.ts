/** The kernel of a manifest run, and the limits of an evaluation. The command line and the API go through here alike. */

import type { ResolvedConfig } from '../config/types.js';
import type { Plugin } from '../define.js';
import type { Terminal } from '../hooks.js';
import type { JsonObject } from '../json.js';
import type { Kernel } from '../kernel.js';
import type { RunInput, RunResult } from '../kernel/input.js';
import type { Logger } from '../log.js';
import type { Kinds } from '../manifest/declaration.js';
import { type ManifestRun, manifestRun } from '../manifest/run-plugin.js';
import { demandMutationAllowed } from '../manifest/select.js';
import type { Output, Target } from '../model.js';
import type { Shipped } from '../shipped.js';
import { createValues } from '../values/values.js';
import { kernelOf, type KernelRequest } from './kernel-of.js';

/** One evaluation, over all of its connections. Spec: manifest 3.6. */
const EVALUATION = { maxTimeMs: 300_000, maxRequests: 4096 };
/** Milliseconds a request may take when the manifest says nothing. Spec: manifest 3.4. */
const DEFAULT_TIMEOUT_MS = { stdio: 30_000, http: 5_000 };

export function timeoutFor(target: Target, manifest: { readonly timeoutMs: number | undefined } | undefined): number {
  return manifest?.timeoutMs ?? DEFAULT_TIMEOUT_MS[target.kind];
}

/** Declarations of all kinds among the plugins, by name, in their order. */
export function kindsAmong(plugins: readonly Plugin[]): Kinds {
  return new Map(plugins.flatMap(({ name, kind }) => (kind === undefined ? [] : [[name, kind] as const])));
}

export interface EvaluationKernelRequest {
  readonly version: string;
  readonly config: Pick<ResolvedConfig, 'layers' | 'probes'>;
  readonly shipped: Shipped;
  readonly outside: KernelRequest['outside'];
  /** Tools that the operator vouches for in a manifest. */
  readonly attested: readonly string[];
  /** The operator says that tools which do not declare that they write only read. */
  readonly confirmReadOnly: boolean;
  /** Which scorer gives the score: `gate`, or `readiness`. */
  readonly scorer: string;
  /** Options of plugins, by plugin, that the command line or the program sets. */
  readonly options?: Readonly<Record<string, JsonObject>>;
  /** The plugin that lays out the evaluation. */
  readonly plan: (kinds: Kinds) => Plugin;
}

/**
 * The kernel for one evaluation of a server.
 * @throws UsageError with everything that is wrong with config and plugins
 */
export async function evaluationKernel(request: EvaluationKernelRequest): Promise<Kernel> {
  const { version, config, shipped, outside, attested, confirmReadOnly, scorer, options = {}, plan } = request;
  const { plugins } = await shipped.manifest();
  const kinds = kindsAmong([...plugins, ...outside.map(({ plugin }) => plugin)]);
  const set = Object.entries(options).map(([plugin, values]) => ({ plugin, options: values, origin: BUILT_IN }));
  return kernelOf(
    {
      layers: config.layers,
      probes: [...config.probes, ...set],
      scoring: { use: { value: scorer, origin: BUILT_IN }, options: {}, origins: new Map() },
    },
    shipped,
    {
      version,
      permissions: { readOnly: false, allowWrites: false, mayWrite: [], attested, confirmReadOnly },
      plugins: [...plugins, plan(kinds)],
      outside,
      elsewhere: () => Promise.resolve(shipped.plugins),
    },
  );
}

export interface ManifestKernelRequest extends Omit<EvaluationKernelRequest, 'attested' | 'plan'> {
  readonly run: Omit<ManifestRun, 'kinds'>;
  readonly allowMutation: boolean;
}

/**
 * The kernel for one manifest run.
 * @throws UsageError with everything that is wrong, and when a selected case may change the server without permission
 */
export async function manifestKernel({ run, allowMutation, ...request }: ManifestKernelRequest): Promise<Kernel> {
  demandMutationAllowed(run.cases, allowMutation);
  const attested = run.cases.flatMap(({ tools }) => tools);
  return evaluationKernel({ ...request, attested, plan: (kinds) => manifestRun({ ...run, kinds }) });
}

const BUILT_IN = { source: 'built in' };

export interface Evaluation {
  readonly target: Target;
  readonly timeoutMs: number;
  readonly outputs: readonly Output[];
  readonly terminal: Terminal;
  readonly signal?: AbortSignal | undefined;
  readonly log?: Logger | undefined;
  readonly progress?: RunInput['progress'] | undefined;
  /** Called when observing is over, before anything is written. */
  readonly beforeReport?: (() => void) | undefined;
}

/** Nothing that plugins from outside do to tools and servers: a manifest names all that is called. */
const looksAt = (kind: string): boolean => kind !== 'tool' && kind !== 'server';

/** One evaluation within its limits. @throws ServerError when the target cannot be reached, UsageError when it lacks a tool */
export function evaluate(kernel: Kernel, evaluation: Evaluation): Promise<RunResult> {
  return kernel.run({ ...evaluation, ...EVALUATION, strict: true, looksAt, values: createValues([]) });
}
