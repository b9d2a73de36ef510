/** A manifest run for a program. */

import { resolve } from 'node:path';
import type { Plugin } from '../define.js';
import type { ProbeReport } from '../documents/types.js';
import { UsageError } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Manifest, ManifestCase } from '../manifest/case.js';
import { TOOL_NAME, TOOL_NAME_WORDS } from '../manifest/grammar.js';
import { loadManifest, parseManifest } from '../manifest/read.js';
import { selectCases } from '../manifest/select.js';
import { type ConnectTarget, targetOf } from './connection.js';
import { kindsAmong } from './manifest-kernel.js';
import { runManifest } from './run-manifest.js';
import { loadShipped } from './shipped.js';

export interface ProbeServerOptions {
  /** The label of the server in the report; `server` when left out. */
  readonly server?: string;
  /** Path of a manifest, or the manifest itself. Left out: only readiness is measured. */
  readonly manifest?: string | JsonObject;
  /** Only cases of this kind. */
  readonly probe?: string;
  /** Only the case with this id. */
  readonly case?: string;
  /** Measure readiness, too. Default: true without a manifest, else false. */
  readonly readiness?: boolean;
  /** Tools that declare nothing only read: you say so. Default false. */
  readonly confirmReadOnly?: boolean;
  /** Tools that readiness leaves alone. */
  readonly skipTools?: readonly string[];
  /** Cases that may change the server run. Default false. */
  readonly allowMutation?: boolean;
  /** Further plugins, such as kinds made with `defineKind`. */
  readonly plugins?: readonly Plugin[];
  readonly signal?: AbortSignal;
}

/**
 * Holds a server to a manifest, measures how ready it is for agents, or both: what `toolscore probe` and `toolscore
 * score` do. Nothing is written, not even the journal.
 * @throws UsageError with everything that is wrong with the manifest or the options; nothing was called then
 * @throws ServerError when the server cannot be started or reached
 */
export async function probeServer(target: ConnectTarget, options: ProbeServerOptions = {}): Promise<ProbeReport> {
  const { server = 'server', plugins = [], signal, allowMutation, confirmReadOnly, skipTools } = options;
  if (!TOOL_NAME.test(server)) throw new UsageError(`options: server takes a label of ${TOOL_NAME_WORDS}.`);
  const shipped = await loadShipped();
  const kinds = kindsAmong([...(await shipped.manifest()).plugins, ...plugins]);
  const manifest = await manifestOf(options.manifest, kinds);
  const cases: readonly ManifestCase[] = manifest === undefined ? [] : selectCases(manifest, options, kinds.keys());
  const { document } = await runManifest({
    target: targetOf(target),
    server,
    manifest,
    cases,
    shipped,
    readiness: options.readiness ?? manifest === undefined,
    outside: plugins.map((plugin) => ({ plugin, origin: { source: 'options' } })),
    ...(allowMutation !== undefined && { allowMutation }),
    ...(confirmReadOnly !== undefined && { confirmReadOnly }),
    ...(skipTools !== undefined && { skipTools }),
    ...(signal !== undefined && { signal }),
  });
  return document;
}

async function manifestOf(
  given: ProbeServerOptions['manifest'],
  kinds: ReturnType<typeof kindsAmong>,
): Promise<Manifest | undefined> {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return loadManifest(resolve(given), process.cwd(), kinds);
  return parseManifest(Buffer.from(JSON.stringify(given)), 'options: manifest', kinds);
}
