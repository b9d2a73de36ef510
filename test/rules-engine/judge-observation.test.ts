import { describe, expect, test } from 'vitest';
import type { JudgeInput, Judgement } from '../../core/hooks.js';
import { deepFreeze, type JsonObject } from '../../core/json.js';
import type { Rule } from '../../core/model.js';
import { judgeCode } from '../../core/rules/judge-code.js';
import { judgeObservation } from '../../core/rules/judge-observation.js';
import { judgeWhen } from '../../core/rules/json-logic.js';
import { observed, order, sealedRule } from './order.js';

const always = (): Judgement => ({ fires: true });
const never = (): Judgement => ({ fires: false });
const unasked = (): never => {
  throw new Error('nobody should have asked');
};

describe('the verdict', () => {
  test('of a rule that fires says what is wrong and what to do', () => {
    expect(judgeObservation(sealedRule(), observed(), always)).toEqual({
      rule: 'order-bad',
      observation: 0,
      outcome: 'fail',
      severity: 'warning',
      confidence: 'high',
      subject: { kind: 'order', name: 'first', index: 0 },
      message: 'The order o-1 is bad.',
      fix: 'Mend o-1.',
      evidence: [3],
    });
  });

  test('of one that stays quiet carries no message, no fix and no reason', () => {
    expect(Object.keys(judgeObservation(sealedRule(), observed(), never)).sort()).toEqual([
      'confidence',
      'evidence',
      'observation',
      'outcome',
      'rule',
      'severity',
      'subject',
    ]);
  });

  test('has the severity of the toggle, and the confidence of the observation before that of the rule', () => {
    const verdict = judgeObservation(
      sealedRule({ severity: 'info' }, 'error'),
      observed(order, { confidence: 'low' }),
      always,
    );
    expect([verdict.severity, verdict.confidence]).toEqual(['error', 'low']);
    expect(judgeObservation(sealedRule({ severity: 'info' }, 'off'), observed(), always).severity).toBe('info');
  });

  test.each(['inconclusive', 'skipped', 'incomplete'] as const)(
    'of an observation that is %s passes on the state and the reason',
    (state) => {
      const verdict = judgeObservation(sealedRule(), observed(order, { state, reason: 'the door was shut' }), unasked);
      expect([verdict.outcome, verdict.reason, verdict.message]).toEqual([state, 'the door was shut', undefined]);
      const { reason: _, ...silent } = observed(order, { state });
      expect(judgeObservation(sealedRule(), silent, unasked).reason).toBe('the probe shop gave no reason');
    },
  );

  test('of an observation without data is inconclusive', () => {
    const verdict = judgeObservation(sealedRule(), observed(order, { data: undefined }), unasked);
    expect([verdict.outcome, verdict.reason]).toEqual(['inconclusive', 'the probe shop gave no data']);
  });
});

describe('a gap in requires', () => {
  test.each<[string, JsonObject]>([
    ['absent', { coupon: {} }],
    ['absent with its parent', {}],
    ['null', { coupon: { code: null } }],
    ['inherited only', { coupon: Object.create({ code: 'x' }) as JsonObject }],
  ])('that is %s is inconclusive and named', (_, data) => {
    const verdict = judgeObservation(sealedRule({ requires: ['coupon.code'] }), observed(data), unasked);
    expect([verdict.outcome, verdict.reason]).toEqual(['inconclusive', 'order.listing lacks "coupon.code"']);
  });

  test.each([0, '', false, []])('is none when the value is %j', (code) => {
    expect(
      judgeObservation(sealedRule({ requires: ['coupon.code'] }), observed({ coupon: { code } }), never).outcome,
    ).toBe('pass');
  });
});

describe('an engine', () => {
  test('that nobody brings makes the rule inconclusive', () => {
    const verdict = judgeObservation(sealedRule({ engine: 'oracle' }), observed(), () => undefined);
    expect([verdict.outcome, verdict.reason]).toEqual([
      'inconclusive',
      'no plugin judges rules of the engine "oracle"',
    ]);
  });

  test.each<[string, () => boolean, string]>([
    ['throws', () => JSON.parse('{') as boolean, "Expected property name or '}' in JSON"],
    [
      'throws something odd',
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- foreign code may
        throw 'a fit';
      },
      'a fit',
    ],
    ['returns nothing', (() => {}) as unknown as () => boolean, 'must return true or false, and returned undefined'],
    [
      'returns a promise',
      (() => Promise.reject(new Error('late'))) as unknown as () => boolean,
      'must return true or false, and returned a promise',
    ],
    ['returns a number', (() => 1) as unknown as () => boolean, 'must return true or false, and returned number'],
  ])('whose rule %s makes it inconclusive and hands on what happened', (_, judge, message) => {
    const errors: unknown[] = [];
    const verdict = judgeObservation(sealedRule({ when: undefined, judge }), observed(), judgeCode, (error) =>
      errors.push(error),
    );
    expect(verdict.outcome).toBe('inconclusive');
    expect(verdict.reason).toContain(`the rule failed: `);
    expect(verdict.reason).toContain(message);
    expect(errors).toHaveLength(1);
  });

  test('cannot change what it judges', () => {
    const data = deepFreeze(structuredClone(order));
    const judge = (given: JsonObject): boolean => Boolean(((given as { name: string }).name = 'changed'));
    expect(judgeObservation(sealedRule({ when: undefined, judge }), observed(data), judgeCode).outcome).toBe(
      'inconclusive',
    );
    judgeObservation(
      sealedRule({ when: { some: [{ var: 'items' }, { '===': [{ var: 'title' }, ''] }] } }),
      observed(data),
      judgeWhen,
    );
    expect(data).toEqual(order);
  });

  test('hands options and data to a rule in code', () => {
    const seen: unknown[] = [];
    const rule: Rule = sealedRule({
      when: undefined,
      options: { limit: 3 },
      judge: (...given) => seen.push(...given) > 0,
    });
    expect(judgeObservation(rule, observed(), judgeCode).outcome).toBe('fail');
    expect(seen).toEqual([order, { limit: 3 }]);
  });

  test('takes the data that a hostile server made odd', () => {
    const odd = { toString: 1, valueOf: 1, constructor: null };
    const rule = sealedRule({ when: { '==': [{ var: 'extra' }, 'x'] } });
    const verdict = judgeObservation(rule, observed({ ...order, extra: odd }), (input: JudgeInput) => judgeWhen(input));
    expect(verdict.outcome).toBe('inconclusive');
    expect(verdict.reason).toContain('Cannot convert object to primitive value');
  });
});
