/** `list_findings` and `get_finding`: what is known to be wrong. Source: manifest specification, 4.10. */

import { UsageError } from '../errors.js';
import { type Finding, FINDING_ID, FINDING_STATES } from '../findings/finding.js';
import { PASSES_TO_CLOSE } from '../findings/lifecycle.js';
import { FindingStore } from '../findings/store.js';
import { field, oneOf } from '../manifest/plain-fields.js';
import type { Offer } from './offer.js';
import { finding as findingSchema, findings as findingsSchema } from './output-schemas.js';
import { defineTool, described, leftOut, READS } from './tool.js';

export const findingField = described(
  field<string>(
    'bounds',
    { type: 'string', pattern: FINDING_ID.source },
    'the id of a finding: "finding-" and 16 hexadecimal digits',
    (value) => typeof value === 'string' && FINDING_ID.test(value),
  ),
  'Id of the finding, as list_findings gives it.',
  ['finding-0123456789abcdef'],
);

export const listFindingsTool = defineTool({
  name: 'list_findings',
  title: 'List findings',
  description:
    'Lists what somebody found wrong with the tools of servers, and how far each repair is. Reads the files of this toolscore and starts nothing.',
  input: { state: leftOut(described(oneOf(...FINDING_STATES), 'Only findings in this state.')) },
  output: findingsSchema,
  annotations: READS,
  async run({ state }, { offer }) {
    const found = await new FindingStore(offer.home).list(state);
    const none = state === undefined ? 'There are no findings.' : 'No finding is in that state.';
    return {
      structured: { findings: found.map(shownFinding) },
      text: found.length === 0 ? none : found.map(lineOf).join('\n'),
    };
  },
});

export const getFindingTool = defineTool({
  name: 'get_finding',
  title: 'Look up a finding',
  description:
    'Tells all about one finding: which tool of which server, what sort of fault, how far its repair is. The answer is null when there is none of that id.',
  input: { finding_id: findingField },
  output: findingSchema,
  annotations: READS,
  async run({ finding_id: id }, { offer }) {
    const found = await findingOf(id, offer);
    if (found === undefined)
      return { structured: { finding: null }, text: 'There is no such finding. list_findings lists them.' };
    return { structured: { finding: shownFinding(found) }, text: lineOf(found) };
  },
});

/** Undefined when there is none of that id, which must be one. */
export async function findingOf(id: string, { home }: Offer): Promise<Finding | undefined> {
  try {
    return await new FindingStore(home).get(id);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** What clients get to see of it. What its passes are bound to is toolscore's own. */
export function shownFinding(finding: Finding): object {
  const { id, server, tool, state, streak, case: lastCase, opened_at, updated_at } = finding;
  return {
    id,
    server,
    tool,
    class: finding.class,
    state,
    consecutive_passes: streak,
    last_case: lastCase,
    opened_at,
    updated_at,
  };
}

function lineOf({ id, server, tool, state, streak, class: kind }: Finding): string {
  return `${id} ${state}: ${kind} in ${tool} of ${server}; ${streak} of ${PASSES_TO_CLOSE} passes in a row`;
}
