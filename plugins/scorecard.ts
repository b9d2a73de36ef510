import { definePlugin, type RuleFamily, type Score, type ScoreInput, type Verdict } from '../core/index.js';

declare module '../core/index.js' {
  interface ScorerMap {
    scorecard: Record<string, never>;
  }
}

const WEIGHTS = { happy: 0.6, edge: 0.2, lint: 0.2 };
/** What a lint finding takes off the lint score of a server with one tool. */
const LINT_COST = { error: 0.25, warning: 0.1, info: 0 };
/** What a tool that reports work it did not do costs: as much as failing all its happy cases. */
const FAILING_TOOL_COST = 0.6;

export default definePlugin({
  name: 'scorecard',
  summary: 'Weighs how tools answer, how they are described, and whether they do what they report.',
  version: '1',
  apply({ hooks }) {
    hooks.score.for('scorecard').tap('scorecard', scorecard);
  },
});

/**
 * The score of a scorecard. Only passes and failures count; when there is neither, there is no value. Nor is there one
 * when the server has tools and none of them was tried: a grade for reading definitions alone would mislead.
 * Spec: scorecard 1.6 (lint), 1.7 and 3.2.
 */
export function scorecard({ verdicts, rules, subjects }: ScoreInput): Score {
  const judged = verdicts.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  const of = (family: RuleFamily): readonly Verdict[] =>
    judged.filter(({ rule }) => rules.get(rule)?.family === family);
  const tools = Math.max(subjects.get('tool') ?? 0, 1);

  const calls = ['happy', 'edge', 'effect'] as const;
  const untried = subjects.has('tool') && calls.every((family) => of(family).length === 0);
  const happy = passRate(byObservation(of('happy'))) ?? 1;
  const edge = passRate(byObservation(of('edge'))) ?? 1;
  const lint = lintScore(of('lint'), tools);
  const certain = of('effect').filter(({ confidence }) => confidence === 'high');
  const penalty = Math.min(1, (FAILING_TOOL_COST * failingTools(certain)) / tools);
  const base = WEIGHTS.happy * happy + WEIGHTS.edge * edge + WEIGHTS.lint * lint;
  return {
    scorer: 'scorecard',
    version: '1',
    value: judged.length === 0 || untried ? null : Math.min(1, Math.max(0, base - penalty)),
    parts: {
      happy_pass_rate: untried ? null : happy,
      edge_resilience_rate: untried ? null : edge,
      lint_score: lint,
      effect_rate: passRate(byObservation(certain)),
      probe_penalty: penalty,
    },
  };
}

/** One for each check: several rules look at what it saw, and one that fails fails it. */
function byObservation(judged: readonly Verdict[]): readonly Verdict[] {
  const checks = new Map<number, Verdict>();
  for (const verdict of judged) {
    if (verdict.outcome === 'fail' || !checks.has(verdict.observation)) checks.set(verdict.observation, verdict);
  }
  return [...checks.values()];
}

/** The share of passes; null when there is nothing to share. */
function passRate(judged: readonly Verdict[]): number | null {
  return judged.length === 0 ? null : judged.filter(({ outcome }) => outcome === 'pass').length / judged.length;
}

function lintScore(judged: readonly Verdict[], tools: number): number {
  const failed = judged.filter(({ outcome }) => outcome === 'fail');
  const count = (wanted: 'error' | 'warning'): number => failed.filter(({ severity }) => severity === wanted).length;
  return Math.max(0, 1 - (LINT_COST.error * count('error') + LINT_COST.warning * count('warning')) / tools);
}

/** Distinct tools with an error: two failing checks of one tool cost once. */
function failingTools(certain: readonly Verdict[]): number {
  const failed = certain.filter(({ outcome, severity }) => outcome === 'fail' && severity === 'error');
  return new Set(failed.map(({ subject }) => `${subject.kind} ${subject.index ?? ''} ${subject.name}`)).size;
}
