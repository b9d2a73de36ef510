/** `run_probe`: a manifest against a server. Source: manifest specification, 4.10. */

import { runManifest } from '../api/run-manifest.js';
import { Problems } from '../problems.js';
import type { Manifest } from '../manifest/case.js';
import type { Target } from '../model.js';
import { caseLines, withFaults } from './lines.js';
import { checkManifest, demandReadOnly, manifestField, readManifest } from './manifest-input.js';
import { gateReport } from './output-schemas.js';
import { labelField, targetFields, targetOf } from './target.js';
import { defineTool, EVALUATES } from './tool.js';

export const probeTool = defineTool({
  name: 'run_probe',
  title: 'Hold a server to a manifest',
  description:
    'Runs the cases of a manifest against an MCP server and says of each whether it passed, and how to repair the server if not. Calls the tools that the cases name.',
  input: { manifest: manifestField, ...targetFields, server_label: labelField },
  output: gateReport,
  annotations: EVALUATES,
  alsoCheck: checkManifest,
  async run({ manifest: given, server_label: server, command, url }, { offer, evaluate }) {
    const problems = new Problems();
    const manifest = await problems.wait(() => readManifest(given, offer.kinds));
    if (manifest !== undefined) problems.attempt(() => demandReadOnly(manifest.cases));
    const target = problems.attempt(() => targetOf({ command, url }, offer.allowSpawn));
    problems.throwAny();
    const run = { ...offer.setting, target: target as Target, server, manifest: manifest as Manifest };
    const { document, faults } = await evaluate((signal) => runManifest({ ...run, journal: offer.home, signal }));
    return { structured: document, text: withFaults(caseLines(document), faults) };
  },
});
