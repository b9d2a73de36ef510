import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome, Score, Verdict } from '../../core/index.js';
import { scorecard } from '../../plugins/scorecard.js';
import { describeScorer, ruleOf, scoreInput, verdictOf } from './scorer-properties.js';

describeScorer('scorecard', scorecard);

const HAPPY = ruleOf('happy');
const EDGE = ruleOf('edge');
const LINT_ERROR = ruleOf('lint', 'error');
const LINT_WARNING = ruleOf('lint', 'warning');
const EFFECT = ruleOf('effect');

let observations = 1000;
/** As many verdicts, each on an observation of its own. */
const many = (count: number, verdict: Verdict): readonly Verdict[] =>
  Array.from({ length: count }, () => ({ ...verdict, observation: (observations += 1) }));
const score = (tools: number, ...verdicts: readonly (Verdict | readonly Verdict[])[]): Score =>
  scorecard(scoreInput(verdicts.flat() as readonly Verdict[], tools));

/** The sample server: 12 of 15 happy cases, 14 of 14 edge cases, one lint error and two warnings in five tools. */
const SAMPLE = [
  ...many(12, verdictOf(HAPPY, 'pass')),
  ...many(3, verdictOf(HAPPY, 'fail', 4)),
  ...many(14, verdictOf(EDGE, 'pass')),
  verdictOf(LINT_ERROR, 'fail', 3),
  ...many(2, verdictOf(LINT_WARNING, 'fail', 1)),
  ...many(30, verdictOf(LINT_ERROR, 'pass')),
];

describe('numbers of real servers', () => {
  test('the sample server', () => {
    const { value, parts } = score(5, SAMPLE);
    expect(value).toBeCloseTo(0.862, 12);
    expect(parts).toEqual({
      happy_pass_rate: 0.8,
      edge_resilience_rate: 1,
      lint_score: 0.91,
      effect_rate: null,
      probe_penalty: 0,
    });
  });

  test('the sample server with a tool that reports work it did not do', () => {
    const { value, parts } = score(5, SAMPLE, verdictOf(EFFECT, 'fail', 0));
    expect(value).toBeCloseTo(0.742, 12);
    expect(parts).toMatchObject({ effect_rate: 0, probe_penalty: 0.12 });
  });

  test('6 of 42 happy cases, all 39 edge cases, one warning in 14 tools', () => {
    const { value } = score(
      14,
      many(6, verdictOf(HAPPY, 'pass')),
      many(36, verdictOf(HAPPY, 'fail')),
      many(39, verdictOf(EDGE, 'pass')),
      verdictOf(LINT_WARNING, 'fail'),
    );
    expect(value).toBeCloseTo(0.4843, 4);
  });

  test('nine tools, one failing, half of the effects seen', () => {
    const { value, parts } = score(
      9,
      many(27, verdictOf(HAPPY, 'pass')),
      verdictOf(EFFECT, 'fail', 0),
      verdictOf(EFFECT, 'pass', 1),
    );
    expect(value).toBeCloseTo(0.9333, 4);
    expect(parts['effect_rate']).toBe(0.5);
  });
});

