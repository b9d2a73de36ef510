import { type KeptFinding, markdownCode, markdownProse, markdownText, type Report } from '../../core/index.js';
import { baselineWords, FIXED, fixedIn, notLookedAt, otherServerWords } from '../scorecard-view/baseline.js';
import { withoutOwner } from '../scorecard-view/findings.js';
import { namedTool } from '../scorecard-view/names.js';

const NAME = { max: 80 };

/** How the run stands to its baseline, and what is fixed since; nothing without a baseline. */
export function baselineSections(report: Report): readonly string[] {
  const words = baselineWords(report, (text) => markdownCode(text, { max: 200 }));
  if (words === undefined) return [];
  const other = otherServerWords(report, (name) => markdownCode(name, NAME));
  const left = notLookedAt(report).map(({ text, reason }) => `${text}: ${markdownText(reason, { max: 300 })}.`);
  const fixed = fixedIn(report);
  return [
    [words, ...(other === undefined ? [] : [other]), ...left].map((text) => `> ${text}`).join('\n>\n'),
    ...(fixed.length === 0 ? [] : [`## ${FIXED}\n\n${fixed.map(keptItem).join('\n')}`]),
  ];
}

function keptItem({ tool, rule, message }: KeptFinding): string {
  const named = message.includes(`(${rule})`) ? '' : ` (${markdownCode(rule, NAME)})`;
  return `- **${markdownCode(namedTool(tool), NAME)}**: ${markdownProse(withoutOwner(message, tool))}${named}`;
}
