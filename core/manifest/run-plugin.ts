/** The plugin of one manifest run: lists the tools, refuses what cannot run, and lays out the cases. */

import { observationSchemas } from '../../schemas/gate.gen.js';
import { definePlugin, type Plugin } from '../define.js';
import { UsageError } from '../errors.js';
import type { DiscoveryScope } from '../hooks.js';
import type { JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import type { CaseRun, Fault, ManifestCase, RunCatalog } from './case.js';
import { walkCatalog } from './catalog.js';
import type { KindDeclaration } from './declaration.js';
import { CaseFault, Peer } from './peer.js';

export interface ManifestRun {
  /** Label of the server, for reports. */
  readonly server: string;
  readonly sha256: string | null;
  /** Path of the manifest as it was given. */
  readonly file: string | null;
  /** In the order of the manifest. */
  readonly cases: readonly ManifestCase[];
  /** Declarations of all kinds, by name. */
  readonly kinds: ReadonlyMap<string, KindDeclaration>;
  readonly transport: CaseRun['transport'];
  /** Milliseconds one request may take. */
  readonly timeoutMs: number;
  /** Measure readiness when the cases are done. */
  readonly readiness: boolean;
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
      hooks.discovery.tapPromise('manifest', async (draft, scope) => {
        const found = await catalogOf(scope);
        run = {
          catalog: found.catalog,
          timeoutMs: plan.timeoutMs,
          era: scope.session.era,
          transport: plan.transport,
          spoiled: found.spoiled,
          lost: undefined,
        };
        if (run.catalog.fault === undefined) demandPossible(plan, run.catalog);
        for (const { entry } of run.catalog.tools.values()) draft.addTool(entry);
        draft.addSubject<'manifest'>({ kind: 'manifest', name: plan.server });
        for (const one of plan.cases)
          draft.addSubject<`case.${string}`>({ kind: `case.${one.probe}`, name: one.id, case: one, run });
        if (plan.readiness) draft.addSubject<'readiness'>({ kind: 'readiness', name: plan.server, run });
      });
      hooks.observe.for('manifest').tapPromise('manifest', ({ each }) =>
        each(({ emit }) => {
          const { server, sha256, file, cases, readiness } = plan;
          emit('manifest.plan', {
            server,
            manifest_sha256: sha256,
            protocol: run?.era ?? 'initialize',
            catalog_fault: run?.catalog.fault ?? null,
            manifest_file: file,
            readiness,
            cases: cases.map(({ id, probe, primaryTool, line }) => ({ id, probe, tool: primaryTool, line })),
          });
        }),
      );
    },
  });
}

async function catalogOf({
  call,
  session,
  exhausted,
}: DiscoveryScope): Promise<{ readonly catalog: RunCatalog; readonly spoiled: boolean }> {
  let spoiled = false;
  const peer = new Peer(
    { number: 1, info: session, closed: false, call, listen: unheard, close: () => Promise.resolve() },
    {
      get exhausted() {
        return exhausted();
      },
    },
    () => (spoiled = true),
  );
  const ask = async (params: JsonObject): Promise<JsonObject | Fault> => {
    try {
      const page = await peer.request('tools/list', params);
      return page.kind === 'success' ? page.result : 'protocol';
    } catch (error) {
      if (error instanceof CaseFault) return error.fault;
      throw error;
    }
  };
  return { catalog: await walkCatalog(ask), spoiled };
}

function unheard(): never {
  throw new Error('discovery hears no notifications');
}

/** @throws UsageError with every case that cannot run with these tools; nothing was called then. R-8, W-5 */
function demandPossible({ cases, kinds }: ManifestRun, catalog: RunCatalog): void {
  const problems = cases.flatMap(({ id, probe, tools, fields }) => {
    const missing = tools
      .filter((tool) => !catalog.tools.has(tool))
      .map((tool) => `the server lists no tool "${tool}".${didYouMean(tool, catalog.tools.keys())}`);
    const refused = missing.length > 0 ? undefined : kinds.get(probe)?.refuse?.(fields as never, catalog);
    return [...missing, ...(refused === undefined ? [] : [refused])].map((what) => `probe case ${id}: ${what}`);
  });
  if (problems.length > 0) throw new UsageError(problems);
}
