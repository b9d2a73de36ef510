import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deepFreeze } from '../../core/json.js';
import type { Rule, RuleInput } from '../../core/model.js';
import { loadRuleFile, parseRule } from '../../core/rules/load.js';
import { matchesPattern } from '../../core/rules/patterns.js';
import { createRegistry, type RuleOrigin, type SealInput } from '../../core/rules/registry.js';
import { constantLayer } from '../../core/rules/toggles.js';
import { orderRule, orderSchema } from './order.js';

const kinds = new Map([['order.listing', orderSchema]]);
const outside: RuleOrigin = { plugin: 'shop', origin: { source: './shop.ts' } };
const builtIn: RuleOrigin = { plugin: 'lint', origin: { source: 'built in' }, builtIn: true };

async function seal(
  rules: readonly (readonly [RuleInput, RuleOrigin])[],
  input: Partial<SealInput> = {},
): Promise<{ readonly rules: ReadonlyMap<string, Rule>; readonly problems: readonly string[] }> {
  const registry = createRegistry();
  for (const [rule, from] of rules) registry.add(rule, from);
  const problems: string[] = [];
  return { rules: await registry.seal({ layers: [], kinds, ...input }, problems), problems };
}

describe('a sealed rule', () => {
  test('has what its author left out, and says who decided', async () => {
    const { rules, problems } = await seal([[orderRule(), outside]]);
    expect(problems).toEqual([]);
    expect(rules.get('order-bad')).toMatchObject({
      family: 'lint',
      requires: [],
      options: {},
      engine: 'json-logic',
      plugin: 'shop',
      toggle: 'warning',
      origin: { source: './shop.ts' },
      page: undefined,
    });
    expect(Object.isFrozen(rules.get('order-bad'))).toBe(true);
  });

  test('takes toggles and options from layers, and changes nothing it was given', async () => {
    const input = deepFreeze(
      orderRule({ options: { limit: 3 }, when: { '>': [{ var: 'total' }, { var: 'options.limit' }] } }),
    );
    const layers = [
      constantLayer({ 'order-bad': { options: { limit: 5 } } }, 'preset'),
      constantLayer({ 'order-bad': 'error' }, 'flag'),
    ];
    const { rules } = await seal([[input, outside]], { layers });
    expect(rules.get('order-bad')).toMatchObject({
      toggle: 'error',
      severity: 'warning',
      options: { limit: 5 },
      origin: { source: 'flag' },
    });
    expect((await seal([[input, outside]])).rules.get('order-bad')).toMatchObject({
      toggle: 'warning',
      options: { limit: 3 },
    });
  });

  test('is off by default when its author does not recommend it', async () => {
    const shy = orderRule({ recommended: false });
    expect((await seal([[shy, outside]])).rules.get('order-bad')?.toggle).toBe('off');
    expect(
      (await seal([[shy, outside]], { layers: [constantLayer({ 'order-bad': 'info' }, 'x')] })).rules.get('order-bad')
        ?.toggle,
    ).toBe('info');
  });

  test('names its engine', async () => {
    const { when: _, ...rest } = orderRule({ id: 'code-bad' });
    const { rules, problems } = await seal([
      [{ ...rest, judge: () => false }, outside],
      [orderRule({ id: 'other-bad', engine: 'oracle', when: 'ask' }), outside],
    ]);
    expect(problems).toEqual([]);
    expect([...rules.values()].map(({ id, engine }) => [id, engine])).toEqual([
      ['code-bad', 'code'],
      ['other-bad', 'oracle'],
    ]);
  });

  test('has its patterns loaded', async () => {
    const { problems } = await seal([[orderRule({ when: { matches: [{ var: 'name' }, '^a'] } }), builtIn]]);
    expect(problems).toEqual([]);
    expect(matchesPattern('abc', '^a')).toBe(true);
  });
});

