import { describe, expect, test } from 'vitest';
import { UsageError } from '../../core/errors.js';
import { deepFreeze, type JsonObject } from '../../core/json.js';
import { parseRuleFlag, resolveToggles, type ToggleLayer } from '../../core/rules/toggles.js';
import { parseYaml } from '../../core/yaml.js';

const known = new Map([
  ['a-bad', { id: 'a-bad', options: { limit: 3, names: ['x'], deep: { a: 1 }, none: [], strict: false } }],
  ['b-bad', { id: 'b-bad' }],
  ['old-b', { id: 'b-bad' }],
  ['payments/key-missing', { id: 'payments/key-missing' }],
]);

const layer = (rules: JsonObject, source: string): ToggleLayer => ({
  rules: deepFreeze(rules),
  locate: (path) => ({ source: `${source} ${path.join('.')}` }),
});

function resolve(...layers: ToggleLayer[]): {
  readonly settings: ReturnType<typeof resolveToggles>;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  return { settings: resolveToggles(layers, known, problems), problems };
}

describe('layers', () => {
  test('win one rule at a time, the last one first', () => {
    const { settings, problems } = resolve(
      layer({ 'a-bad': 'error', 'b-bad': 'info' }, 'one'),
      layer({ 'a-bad': 'off' }, 'two'),
    );
    expect(problems).toEqual([]);
    expect([...settings]).toEqual([
      ['a-bad', { toggle: 'off', options: {}, origin: { source: 'two a-bad' } }],
      ['b-bad', { toggle: 'info', options: {}, origin: { source: 'one b-bad' } }],
    ]);
  });

  test('keep what others said of severity or of options', () => {
    const options = layer({ 'a-bad': { options: { limit: 5, names: ['y'] } } }, 'options');
    const severity = layer({ 'a-bad': 'error' }, 'severity');
    const both = layer({ 'a-bad': { severity: 'info', options: { limit: 9 } } }, 'both');
    expect(resolve(options, severity).settings.get('a-bad')).toEqual({
      toggle: 'error',
      options: { limit: 5, names: ['y'] },
      origin: { source: 'severity a-bad' },
    });
    expect(resolve(severity, options).settings.get('a-bad')).toEqual({
      toggle: 'error',
      options: { limit: 5, names: ['y'] },
      origin: { source: 'severity a-bad' },
    });
    expect(resolve(options, both).settings.get('a-bad')).toEqual({
      toggle: 'info',
      options: { limit: 9, names: ['y'] },
      origin: { source: 'both a-bad' },
    });
    expect(resolve(options).settings.get('a-bad')).toEqual({
      toggle: undefined,
      options: { limit: 5, names: ['y'] },
      origin: { source: 'options a-bad' },
    });
  });

  test('are left as they were, and may be used twice', () => {
    const shared = layer({ 'a-bad': { options: { names: ['y'] } } }, 'pack');
    const first = resolve(shared, layer({ 'a-bad': { options: { limit: 1 } } }, 'one'));
    expect(resolve(shared).settings.get('a-bad')?.options).toEqual({ names: ['y'] });
    expect(first.settings.get('a-bad')?.options).toEqual({ names: ['y'], limit: 1 });
  });

  test.each<[unknown, string]>([
    ['off', 'off'],
    [false, 'off'],
    ['warn', 'warning'],
    ['warning', 'warning'],
    ['info', 'info'],
    ['error', 'error'],
  ])('take %j for %s', (value, toggle) => {
    expect(resolve(layer({ 'b-bad': value }, 'x')).settings.get('b-bad')?.toggle).toBe(toggle);
    expect(resolve(layer({ 'b-bad': { severity: value } }, 'x')).settings.get('b-bad')?.toggle).toBe(toggle);
  });

  test('reach a rule by an earlier id', () => {
    expect(resolve(layer({ 'old-b': 'off' }, 'x')).settings.get('b-bad')?.toggle).toBe('off');
  });
});

