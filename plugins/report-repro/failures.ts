import type { CallEntry, Report } from '../../core/index.js';
import { type Finding, findingOf } from '../scorecard-view/findings.js';

/** A failed check of effects with the calls it rests on, in the order they were made. */
export interface Failure {
  readonly finding: Finding;
  readonly basis: string;
  readonly calls: readonly CallEntry[];
  /** Name of its folder: a number, the tool and the rule, in characters that every file system takes. */
  readonly folder: string;
}

export function failuresOf(report: Report): readonly Failure[] {
  const byId = new Map(report.calls.map((call) => [call.id, call]));
  const verdicts = report.verdicts.filter(
    ({ rule, outcome }) => outcome === 'fail' && report.rules.get(rule)?.family === 'effect',
  );
  const findings = verdicts
    .map((verdict) => ({ verdict, finding: findingOf(report, verdict) }))
    // Nobody reports a bug on the strength of a guess that does not even count.
    .filter(({ finding }) => finding.counted || finding.severity === 'error');
  // What counts first, so that its folders are called the same whatever else was found.
  const sorted = findings.toSorted((a, b) => Number(b.finding.counted) - Number(a.finding.counted));
  return sorted.map(({ verdict, finding }, at) => {
    return {
      finding,
      basis: report.observations[verdict.observation]?.basis ?? '',
      // What the gate kept back never reached the server.
      calls: verdict.evidence.flatMap((id) => byId.get(id) ?? []).filter(({ outcome }) => outcome !== 'refused'),
      folder: `${String(at + 1).padStart(2, '0')}-${plain(finding.owner)}-${plain(finding.rule)}`,
    };
  });
}

/** A server may call its tools anything, `../..` included. */
function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 50);
}
