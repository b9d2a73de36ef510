import type { Report } from '../../core/index.js';
import { type Cause, causesOf } from './causes.js';
import { type Finding, isNote, withRule } from './findings.js';

/** An entry of "Top issues to fix". */
export interface Fix extends Finding {
  /** 0 is the most urgent. */
  readonly priority: 0 | 1 | 2 | 3;
  /** What is wrong. */
  readonly problem: string;
  /** How many findings it stands for. */
  readonly times: number;
  /** Where it stands for a cause: all that was seen of it. */
  readonly cause?: Cause;
}

/**
 * What to do, most urgent first: by priority, tool name and order of discovery. Failing scenarios appear once for each
 * tool and rule, with the first failure. Spec: scorecard 1.10.
 */
export function fixesOf(findings: readonly Finding[]): readonly Fix[] {
  const entries = new Map<string, Fix>();
  for (const [at, finding] of findings.entries()) {
    if (isNote(finding)) continue;
    const scenario = finding.family === 'happy' || finding.family === 'edge';
    const key = scenario
      ? JSON.stringify([finding.rule, finding.subject.kind, finding.subject.index ?? finding.owner])
      : String(at);
    const first = entries.get(key);
    const times = (first?.times ?? 0) + 1;
    entries.set(
      key,
      first === undefined
        ? { ...finding, priority: priorityOf(finding), problem: problemOf(finding), times }
        : { ...first, times },
    );
  }
  return [...entries.values()].toSorted(byUrgency);
}

/** The same, with one entry for each cause where rules may fire on many tools for one: what a reader wants to see. */
export function fixesByCause(fixes: readonly Fix[]): readonly Fix[] {
  const quiet = fixes.filter((fix) => fix.quiet);
  if (quiet.length === 0) return fixes;
  const causes = causesOf(
    quiet,
    fixes.filter((fix) => !fix.quiet),
  );
  const byLead = new Map(causes.map((cause) => [cause.lead, cause]));
  return fixes.flatMap((fix) => {
    const cause = byLead.get(fix);
    return cause === undefined ? (fix.quiet ? [] : [fix]) : [{ ...fix, cause }];
  });
}

/** What stands where there is nothing to fix. `besides`: something was found that does not count. */
export function noIssues({ unfinished, calls, baseline }: Report, besides: boolean): string {
  const silent = calls.some(({ outcome }) => outcome === 'timeout' || outcome === 'closed');
  const reach = unfinished !== undefined ? ' in what ran' : silent ? ' in what was answered' : '';
  return `No ${baseline === undefined ? '' : 'new '}issues found${besides ? ' that count' : ''}${reach}.`;
}

function priorityOf({ family, severity, confidence }: Finding): Fix['priority'] {
  if (family === 'happy') return 0;
  if (family === 'edge') return 1;
  if (family === 'effect') return confidence === 'high' && severity === 'error' ? 0 : 3;
  return severity === 'error' ? 2 : 3;
}

function problemOf({ family, message, rule }: Finding): string {
  return family === 'effect' ? withRule(message, rule) : message;
}

/** Where one tool has both, reporting work that was not done comes before a failing call: it costs as much and is harder to see. */
const rank = ({ family }: Finding): number => (family === 'effect' ? 0 : 1);

function byUrgency(a: Fix, b: Fix): number {
  if (a.priority !== b.priority) return a.priority - b.priority;
  if (a.owner !== b.owner) return a.owner < b.owner ? -1 : 1;
  const index = (a.subject.index ?? 0) - (b.subject.index ?? 0);
  return index === 0 && a.priority === 0 ? rank(a) - rank(b) : index;
}
