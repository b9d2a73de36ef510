/** `scaffold`: a first manifest for a server. Source: manifest specification, 4.7 and 4.10. */

import { type Drafted, draftManifest } from '../api/draft-manifest.js';
import { UsageError } from '../errors.js';
import { FAULT_LABELS } from '../manifest/case.js';
import { draft as draftSchema } from './output-schemas.js';
import { confirmField } from './score-tool.js';
import { targetFields, targetOf } from './target.js';
import { type Answer, defineTool, EVALUATES } from './tool.js';

/** Where the schema lies for a project that has the package installed, from the project's folder. */
const SCHEMA = './node_modules/toolscore/schemas/manifest.schema.json';

export const scaffoldTool = defineTool({
  name: 'scaffold',
  title: 'Draft a manifest for a server',
  description:
    'Looks at an MCP server and drafts a manifest that it passes, to go through and to extend. Calls each tool that is read-only and needs no arguments once.',
  input: { ...targetFields, confirm_read_only: confirmField },
  output: draftSchema,
  annotations: EVALUATES,
  async run({ command, url, confirm_read_only: confirmReadOnly }, { offer, evaluate }) {
    const target = targetOf({ command, url }, offer.allowSpawn);
    const look = { ...offer.setting, target, confirmReadOnly, schema: SCHEMA };
    return answerOf(await evaluate((signal) => draftManifest({ ...look, signal })));
  },
});

/** @throws UsageError when there is nothing to draft from */
function answerOf({ failure, draft, decisions, called, callable }: Drafted): Answer {
  if (failure === 'no-tools') throw new UsageError('The server lists no tools, so there is nothing to draft from.');
  if (failure !== undefined || draft === undefined)
    throw new UsageError(
      `The look at the server did not come to its end: ${FAULT_LABELS[failure ?? 'protocol']}. explain says what that means.`,
    );
  const tools = { listed: decisions.length, called, covered: callable.length };
  const text = `${draft.manifest.cases.length} cases for ${tools.covered} of ${tools.listed} tools. Go through them before you rely on them:\n${draft.text.trimEnd()}`;
  return { structured: { manifest: JSON.parse(draft.text) as object, tools }, text };
}
