/** What any scorer holds, whatever it weighs. One call makes the whole set of tests for a scorer. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Confidence, Outcome, Rule, RuleFamily, Score, ScoreInput, Severity, Verdict } from '../../core/index.js';

const FAMILIES: readonly RuleFamily[] = ['happy', 'edge', 'lint', 'effect'];
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
const CONFIDENCES: readonly Confidence[] = ['high', 'medium', 'low'];
const OPEN: readonly Outcome[] = ['inconclusive', 'skipped', 'incomplete'];

/** A registry with one rule of each family, severity and confidence. */
export const scoringRules: ReadonlyMap<string, Rule> = new Map(
  FAMILIES.flatMap((family) =>
    SEVERITIES.flatMap((severity) => CONFIDENCES.map((confidence) => ruleOf(family, severity, confidence))),
  ).map((rule) => [rule.id, rule]),
);

export function ruleOf(family: RuleFamily, severity: Severity = 'error', confidence: Confidence = 'high'): Rule {
  return {
    id: `${family}-${severity}-${confidence}`,
    title: 'It is fine',
    failure: 'It is not fine',
    severity,
    confidence,
    fix: 'Make it fine.',
    since: '0.1.0',
    observes: `tool.${family}`,
    message: 'not fine',
    family,
    requires: [],
    options: {},
    engine: 'code',
    plugin: 'test',
    toggle: severity,
    origin: { source: 'built in' },
    counted: true,
    countedOrigin: { source: 'built in' },
    countedByAuthor: true,
    page: undefined,
  };
}

export function verdictOf(rule: Rule, outcome: Outcome, index = 0): Verdict {
  const subject = { kind: 'tool', name: `tool_${index}`, index };
  return {
    rule: rule.id,
    observation: index,
    outcome,
    severity: rule.severity,
    confidence: rule.confidence,
    subject,
    evidence: [],
  };
}

export function scoreInput(verdicts: readonly Verdict[], tools: number): ScoreInput {
  return { verdicts, rules: scoringRules, subjects: new Map([['tool', tools]]), observations: [], options: {} };
}

const TOOLS = 6;
const verdictAmong = (outcomes: readonly Outcome[]): fc.Arbitrary<Verdict> =>
  fc
    .tuple(fc.constantFrom(...scoringRules.values()), fc.constantFrom(...outcomes), fc.nat(TOOLS - 1))
    .map(([rule, outcome, index]) => verdictOf(rule, outcome, index));
const anyVerdicts = fc.array(verdictAmong(['pass', 'fail', ...OPEN]), { maxLength: 40 });

export function describeScorer(name: string, scorer: (input: ScoreInput) => Score): void {
  const valueOf = (verdicts: readonly Verdict[]): number | null => scorer(scoreInput(verdicts, TOOLS)).value;

  describe(`the scorer ${name}`, () => {
    test('says its name and its version', () => {
      expect(scorer(scoreInput([], 0))).toMatchObject({ scorer: name, version: expect.stringMatching(/./) as string });
    });

    test('gives a value between 0 and 1, or null', () => {
      fc.assert(
        fc.property(anyVerdicts, (verdicts) => {
          const value = valueOf(verdicts);
          expect(value === null || (value >= 0 && value <= 1)).toBe(true);
        }),
      );
    });

    test('keeps its parts between 0 and 1, or null', () => {
      fc.assert(
        fc.property(anyVerdicts, (verdicts) => {
          const parts = Object.values(scorer(scoreInput(verdicts, TOOLS)).parts);
          expect(parts.filter((part) => part !== null && !(part >= 0 && part <= 1))).toEqual([]);
        }),
      );
    });

    test('does not mind the order of verdicts', () => {
      const shuffled = anyVerdicts.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      );
      fc.assert(
        fc.property(shuffled, ([list, other]) => {
          expect(valueOf(other)).toEqual(valueOf(list));
        }),
      );
    });

    test('never rises when a pass becomes a failure', () => {
      const one = fc.tuple(anyVerdicts, verdictAmong(['pass']));
      fc.assert(
        fc.property(one, ([rest, passed]) => {
          const before = valueOf([...rest, passed]);
          const after = valueOf([...rest, { ...passed, outcome: 'fail' }]);
          expect((after ?? 0) <= (before ?? 0) + 1e-12).toBe(true);
        }),
      );
    });

    test('is not moved by what was skipped', () => {
      const more = fc.tuple(anyVerdicts, fc.array(verdictAmong(['skipped']), { maxLength: 10 }));
      fc.assert(
        fc.property(more, ([list, skipped]) => {
          expect(valueOf([...list, ...skipped])).toEqual(valueOf(list));
        }),
      );
    });

    test('reads nothing that was not judged as a pass: without a verdict that is pass or fail there is no value', () => {
      fc.assert(
        fc.property(fc.array(verdictAmong(OPEN), { maxLength: 20 }), (open) => {
          expect(valueOf(open)).toBeNull();
        }),
      );
    });
  });
}
