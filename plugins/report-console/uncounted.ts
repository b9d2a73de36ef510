import type { Report } from '../../core/index.js';
import type { Cause } from '../scorecard-view/causes.js';
import { counted } from '../scorecard-view/numbers.js';
import { strongest, UNCOUNTED, UNCOUNTED_CHECKS, uncountedTexts } from '../scorecard-view/uncounted.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import { paragraph } from '../terminal-view/blocks.js';
import type { Style } from '../terminal-view/style.js';
import { checkRows } from './effects.js';
import { callLines, fixLines, otherLines, problemLines } from './issues.js';

const MOST = { each: 3, most: 8 };

/** What was found and does not count: each cause once, on how many tools it was ever seen. With `verbose`, all of it. */
export function uncountedList(style: Style, report: Report, view: Pick<ScorecardView, 'uncounted'>): readonly string[] {
  const { causes } = view.uncounted;
  if (causes.length === 0) return [];
  const { shown, more } = style.verbose ? { shown: causes, more: 0 } : strongest(causes, MOST);
  return [
    `  ${style.bold(UNCOUNTED)}`,
    ...shown.flatMap((cause) => ['', ...causeLines(style, report, cause)]),
    ...(more > 0 ? ['', `  ${style.dim(`and ${counted(more, 'more finding')}; a report file has all`)}`] : []),
    '',
    ...uncountedTexts(view, style.verbose ? undefined : '--verbose').flatMap((text) =>
      paragraph(style, { text: '  ' }, [{ text, paint: style.dim }]),
    ),
  ];
}

/** With `verbose`, every check by rules that do not count. */
export function uncountedChecks(style: Style, { uncounted }: Pick<ScorecardView, 'uncounted'>): readonly string[] {
  if (!style.verbose || uncounted.effects.length === 0) return [];
  return [`  ${style.bold(UNCOUNTED_CHECKS)}`, '', ...checkRows(style, uncounted.effects)];
}

function causeLines(style: Style, report: Report, cause: Cause): readonly string[] {
  const { lead } = cause;
  return [
    ...problemLines(style, lead, lead.message),
    ...otherLines(style, cause),
    ...fixLines(style, lead),
    ...callLines(style, report, lead),
  ];
}
