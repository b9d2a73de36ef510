/** What the checks of effects have in common: one observation for each, whatever became of it. */

import type { CallRecord, Confidence, ObservationKind, ObservationMap, ProbeScope, Tool } from '../../core/index.js';

/** Ends a check that cannot tell, with a reason a person can act on. */
export class CannotTell extends Error {
  readonly state: 'inconclusive' | 'skipped' | 'incomplete';

  constructor(reason: string, state: CannotTell['state'] = 'inconclusive') {
    super(reason);
    this.state = state;
  }
}

/** A step of a check, for the reader. */
export interface Detail {
  step: string;
  outcome: string;
  /** Empty when there is nothing else to know. */
  note: string;
}

/** One check, to be run once. What it knows is asked for when it has ended, however it ended. */
export interface Check<K extends ObservationKind> {
  /** @throws CannotTell */
  run(): Promise<void>;
  data(): ObservationMap[K];
  /** How it was found out, in words. */
  basis(): string;
  confidence(): Confidence;
  /** The calls it rests on. Left out: all it made. */
  evidence?(): readonly CallRecord[];
}

/** Runs a check and emits what it saw. */
export async function observeCheck<K extends ObservationKind>(
  scope: ProbeScope<'tool'>,
  kind: K,
  check: Check<K>,
): Promise<void> {
  try {
    await check.run();
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error;
    scope[error.state](kind, error.message, check.data(), { basis: check.basis(), ...evidenceOf(check) });
    return;
  }
  const standing = { basis: check.basis(), confidence: check.confidence() };
  scope.emit(kind, check.data(), { ...standing, ...evidenceOf(check) });
}

function evidenceOf<K extends ObservationKind>(check: Check<K>): { readonly evidence?: readonly CallRecord[] } {
  return check.evidence === undefined ? {} : { evidence: check.evidence() };
}

/**
 * The kernel's gate has the last word on calls; a probe config can only take more away. Spec: scorecard 2.2 and 4.
 * @throws CannotTell when a check may not call the tool
 */
export function demandPermission({ effects, mayCall }: Pick<ProbeScope, 'effects' | 'mayCall'>, tool: Tool): void {
  if (effects.exclude.includes(tool.name))
    throw new CannotTell(`the probe config lists ${tool.name} under exclude, so it is not called`);
  const gate = mayCall(tool);
  if (!gate.allowed) throw new CannotTell(gate.reason, 'skipped');
}
