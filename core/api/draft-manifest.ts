/** A first look at a server for a program or a command: which tools may be called, and the manifest drafted from it. */

import type { Fault, Manifest } from '../manifest/case.js';
import type { Kinds } from '../manifest/declaration.js';
import type { Choice } from '../manifest/decide.js';
import { draftCases, manifestText } from '../manifest/draft.js';
import { parseManifest } from '../manifest/read.js';
import { type Surveyed, surveyPlugin } from '../manifest/survey-plugin.js';
import { evaluate, evaluationKernel, kindsAmong, timeoutFor } from './manifest-kernel.js';
import { type ManifestEvaluation, NOWHERE, shippedConfig } from './run-manifest.js';
import { loadShipped, VERSION } from './shipped.js';

type FromEvaluation = Pick<ManifestEvaluation, 'target' | 'signal' | 'log' | 'config' | 'shipped' | 'outside'>;

export interface DraftRequest extends FromEvaluation {
  /** Names of the tools to look at. Left out: all. */
  readonly tools?: Choice['tools'];
  /** The operator says that tools which do not declare that they write only read. Default false. */
  readonly confirmReadOnly?: boolean;
  /** Only decide which tools would be called. Default false. */
  readonly decideOnly?: boolean;
  /** Where editors find the schema of manifests, from the place where the draft will lie. */
  readonly schema: string;
}

export interface Drafted extends Pick<Surveyed, 'decisions' | 'called' | 'callable'> {
  /** Why there is no draft: the server could not be looked at to the end, or lists no tools. */
  readonly failure: Fault | 'no-tools' | undefined;
  /** Undefined when there is a failure, or when it was only to be decided. */
  readonly draft: { readonly text: string; readonly manifest: Manifest } | undefined;
}

/**
 * Looks at a server within the limits of one evaluation and drafts a manifest that it passes. Only tools that declare
 * to be read-only, or are vouched for, are called: once each, without arguments. Spec: manifest 4.7.
 * @throws UsageError when a selected tool is not listed or may not be called; nothing was called then
 * @throws ServerError when the target cannot be started or reached
 */
export async function draftManifest(request: DraftRequest): Promise<Drafted> {
  const { target, tools, confirmReadOnly = false, decideOnly = false, outside = [], signal, log } = request;
  const shipped = request.shipped ?? (await loadShipped());
  const { plugin, seen } = surveyPlugin({ tools, confirmReadOnly, decideOnly });
  const kinds = kindsAmong([...(await shipped.manifest()).plugins, ...outside.map((one) => one.plugin)]);
  const kernel = await evaluationKernel({
    version: VERSION,
    config: request.config ?? (await shippedConfig(shipped)),
    shipped,
    outside,
    attested: [],
    confirmReadOnly,
    scorer: 'gate',
    plan: () => plugin,
  });
  const run = { target, timeoutMs: timeoutFor(target, undefined), outputs: [], terminal: NOWHERE, signal, log };
  const { faults } = await evaluate(kernel, run);
  const fault = faults.find((one) => one.plugin === plugin.name);
  if (fault !== undefined) throw new Error(fault.message);
  const failure = seen.fault ?? (seen.tools.length === 0 ? 'no-tools' : undefined);
  const { decisions, called, callable } = seen;
  const wanted = failure === undefined && !decideOnly;
  return {
    decisions,
    called,
    callable,
    failure,
    draft: wanted ? await draftFrom(seen, kinds, request.schema) : undefined,
  };
}

/** Reads back what it drafts: a kind from outside may draft what its own fields refuse. */
async function draftFrom(seen: Surveyed, kinds: Kinds, schema: string): Promise<Drafted['draft']> {
  const text = manifestText(draftCases(seen, kinds), schema);
  return { text, manifest: await parseManifest(Buffer.from(text), 'the draft', kinds) };
}
