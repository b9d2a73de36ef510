import { markdownCode, markdownProse, type Report } from '../../core/index.js';
import { type Finding, withoutOwner } from '../scorecard-view/findings.js';
import { namedTool } from '../scorecard-view/names.js';
import type { ScorecardView } from '../scorecard-view/view.js';

const NAME = { max: 80 };

/** All there is to fix, and what is only information. */
export function issueSections(report: Report, { fixes, notes }: ScorecardView): readonly string[] {
  const none = report.unfinished === undefined ? 'No issues found.' : 'No issues found in what ran.';
  const entries = fixes.map((fix) => `- ${problem(fix, fix.problem)}\n  *Fix:* ${markdownProse(fix.fix)}`);
  return [
    `## Top issues to fix\n\n${entries.length === 0 ? none : entries.join('\n')}`,
    ...(notes.length === 0
      ? []
      : [`## For information\n\n${notes.map((note) => `- ${problem(note, note.message)}`).join('\n')}`]),
  ];
}

function problem({ owner, rule }: Finding, text: string): string {
  const named = text.includes(`(${rule})`);
  return `**${markdownCode(namedTool(owner), NAME)}**: ${markdownProse(withoutOwner(text, owner))}${named ? '' : ` (${markdownCode(rule, NAME)})`}`;
}
