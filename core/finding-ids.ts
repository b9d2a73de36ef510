/** Names for findings that stay the same from run to run, for baselines, code scanning and whoever tracks them. */

import { createHash } from 'node:crypto';
import { canonicalJson } from './effects/canonical.js';
import type { Observation, Report, SubjectRef, Verdict } from './model.js';
import { readPath, splitPath } from './rules/path.js';

/** 64 bits: two of a million findings of one server share an id once in ten million reports. */
const DIGITS = 16;

const known = new WeakMap<object, ReadonlyMap<Verdict, string>>();

/** Where the id of a finding comes from. */
export type FindingSource = Pick<Report, 'verdicts' | 'observations' | 'identities'>;

/**
 * The id of every finding (verdict with outcome `fail`): 16 hexadecimal digits, each once in a report. It is made of the
 * rule, the subject's kind and name, and the fields that the observation's kind declares as its identity (`x-identity` in
 * its schema). Messages, severities, counts, times, markers and places in lists are no part of it, nor is the place of a
 * tool. Findings that are equal in all this, as those of two tools with one name may be, are numbered.
 */
export function findingIds(report: FindingSource): ReadonlyMap<Verdict, string> {
  const before = known.get(report);
  if (before !== undefined) return before;
  const { verdicts, observations, identities } = report;
  const equals = new Map<string, number>();
  const ids = new Map<Verdict, string>();
  for (const verdict of verdicts) {
    if (verdict.outcome !== 'fail') continue;
    const what = nameOf(verdict, identityOf(observations[verdict.observation], identities));
    const number = (equals.get(what) ?? 0) + 1;
    equals.set(what, number);
    ids.set(verdict, createHash('sha256').update(`${what}#${number}`).digest('hex').slice(0, DIGITS));
  }
  known.set(report, ids);
  return ids;
}

function nameOf({ rule, subject }: Verdict, identity: readonly string[]): string {
  return JSON.stringify([rule, subject.kind, subjectName(subject), ...identity]);
}

/** A run looks at one server, whose name may hold a version. */
function subjectName({ kind, name }: SubjectRef): string {
  return kind === 'server' && !name.startsWith('<') ? '' : name;
}

function identityOf(observation: Observation | undefined, identities: Report['identities']): readonly string[] {
  const fields = observation?.data === undefined ? [] : (identities.get(observation.kind) ?? []);
  return fields.map((field) => partText(readPath(observation?.data, splitPath(field))));
}

/** The members of a list count, not their order: it is the order in which something happened to be listed. */
function partText(value: unknown): string {
  if (!Array.isArray(value)) return canonicalJson(value ?? null) ?? '';
  return JSON.stringify(value.map((one) => canonicalJson(one) ?? '').toSorted());
}
