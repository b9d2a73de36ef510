import { estimateTextTokens, type Report } from '../../core/index.js';
import { type Cause, causesOf } from './causes.js';
import { type CaseResult, casesOf, type LeftOut, leftOutOf } from './cases.js';
import { type EffectRow, effectsOf } from './effects.js';
import { type Finding, findingsOf, isNote } from './findings.js';
import { type Fix, fixesOf } from './fixes.js';
import { type Header, headerOf } from './header.js';
import { type Notice, noticesOf } from './notices.js';
import { type ToolRow, toolRows } from './tools.js';

/** Everything a scorecard shows, whatever the format. Nothing in it is escaped. */
export interface ScorecardView {
  readonly header: Header;
  readonly tools: readonly ToolRow[];
  readonly cases: readonly CaseResult[];
  readonly leftOut: readonly LeftOut[];
  /** Failing rules of the family `lint`, information included. */
  readonly lint: readonly Finding[];
  readonly lintErrors: number;
  readonly lintWarnings: number;
  readonly effects: readonly EffectRow[];
  readonly fixes: readonly Fix[];
  /** Information of every family: shown, not counted. */
  readonly notes: readonly Finding[];
  /** What rules found that do not count, and their checks of effects. In nothing above. */
  readonly uncounted: { readonly causes: readonly Cause[]; readonly effects: readonly EffectRow[] };
  readonly notices: readonly Notice[];
  /** Estimates. */
  readonly toolTokens: number;
  readonly instructionsTokens: number;
}

const views = new WeakMap<Report, ScorecardView>();

/** The view of a report; computed once however many formats show it. */
export function viewOf(report: Report): ScorecardView {
  const known = views.get(report);
  if (known !== undefined) return known;
  const all = findingsOf(report);
  const cases = casesOf(report);
  const leftOut = leftOutOf(report);
  const effects = effectsOf(report);
  const findings = all.filter(({ counted }) => counted);
  const uncounted = {
    causes: causesOf(
      all.filter(({ counted }) => !counted),
      findings,
    ),
    effects: effectsOf(report, false),
  };
  const tools = toolRows(report, cases);
  const lint = findings.filter(({ family }) => family === 'lint');
  const view: ScorecardView = {
    header: headerOf(report, cases, report.probed || effects.length > 0),
    tools,
    cases,
    leftOut,
    lint,
    lintErrors: lint.filter(({ severity }) => severity === 'error').length,
    lintWarnings: lint.filter(({ severity }) => severity === 'warning').length,
    effects,
    fixes: fixesOf(findings),
    notes: findings.filter(isNote),
    uncounted,
    notices: noticesOf(report, leftOut, effects, uncounted.effects),
    toolTokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
    instructionsTokens: estimateTextTokens(report.server.instructions),
  };
  views.set(report, view);
  return view;
}
