/** What a reader is shown of a run with a baseline: what is new, and in a few words how the rest stands. */

import { groupBy, type KeptFinding, type NotLookedAt, printable, type Report, type Verdict } from '../../core/index.js';
import { causesOf } from './causes.js';
import type { EffectRow } from './effects.js';
import { type Finding, findingsOf, isNote } from './findings.js';
import { fixesOf } from './fixes.js';
import { namedServer, namedTool } from './names.js';
import type { Notice } from './notices.js';
import { counted, someOf } from './numbers.js';
import { type ScorecardView, viewOf } from './view.js';

export const FIXED = 'Fixed since the baseline';
const MOST_FIXED = 20;

const shown = new WeakMap<Report, ScorecardView>();

/** The view without what the baseline knows. The numbers of the whole server stay what they are. */
export function shownViewOf(report: Report): ScorecardView {
  if (report.baseline === undefined) return viewOf(report);
  const made = shown.get(report) ?? withoutKnown(report, report.baseline);
  shown.set(report, made);
  return made;
}

function withoutKnown(report: Report, { states }: NonNullable<Report['baseline']>): ScorecardView {
  const isNew = ({ verdict }: { readonly verdict: Verdict | null }): boolean =>
    verdict === null || states.get(verdict) !== 'known';
  const view = viewOf(report);
  const all = findingsOf(report).filter(isNew);
  const findings = all.filter((finding) => finding.counted);
  const others = all.filter((finding) => !finding.counted);
  const lint = view.lint.filter(isNew);
  const some = (severity: Finding['severity']): number => lint.filter((one) => one.severity === severity).length;
  const rows = (effects: readonly EffectRow[]): readonly EffectRow[] => effects.filter(isNew);
  return {
    ...view,
    lint,
    lintErrors: some('error'),
    lintWarnings: some('warning'),
    effects: rows(view.effects),
    fixes: fixesOf(findings),
    notes: findings.filter(isNote),
    uncounted: { causes: causesOf(others, findings), effects: rows(view.uncounted.effects) },
  };
}

/** How the findings of a run stand to its baseline, in numbers; undefined without one. */
export function baselineWords({ baseline }: Report, named: (text: string) => string): string | undefined {
  if (baseline === undefined) return undefined;
  const states = [...baseline.states.values()];
  const known = states.filter((state) => state === 'known').length;
  const fresh = states.length - known;
  const knows =
    known === 0 ? 'No known finding is' : `${counted(known, 'known finding')} ${known === 1 ? 'is' : 'are'}`;
  return `${knows} in the baseline ${named(baseline.source)} (not shown); ${fresh === 0 ? 'nothing is' : counted(fresh, 'finding') + (fresh === 1 ? ' is' : ' are')} new.`;
}

/** That the baseline may be of something else; undefined when it is of this server. */
export function otherServerWords({ baseline, server }: Report, named: (text: string) => string): string | undefined {
  if (baseline?.otherServer === undefined) return undefined;
  const [theirs, ours] = [baseline.otherServer, server.name].map((name) => named(namedServer(name)));
  return `The baseline is a report of ${theirs}, and this server is ${ours}: what it knows may be of another server.`;
}

/** The same in a few words: `2 new, 12 known, 1 fixed`; undefined without a baseline. */
export function baselineCounts({ baseline }: Report): string | undefined {
  if (baseline === undefined) return undefined;
  const states = [...baseline.states.values()];
  const known = states.filter((state) => state === 'known').length;
  return `${states.length - known} new, ${known} known, ${baseline.fixed.length} fixed`;
}

/** What nobody looked at, once for each reason. */
export function notLookedAt({ baseline }: Report): readonly { readonly text: string; readonly reason: string }[] {
  const groups = groupBy<NotLookedAt, string>(baseline?.notLookedAt ?? [], ({ reason }) => reason);
  return [...groups].map(([reason, entries]) => ({
    text: `${counted(entries.length, 'finding')} of the baseline ${entries.length === 1 ? 'was' : 'were'} not looked at`,
    reason,
  }));
}

/** All of that as notices, for a report that has room for notices only. */
export function baselineNotices(report: Report): readonly Notice[] {
  const named = (text: string): string => printable(text, { max: 200 });
  const quoted = (text: string): string => `"${named(text)}"`;
  const fixed = fixedIn(report).map(({ tool, rule }) => `${named(rule)} on ${named(namedTool(tool))}`);
  const texts = [
    baselineWords(report, named),
    otherServerWords(report, quoted),
    ...notLookedAt(report).map(({ text, reason }) => `${text}: ${named(reason)}.`),
    ...(fixed.length === 0 ? [] : [`${FIXED}: ${someOf(fixed, MOST_FIXED)}.`]),
  ];
  return texts.flatMap((text): readonly Notice[] => (text === undefined ? [] : [{ severity: 'info', text }]));
}

/** Findings of the baseline that are gone. */
export function fixedIn({ baseline }: Report): readonly KeptFinding[] {
  return baseline?.fixed ?? [];
}
