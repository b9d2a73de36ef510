import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { checkWhen, readsOption, usesPatterns } from '../../core/rules/check-when.js';
import { loadPatterns } from '../../core/rules/patterns.js';
import { orderSchema } from './order.js';

beforeAll(loadPatterns);

const read = (path: string): JsonObject => ({ var: path });

function faults(
  when: unknown,
  given: { requires?: string[]; options?: JsonObject; schema?: JsonObject | undefined } = {},
): readonly string[] {
  const context = { kind: 'order.listing', schema: orderSchema, options: {}, requires: [], ...given };
  return checkWhen(when, context).map(({ message }) => message);
}

describe('accepted', () => {
  test.each<[string, unknown, Parameters<typeof faults>[1]?]>([
    ['true, for observations that are faults themselves', true],
    ['a required path', { '===': [read('name'), ''] }],
    ['a path through a reference', { '===': [read('customer.id'), ''] }],
    ['a path that every branch requires', { '===': [read('customer.address.city'), ''] }],
    ['a path of one branch, with a default', { '>': [{ var: ['customer.address.box', 0] }, 3] }],
    ['an optional path that is required by the rule', { '>': [read('weight'), 3] }, { requires: ['weight'] }],
    ['an optional path with a default', { '>': [{ var: ['weight', 0] }, 3] }],
    ['a part of something the rule requires', { '===': [read('coupon.code'), 'x'] }, { requires: ['coupon'] }],
    ['the parent of something the rule requires', { '!!': read('coupon') }, { requires: ['coupon.until'] }],
    ['a nullable path that is required by the rule', { '>': [read('refund'), 3] }, { requires: ['refund'] }],
    ['a nullable path compared with null', { '===': [read('refund'), null] }],
    ['anything under an object that declares nothing', { '===': [{ var: ['extra.a.b', 1] }, 2] }],
    ['the question whether something is there', { missing: ['weight', 'coupon.until'] }],
    ['the same for some of several', { missing_some: [1, ['weight', 'note']] }],
    [
      'options, at the top and inside of loops',
      { some: [read('items'), { '>': [read('count'), read('options.limit')] }] },
      { options: { limit: 3 } },
    ],
    ['a list option', { in: [read('name'), read('options.names')] }, { options: { names: ['a'] } }],
    ['the element itself', { some: [read('tags'), { '===': [read(''), 'gift'] }] }],
    [
      'loops inside each other',
      { some: [read('items'), { some: [{ var: ['parts', []] }, { '>': [read('count'), 3] }] }] },
    ],
    [
      'a filtered list',
      { some: [{ filter: [read('items'), { '>': [read('count'), 1] }] }, { '===': [read('title'), ''] }] },
    ],
    ['a mapped list', { in: [9, { map: [read('items'), read('count')] }] }],
    ['a sum', { '>': [{ reduce: [read('items'), { '+': [read('accumulator'), read('current.count')] }, 0] }, 9] }],
    [
      'a greatest one',
      {
        '>': [
          {
            reduce: [
              read('items'),
              {
                if: [{ '>': [read('current.count'), read('accumulator')] }, read('current.count'), read('accumulator')],
              },
              0,
            ],
          },
          9,
        ],
      },
    ],
    ['between', { '<': [1, read('total'), 9] }],
    [
      'numbers and texts',
      {
        and: [
          { '>': [{ '-': read('total') }, { '%': [7, 2] }] },
          { '===': [{ cat: [read('name'), '-', read('id')] }, { substr: [read('name'), 0, 3] }] },
        ],
      },
    ],
    [
      'conditions',
      { if: [read('paid'), { '===': [read('state'), 'open'] }, { in: [read('state'), ['shipped', 'closed']] }] },
    ],
    ['a pattern', { matches: [read('name'), '(?i)^[a-z]+$'] }],
    ['merged lists', { some: [{ merge: [read('tags'), 'new'] }, { '===': [read(''), 'new'] }] }],
    ['any path when nobody declares the data', { '>': [read('what.ever'), 3] }, { schema: undefined }],
  ])('%s', (_, when, given) => {
    expect(faults(when, given)).toEqual([]);
  });
});

