/** The plugin of one manifest run: lists the tools, refuses what cannot run, and lays out the cases. */

import { observationSchemas } from '../../schemas/gate.gen.js';
import { definePlugin, type Plugin } from '../define.js';
import { UsageError } from '../errors.js';
import type { OpenSession, Sessions } from '../hooks.js';
import { repeatsArguments, whyLeftOut } from '../header-marks.js';
import { isObject, type JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import type { ObservationMap } from '../model.js';
import type { CaseRun, ManifestCase, RunCatalog } from './case.js';
import type { Kinds } from './declaration.js';
import { listTools } from './list-tools.js';
import { Peer } from './peer.js';

export interface ManifestRun {
  /** Label of the server, for reports. */
  readonly server: string;
  readonly sha256: string | null;
  /** Path of the manifest as it was given. */
  readonly file: string | null;
  /** In the order of the manifest. */
  readonly cases: readonly ManifestCase[];
  /** Declarations of all kinds, by name. */
  readonly kinds: Kinds;
  /** Milliseconds one request may take. */
  readonly timeoutMs: number;
  /** Measure readiness when the cases are done. */
  readonly readiness: boolean;
  /** Tools that the operator keeps readiness from calling; each must be listed. */
  readonly skipTools?: readonly string[];
}

/** The plugin that lays out a run. Spec: manifest 3.2 and 3.3. */
export function manifestRun(plan: ManifestRun): Plugin {
  let run: CaseRun | undefined;
  return definePlugin({
    name: 'manifest',
    summary: 'Lays out the cases of a manifest.',
    effects: 'read',
    emits: { 'manifest.plan': observationSchemas['manifest.plan'] },
    apply({ hooks }) {
      hooks.discovery.tapPromise('manifest', async (draft, { session, sessions, transport }) => {
        const found = await catalogOf(sessions.main, sessions);
        run = {
          catalog: found.catalog,
          timeoutMs: plan.timeoutMs,
          era: session.era,
          transport,
          spoiled: found.spoiled,
          lost: undefined,
        };
        if (run.catalog.fault === undefined) await demandPossible(plan, run, sessions);
        for (const { entry } of run.catalog.tools.values()) draft.addTool(entry);
        draft.addSubject<'manifest'>({ kind: 'manifest', name: plan.server });
        for (const one of plan.cases)
          draft.addSubject<`case.${string}`>({ kind: `case.${one.probe}`, name: one.id, case: one, run });
        if (plan.readiness) draft.addSubject<'readiness'>({ kind: 'readiness', name: plan.server, run });
      });
      hooks.observe.for('manifest').tapPromise('manifest', ({ each }) =>
        // Documents need the plan also of a run whose time was over while the tools were listed.
        each(({ emit }) => emit('manifest.plan', planFacts(plan, run)), { evenLate: true }),
      );
    },
  });
}

function planFacts(plan: ManifestRun, run: CaseRun | undefined): ObservationMap['manifest.plan'] {
  const { server, sha256, file, cases, readiness } = plan;
  return {
    server,
    manifest_sha256: sha256,
    protocol: run?.era ?? 'initialize',
    catalog_fault: run?.catalog.fault ?? null,
    manifest_file: file,
    readiness,
    kinds: kindsOf(plan),
    cases: cases.map(({ id, probe, primaryTool, line }) => ({ id, probe, tool: primaryTool, line })),
  };
}

/** The kinds of the cases, each once, in the order of the manifest. */
function kindsOf({ cases, kinds }: ManifestRun): { name: string; summary: string | null }[] {
  const names = [...new Set(cases.map(({ probe }) => probe))];
  return names.map((name) => ({ name, summary: kinds.get(name)?.summary ?? null }));
}

/** Walks the list of tools on a session. `spoiled`: the session is not to be used again. */
async function catalogOf(
  session: OpenSession,
  sessions: Sessions,
): Promise<{ readonly catalog: RunCatalog; readonly spoiled: boolean }> {
  let spoiled = false;
  const peer = new Peer(session, sessions, () => (spoiled = true));
  return { catalog: await listTools(peer), spoiled };
}

/**
 * Tools that a case may call: those of the main catalog, and for kinds that declare capabilities those that the server
 * lists to such a client. Another session is opened only when a tool is missing.
 */
function toolsFor(plan: ManifestRun, catalog: RunCatalog, sessions: Sessions): (one: ManifestCase) => Promise<Names> {
  const listed = new Map<string, Promise<Names>>();
  const main = new Set(catalog.tools.keys());
  return async ({ probe, tools }) => {
    const capabilities = plan.kinds.get(probe)?.capabilities;
    if (capabilities === undefined || tools.every((tool) => main.has(tool))) return main;
    const more = listed.get(probe) ?? listedTo(capabilities, sessions);
    listed.set(probe, more);
    return new Set([...main, ...(await more)]);
  };
}

type Names = ReadonlySet<string>;

/** @throws ServerError when no such session can be opened */
async function listedTo(capabilities: JsonObject, sessions: Sessions): Promise<Names> {
  const session = await sessions.open({ capabilities });
  try {
    return new Set((await catalogOf(session, sessions)).catalog.tools.keys());
  } finally {
    await session.close();
  }
}

/** @throws UsageError with every case that cannot run with these tools, and every tool to skip that is none; nothing was called then. R-8, W-5, 4.9.1 */
async function demandPossible(plan: ManifestRun, run: CaseRun, sessions: Sessions): Promise<void> {
  const { catalog } = run;
  const listedFor = toolsFor(plan, catalog, sessions);
  const problems = (plan.skipTools ?? [])
    .filter((tool) => !catalog.tools.has(tool))
    .map((tool) => `the server lists no tool "${tool}" to skip.${didYouMean(tool, catalog.tools.keys())}`);
  for (const one of plan.cases) {
    const listed = await listedFor(one);
    const missing = one.tools
      .filter((tool) => !listed.has(tool))
      .map((tool) => `the server lists no tool "${tool}".${didYouMean(tool, listed)}`);
    const refused = missing.length > 0 ? undefined : plan.kinds.get(one.probe)?.refuse?.(one.fields as never, catalog);
    const all = [
      ...missing,
      ...one.tools.flatMap((tool) => leftOut(tool, run)),
      ...(refused === undefined ? [] : [refused]),
    ];
    problems.push(...all.map((what) => `probe case ${one.id}: ${what}`));
  }
  if (problems.length > 0) throw new UsageError(problems);
}

/** What clients over HTTP leave out, no case can call. Says nothing that the server said. */
function leftOut(tool: string, { catalog, transport, era }: CaseRun): readonly string[] {
  const schema = catalog.tools.get(tool)?.entry['inputSchema'];
  if (!repeatsArguments(transport, era) || !isObject(schema) || whyLeftOut(schema) === undefined) return [];
  return [
    `clients over HTTP leave the tool "${tool}" out, because of a mark x-mcp-header in its input schema. See what is wrong with it with: toolscore mcp lint`,
  ];
}
