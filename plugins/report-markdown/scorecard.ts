import { markdownText, type Report } from '../../core/index.js';
import { shownViewOf } from '../scorecard-view/baseline.js';
import type { Header, Part } from '../scorecard-view/header.js';
import { namedServer } from '../scorecard-view/names.js';
import { counted, percent } from '../scorecard-view/numbers.js';
import { type ScorecardView, viewOf } from '../scorecard-view/view.js';
import { baselineSections } from './baseline.js';
import { issueSections } from './issues.js';
import { effectsTable, toolsTable } from './tables.js';

const NAME = { max: 80 };
/** A notice is bounded piece by piece where it is made. */
const NOTICE = { max: 4_000 };

/** The scorecard as a Markdown document. Spec: scorecard 7.3. */
export function renderMarkdown(report: Report): string {
  const whole = viewOf(report);
  const view = shownViewOf(report);
  const { header } = view;
  const blocks = [
    `# MCP Scorecard: ${`${markdownText(namedServer(header.server), NAME)} ${markdownText(header.version, NAME)}`.trimEnd()}`,
    gradeLine(header),
    header.note === undefined ? '' : `> ${markdownText(header.note)}`,
    [...header.parts.map((part) => partBullet(part, whole)), ...factBullets(whole)]
      .map((bullet) => `- ${bullet}`)
      .join('\n'),
    view.notices.map(({ text }) => `> ${markdownText(text, NOTICE)}`).join('\n>\n'),
    ...baselineSections(report),
    `## Tools\n\n${toolsTable(view.tools)}`,
    effectsTable(view.effects),
    ...issueSections(report, view),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function gradeLine({ grade, score, capped, gradeless }: Header): string {
  if (grade === null || score === null) return `**No grade**: ${markdownText(gradeless ?? '')}`;
  return `**Grade ${grade}**${capped ? ' (capped)' : ''}, score **${percent(score)}**`;
}

function partBullet(
  { label, share, passed, total }: Part,
  { lintErrors, lintWarnings, effects }: ScorecardView,
): string {
  const value = share === null ? 'n/a' : percent(share);
  if (total !== undefined)
    return `${label}: ${value} (${total === 0 ? 'no cases' : `${passed} of ${counted(total, 'case')}`})`;
  if (label === 'lint')
    return `${label}: ${value} (${counted(lintErrors, 'error')}, ${counted(lintWarnings, 'warning')})`;
  if (label !== 'effect') return `${markdownText(label, NAME)}: ${value}`;
  const count = (of: (effect: (typeof effects)[number]) => boolean): number => effects.filter(of).length;
  const failed = count(({ status, severity }) => status === 'fail' && severity === 'error');
  const warned = count(({ status, severity }) => status === 'fail' && severity !== 'error');
  const rest = (['inconclusive', 'skipped'] as const).map(
    (wanted) => `${count(({ status }) => status === wanted)} ${wanted}`,
  );
  return `${label}: ${value} (${count(({ status }) => status === 'pass')} pass, ${failed} fail, ${warned} warn, ${rest.join(', ')})`;
}

function factBullets({ header, tools, toolTokens, instructionsTokens }: ScorecardView): readonly string[] {
  const { scorer, protocol, mode } = header;
  const instructions = instructionsTokens === 0 ? '' : ` and ${instructionsTokens} in the instructions`;
  return [
    `context: an estimated ${counted(toolTokens, 'token')} in ${counted(tools.length, 'tool definition')}${instructions}`,
    `protocol: ${markdownText(protocol, NAME)}`,
    `mode: ${mode.name}${mode.because === undefined ? '' : ` (${markdownText(mode.because, NAME)})`}`,
    ...(scorer === undefined ? [] : [`scored by ${markdownText(scorer, NAME)}`]),
  ];
}
