/** One case against one finding: when the case passes, the finding comes closer to being closed. Source: manifest specification, 4.6. */

import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CaseOutcome, outcomeOfCase } from '../documents/outcome.js';
import type { ProbeCase } from '../documents/types.js';
import { UsageError } from '../errors.js';
import type { Finding } from '../findings/finding.js';
import { caseFingerprint } from '../findings/fingerprint.js';
import { FindingStore } from '../findings/store.js';
import { targetFiles } from '../findings/target-files.js';
import { saltOf } from '../home.js';
import type { Manifest, ManifestCase } from '../manifest/case.js';
import type { KindDeclaration, Kinds } from '../manifest/declaration.js';
import { demandMutationAllowed, selectCases } from '../manifest/select.js';
import type { PluginFault } from '../model.js';
import { timeoutFor } from './manifest-kernel.js';
import { type ManifestEvaluation, runManifest } from './run-manifest.js';
import { VERSION } from './shipped.js';

type FromEvaluation = Pick<
  ManifestEvaluation,
  'target' | 'file' | 'allowMutation' | 'signal' | 'log' | 'config' | 'shipped' | 'outside'
>;

export interface FindingVerification extends FromEvaluation {
  /** Folder of toolscore's own files: where the finding, the salt and the journal are. */
  readonly home: string;
  /** Ids of the finding and of the case. */
  readonly finding: string;
  readonly case: string;
  readonly manifest: Manifest;
  /** All kinds, by name. */
  readonly kinds: Kinds;
  /** Label of the server; it must be the finding's. Left out: it is taken to be. */
  readonly server?: string | undefined;
}

export interface FindingVerified {
  /** As it is now: unchanged unless the outcome is a pass or a failure. */
  readonly finding: Finding;
  readonly case: ProbeCase;
  /** `error`: the case could not be completed, or a plugin failed, so nothing is known. */
  readonly outcome: CaseOutcome;
  /** Plugins that failed. Then nothing counts: what they would have seen or written is missing. */
  readonly faults: readonly PluginFault[];
}

/**
 * Runs the case and counts what came of it.
 * @throws UsageError when there is no such finding or case, or the one cannot verify the other; nothing was started then
 * @throws LocalError when a file of toolscore's own cannot be read or written
 * @throws ServerError when the target cannot be started or reached; the finding is unchanged then
 */
export async function verifyFinding(verification: FindingVerification): Promise<FindingVerified> {
  const { home, finding: id, case: caseId, manifest, kinds, server, ...evaluation } = verification;
  const store = new FindingStore(home);
  const finding = await store.get(id);
  const [chosen] = selectCases(manifest, { case: caseId }, kinds.keys()) as [ManifestCase];
  demandVerifiable(finding, chosen, kinds.get(chosen.probe), server);
  demandMutationAllowed([chosen], evaluation.allowMutation === true);

  const salt = saltOf(home);
  const { target } = evaluation;
  // Before the run: what is started is what is there now.
  const [files, evaluator] = await Promise.all([target.kind === 'stdio' ? targetFiles(target) : [], ownProgram()]);
  const run = { ...evaluation, server: finding.server, manifest, cases: [chosen], journal: home };
  const { report, document, faults } = await runManifest(run);
  const [seen] = document.cases as readonly [ProbeCase];
  const result = faults.length > 0 ? 'error' : outcomeOfCase(seen);
  if (result === 'error') return { finding, case: seen, outcome: result, faults };

  const timeoutMs = timeoutFor(target, manifest);
  const rules = report.rules.values();
  const fingerprint = caseFingerprint({ case: chosen, timeoutMs, target, files, evaluator, rules }, salt);
  const at = new Date().toISOString();
  const after = await store.record(id, { run: randomUUID(), case: caseId, fingerprint, result, at });
  return { finding: after, case: seen, outcome: result, faults };
}

/** @throws UsageError when a pass of the case would say nothing about the finding. V-1, V-5 */
function demandVerifiable(
  finding: Finding,
  { id, primaryTool, fields }: ManifestCase,
  kind: KindDeclaration | undefined,
  server: string | undefined,
): void {
  if (server !== undefined && server !== finding.server)
    throw new UsageError(`--server ${server}: ${finding.id} is about the server ${finding.server}.`);
  if (primaryTool === null)
    throw new UsageError(
      `probe case ${id}: its kind is about no tool. Take a case of the tool ${finding.tool}, which ${finding.id} is about.`,
    );
  if (primaryTool !== finding.tool)
    throw new UsageError(
      `probe case ${id}: it is about the tool ${primaryTool}, and ${finding.id} about ${finding.tool}. Take a case of that tool.`,
    );
  if (finding.class === 'false-success' && kind?.hasOracle?.(fields as never) !== true)
    throw new UsageError(
      `probe case ${id}: ${finding.id} is about a success that was none, so its case must say what is right: take one of instruction-fidelity, or a workflow with a step that asserts its result or expects an error.`,
    );
}

/** This program, down to its bytes. The names of its files hold hashes of what is in them, so that one stands for all. */
async function ownProgram(): Promise<string> {
  const entry = await readFile(new URL('./index.mjs', import.meta.url)).catch(() => Buffer.alloc(0));
  return [VERSION, process.version, createHash('sha256').update(entry).digest('hex')].join(' ');
}