describe('two rules of one name', () => {
  test('are a problem that names both places', async () => {
    const { problems, rules } = await seal([
      [orderRule({ title: 'The first one' }), builtIn],
      [orderRule(), outside],
      [orderRule(), { plugin: 'acme', origin: { source: 'acme/pack.yaml', line: 3, column: 5 } }],
    ]);
    expect(problems).toEqual([
      './shop.ts  rule "order-bad": a rule called "order-bad" is already there, from toolscore itself. Rename one of the two.',
      'acme/pack.yaml:3:5  rule "order-bad": a rule called "order-bad" is already there, from toolscore itself. Rename one of the two.',
    ]);
    expect(rules.get('order-bad')?.title).toBe('The first one');
  });

  test('are one too, when one is an earlier id', async () => {
    const { problems } = await seal([
      [orderRule({ id: 'new-bad', aliases: ['old-bad', 'order-bad'] }), outside],
      [orderRule(), { plugin: 'acme', origin: { source: 'acme.ts' } }],
    ]);
    expect(problems).toEqual([
      './shop.ts  rule "new-bad": a rule called "order-bad" is already there, from acme (acme.ts). Rename one of the two.',
    ]);
  });

  test('are told with lines when they come from files', async () => {
    const lines = Object.entries({ ...orderRule(), id: 'x-bad' }).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}`,
    );
    const text = `# a file\n${lines.join('\n')}\n`;
    const [first] = (await parseRule(text, 'one.yaml')).rules;
    const [second] = (await parseRule(text, 'two.yaml')).rules;
    const { problems } = await seal([
      [first as RuleInput, outside],
      [second as RuleInput, outside],
    ]);
    expect(problems).toEqual([
      'two.yaml:2:5  a rule called "x-bad" is already there, from shop (one.yaml:2:5). Rename one of the two.',
    ]);
  });
});

test('a toggle for an earlier id reaches the rule', async () => {
  const { rules } = await seal([[orderRule({ aliases: ['order-poor'] }), outside]], {
    layers: [constantLayer({ 'order-poor': 'off' }, 'old config')],
  });
  expect([...rules.keys()]).toEqual(['order-bad']);
  expect(rules.get('order-bad')).toMatchObject({ toggle: 'off', origin: { source: 'old config' } });
});

describe('ids that are out of date', () => {
  const notices = async (rule: Partial<RuleInput>, layer: object, foreign?: true): Promise<readonly string[]> => {
    const heard: string[] = [];
    const layers = [{ ...constantLayer({ ...layer }, 'a config'), ...(foreign && { foreign }) }];
    const rules = [
      [orderRule(rule), outside],
      [orderRule({ id: 'new-bad' }), outside],
    ] as const;
    const { problems } = await seal(rules, { layers, notice: (text) => heard.push(text) });
    expect(problems).toEqual([]);
    return heard;
  };

  test.each<[string, Partial<RuleInput>, string, readonly string[]]>([
    ['an id of today', {}, 'order-bad', []],
    [
      'an earlier id',
      { aliases: ['order-poor'] },
      'order-poor',
      ['"order-poor" is called "order-bad" now. Write that instead.'],
    ],
    [
      'an earlier id, with the version that changed it',
      { aliases: ['order-poor'], deprecated: { since: '1.2.0', use: 'order-bad' } },
      'order-poor',
      ['"order-poor" is deprecated since 1.2.0. Write "order-bad" instead.'],
    ],
    [
      'the new id of a rule that says so',
      { aliases: ['order-poor'], deprecated: { since: '1.2.0', use: 'order-bad' } },
      'order-bad',
      [],
    ],
    [
      'a rule that another one has taken the place of',
      { deprecated: { since: '1.2.0', use: 'new-bad' } },
      'order-bad',
      ['"order-bad" is deprecated since 1.2.0. Write "new-bad" instead.'],
    ],
  ])('%s', async (_, rule, id, said) => {
    expect(await notices(rule, { [id]: 'error' })).toEqual(said.map((text) => `a config  ${text}`));
    expect(await notices(rule, { [id]: 'error' }, true)).toEqual([]);
  });
});

