import { describe, expect, test } from 'vitest';
import { compilePresets } from '../../core/build/rule-presets.mjs';
import { refreshPage } from '../../core/build/rule-page.mjs';
import { loadConfig } from '../../core/config/load.js';
import { printConfig } from '../../core/config/print.js';
import type { Rule, RuleInput } from '../../core/model.js';
import { formatPage, formatRule, formatRules } from '../../core/rules/describe.js';
import { createRegistry } from '../../core/rules/registry.js';
import { constantLayer, resolveToggles, type ToggleLayer } from '../../core/rules/toggles.js';
import { contextFor, project, ruleText } from '../load/folder.js';
import { orderRule, orderSchema } from './order.js';

async function sealed(
  input: Partial<RuleInput>,
  ...layers: ToggleLayer[]
): Promise<{ readonly rule: Rule; readonly problems: readonly string[] }> {
  const registry = createRegistry();
  registry.add(orderRule(input), { plugin: 'shop', origin: { source: './shop.ts' } });
  const problems: string[] = [];
  const rules = await registry.seal({ layers, kinds: new Map([['order.listing', orderSchema]]) }, problems);
  return { rule: rules.get('order-bad') as Rule, problems };
}

const layer = (source: string, toggle: unknown): ToggleLayer => constantLayer({ 'order-bad': toggle }, source);

describe('whether a rule counts', () => {
  test('is decided by its author when nobody else says anything; left out, it counts', async () => {
    expect((await sealed({})).rule).toMatchObject({ counted: true, countedByAuthor: true });
    const origin = { source: './shop.ts' };
    expect((await sealed({ counted: false }, layer('preset', 'error'))).rule).toMatchObject({
      toggle: 'error',
      counted: false,
      countedByAuthor: false,
      countedOrigin: origin,
    });
  });

  test('is decided by the last layer that says it, whatever others say of severity and options', async () => {
    const { rule, problems } = await sealed(
      { counted: false },
      layer('strict', { severity: 'error', counted: true }),
      layer('house', 'info'),
    );
    expect(problems).toEqual([]);
    expect(rule).toMatchObject({ toggle: 'info', origin: { source: 'house' } });
    expect(rule).toMatchObject({ counted: true, countedOrigin: { source: 'strict' }, countedByAuthor: false });
    const back = await sealed({}, layer('strict', { counted: true }), layer('house', { counted: false }));
    expect(back.rule).toMatchObject({ counted: false, countedOrigin: { source: 'house' } });
    // It says nothing of severity, so that stays with the author.
    expect(back.rule).toMatchObject({ toggle: 'warning' });
  });

  test('is true or false, in a toggle and in a rule', async () => {
    expect((await sealed({}, layer('house', { counted: 'no' }))).problems).toEqual([
      'house  "order-bad": counted takes true or false; found "no".',
    ]);
    expect((await sealed({}, layer('house', { countet: false }))).problems).toEqual([
      'house  "order-bad" takes severity, options and counted; found "countet". Did you mean "counted"?',
    ]);
    const { problems } = await sealed({ counted: 'no' as unknown as boolean });
    expect(problems.join()).toContain('counted takes true or false; found "no".');
  });
});

test('a preset says of each rule that does not count by itself whether it counts there', () => {
  const rules = [orderRule({ id: 'a-bad' }), orderRule({ id: 'b-bad', counted: false })];
  expect(compilePresets({ recommended: {}, strict: { counted: true, rules: { 'b-bad': 'error' } } }, rules)).toEqual({
    presets: {
      recommended: { 'a-bad': 'warning', 'b-bad': { severity: 'warning', counted: false } },
      strict: { 'a-bad': 'warning', 'b-bad': { severity: 'error', counted: true } },
    },
    problems: [],
  });
});

test('the presets of a pack may say so of its own rules, and of those that ship', async () => {
  const cwd = await project({
    'toolscore.config.yaml': 'extends: ./pack:strict',
    'pack/pack.yaml':
      'namespace: shop\nrules: r.yaml\npresets: { strict: { own-bad: { counted: true }, a-bad: { counted: false } } }',
    'pack/r.yaml': `${ruleText('own-bad')}\ncounted: false\n`,
  });
  const { layers } = await loadConfig({ ...contextFor(cwd), presets: new Map(), flags: [] });
  const known = ['shop/own-bad', 'a-bad'].map((id) => [id, { id }] as const);
  const settings = resolveToggles(layers, new Map(known), []);
  expect(settings.get('shop/own-bad')?.counted).toMatchObject({ value: true, origin: { source: 'pack/pack.yaml' } });
  expect(settings.get('a-bad')?.counted).toMatchObject({ value: false, origin: { source: 'pack/pack.yaml' } });
});

describe('who reads of a rule learns that it does not count, and who decided so', () => {
  test('in the list', async () => {
    const list = async (...layers: ToggleLayer[]): Promise<string> =>
      formatRules([(await sealed({ counted: false }, ...layers)).rule]).split('\n')[1] ?? '';
    expect(await list()).toMatch(/^order-bad +warning, not counted +\.\/shop\.ts +Order is good$/);
    expect(await list(layer('--rule', 'error'))).toContain('error, not counted  --rule; not counted: ./shop.ts  Order');
    expect(await list(layer('strict', { counted: true }))).toMatch(/^order-bad +warning +\.\/shop\.ts +Order/);
  });

  test('in what is told of one rule, and behind its page', async () => {
    const { rule } = await sealed({ counted: false });
    expect(formatRule(rule)).toContain('  Counted      no, only shown (decided by ./shop.ts)\n');
    expect(formatPage(rule, '# order-bad\n\nProse.')).toBe(
      '# order-bad\n\nProse.\n\nCounted in the grade: no, only shown (decided by ./shop.ts).\n',
    );
    const strict = (await sealed({ counted: false }, layer('strict', { counted: true }))).rule;
    expect(formatRule(strict)).toContain('Counted      yes (decided by strict; its author says no)');
    const plain = (await sealed({})).rule;
    expect(formatRule(plain) + formatPage(plain, 'Prose.')).not.toMatch(/counted/i);
  });

  test('on its page', () => {
    const page = refreshPage(orderRule({ counted: false }), '').text;
    expect(page).toContain('| warning, not counted | high ');
  });

  test('in the config as it applies', async () => {
    const cwd = await project({
      'toolscore.config.yaml': 'extends: toolscore:strict\nrules: { a-bad: { counted: false } }',
    });
    const presets = new Map([
      ['strict', { 'a-bad': 'error', 'b-bad': { severity: 'error', counted: true } }],
      ['recommended', {}],
    ]);
    const config = await loadConfig({ ...contextFor(cwd), presets, defaultPreset: 'recommended', flags: [] });
    expect(printConfig(config, cwd)).toContain(`rules:
  a-bad:
    severity: error # toolscore:strict
    counted: false # toolscore.config.yaml:2:28
  b-bad:
    severity: error # toolscore:strict
    counted: true # toolscore:strict
`);
  });
});