describe('refused', () => {
  test.each<[string, unknown, string, Parameters<typeof faults>[1]?]>([
    ['false, which never fires', false, 'when is false. Write an operator'],
    ['a number', 3, 'when is 3.'],
    ['a list', [{ '===': [1, 1] }], 'when is [{"===":[1,1]}].'],
    ['nothing', undefined, 'when is undefined.'],
    ['an operator inherited by every object', { toString: [1] }, 'uses "toString", which is no operator here'],
    ['one that is part of the language', JSON.parse('{"__proto__": 1}'), 'uses "__proto__", which is no operator here'],
    ['a path of only one branch', { '>': [read('customer.address.box'), 3] }, 'which order.listing may lack'],
    [
      'an optional path, even where absence looks harmless',
      { '!': read('note') },
      'List it in requires, or say what to read instead: { var: [note, 0] }.',
    ],
    [
      'an absent part of something the rule requires',
      { '!!': read('coupon.until') },
      'may lack',
      { requires: ['coupon'] },
    ],
    ['an optional part inside of a loop', { some: [read('items'), read('stock')] }, 'the elements of "items" may lack'],
    [
      'null as a default of a comparison',
      { '>': [{ var: ['weight', null] }, 3] },
      'may be null and then counts as zero',
    ],
    [
      'a default of another type',
      { '!!': { var: ['weight', 'none'] } },
      'reads "weight", which is a number, and instead of it something else, a text.',
    ],
    [
      'an unknown option',
      { '>': [read('total'), read('options.limt')] },
      'Did you mean "options.limit"?',
      { options: { limit: 3 } },
    ],
    [
      'a default that no option needs',
      { '!!': { var: ['options.limit', { nope: 1 }] } },
      'uses "nope"',
      { options: { limit: 3 } },
    ],
    [
      'an option when there are none',
      { '>': [read('total'), read('options.limit')] },
      'Give it a default under options.',
    ],
    [
      'an option that is an object',
      { '!!': read('options.map') },
      'neither a text, a number',
      { options: { map: { a: 1 } } },
    ],
    ['all options at once', { '!!': read('options') }, 'which is no option of this rule', { options: { limit: 3 } }],
    [
      'an option of options',
      { '!!': read('options.limit.more') },
      'which is no option of this rule',
      { options: { limit: 3 } },
    ],
    [
      'an inherited option',
      { '!!': read('options.toString') },
      'which is no option of this rule',
      { options: { limit: 3 } },
    ],
    ['a path with too many steps', { '!!': read('extra'.repeat(1) + '.a'.repeat(20)) }, 'at most 16 are read'],
    ['a path with an empty step', { '!!': read('extra..a') }, 'an empty step'],
    ['a place in a list that may be shorter', { '===': [read('tags.0'), 'new'] }, 'may lack'],
    ['a negative place', { var: -1 }, 'is -1 and no text'],
    [
      'the length of a list',
      { '>': [read('items.length'), 3] },
      'is a list without a part "length". Let the probe count.',
    ],
    ['a fixed text as a list', { some: ['abc', true] }, 'is a text. It goes over the elements of a list'],
    ['four loops inside each other', loops(4), 'more than 3 loops inside each other'],
    [
      'a list that grows',
      { reduce: [read('items'), { merge: [read('accumulator'), read('accumulator')] }, 0] },
      'builds a list inside "reduce"',
    ],
    [
      'a list that grows by being written',
      { reduce: [read('items'), [read('accumulator'), read('accumulator')], 0] },
      'builds a list inside "reduce"',
    ],
    [
      'a text that grows inside of a loop',
      { reduce: [read('items'), { map: [{ var: ['current.parts', []] }, { cat: [read(''), read('')] }] }, ''] },
      'joins texts inside "reduce"',
    ],
    [
      'a body of another type than its start',
      { reduce: [read('items'), { '>': [read('current.count'), 3] }, 0] },
      'a body of another type than its start value 0',
    ],
    ['an unfinished condition', { if: [read('paid'), 1, read('paid'), 2] }, 'last the value for "otherwise"'],
    ['a function', { '===': [read('name'), () => ''] }, 'holds a function, which is no JSON'],
    ['a negated all in other clothes', { '!': [{ all: [read('items'), read('title')] }] }, 'negates "all"'],
    ['a long pattern', { matches: [read('name'), 'a'.repeat(2000)] }, 'has 2000 characters; at most 1000 are read'],
    [
      'a literal that no element can be',
      { in: ['gft', read('tags')] },
      'compares the elements of "tags" with "gft", which is never there.\n  There are: new, gift. Did you mean "gift"?',
    ],
  ])('%s', (_, when, message, given) => {
    expect(faults(when, given).join('\n')).toContain(message);
  });

  test('a value that holds itself', () => {
    const endless: { '!': unknown[] } = { '!': [] };
    endless['!'].push(endless);
    expect(faults(endless).join()).toContain('is too big');
  });

  test('each problem with the place where it stands', () => {
    const when = { and: [{ '===': [read('nmae'), ''] }, { '!': { var: 'idd' } }, { '!': { '!': [{ nope: 1 }] } }] };
    const places = checkWhen(when, { kind: 'order.listing', schema: orderSchema, options: {}, requires: [] }).map(
      ({ path, atKey }) => [path, atKey],
    );
    expect(places).toEqual([
      [['when', 'and', 0, '===', 0, 'var'], false],
      [['when', 'and', 1, '!', 'var'], false],
      [['when', 'and', 2, '!', '!', 0, 'nope'], true],
    ]);
  });
});

test('patterns and options are found wherever they stand', () => {
  expect(usesPatterns({ and: [true, { some: [[], { matches: ['', ''] }] }] })).toBe(true);
  expect(usesPatterns({ and: [true, 'matches'] })).toBe(false);
  expect(readsOption({ and: [{ '>': [1, { var: ['options.limit', 3] }] }] }, 'limit')).toBe(true);
  expect(readsOption({ and: [{ var: 'options.limits' }, 'options.limit'] }, 'limit')).toBe(false);
});

function loops(depth: number): unknown {
  return depth === 0 ? true : { some: [depth === 4 ? read('items') : { var: ['parts', []] }, loops(depth - 1)] };
}