describe('a wrong toggle', () => {
  test.each<[string, JsonObject, string]>([
    ['of an unknown rule', { 'a-bda': 'off' }, 'x a-bda  no rule is called "a-bda". Did you mean "a-bad"?'],
    [
      'of a rule of a pack',
      { 'payment/key-missing': 'off' },
      'x payment/key-missing  no rule is called "payment/key-missing". Did you mean "payments/key-missing"?',
    ],
    ['of an inherited name', { toString: 'off' }, 'x toString  no rule is called "toString".'],
    [
      'with no severity',
      { 'a-bad': 'eror' },
      'x a-bad  "a-bad": "eror" is no severity. Write off, info, warning or error. Did you mean "error"?\n  With options: { severity: warning, options: { … } }.',
    ],
    ['with true', { 'a-bad': true }, 'x a-bad  "a-bad": true is no severity.'],
    ['with a number', { 'a-bad': 2 }, 'x a-bad  "a-bad": 2 is no severity.'],
    ['with null', { 'a-bad': null }, 'x a-bad  "a-bad": null is no severity.'],
    ['with a list', { 'a-bad': ['error', {}] }, 'x a-bad  "a-bad": ["error",{}] is no severity.'],
    [
      'with a wrong severity inside',
      { 'a-bad': { severity: 'err' } },
      'x a-bad.severity  "a-bad": "err" is no severity.',
    ],
    [
      'with an unknown key',
      { 'a-bad': { option: {} } },
      'x a-bad.option  "a-bad" takes severity, options and counted; found "option". Did you mean "options"?',
    ],
    [
      'with options that are none',
      { 'a-bad': { options: 3 } },
      'x a-bad.options  "a-bad" takes an object of options; found 3.',
    ],
    [
      'with an unknown option',
      { 'a-bad': { options: { limt: 3 } } },
      'x a-bad.options.limt  "a-bad" has no option "limt". It has: limit, names, deep, none, strict. Did you mean "limit"?',
    ],
    [
      'with an option of a rule that has none',
      { 'b-bad': { options: { limit: 3 } } },
      'x b-bad.options.limit  "b-bad" has no option "limit". It has none.',
    ],
    [
      'with an option of another type',
      { 'a-bad': { options: { limit: '3' } } },
      'x a-bad.options.limit  "a-bad": limit takes a number such as 3; found "3".',
    ],
    [
      'with logic among texts',
      { 'a-bad': { options: { names: [{ var: 'name' }] } } },
      'x a-bad.options.names  "a-bad": names takes a list such as ["x"]; found [{"var":"name"}].',
    ],
    [
      'with logic in a list that was empty',
      { 'a-bad': { options: { none: [{ var: 'name' }] } } },
      'x a-bad.options.none  "a-bad": none takes a list',
    ],
    [
      'with true instead of a text',
      { 'a-bad': { options: { strict: 'yes' } } },
      'x a-bad.options.strict  "a-bad": strict takes true or false such as false; found "yes".',
    ],
  ])('%s', (_, rules, problem) => {
    const { problems } = resolve(layer(rules, 'x'));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test('is told with its line, all of them at once, and the right ones still count', async () => {
    const text = 'rules:\n  a-bda: off\n  b-bad: { severity: warn, options: { x: 1 } }\n  a-bad: errror\n';
    const { value, locate } = await parseYaml(text, 'toolscore.config.yaml');
    const { problems, settings } = resolve({
      rules: (value as { rules: JsonObject }).rules,
      locate: (path, atKey) => locate(['rules', ...path], atKey),
    });
    expect(problems.map((problem) => problem.split('  ', 1)[0])).toEqual([
      'toolscore.config.yaml:2:3',
      'toolscore.config.yaml:3:39',
      'toolscore.config.yaml:4:10',
    ]);
    expect(settings.get('b-bad')?.toggle).toBe('warning');
  });
});

describe('--rule', () => {
  test('is a layer of one rule', () => {
    const flag = parseRuleFlag('a-bad=warn');
    expect(resolve(layer({ 'a-bad': 'error' }, 'x'), flag).settings.get('a-bad')).toEqual({
      toggle: 'warning',
      options: {},
      origin: { source: '--rule a-bad=warn' },
    });
    expect(resolve(parseRuleFlag('a-bda=off')).problems).toEqual([
      '--rule a-bda=off  no rule is called "a-bda". Did you mean "a-bad"?',
    ]);
    expect(parseRuleFlag('payments/key-missing = off').rules).toEqual({ 'payments/key-missing': 'off' });
  });

  test.each([
    ['a-bad', '--rule a-bad  is not of the form ID=SEVERITY. Write --rule a-bad=off'],
    ['=off', '--rule =off  is not of the form ID=SEVERITY. Write --rule ID=off'],
    ['', '--rule   is not of the form ID=SEVERITY. Write --rule ID=off'],
    ['a-bad=', '--rule a-bad=  "" is no severity.'],
    ['a-bad=of', '--rule a-bad=of  "of" is no severity. Write off, info, warning or error. Did you mean "off"?'],
    ['a-bad=off=off', '"off=off" is no severity.'],
  ])('refuses %j', (text, problem) => {
    expect(() => parseRuleFlag(text)).toThrow(UsageError);
    expect(() => parseRuleFlag(text)).toThrow(problem);
  });
});
