import { afterEach, expect, test, vi } from 'vitest';
import { type RuleCases, testRule } from '../../core/testing.js';
import { project, ruleText } from '../load/folder.js';

const listing = {
  nameSnakeCase: true,
  descriptionLength: 3,
  tokens: 20,
  schemaState: 'typed',
  propertyCount: 0,
  requiredDeclared: true,
};
const cases: RuleCases = {
  observes: 'tool.listing',
  pass: [{ name: 'good', data: { ...listing, name: 'good' } }],
  fail: [{ name: 'bad', data: { ...listing, name: 'bad' }, message: 'bad is not fine.' }],
};
const PROBE = `
import { defineProbe } from 'toolscore';
export default defineProbe({
  name: 'shop-title',
  subject: 'tool',
  effects: 'read',
  emits: { 'shop.title': { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } },
  rules: [{
    id: 'title-missing', title: 'Tool has a title', failure: 'Tool has no title', severity: 'info', confidence: 'high',
    since: '1.0.0', observes: 'shop.title', requires: ['title'], when: { '===': [{ var: 'title' }, ''] },
    message: 'It has no title.', fix: 'Give it one.',
  }],
  observe({ emit, subject }) { emit('shop.title', { title: String(subject.tool.annotations.title ?? '') }); },
});`;
const ofTitle: RuleCases = {
  observes: 'shop.title',
  pass: [{ name: 'good', data: { title: 'Find' } }],
  fail: [{ name: 'bad', data: { title: '' }, message: 'It has no title.' }],
};
const files = {
  'package.json': { name: 'toolscore-pack-shop', version: '1.0.0', toolscore: { pack: './pack.yaml' } },
  'pack.yaml': 'namespace: shop\nrules: rules/**/*.yaml\nplugins: [./probes/shop-title.ts]\n',
  'rules/tools/name-bad.yaml': ruleText('name-bad'),
  'rules/title-long.yaml': ruleText('title-long')
    .replace('tool.listing', 'shop.title')
    .replace('[name]', '[title]')
    .replace('{ var: name }', '{ var: title }')
    .replace('{{name}}', '{{title}}'),
  // Named like one that ships: in the pack's folder its own come first.
  'rules/description-missing.yaml': ruleText('description-missing'),
  'probes/shop-title.ts': PROBE,
  'test/kept.txt': '',
};

afterEach(() => vi.restoreAllMocks());

/** What the tests of a rule give in a folder, by name. */
async function outcomes(folder: string, rule: string | URL, given: RuleCases): Promise<Record<string, string>> {
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const results: Record<string, string> = {};
  const declared: [string, () => Promise<void>][] = [];
  testRule(rule, given, { test: (name, body) => declared.push([name, body]) });
  for (const [name, body] of declared)
    results[name.replace(/^.* /, '')] = await body().then(
      () => 'ok',
      (error: Error) => error.message,
    );
  return results;
}

const OK = { good: 'ok', bad: 'ok' };

test('a rule of a pack goes by its short id or its full one, from the folder of the pack and those in it', async () => {
  const folder = await project(files);
  for (const where of [folder, `${folder}/test`])
    for (const id of ['name-bad', 'shop/name-bad', 'description-missing'])
      expect(await outcomes(where, id, cases)).toEqual(OK);
  // One that ships is still there under a name that the pack does not use.
  const described = {
    ...cases,
    fail: [{ ...cases.fail[0]!, data: { ...listing, name: 'bad', descriptionLength: 0 } }],
  };
  expect((await outcomes(folder, 'description-short', described))['bad']).toContain('the rule stays quiet');
});

test('the schema of what a probe of the pack emits comes from the probe', async () => {
  const folder = await project(files);
  const found = {
    ...ofTitle,
    fail: [{ ...ofTitle.fail[0]!, data: { title: 'bad' }, message: 'bad is not fine.' }],
  };
  expect(await outcomes(folder, 'title-long', found)).toEqual(OK);
  expect(await outcomes(folder, `${folder}/rules/title-long.yaml`, found)).toEqual(OK);
  const misfit = { ...found, pass: [{ name: 'good', data: { title: 3 } }] };
  expect((await outcomes(folder, 'title-long', misfit))['good']).toContain('/title must be string');
});

test('a rule that a probe brings goes by its id, or by the file of the probe', async () => {
  const folder = await project(files);
  const file = `${folder}/probes/shop-title.ts`;
  for (const rule of ['title-missing', 'shop/title-missing', file, `${file}#title-missing`, new URL(`file://${file}`)])
    expect(await outcomes(folder, rule, ofTitle)).toEqual(OK);
  expect((await outcomes(folder, `${file}#title-mising`, ofTitle))['bad']).toContain('holds the rules title-missing');
});

test('what is not there is said with what is near', async () => {
  const folder = await project(files);
  const said = async (rule: string, where = folder): Promise<string | undefined> =>
    (await outcomes(where, rule, cases))['bad'];
  expect(await said('name-bat')).toBe(
    'no rule of the pack in pack.yaml, and no built-in one, is called "name-bat". Did you mean "name-bad"?',
  );
  expect(await said('stop/name-bad')).toContain('the pack in pack.yaml has the namespace "shop"');
  const elsewhere = await project({ 'package.json': {} });
  expect(await said('shop/name-bad', elsewhere)).toContain('there is no pack around the folder where the tests run');
  expect(await said('description-mising', elsewhere)).toBe(
    'no built-in rule is called "description-mising". Did you mean "description-missing"? For a rule of your own, give the path of its YAML file.',
  );
  const broken = await project({ 'pack.yaml': 'namespace: Shop\n' });
  expect(await said('name-bad', broken)).toContain('pack.yaml:1:12  namespace takes');
});
