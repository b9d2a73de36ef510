/** What a manifest run set out to do, as the kernel's report has it. */

import type { Observation, ObservationMap, Report } from '../model.js';

export type Plan = ObservationMap['manifest.plan'];
export type PlannedCase = Plan['cases'][number];

/** @throws Error when the report is none of a manifest run */
export function planOf({ observations }: Pick<Report, 'observations'>): Plan {
  const plan = observations.find(({ kind }) => kind === 'manifest.plan') as Observation<'manifest.plan'> | undefined;
  if (plan?.data === undefined) throw new Error('the report holds no plan of a manifest run');
  return plan.data;
}
