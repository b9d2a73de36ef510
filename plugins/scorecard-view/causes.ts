/** Findings told once for each cause. */

import type { Finding } from './findings.js';

/** One cause: the strongest finding of it, and all that it stands for. */
export interface Cause {
  readonly lead: Finding;
  /** On whom it was seen, the lead's owner first, each once. */
  readonly owners: readonly string[];
  /** Those of them on whom it was only seen as less severe. */
  readonly weaker: readonly string[];
  /** All of one rule, the strongest first. */
  readonly findings: readonly Finding[];
}

/**
 * The causes, the strongest first. Two rules that look at the same calls of one tool see the same fault: the stronger one
 * tells it, and `others` are told elsewhere already. One rule that fires on many tools has one cause.
 */
export function causesOf(findings: readonly Finding[], others: readonly Finding[]): readonly Cause[] {
  const told = [...others];
  const groups = new Map<string, Finding[]>();
  for (const finding of findings.toSorted(byStrength)) {
    if (told.some((other) => tells(other, finding))) continue;
    told.push(finding);
    groups.set(finding.rule, [...(groups.get(finding.rule) ?? []), finding]);
  }
  return [...groups.values()].flatMap((group) => {
    const [lead] = group;
    return lead === undefined ? [] : [causeOf(lead, group)];
  });
}

function causeOf(lead: Finding, findings: readonly Finding[]): Cause {
  const owners = [...new Set(findings.map(ownerOf))];
  const strong = new Set(findings.filter(({ severity }) => severity === lead.severity).map(ownerOf));
  return { lead, owners, weaker: owners.filter((owner) => !strong.has(owner)), findings };
}

const ownerOf = ({ owner }: Finding): string => owner;

const SEVERITIES: readonly Finding['severity'][] = ['error', 'warning', 'info'];
const CONFIDENCES: readonly Finding['confidence'][] = ['high', 'medium', 'low'];

/** Stable: what is equally strong stays in the order of discovery. */
export function byStrength(a: Finding, b: Finding): number {
  return weaknessOf(a) - weaknessOf(b);
}

const weaknessOf = ({ severity, confidence }: Finding): number =>
  SEVERITIES.indexOf(severity) * CONFIDENCES.length + CONFIDENCES.indexOf(confidence);

/**
 * The other finding says at least as strongly what this one says: of the same subject, by another rule, from the same calls.
 * Two rules for one observation were made to say two things of it.
 */
function tells(other: Finding, finding: Finding): boolean {
  if (other.rule === finding.rule || other.observation === finding.observation) return false;
  if (weaknessOf(other) > weaknessOf(finding)) return false;
  const { kind, name, index } = finding.subject;
  const same = other.subject.kind === kind && other.subject.name === name && other.subject.index === index;
  return same && (within(other.evidence, finding.evidence) || within(finding.evidence, other.evidence));
}

/** Some calls, all of which are among the others. A finding without calls rests on something else. */
function within(calls: readonly number[], others: readonly number[]): boolean {
  return calls.length > 0 && calls.every((call) => others.includes(call));
}
