/** What moved between two JSON reports of `mcp test` or `mcp lint` of one server. */

import type { Baseline, KeptFinding } from '../baseline/types.js';
import { UsageError } from '../errors.js';
import { GRADES } from '../grade.js';
import type { Grade } from '../model.js';
import { quoted } from './reading.js';
import type { DiffGates } from './diff.js';

export const SCORECARD_DIFF_SCHEMA = 'toolscore.scorecard-diff/v1';

/** How far a report reaches, as far as it decides which findings it can have. */
export interface Reach {
  /** `read-only`, `calls every tool` or `writes allowed`. */
  readonly mode: string;
  /** Whether tools were called. */
  readonly scenarios: boolean;
  /** Whether anything was done to see if tools did what they reported. */
  readonly probes: boolean;
  readonly finished: boolean;
}

export interface StoredScorecard extends Baseline {
  readonly reach: Reach;
}

/** Members as they are written. */
export interface ScorecardDiff {
  readonly schema: typeof SCORECARD_DIFF_SCHEMA;
  readonly server: string;
  readonly grade: { readonly baseline: Grade | null; readonly current: Grade | null };
  readonly score: { readonly baseline: number | null; readonly current: number | null };
  readonly summary: { readonly new: number; readonly gone: number; readonly unchanged: number };
  readonly new: readonly KeptFinding[];
  /** Not found any more: fixed, unless the current run did not look for them. */
  readonly gone: readonly KeptFinding[];
  readonly tools: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** Why the two do not tell all: what only one of the runs looked at. Null when they looked at the same. */
  readonly not_comparable: string | null;
}

/**
 * Findings match by id.
 * @throws UsageError when the reports are of two servers
 */
export function diffScorecards(baseline: StoredScorecard, current: StoredScorecard): ScorecardDiff {
  const [before, now] = [baseline.server.name, current.server.name];
  if (before !== now)
    throw new UsageError(
      `The two reports are of two servers: the baseline of ${quoted(before)}, the current one of ${quoted(now)}. Give two reports of one server.`,
    );
  const old = new Set(baseline.findings.map(({ id }) => id));
  const present = new Set(current.findings.map(({ id }) => id));
  const fresh = current.findings.filter(({ id }) => !old.has(id));
  const gone = baseline.findings.filter(({ id }) => !present.has(id));
  return {
    schema: SCORECARD_DIFF_SCHEMA,
    server: now,
    grade: { baseline: baseline.grade, current: current.grade },
    score: { baseline: baseline.score, current: current.score },
    summary: { new: fresh.length, gone: gone.length, unchanged: current.findings.length - fresh.length },
    new: fresh,
    gone,
    tools: {
      added: current.tools.filter((name) => !baseline.tools.includes(name)),
      removed: baseline.tools.filter((name) => !current.tools.includes(name)),
    },
    not_comparable: difference(baseline.reach, current.reach),
  };
}

function difference(before: Reach, now: Reach): string | null {
  if (!before.finished) return 'the baseline is of a run that did not finish';
  if (!now.finished) return 'the current report is of a run that did not finish';
  const only = (wanted: Reach): string => (wanted === before ? 'only in the baseline' : 'only in the current report');
  const holder = (member: 'scenarios' | 'probes'): Reach | undefined =>
    before[member] === now[member] ? undefined : before[member] ? before : now;
  const called = holder('scenarios');
  if (called !== undefined) return `tools were called ${only(called)}`;
  const probed = holder('probes');
  if (probed !== undefined) return `probes ran ${only(probed)}`;
  return before.mode === now.mode
    ? null
    : `the baseline is of a run that is ${quoted(before.mode)}, the current report ${quoted(now.mode)}`;
}

/**
 * 1 when a gate that was asked for fires. A regression is a worse grade, or a new finding of severity error that counts;
 * a change is also any other finding that counts and is new, and a tool that came or went.
 */
export function scorecardDiffExitCode(diff: ScorecardDiff, { failOnRegression, failOnChange }: DiffGates): 0 | 1 {
  const counted = diff.new.filter((finding) => finding.counted);
  const { baseline, current } = diff.grade;
  const worse = baseline !== null && (current === null || GRADES.indexOf(current) > GRADES.indexOf(baseline));
  const regressed = worse || counted.some(({ severity }) => severity === 'error');
  const moved = counted.length + diff.tools.added.length + diff.tools.removed.length > 0;
  return ((failOnRegression === true || failOnChange === true) && regressed) || (failOnChange === true && moved)
    ? 1
    : 0;
}
