import { describe, expect, test } from 'vitest';
import { defineRule } from '../../core/index.js';
import type { JsonObject } from '../../core/json.js';
import type { RuleInput } from '../../core/model.js';
import { type RuleCases, testRule } from '../../core/testing.js';

const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'length'],
  properties: {
    name: { type: 'string' },
    length: { type: 'integer' },
    unit: { type: 'string' },
    seen: { type: 'array', items: { type: 'string' } },
  },
};
const rule: RuleInput = {
  id: 'thing-long',
  title: 'Thing is short',
  failure: 'Thing is long',
  severity: 'warning',
  confidence: 'high',
  since: '0.1.0',
  observes: 'thing.size',
  requires: ['unit'],
  options: { limit: 10 },
  when: { '>': [{ var: 'length' }, { var: 'options.limit' }] },
  message: '{{name}} has {{length}} {{unit}}; above {{options.limit}} is long.',
  fix: 'Cut {{name}}.',
};
const short = { name: 'short', data: { name: 'a', length: 3, unit: 'm' } };
const long = { name: 'long', data: { name: 'a', length: 30, unit: 'm' }, message: 'a has 30 m; above 10 is long.' };
const cases: RuleCases = { observes: 'thing.size', schema, pass: [short], fail: [long] };

/** Declares the tests of a rule and runs them; what each gave, by name. */
async function outcomes(
  tested: string | URL | RuleInput,
  given: Partial<RuleCases>,
  tools: Parameters<typeof testRule>[2] = {},
): Promise<Record<string, string>> {
  const declared: [string, () => Promise<void>][] = [];
  testRule(tested, { ...cases, ...given }, { ...tools, test: (name, body) => declared.push([name, body]) });
  const results: Record<string, string> = {};
  for (const [name, body] of declared) {
    results[name.replace(/^.*?(passes|fails|is inconclusive): /, '')] = await body().then(
      () => 'ok',
      (error: Error) => error.message,
    );
  }
  return results;
}

describe('a good test', () => {
  test('holds', async () => {
    const gap = { name: 'no unit', data: { name: 'a', length: 3 }, missing: 'unit' };
    const otherLimit = { name: 'long, but allowed', data: long.data, options: { limit: 40 } };
    expect(await outcomes(rule, { pass: [short, otherLimit], inconclusive: [gap] })).toEqual({
      short: 'ok',
      'long, but allowed': 'ok',
      long: 'ok',
      'no unit': 'ok',
    });
  });

  test('holds for a rule in code', async () => {
    const inCode = defineRule({
      ...rule,
      when: undefined,
      judge: (data, options) => (data['length'] as number) > (options['limit'] as number),
    } as RuleInput);
    expect(await outcomes(inCode, {})).toEqual({ short: 'ok', long: 'ok' });
  });

  test('finds a built-in rule by its id, and its schema by the kind', async () => {
    const described = { name: 'described', data: listing(31) };
    const bare = { name: 'bare', data: listing(0), message: 'not what it says' };
    const found = await outcomes('description-missing', {
      observes: 'tool.listing',
      schema: undefined as never,
      pass: [described],
      fail: [bare],
    });
    expect(found['described']).toBe('ok');
    expect(found['bare']).toContain('the message: expected "not what it says"');
  });

  test('holds for a rule of another engine, when its judge is given', async () => {
    const other: RuleInput = { ...rule, engine: 'always', when: 'anything' };
    expect(
      await outcomes(
        other,
        { pass: [short], fail: [long] },
        { judge: ({ observation }) => ({ fires: (observation.data['length'] as number) > 10 }) },
      ),
    ).toEqual({ short: 'ok', long: 'ok' });
    expect((await outcomes(other, {}))['long']).toContain('the engine "always" are judged by a plugin');
  });
});

describe('refused at once', () => {
  test.each<[string, Partial<RuleCases>, string]>([
    ['no passing case', { pass: [] }, 'no case passes: a rule that always fires would go unnoticed.'],
    ['no failing case', { fail: [] }, 'no case fails: a rule that never fires would go unnoticed.'],
    [
      'equal data',
      { pass: [short, { name: 'again', data: { unit: 'm', length: 3, name: 'a' } }] },
      '"short" and "again" have the same data: one of them proves nothing.',
    ],
    [
      'equal names',
      { pass: [short, { name: 'short', data: { name: 'b', length: 3, unit: 'm' } }] },
      'two cases are called "short".',
    ],
    [
      'no message',
      { fail: [{ ...long, message: ' ' }] },
      'the failing case "long" has no message: write the whole message a user would read.',
    ],
  ])('%s', (_, given, fault) => {
    expect(() => testRule(rule, { ...cases, ...given }, { test: () => {} })).toThrow(
      `The test of thing-long is not worth running:\n- ${fault}`,
    );
  });
});