describe('each part', () => {
  test('a server with tools of which none was tried has no score, one without tools has', () => {
    const lint = verdictOf(LINT_ERROR, 'pass');
    const untried = { value: null, parts: { happy_pass_rate: null, edge_resilience_rate: null, lint_score: 1 } };
    expect(score(1, lint)).toMatchObject(untried);
    expect(score(1, lint, verdictOf(HAPPY, 'skipped', 1))).toMatchObject(untried);
    const bare = { ...scoreInput([lint], 0), subjects: new Map<string, number>() };
    expect(scorecard(bare)).toMatchObject({ value: 1, parts: { happy_pass_rate: 1, edge_resilience_rate: 1 } });
  });

  test('one kind of case is enough, and counts as the specification says', () => {
    expect(score(1, verdictOf(EDGE, 'pass'))).toMatchObject({ value: 1, parts: { happy_pass_rate: 1 } });
    expect(score(1, verdictOf(HAPPY, 'fail'))).toMatchObject({
      parts: { happy_pass_rate: 0, edge_resilience_rate: 1 },
    });
  });

  test('a call passes when it passes every rule that judges it', () => {
    const other = ruleOf('happy', 'warning');
    const rules = new Map([HAPPY, other, EDGE].map((rule) => [rule.id, rule]));
    const verdicts = [verdictOf(HAPPY, 'pass', 0), verdictOf(other, 'fail', 0), verdictOf(HAPPY, 'pass', 1)];
    expect(scorecard({ ...scoreInput(verdicts, 1), rules }).parts['happy_pass_rate']).toBe(0.5);
  });

  test('lint weighs by the severity of the verdict, and information weighs nothing', () => {
    const toggled = (severity: Verdict['severity']): Verdict => ({ ...verdictOf(LINT_ERROR, 'fail'), severity });
    expect(score(2, toggled('error')).parts['lint_score']).toBe(0.875);
    expect(score(2, toggled('warning')).parts['lint_score']).toBe(0.95);
    expect(score(2, toggled('info')).parts['lint_score']).toBe(1);
    expect(score(1, many(5, toggled('error'))).parts['lint_score']).toBe(0);
  });

  test('two failing effects of one tool cost once, those of two tools twice', () => {
    expect(score(4, many(2, verdictOf(EFFECT, 'fail', 1))).parts['probe_penalty']).toBeCloseTo(0.15, 12);
    expect(score(4, verdictOf(EFFECT, 'fail', 1), verdictOf(EFFECT, 'fail', 2)).parts['probe_penalty']).toBeCloseTo(
      0.3,
      12,
    );
  });

  test('a check counts once, however many rules look at it: one that fails fails it', () => {
    const passes = [1, 1, 1].map((observation) => verdictOf(EFFECT, 'pass', observation));
    expect(score(4, passes, verdictOf(EFFECT, 'fail', 2)).parts['effect_rate']).toBe(0.5);
    const mixed = [verdictOf(EFFECT, 'pass', 1), verdictOf(EFFECT, 'fail', 1), verdictOf(EFFECT, 'pass', 1)];
    expect(score(4, mixed).parts).toMatchObject({ effect_rate: 0, probe_penalty: 0.15 });
    expect(score(4, passes, many(2, verdictOf(EFFECT, 'inconclusive', 2))).parts['effect_rate']).toBe(1);
  });

  test('effects count only with high confidence, and cost only as errors', () => {
    const guess = verdictOf(ruleOf('effect', 'error', 'medium'), 'fail');
    expect(score(4, guess).parts).toMatchObject({ effect_rate: null, probe_penalty: 0 });
    expect(score(4, verdictOf(ruleOf('effect', 'warning'), 'fail')).parts).toMatchObject({
      effect_rate: 0,
      probe_penalty: 0,
    });
  });

  test('a server without tools is divided by one', () => {
    expect(score(0, verdictOf(LINT_WARNING, 'fail')).parts['lint_score']).toBe(0.9);
  });

  test('what was not judged moves nothing', () => {
    const open: readonly Outcome[] = ['inconclusive', 'skipped', 'incomplete'];
    const anyOpen = fc.array(
      fc.constantFrom(
        ...[HAPPY, EDGE, LINT_ERROR, EFFECT].flatMap((rule) => open.map((outcome) => verdictOf(rule, outcome))),
      ),
    );
    fc.assert(
      fc.property(anyOpen, (more) => {
        expect(score(5, SAMPLE, more)).toEqual(score(5, SAMPLE));
      }),
    );
  });

  test('a verdict of a rule nobody knows counts nowhere', () => {
    expect(score(5, SAMPLE, { ...verdictOf(HAPPY, 'fail'), rule: 'unheard-of' }).parts).toEqual(score(5, SAMPLE).parts);
  });
});
