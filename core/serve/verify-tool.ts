/** `verify_finding`: one case against one finding. Source: manifest specification, 4.6 and 4.10. */

import { verifyFinding } from '../api/verify-finding.js';
import { UsageError } from '../errors.js';
import { PASSES_TO_CLOSE } from '../findings/lifecycle.js';
import type { Manifest } from '../manifest/case.js';
import { identifier } from '../manifest/plain-fields.js';
import type { Target } from '../model.js';
import { Problems } from '../problems.js';
import { findingField, findingOf, shownFinding } from './findings-tools.js';
import { caseLine, withFaults } from './lines.js';
import { checkManifest, demandReadOnly, manifestField, readManifest } from './manifest-input.js';
import { verification } from './output-schemas.js';
import { targetFields, targetOf } from './target.js';
import { defineTool, described, EVALUATES } from './tool.js';

export const verifyTool = defineTool({
  name: 'verify_finding',
  title: 'See whether a finding is repaired',
  description: `Runs one case of a manifest against the server of a finding and keeps what came of it. ${PASSES_TO_CLOSE} passes in a row close the finding; a failure opens it again.`,
  input: {
    finding_id: findingField,
    case_id: described(identifier(), 'Id of the case that shows the finding.', ['pages']),
    manifest: manifestField,
    ...targetFields,
  },
  output: verification,
  annotations: EVALUATES,
  alsoCheck: checkManifest,
  async run({ finding_id: id, case_id: caseId, manifest: given, command, url }, { offer, evaluate }) {
    const problems = new Problems();
    const manifest = await problems.wait(() => readManifest(given, offer.kinds));
    if (manifest !== undefined) problems.attempt(() => demandCase(manifest, caseId));
    await problems.wait(async () => demandKnown(await findingOf(id, offer)));
    const target = problems.attempt(() => targetOf({ command, url }, offer.allowSpawn));
    problems.throwAny();

    const { home, kinds, setting } = offer;
    const run = { ...setting, home, kinds, finding: id, case: caseId, manifest: manifest as Manifest };
    const verified = await evaluate((signal) => verifyFinding({ ...run, target: target as Target, signal }));
    const { finding, outcome, case: seen, faults } = verified;
    const { state, streak } = finding;
    const line = `${id} state=${state} probe=${seen.id} outcome=${outcome} consecutive_passes=${streak}`;
    const text = seen.passed ? line : `${line}\n${caseLine(seen)}`;
    return { structured: { finding: shownFinding(finding), outcome, case: seen }, text: withFaults(text, faults) };
  },
});

/** @throws UsageError when there is no such case, or it may change its server */
function demandCase({ cases }: Manifest, id: string): void {
  const chosen = cases.find((one) => one.id === id);
  if (chosen === undefined) throw new UsageError('arguments  /case_id  the manifest has no case of that id.');
  demandReadOnly([chosen]);
}

function demandKnown(found: object | undefined): void {
  if (found === undefined)
    throw new UsageError('arguments  /finding_id  there is no such finding. list_findings lists them.');
}
