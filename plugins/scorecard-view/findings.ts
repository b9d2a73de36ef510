import {
  type Confidence,
  ownerOf,
  type Report,
  type RuleFamily,
  type Severity,
  type SubjectRef,
  type Verdict,
} from '../../core/index.js';

/** What a rule found, ready to be shown. Texts are as the server and the rule gave them, not yet escaped. */
export interface Finding {
  readonly verdict: Verdict;
  readonly subject: SubjectRef;
  /** The tool, or whose finding it is instead: `<server>`, `<instructions>`. */
  readonly owner: string;
  readonly rule: string;
  readonly family: RuleFamily;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly message: string;
  readonly fix: string;
  /** Number of the observation that was judged. */
  readonly observation: number;
  /** Numbers of the calls it rests on. */
  readonly evidence: readonly number[];
  /** False: it is shown, and counts nowhere. */
  readonly counted: boolean;
  /** Of a rule that does not count by itself: it may fire on many tools for one cause. */
  readonly quiet: boolean;
}

/** Everything that rules found, in the order of discovery. */
export function findingsOf(report: Report): readonly Finding[] {
  return report.verdicts.filter(({ outcome }) => outcome === 'fail').map((verdict) => findingOf(report, verdict));
}

/** One failing verdict as a finding. */
export function findingOf(report: Report, verdict: Verdict): Finding {
  const { rule, observation, subject, severity, confidence, message, fix, evidence } = verdict;
  const meta = report.rules.get(rule);
  return {
    verdict,
    subject,
    owner: ownerOf(subject),
    rule,
    family: meta?.family ?? 'lint',
    severity,
    confidence,
    message: message ?? meta?.failure ?? rule,
    fix: fix ?? meta?.fix ?? `See what ${rule} asks for: toolscore explain ${rule}`,
    observation,
    evidence,
    counted: meta?.counted !== false,
    quiet: meta?.countedByAuthor === false,
  };
}

/** Information is shown, never counted: it asks for nothing. What lowers the score by its outcome alone is no mere information. */
export function isNote({ family, severity }: Finding): boolean {
  return severity === 'info' && (family === 'lint' || family === 'effect');
}

/** The message without the owner's name at its start, for where the name stands beside it. */
export function withoutOwner(message: string, owner: string): string {
  return owner !== '' && message.startsWith(`${owner} `) ? message.slice(owner.length + 1) : message;
}

/** A probe's message names its rule, so that it can be searched for. */
export function withRule(message: string, rule: string): string {
  return message.includes(`(${rule})`) ? message : `${message} (${rule})`;
}
