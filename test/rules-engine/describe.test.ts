import { expect, test } from 'vitest';
import { findRule, formatPage, formatRule, formatRules, ruleRows } from '../../core/rules/describe.js';
import { pageOf } from '../../core/rules/page.js';
import type { Rule } from '../../core/model.js';
import { sealedRule } from './order.js';

const rule = (id: string, given: Partial<Rule> = {}): Rule => ({ ...sealedRule({ id }), ...given });
const rules = new Map(
  [
    rule('zebra-bad', { toggle: 'off', origin: { source: 'toolscore.config.yaml', line: 9, column: 3 } }),
    rule('order-bad', { options: { limit: 3, names: ['a'] }, aliases: ['order-poor'], requires: ['total'] }),
    rule('shop/key-missing', { plugin: 'toolscore-pack-shop', deprecated: { since: '0.2.0', use: 'order-bad' } }),
    rule('a/twice-bad'),
    rule('b/twice-bad'),
  ].map((one) => [one.id, one]),
);

test('the list says how severe each rule is and who decided it', () => {
  expect(
    ruleRows(rules.values())
      .map(({ id, severity, from }) => [id, severity, from])
      .slice(-1),
  ).toEqual([['zebra-bad', 'off', 'toolscore.config.yaml:9:3']]);
  expect(formatRules(rules.values())).toMatchInlineSnapshot(`
    "RULE              SEVERITY  DECIDED BY                 TITLE
    a/twice-bad       warning   test                       Order is good
    b/twice-bad       warning   test                       Order is good
    order-bad         warning   test                       Order is good
    shop/key-missing  warning   test                       Order is good (use order-bad)
    zebra-bad         off       toolscore.config.yaml:9:3  Order is good
    "
  `);
});

test('one rule is told with everything that applies', () => {
  expect(formatRule(findRule(rules, 'order-bad'))).toMatchInlineSnapshot(`
    "order-bad

      Title        Order is good
      Reported as  Order is bad
      Severity     warning (decided by test)
      Confidence   high
      Family       lint
      Observes     order.listing
      Requires     total
      Options      limit = 3
                   names = ["a"]
      Message      The order {{id}} is bad.
      Fix          Mend {{id}}.
      Since        0.1.0
      Brought by   shop
      Earlier ids  order-poor
    "
  `);
  expect(formatRule(findRule(rules, 'zebra-bad'))).toContain(
    'off (decided by toolscore.config.yaml:9:3; its author says warning)',
  );
  expect(formatRule(findRule(rules, 'shop/key-missing'))).toContain('since 0.2.0; use order-bad');
});

test('a rule is found by its id, an earlier id and its short id', () => {
  expect(findRule(rules, 'order-poor').id).toBe('order-bad');
  expect(findRule(rules, 'key-missing').id).toBe('shop/key-missing');
  expect(() => findRule(rules, 'order-bda')).toThrow('no rule is called "order-bda". Did you mean "order-bad"?');
  expect(() => findRule(rules, 'twice-bad')).toThrow(
    'no rule is called "twice-bad". There are: a/twice-bad, b/twice-bad.',
  );
  expect(() => findRule(rules, 'something-quite-different')).toThrow('List them with: toolscore rules');
});

test('nothing of a pack reaches the terminal raw', () => {
  const hostile = rule('order-bad', { title: 'a\u001b[2Jb', message: '\u202eevil' });
  for (const text of [
    formatRules([hostile]),
    formatRule(hostile),
    formatPage(hostile, '# x\n\u001b]0;owned\u0007\n'),
  ]) {
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  }
});

test('the page of a built-in rule ships; without one the rule speaks for itself', async () => {
  expect(await pageOf(rule('no-such-rule'))).toBeUndefined();
  expect(await pageOf(rule('../../package', { page: undefined }))).toBeUndefined();
  expect(await pageOf(rule('order-bad', { page: '/no/such/page.md' }))).toBeUndefined();
  expect(formatPage(rule('order-bad'), undefined)).toBe(formatRule(rule('order-bad')));
  expect(
    formatPage(rule('order-bad'), '# order-bad\n\n<!-- rule:start -->\n\nText.\n\n<!-- rule:end -->\n\n## Why\n'),
  ).toBe('# order-bad\n\nText.\n\n## Why\n');
});