describe('a test that must not pass', () => {
  test.each<[string, RuleInput, Partial<RuleCases>, string, string]>([
    [
      'passing data that fails',
      rule,
      { pass: [{ ...long, name: 'short' }], fail: [{ ...long, data: { ...long.data, length: 31 } }] },
      'short',
      'a has 30 m; above 10 is long.: expected "pass", found "fail"',
    ],
    [
      'failing data that passes',
      rule,
      { fail: [{ ...long, data: { ...long.data, length: 4 } }] },
      'long',
      'the rule stays quiet: expected "fail", found "pass"',
    ],
    [
      'another message',
      rule,
      { fail: [{ ...long, message: 'a has 30 m.' }] },
      'long',
      'the message: expected "a has 30 m.", found "a has 30 m; above 10 is long."',
    ],
    ['another fix', rule, { fail: [{ ...long, fix: 'Cut b.' }] }, 'long', 'the fix: expected "Cut b.", found "Cut a."'],
    [
      'data that does not fit',
      rule,
      { pass: [{ name: 'short', data: { ...short.data, length: 1.5 } }] },
      'short',
      'the data does not fit the schema of thing.size: /length must be integer',
    ],
    [
      'an unknown option',
      rule,
      { pass: [{ ...short, options: { limt: 3 } }] },
      'short',
      'thing-long has no option "limt"; it has: limit',
    ],
    [
      'a gap that is none',
      rule,
      { inconclusive: [{ name: 'gap', data: { name: 'a', length: 4, unit: 'm' }, missing: 'unit' }] },
      'gap',
      'the outcome: expected "inconclusive", found "pass"',
    ],
    [
      'a gap that nobody requires',
      rule,
      { inconclusive: [{ name: 'gap', data: { name: 'a', unit: 'm' }, missing: 'length' }] },
      'gap',
      'requires does not list "length"; it lists: unit',
    ],
    [
      'another kind',
      { ...rule, observes: 'thing.other' },
      {},
      'short',
      'thing-long observes "thing.other", the test says "thing.size".',
    ],
    [
      'a rule with problems',
      { ...rule, when: { '>': [{ var: 'lenght' }, { var: 'options.limit' }] } },
      {},
      'short',
      'Did you mean "length"?',
    ],
    [
      'a rule that changes its input',
      { ...code(), judge: (data) => Boolean(((data as { name: string }).name = 'b')) },
      {},
      'short',
      'the rule changes its input',
    ],
    [
      'a rule that remembers',
      { ...code(), judge: remembering() },
      {},
      'short',
      'the outcome when it judges again: expected "pass", found "fail"',
    ],
    [
      'a rule that throws',
      { ...code(), judge: () => JSON.parse('{') as boolean },
      {},
      'short',
      'the rule failed: SyntaxError',
    ],
    [
      'a rule that answers with a promise',
      { ...code(), judge: (async () => true) as unknown as () => boolean },
      {},
      'short',
      'must return true or false, and returned a promise',
    ],
  ])('%s', async (_, tested, given, name, message) => {
    expect((await outcomes(tested, given))[name]).toContain(message);
  });

  test('a placeholder that stays unfilled', async () => {
    const gaps: RuleInput = {
      ...rule,
      requires: ['seen.0'],
      message: '{{name}}: {{seen.0}}',
      when: { '>': [{ var: 'length' }, { var: 'options.limit' }] },
      fix: 'Cut.',
    };
    const filled = await outcomes(gaps, {
      pass: [{ ...short, data: { ...short.data, seen: ['x'] } }],
      fail: [{ ...long, data: { ...long.data, seen: ['x'] }, message: 'a: x' }],
    });
    expect(filled).toEqual({ short: 'ok', long: 'ok' });
  });

  test('of a rule that is not there', async () => {
    expect((await outcomes('description-mising', {}))['short']).toContain(
      'no built-in rule is called "description-mising"',
    );
    expect((await outcomes('./no-such-rule.yaml', {}))['short']).toContain('there is no such file');
    expect(
      (
        await outcomes(
          { ...rule, observes: 'thing.unknown' },
          { observes: 'thing.unknown', schema: undefined as never },
        )
      )['short'],
    ).toContain('Give the JSON Schema');
  });
});

function code(): RuleInput {
  const { when: _, ...rest } = rule;
  return rest;
}

function remembering(): () => boolean {
  let calls = 0;
  return () => (calls += 1) % 2 === 0;
}

function listing(descriptionLength: number): JsonObject {
  return {
    name: 'search',
    nameSnakeCase: true,
    descriptionLength,
    tokens: 20,
    schemaState: 'typed',
    propertyCount: 1,
    requiredDeclared: true,
  };
}