describe('a rule from outside', () => {
  test.each<[string, Partial<RuleInput>, string]>([
    [
      'of a kind that nobody emits',
      { observes: 'order.lsting' },
      'rule "order-bad": observes "order.lsting", which no plugin emits. Did you mean "order.listing"?\n  There are: order.listing.',
    ],
    [
      'with a path that is not there',
      { when: { '===': [{ var: 'nmae' }, ''] } },
      'rule "order-bad": when reads "nmae", which order.listing does not have.',
    ],
    [
      'with no title',
      { title: undefined as never },
      'rule "order-bad": the rule lacks "title". Add it: one line of at most 120 characters.',
    ],
    [
      'with an id of another form',
      { id: 'Order_Bad' },
      'rule "Order_Bad": id takes an id such as tool-description-missing',
    ],
    [
      'with an unknown field',
      { sevrity: 'error' } as never,
      'rule "order-bad": a rule has no field "sevrity". Did you mean "severity"?',
    ],
    [
      'with both when and judge',
      { judge: () => true },
      'rule "order-bad": the rule has both "when" and "judge". Keep one of the two.',
    ],
    [
      'with a judge that is none',
      { when: undefined, judge: 'yes' as never },
      'rule "order-bad": judge takes a function; found string.',
    ],
    ['with neither', { when: undefined }, 'rule "order-bad":'],
    [
      'that sends to a rule which is not there',
      { deprecated: { since: '0.2.0', use: 'order-worse' } },
      'rule "order-bad": deprecated says to use "order-worse", which no rule is called.',
    ],
  ])('%s is a problem', async (_, given, problem) => {
    const { problems } = await seal([[orderRule(given), outside]]);
    expect(problems.join('\n')).toContain(`./shop.ts  ${problem}`);
  });

  test('may be called with the name of its pack in front', async () => {
    expect((await seal([[orderRule({ id: 'shop/order-bad' }), outside]])).problems).toEqual([]);
  });

  test('in code is only checked for what it says', async () => {
    const { when: _, ...rest } = orderRule({ message: '{{nmae}}' });
    const { problems } = await seal([[{ ...rest, judge: () => true }, outside]]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('message reads "nmae"');
  });
});

test('a built-in rule is dormant when nothing emits what it observes', async () => {
  const { problems, rules } = await seal([[orderRule({ observes: 'order.elsewhere' }), builtIn]]);
  expect(problems).toEqual([]);
  expect(rules.has('order-bad')).toBe(true);
});

describe('a rule file', () => {
  let folder: string;
  const yaml = (id: string): string => JSON.stringify({ ...orderRule(), id });
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'toolscore-rules-'))));
  afterAll(() => rm(folder, { recursive: true }));

  test('brings the page beside it', async () => {
    await writeFile(join(folder, 'a-bad.yaml'), yaml('a-bad'));
    await writeFile(join(folder, 'a-bad.md'), '# a-bad\n');
    await writeFile(join(folder, 'b-bad.json'), yaml('b-bad'));
    const files = await Promise.all(['a-bad.yaml', 'b-bad.json'].map((name) => loadRuleFile(join(folder, name), name)));
    const { rules, problems } = await seal(
      files.flatMap(({ rules: [rule] }) => [[rule as RuleInput, outside] as const]),
    );
    expect(problems).toEqual([]);
    expect([...rules.values()].map(({ id, page, origin }) => [id, page, origin.source])).toEqual([
      ['a-bad', join(folder, 'a-bad.md'), 'a-bad.yaml'],
      ['b-bad', undefined, 'b-bad.json'],
    ]);
  });

  test('may hold a list', async () => {
    const { rules, locate } = await parseRule(`- ${yaml('a-bad')}\n- ${yaml('b-bad')}\n`, 'both.yaml');
    expect(rules.map(({ id }) => id)).toEqual(['a-bad', 'b-bad']);
    expect(locate([1, 'id'])).toEqual({ source: 'both.yaml', line: 2, column: expect.any(Number) });
  });

  test('that cannot be read says so', async () => {
    await expect(loadRuleFile(join(folder, 'none.yaml'), 'none.yaml')).rejects.toThrow(
      'none.yaml  cannot be read: there is no such file. Correct the path.',
    );
  });
});
