import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { deepFreeze, type JsonObject } from '../../core/json.js';
import type { JudgeInput } from '../../core/hooks.js';
import { checkWhen } from '../../core/rules/check-when.js';
import { judgeWhen } from '../../core/rules/json-logic.js';
import { loadPatterns, matchesPattern, patternFault } from '../../core/rules/patterns.js';
import { observed, order, orderSchema, sealedRule } from './order.js';

beforeAll(loadPatterns);

function fires(when: unknown, data: JsonObject = order, options: JsonObject = {}): boolean {
  return judgeWhen({ rule: sealedRule({ when, options }), observation: observed(data) as JudgeInput['observation'] })
    .fires;
}

describe('judges', () => {
  test.each<[string, unknown, boolean]>([
    ['true', true, true],
    ['a comparison', { '===': [{ var: 'name' }, 'first'] }, true],
    ['its opposite', { '!==': [{ var: 'name' }, 'first'] }, false],
    ['an empty list', { '!!': { var: 'extra.none' } }, false],
    ['a default', { '===': [{ var: ['weight', 7] }, 7] }, true],
    ['a default that is not needed', { '===': [{ var: ['total', 7] }, 7] }, false],
    ['null, which is there', { '===': [{ var: ['refund', 7] }, null] }, true],
    ['a deep path', { '===': [{ var: 'customer.address.city' }, 'Ghent'] }, true],
    ['a place in a list', { '===': [{ var: 'items.1.title' }, 'ink'] }, true],
    ['some', { some: [{ var: 'items' }, { '===': [{ var: ['stock', 1] }, 0] }] }, true],
    ['none', { none: [{ var: 'items' }, { '>': [{ var: 'price' }, 9] }] }, true],
    [
      'a filtered and mapped list',
      { in: ['pen', { map: [{ filter: [{ var: 'items' }, { '>': [{ var: 'count' }, 1] }] }, { var: 'title' }] }] },
      true,
    ],
    [
      'a sum',
      { '===': [{ reduce: [{ var: 'items' }, { '+': [{ var: 'accumulator' }, { var: 'current.count' }] }, 0] }, 3] },
      true,
    ],
    ['missing', { '===': [{ cat: { missing: ['weight', 'name', 'note'] } }, 'weight,note'] }, true],
    ['missing_some', { '!!': { missing_some: [1, ['weight', 'name']] } }, false],
    ['a pattern', { matches: [{ var: 'id' }, '^o-\\d+$'] }, true],
    ['a pattern anywhere', { matches: [{ var: 'id' }, '-'] }, true],
    ['a pattern on something else', { matches: [{ var: 'total' }, '.'] }, false],
  ])('%s', (_, when, expected) => {
    expect(fires(when)).toBe(expected);
  });

  test('reads options everywhere, loops included', () => {
    const when = { some: [{ var: 'items' }, { '>': [{ var: 'price' }, { var: 'options.limit' }] }] };
    expect(fires(when, order, { limit: 3 })).toBe(true);
    expect(fires(when, order, { limit: 5 })).toBe(false);
    expect(fires({ in: [{ var: 'name' }, { var: 'options.names' }] }, order, { names: ['first'] })).toBe(true);
  });

  test('takes options for data, not for logic', () => {
    expect(fires({ '===': [{ var: 'options.text' }, 'first'] }, order, { text: { var: 'name' } })).toBe(true);
    const rule = sealedRule({ when: { in: ['name', { var: 'options.names' }] }, options: { names: ['var'] } });
    expect(judgeWhen({ rule, observation: observed() as JudgeInput['observation'] }).fires).toBe(false);
  });
});

describe('a hostile rule', () => {
  test.each([
    'constructor',
    '__proto__',
    'name.constructor',
    'items.constructor.prototype',
    'items.length',
    'name.length',
    'toString',
    'extra.__proto__.toString',
    'items.-1',
    'items.0.constructor',
  ])('does not get at %s, even unchecked', (path) => {
    expect(fires({ '===': [{ var: [path, 'nothing'] }, 'nothing'] })).toBe(true);
    expect(fires({ '!!': { missing: [path] } })).toBe(true);
  });

  test.each(['log', 'method', 'constructor', 'toString', '__proto__', 'var.constructor', 'cat.prototype'])(
    'cannot run %s',
    (operator) => {
      const when = JSON.parse(`{"${operator}": [1]}`) as unknown;
      expect(() => fires(when)).toThrow(/^Unrecognized operation|is not a function$/);
    },
  );

  test('reads a member called __proto__ as data, when the server sent one', () => {
    const data = JSON.parse('{"name": "a", "__proto__": {"polluted": true}}') as JsonObject;
    expect(fires({ '===': [{ var: '__proto__.polluted' }, true] }, data)).toBe(true);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('has patterns that take linear time, or none', () => {
    const text = 'a'.repeat(100_000);
    expect(matchesPattern(`${text}!`, '^(a+)+$')).toBe(false);
    expect(matchesPattern(`${text}!`, '(a|a)*(a|a)*(a|a)*b')).toBe(false);
    expect(patternFault('(a{1000}){1000}')).toContain('invalid repeat count');
    expect(patternFault('('.repeat(900))).toBeDefined();
    expect(patternFault('a'.repeat(1_001))).toBe('has 1001 characters; at most 1000 are read');
    expect(() => matchesPattern('a'.repeat(200_001), 'b')).toThrow('too long for "matches"');
  });
});

/** Expressions that mix what a rule may say with what it may not. */
const expression = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<unknown>(null, true, false, 0, 3, '', 'first', 'open', [], ['new']),
    fc
      .constantFrom(
        'name',
        'total',
        'refund',
        'items',
        'tags',
        'customer.id',
        'weight',
        '',
        'title',
        'count',
        'current.count',
        'accumulator',
        'options.limit',
      )
      .map((path) => ({ var: path })),
    fc.constantFrom('weight', 'items').map((path) => ({ var: [path, 1] })),
    fc.constant({ missing: ['weight'] }),
    fc.constant({ matches: [{ var: 'name' }, '^f'] }),
  ),
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('leaf'),
    tie('call'),
    fc.array(tie('node'), { maxLength: 2 }),
  ),
  call: fc
    .tuple(
      fc.constantFrom(
        '===',
        '==',
        '<',
        '>',
        '!',
        '!!',
        'and',
        'or',
        'if',
        '+',
        '-',
        '*',
        '/',
        'min',
        'cat',
        'in',
        'substr',
        'some',
        'none',
        'all',
        'filter',
        'map',
        'merge',
        'reduce',
      ),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, operands]) => ({ [operator]: operands })),
}));

describe('whatever the check accepts', () => {
  test('runs on data that fits, gives an answer, and leaves the data alone', () => {
    const data = deepFreeze(structuredClone(order));
    let accepted = 0;
    fc.assert(
      fc.property(expression.call, (when) => {
        const options = { limit: 3 };
        const problems = checkWhen(when, { kind: 'order.listing', schema: orderSchema, options, requires: ['refund'] });
        if (problems.length > 0) return;
        accepted += 1;
        expect(typeof fires(when, data, options)).toBe('boolean');
      }),
      { numRuns: 6_000 },
    );
    expect(data).toEqual(order);
    // Otherwise nothing was shown.
    expect(accepted).toBeGreaterThan(60);
  });
});
