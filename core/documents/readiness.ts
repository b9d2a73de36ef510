/** The readiness part of a document, from the kernel's report and nothing else. Source: manifest specification, 4.9.4 and 4.9.5. */

import { oneLine } from '../excerpt.js';
import { groupBy } from '../group.js';
import { type Area, areasOf, type Measured } from '../manifest/areas.js';
import { FAULT_LABELS } from '../manifest/case.js';
import { CHECK_LABELS } from '../manifest/check-labels.js';
import type { LostCheck } from '../manifest/lost.js';
import { STANDARD } from '../manifest/standard.js';
import type { Observation, Report, Verdict } from '../model.js';
import { INCOMPLETE_REASONS } from './outcome.js';
import type { MeasurementProfile, ReadinessArea, ReadinessCheck, ReadinessObject } from './types.js';

export interface Readiness {
  readonly readiness: ReadinessObject | null;
  /** One of the four incomplete reasons, when it was to be measured and could not be. */
  readonly error: string | null;
}

/** Readiness as a run measured it; neither a score nor an error when the run did not ask for it. */
export function readinessOf(report: Report): Readiness {
  const measured = areasOf(report.observations);
  if (measured === undefined) return { readiness: null, error: wasPlanned(report) ? errorOf(report) : null };
  const { tools, read_only, writers, exercised, attested_read_only } = measured.surface;
  const findings = groupBy(
    report.verdicts.filter(({ outcome }) => outcome === 'fail'),
    ({ observation }) => observation,
  );
  return {
    readiness: {
      standard: STANDARD,
      score: measured.score,
      attested_read_only,
      surface: { tools, read_only, writers, exercised },
      areas: measured.areas.map((area) => shownArea(area, findings)),
      profile: profileOf(measured, report),
    },
    error: null,
  };
}

function wasPlanned({ observations }: Report): boolean {
  const plan = observations.find(({ kind }) => kind === 'manifest.plan') as Observation<'manifest.plan'> | undefined;
  return plan?.data?.readiness === true;
}

/** A battery that nobody got to was kept out by the budget; one that failed itself says nothing of the server. */
function errorOf({ observations }: Report): string {
  const surface = observations.find(({ kind }) => kind === 'readiness.surface');
  if (surface === undefined) return FAULT_LABELS.budget;
  const { reason } = surface;
  return reason !== undefined && INCOMPLETE_REASONS.includes(reason) ? reason : FAULT_LABELS.protocol;
}

type Findings = ReadonlyMap<number, readonly Verdict[]>;

function shownArea({ name, weight, score, measurements, checks }: Area, findings: Findings): ReadinessArea {
  return { name, weight, score, measurements, checks: checks.flatMap((check) => shownCheck(check, findings)) };
}

/** UTF-16 units. The advice of the fixed labels is far shorter. */
const MAX_HINT = 1_000;

/** A check whose rule is off is not told: the house does not want to hear of it. The points are lost all the same. */
function shownCheck({ on, ...check }: LostCheck, findings: Findings): readonly ReadinessCheck[] {
  const labels = CHECK_LABELS.get(check.id) ?? [];
  const finding = findings.get(on)?.find(({ rule }) => labels.includes(rule));
  if (finding === undefined) return [];
  return [{ ...check, reason: finding.rule, hint: oneLine(finding.fix ?? '', MAX_HINT) }];
}

function profileOf({ surface }: Measured, { toolscore }: Report): MeasurementProfile {
  return {
    evaluator: toolscore,
    platform: process.platform,
    arch: process.arch,
    client_capabilities: 'none',
    confirm_read_only: surface.attested_read_only,
    skipped_tools: surface.skipped_tools,
    call_timeout_ms: surface.call_timeout_ms,
    repeats: surface.repeats,
  };
}
