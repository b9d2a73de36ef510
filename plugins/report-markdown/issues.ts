import { markdownCode, markdownProse, type Report } from '../../core/index.js';
import type { Cause } from '../scorecard-view/causes.js';
import { type Finding, withoutOwner } from '../scorecard-view/findings.js';
import { noIssues } from '../scorecard-view/fixes.js';
import { namedTool } from '../scorecard-view/names.js';
import { elsewhere, UNCOUNTED, uncountedTexts } from '../scorecard-view/uncounted.js';
import type { ScorecardView } from '../scorecard-view/view.js';

const NAME = { max: 80 };

/** All there is to fix, and what is only information. */
export function issueSections(report: Report, view: ScorecardView): readonly string[] {
  const { fixes, notes, uncounted } = view;
  const none = noIssues(report, uncounted.causes.length > 0);
  const entries = fixes.map((fix) => `- ${problem(fix, fix.problem)}\n  *Fix:* ${markdownProse(fix.fix)}`);
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
  const entries = view.uncounted.causes.map(causeEntry).join('\n');
  const texts = uncountedTexts(view, 'the JSON report').map((text) => markdownProse(text));
  return `## ${UNCOUNTED}\n\n${entries}\n\n${texts.join('\n')}`;
}

function causeEntry(cause: Cause): string {
  const { lead } = cause;
  const others = elsewhere(cause, (owner) => markdownCode(namedTool(owner), NAME));
  const same = others === '' ? '' : `\n  ${others}.`;
  return `- ${problem(lead, lead.message)}${same}\n  *Fix:* ${markdownProse(lead.fix)}`;
}

function problem({ owner, rule }: Finding, text: string): string {
  const named = text.includes(`(${rule})`);
  return `**${markdownCode(namedTool(owner), NAME)}**: ${markdownProse(withoutOwner(text, owner))}${named ? '' : ` (${markdownCode(rule, NAME)})`}`;
}
