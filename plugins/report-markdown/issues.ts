import { markdownCode, markdownProse, type Report } from '../../core/index.js';
import type { Cause } from '../scorecard-view/causes.js';
import { type Finding, withoutOwner } from '../scorecard-view/findings.js';
import { fixesByCause, noIssues } from '../scorecard-view/fixes.js';
import { namedTool } from '../scorecard-view/names.js';
import { elsewhere, UNCOUNTED, uncountedTexts } from '../scorecard-view/uncounted.js';
import type { ScorecardView } from '../scorecard-view/view.js';

const NAME = { max: 80 };

/** All there is to fix, and what is only information. */
export function issueSections(report: Report, view: ScorecardView): readonly string[] {
  const { fixes, notes, uncounted } = view;
  const none = noIssues(report, uncounted.causes.length > 0);
  const entries = fixesByCause(fixes).map((fix) => entry(fix, fix.problem, fix.cause));
  return [
    `## Top issues to fix\n\n${entries.length === 0 ? none : entries.join('\n')}`,
    ...(uncounted.causes.length === 0 ? [] : [uncountedSection(view)]),
    ...(notes.length === 0
      ? []
      : [`## For information\n\n${notes.map((note) => `- ${problem(note, note.message)}`).join('\n')}`]),
  ];
}

/** What was found and does not count, each cause once. */
function uncountedSection(view: ScorecardView): string {
  const entries = view.uncounted.causes.map((cause) => entry(cause.lead, cause.lead.message, cause)).join('\n');
  const texts = uncountedTexts(view, 'the JSON report').map((text) => markdownProse(text));
  return `## ${UNCOUNTED}\n\n${entries}\n\n${texts.join('\n')}`;
}

function entry(finding: Finding, text: string, cause?: Cause): string {
  const others = cause === undefined ? '' : elsewhere(cause, (owner) => markdownCode(namedTool(owner), NAME));
  const same = others === '' ? '' : `\n  ${others}.`;
  return `- ${problem(finding, text)}${same}\n  *Fix:* ${markdownProse(finding.fix)}`;
}

function problem({ owner, rule }: Finding, text: string): string {
  const named = text.includes(`(${rule})`);
  return `**${markdownCode(namedTool(owner), NAME)}**: ${markdownProse(withoutOwner(text, owner))}${named ? '' : ` (${markdownCode(rule, NAME)})`}`;
}
