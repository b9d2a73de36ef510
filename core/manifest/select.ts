/** Which cases of a manifest run, and whether they may. Source: manifest specification, 1.5, 3.1 and 3.2. */

import { UsageError } from '../errors.js';
import { didYouMean } from '../nearest.js';
import type { Manifest, ManifestCase } from './case.js';

export interface Selection {
  /** Only cases of this kind. */
  readonly probe?: string | undefined;
  /** Only the case with this id. */
  readonly case?: string | undefined;
}

/**
 * The selected cases in the order of the manifest. `kinds`: names of all kinds there are.
 * @throws UsageError when there is no such kind or case, or nothing is left
 */
export function selectCases({ cases }: Manifest, by: Selection, kinds: Iterable<string>): readonly ManifestCase[] {
  const known = [...kinds];
  if (by.probe !== undefined && !known.includes(by.probe))
    throw new UsageError(
      `--probe ${by.probe}: there is no such kind.${didYouMean(by.probe, known) || ` There are: ${known.join(', ')}.`}`,
    );
  const ids = cases.map(({ id }) => id);
  if (by.case !== undefined && !ids.includes(by.case))
    throw new UsageError(
      `--case ${by.case}: the manifest has no such case.${didYouMean(by.case, ids) || ` It has: ${some(ids)}.`}`,
    );
  const selected = cases.filter(
    ({ id, probe }) => (by.probe === undefined || probe === by.probe) && (by.case === undefined || id === by.case),
  );
  if (selected.length > 0) return selected;
  const present = [...new Set(cases.map(({ probe }) => probe))];
  throw new UsageError(`No case of the manifest is selected. It has cases of: ${some(present)}.`);
}

/**
 * The second of the two gates of mutation: the operator's.
 * @throws UsageError naming every selected case that would need it
 */
export function demandMutationAllowed(selected: readonly ManifestCase[], allowed: boolean): void {
  const mutating = selected.filter(({ access }) => access === 'mutating').map(({ id }) => id);
  if (allowed || mutating.length === 0) return;
  throw new UsageError(
    `${mutating.length === 1 ? 'Case' : 'Cases'} ${some(mutating)} may change the server. Run against a disposable one with --allow-mutation, or select other cases with --probe or --case.`,
  );
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}
