/** `score`: how ready a server is for agents. Source: manifest specification, 4.9 and 4.10. */

import { runManifest } from '../api/run-manifest.js';
import { reportText } from '../documents/text.js';
import { uniqueTexts } from '../manifest/composite-fields.js';
import { boolean, toolName } from '../manifest/plain-fields.js';
import { withFaults } from './lines.js';
import { readinessReport } from './output-schemas.js';
import { labelField, targetFields, targetOf } from './target.js';
import { defineTool, described, EVALUATES, leftOut } from './tool.js';

/** Whoever calls takes the place of the operator here. */
export const confirmField = leftOut(described(boolean(), 'You vouch that tools without annotations only read.'), false);

export const scoreTool = defineTool({
  name: 'score',
  title: 'Measure how ready a server is',
  description:
    'Measures from 0 to 100 how ready an MCP server is for agents, and lists what lost points and how to win them back. Calls only tools that are read-only.',
  input: {
    ...targetFields,
    server_label: labelField,
    confirm_read_only: confirmField,
    skip_tools: leftOut(
      described(uniqueTexts('bounds', toolName(), 'tools'), 'Tools not to call; they count as untested.'),
      [],
    ),
  },
  output: readinessReport,
  annotations: EVALUATES,
  async run(input, { offer, evaluate }) {
    const { server_label: server, confirm_read_only: confirmReadOnly, skip_tools: skipTools } = input;
    const target = targetOf(input, offer.allowSpawn);
    const run = { ...offer.setting, target, server, readiness: true, scorer: 'readiness', confirmReadOnly, skipTools };
    const { document, faults } = await evaluate((signal) => runManifest({ ...run, signal }));
    return { structured: document, text: withFaults(reportText(document).trimEnd(), faults) };
  },
});
