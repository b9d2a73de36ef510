import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPack, type PackChecked } from '../../core/author/check-pack.js';
import { packName } from '../../core/author/name.js';
import { packFiles } from '../../core/author/new-pack.js';
import { readCalls } from '../../core/author/read-calls.js';
import { project } from '../load/folder.js';

/** A pack that holds, by path. */
const good = Object.fromEntries(packFiles(packName('shop'), '0.1.0').map(({ path, text }) => [path, text]));
const manifest = JSON.parse(good['package.json'] ?? '') as Record<string, unknown>;
const RULE = 'rules/parameters-many.yaml';
const PAGE = 'rules/parameters-many.md';
const TEST = 'test/parameters-many.test.mjs';
const PROBE = `
import { defineProbe } from 'toolscore';
export default defineProbe({
  name: 'shop-title', subject: 'tool', effects: 'read',
  emits: { 'shop.title': { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } },
  observe({ emit, subject }) { emit('shop.title', { title: String(subject.tool.annotations.title ?? '') }); },
});
globalThis.shopWasLoaded = true;
`;

type Files = Readonly<Record<string, string | object | undefined>>;

/** What is found in the good pack with these files in place of its own; undefined takes one away. */
async function found(changed: Files, version = '0.1.0'): Promise<PackChecked> {
  const files = Object.entries({ ...good, ...changed }).filter(([, content]) => content !== undefined);
  const folder = await project(Object.fromEntries(files) as Record<string, string | object>);
  return checkPack({ folder: '.', cwd: folder, version, taken: ['round-trip'] });
}

/** package.json with other members, one on each line. */
const withManifest = (changed: object): Files => ({
  'package.json': JSON.stringify({ ...manifest, ...changed }, null, 1),
});
const edited = (path: string, from: string | RegExp, to: string): Files => {
  const before = good[path] ?? '';
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} does not hold ${String(from)}`);
  return { [path]: after };
};

test('a good pack has no problem', async () => {
  expect(await found({})).toMatchObject({ problems: [], advice: [], title: 'toolscore-pack-shop 0.1.0' });
});

describe('a problem is found in', () => {
  test.each<[string, Files, string]>([
    [
      'a name that nobody finds',
      withManifest({ name: 'shop-rules' }),
      'package.json:2:10  a pack is called toolscore-pack-NAME or @scope/toolscore-pack-NAME; found "shop-rules". Call it "toolscore-pack-shop".',
    ],
    [
      'a name for code',
      withManifest({ name: 'toolscore-plugin-shop' }),
      'found "toolscore-plugin-shop". Call it "toolscore-pack-shop".',
    ],
    [
      'keywords',
      withManifest({ keywords: ['mcp'] }),
      'package.json:6:14  keywords lacks "toolscore" and "toolscore-pack", by which people find packs. Add it.',
    ],
    [
      'a version',
      withManifest({ version: '1' }),
      'package.json:3:13  version takes three numbers, such as "0.1.0"; found "1".',
    ],
    [
      'a missing pointer to the pack',
      withManifest({ toolscore: undefined }),
      'package.json does not say where the pack file is.',
    ],
    [
      'a missing namespace',
      withManifest({ toolscore: { pack: './pack.yaml' } }),
      'toolscore lacks "namespace". Add it: "shop".',
    ],
    [
      'another namespace',
      withManifest({ toolscore: { pack: './pack.yaml', namespace: 'store' } }),
      'pack.yaml:1:12  namespace is "shop" here and "store" in package.json. Make them equal.',
    ],
    [
      'no range of versions',
      withManifest({ peerDependencies: undefined }),
      'peerDependencies does not say which versions of toolscore the pack works with. Add "toolscore": ">=0.1.0 <1.0.0".',
    ],
    [
      'a range that is none',
      withManifest({ peerDependencies: { toolscore: 'newest' } }),
      '"newest" is no range of versions. Write "toolscore": ">=0.1.0 <1.0.0".',
    ],
    [
      'a range without this version',
      withManifest({ peerDependencies: { toolscore: '>=0.2.0 <1.0.0' } }),
      '">=0.2.0 <1.0.0" leaves out 0.1.0, the version that checks it.',
    ],
    [
      'a second copy',
      withManifest({ dependencies: { toolscore: '^0.1.0' } }),
      'dependencies would give users a second copy of toolscore.',
    ],
    ['no list of files', withManifest({ files: undefined }), 'package.json has no list of files'],
    [
      'files without the rules',
      withManifest({ files: ['pack.yaml', 'rules/*.md'] }),
      'files leaves out rules/parameters-many.yaml, so the published pack would lack it. Add "rules".',
    ],
    [
      'files that take a rule away again',
      withManifest({ files: ['pack.yaml', './rules/', '!rules/*.yaml'] }),
      'files leaves out rules/parameters-many.yaml',
    ],
    [
      'files without the pages',
      withManifest({ files: ['pack.yaml', 'rules/**/*.yaml'] }),
      'files leaves out rules/parameters-many.md',
    ],
    ['files without the pack file', withManifest({ files: ['rules'] }), 'files leaves out pack.yaml'],
    [
      'code among the files',
      withManifest({ files: ['.'] }),
      'files takes in test/parameters-many.test.mjs, which is code; a pack without plugins holds none. Leave it out, or name it under plugins in pack.yaml.',
    ],
    [
      'a script',
      withManifest({ scripts: { postinstall: 'true' } }),
      'scripts.postinstall runs when somebody installs the pack.',
    ],
    [
      'an entry',
      withManifest({ main: './index.js' }),
      'main names code to import, and a pack without plugins runs no code.',
    ],
    [
      'a dependency',
      withManifest({ dependencies: { 'left-pad': '1' } }),
      'dependencies brings left-pad, and a pack without plugins runs no code.',
    ],
    ['package.json', { 'package.json': '{ "name": }' }, 'package.json:1:11  not JSON'],
    [
      'no package.json',
      { 'package.json': undefined },
      'package.json  does not exist, so the pack cannot be published.',
    ],
    [
      'the pack file',
      { 'pack.yaml': 'namespace: shop\nrule: x\n' },
      'pack.yaml:2:1  a pack has no setting "rule". Did you mean "rules"?',
    ],
    ['a missing pack file', { 'pack.yaml': undefined }, 'pack.yaml'],
    [
      'a rule',
      edited(RULE, 'var: propertyCount', 'var: propertyCont'),
      'rules/parameters-many.yaml:12:16  when reads "propertyCont", which tool.listing does not have.',
    ],
    [
      'the shape of a rule',
      edited(RULE, 'severity: warning', 'severity: bad'),
      'severity takes error, warning or info; found "bad".',
    ],
    [
      'what it observes',
      edited(RULE, 'tool.listing', 'tool.listin'),
      'observes "tool.listin", which neither toolscore nor a plugin of the pack emits. Did you mean "tool.listing"?',
    ],
    [
      'its name',
      edited(RULE, 'id: parameters-many', 'id: parameters-more'),
      'the rule is called "parameters-more" and its file parameters-many.yaml. Give both the same name.',
    ],
    [
      'two of one name',
      { 'rules/more/parameters-many.yaml': good[RULE], 'rules/more/parameters-many.md': good[PAGE] },
      'a rule called "parameters-many" stands in',
    ],
    [
      'several in one file',
      {
        [RULE]: `- ${(good[RULE] ?? '').replace(/^#.*\n/, '').replaceAll('\n', '\n  ')}\n- ${(good[RULE] ?? '')
          .replace(/^#.*\n/, '')
          .replace('parameters-many', 'parameters-more')
          .replaceAll('\n', '\n  ')}\n`,
      },
      'rules/parameters-many.yaml:1:1  holds 2 rules. Give each a file of its own: its page lies beside it.',
    ],
    [
      'what takes its place',
      edited(RULE, 'observes:', 'deprecated: { since: 0.1.0, use: description-mising }\nobserves:'),
      'deprecated says to use "description-mising", which no rule is called. Did you mean "description-missing"?',
    ],
    [
      'a missing page',
      { [PAGE]: undefined },
      'rules/parameters-many.yaml:2:5  the rule has no page. Write rules/parameters-many.md: "# parameters-many", then ## Why it matters, ## What is reported',
    ],
    [
      'the title of a page',
      edited(PAGE, '# parameters-many', '# Parameters'),
      'rules/parameters-many.md:1:1  the page begins with "# Parameters"; expected "# parameters-many".',
    ],
    ['a missing heading', edited(PAGE, '## References', '## Links'), 'the page lacks "## References". Add it.'],
    [
      'the order of headings',
      edited(PAGE, /## When to turn it off([^]*)## References/, '## References$1## When to turn it off'),
      'stands out of place. Every page has, in this order: ## Why it matters',
    ],
    [
      'an empty section',
      edited(PAGE, /(## When to turn it off\n)[^#]*/, '$1\n'),
      'below "## When to turn it off" stands next to nothing. Write a sentence.',
    ],
    [
      'a missing test',
      { [TEST]: undefined },
      "rules/parameters-many.yaml:2:5  no test names the rule. Write test/parameters-many.test.mjs with testRule('parameters-many', { … }), and cases that pass and cases that fail.",
    ],
    [
      'a test without failing cases',
      edited(TEST, /fail: \[[^]*?\n {2}\],/, 'fail: [],'),
      'test/parameters-many.test.mjs:13:1  the test of "parameters-many" has no case that fails. A rule is proven by both.',
    ],
    [
      'a test without any cases',
      { [TEST]: "testRule('parameters-many', { observes: 'tool.listing' });" },
      'has no case that passes, and none that fails.',
    ],
    ['a test in a comment', edited(TEST, 'testRule(', '// testRule('), 'no test names the rule.'],
    [
      'a preset',
      edited('pack.yaml', 'parameters-many: warning', 'parameters-mny: warning'),
      'pack.yaml:5:5  neither the pack nor toolscore has a rule "parameters-mny". Did you mean "parameters-many"?',
    ],
    [
      'an option of a preset',
      edited('pack.yaml', 'options: { limit: 5 }', 'options: { limits: 5 }'),
      '"parameters-many" has no option "limits". It has: limit. Did you mean "limit"?',
    ],
  ])('%s', async (_, changed, problem) => {
    const { problems } = await found(changed);
    expect(problems.join('\n')).toContain(problem);
    // Each begins with a place, however many lines it has.
    for (const one of problems) expect(one).toMatch(/^[\w./-]+(:\d+:\d+)? {2}\S/);
  });
});

test('all of it is said at once', async () => {
  const { problems } = await found({
    ...withManifest({ name: 'shop', version: '1', keywords: [] }),
    [PAGE]: undefined,
    [TEST]: undefined,
    ...edited('pack.yaml', 'parameters-many: warning', 'nothing: warning'),
  });
  expect(problems).toHaveLength(6);
});

describe('advice, and no problem, is', () => {
  test.each<[string, Files, string]>([
    ['a private package', withManifest({ private: true }), 'npm does not publish it'],
    [
      'a pattern that only npm understands',
      withManifest({ files: ['pack.yaml', 'rules/*.{yaml,md}'] }),
      'package.json:13:3  what "rules/*.{yaml,md}" takes in is not looked at; npm pack --dry-run lists it.',
    ],
    ['a missing licence', withManifest({ license: undefined }), 'has no license'],
    [
      'a range without end',
      withManifest({ peerDependencies: { toolscore: '>=0.1.0' } }),
      'takes every version to come',
    ],
    ['a missing README', { 'README.md': undefined }, 'README.md  does not exist.'],
    ['no preset', edited('pack.yaml', /presets:[^]*/, ''), 'the pack has no presets'],
    [
      'no preset that is meant when none is named',
      edited('pack.yaml', 'recommended:', 'basic:'),
      'there is no preset "recommended"',
    ],
    [
      'a rule in no preset',
      edited('pack.yaml', /presets:[^]*/, 'presets: { recommended: {} }\n'),
      'no preset has "parameters-many"',
    ],
    [
      'a new rule in the preset that everybody has',
      {
        ...withManifest({ version: '0.2.0' }),
        ...edited('pack.yaml', 'parameters-many: warning', 'parameters-many: warning\n    parameters-more: warning'),
        'rules/parameters-more.yaml': (good[RULE] ?? '')
          .replaceAll('parameters-many', 'parameters-more')
          .replace('0.1.0', '0.2.0'),
        'rules/parameters-more.md': (good[PAGE] ?? '').replace('parameters-many', 'parameters-more'),
        'test/parameters-more.test.mjs': (good[TEST] ?? '').replaceAll('parameters-many', 'parameters-more'),
      },
      'pack.yaml:6:5  "parameters-more" is new in 0.2.0. New rules start outside of recommended',
    ],
  ])('%s', async (_, changed, advice) => {
    const { problems, advice: given } = await found(changed);
    expect(problems).toEqual([]);
    expect(given.join('\n')).toContain(advice);
  });
});

test('a preset may name rules that ship, its own with the namespace, and earlier names of its own', async () => {
  const presets =
    'presets:\n  recommended: { description-missing: error, shop/parameters-many: error, parameters-lots: info }\n';
  const { problems } = await found({
    ...edited('pack.yaml', /presets:[^]*/, presets),
    ...edited(RULE, 'observes:', 'aliases: [parameters-lots]\nobserves:'),
  });
  expect(problems).toEqual([]);
});

describe('a test of a rule is found', () => {
  const cases = "{ observes: 'tool.listing', pass: [1], fail: [2] }";
  test.each([
    ['by its full id', `testRule('shop/parameters-many', ${cases});`],
    ['by its file, from the folder of the pack', `testRule("./rules/parameters-many.yaml", ${cases})`],
    ['by the URL of its file', `testRule(new URL('../rules/parameters-many.yaml', import.meta.url), ${cases});`],
    ['by its file and id', `testRule('rules/parameters-many.yaml#parameters-many', ${cases});`],
    ['with cases that stand elsewhere', `const cases = ${cases}; testRule('parameters-many', cases);`],
    ['with cases that are put together', `testRule('parameters-many', { ...common, observes: 'tool.listing' });`],
    ['in shorthand', `testRule('parameters-many', { observes, pass, fail });`],
    [
      'behind texts that look like code',
      `const a = "testRule('x'"; const b = /[)'"]\\/(/; testRule('parameters-many', ${cases})`,
    ],
    ['in a list of rules', `for (const id of ['parameters-many']) testRule(id, ${cases});`],
  ])('%s', async (_, text) => {
    expect((await found({ [TEST]: text })).problems).toEqual([]);
  });

  test.each([
    ['of another rule', `testRule('parameters-more', ${cases});`],
    ['of another file', `testRule(new URL('../rules/parameters-more.yaml', import.meta.url), ${cases});`],
    ['as a method of something else', `my.testRule('parameters-many', ${cases});`],
    ['in a text', `const a = "testRule('parameters-many', {})";`],
  ])('but not %s', async (_, text) => {
    const { problems } = await found({ [TEST]: text });
    expect(problems).toEqual([expect.stringContaining('no test names the rule')]);
  });

  test.each([
    ['blanks', ' '],
    ['comments without an end', '/*'],
    ['texts without an end', "'"],
    ['templates', '`'],
    ['expressions without an end', '=/['],
    ['calls without an end', 'testRule('],
  ])('in a text of nothing but %s without taking long', async (_, part) => {
    // Far above what reading it once takes, and far below what reading it once for each letter does.
    const { calls } = readCalls(part.repeat(200_000 / part.length));
    expect(calls.every(({ rule }) => rule === undefined)).toBe(true);
  });

  test('in a file of any runner and language', async () => {
    const text = good[TEST] ?? '';
    expect(
      (
        await found({
          [TEST]: undefined,
          'rules/parameters-many.spec.ts': text,
          ...withManifest({ files: ['pack.yaml', 'rules/*.yaml', 'rules/*.md'] }),
        })
      ).problems,
    ).toEqual([]);
    expect((await found({ [TEST]: undefined, 'tests/all.ts': text })).problems).toEqual([]);
  });
});

describe('a pack with code', () => {
  const RULE_OF_PROBE = (good[RULE] ?? '')
    .replace('parameters-many', 'title-long')
    .replace('tool.listing', 'shop.title')
    .replace(
      /requires[^]*/,
      "requires: [title]\nwhen: { '===': [{ var: title }, x] }\nmessage: '{{title}} is long.'\nfix: Cut it.\n",
    );
  const files = {
    ...edited('pack.yaml', 'namespace: shop\n', 'namespace: shop\nplugins: [./probes/shop-title.ts]\n'),
    ...withManifest({ files: ['pack.yaml', 'rules', 'probes'], scripts: { postinstall: 'true' } }),
    'probes/shop-title.ts': PROBE,
    'rules/title-long.yaml': RULE_OF_PROBE,
    'rules/title-long.md': (good[PAGE] ?? '').replace('parameters-many', 'title-long'),
    'test/title-long.test.mjs': (good[TEST] ?? '').replaceAll('parameters-many', 'title-long'),
  };

  test('is loaded for the kinds it observes, and may hold code', async () => {
    const checked = await found(files);
    expect(checked).toMatchObject({ problems: [], rules: 2, code: ['./probes/shop-title.ts'] });
    expect(checked.advice.join('\n')).toContain('scripts.postinstall runs when somebody installs the pack');
  });

  test('says what is wrong with it', async () => {
    const broken = { ...files, 'probes/shop-title.ts': 'export default 3' };
    expect((await found(broken)).problems.join('\n')).toContain('probes/shop-title.ts  exports 3');
    const missing = { ...files, ...withManifest({ files: ['pack.yaml', 'rules'] }) };
    expect((await found(missing)).problems).toEqual([expect.stringContaining('files leaves out probes/shop-title.ts')]);
    const clash = { ...files, 'probes/shop-title.ts': PROBE.replace("'shop-title'", "'round-trip'") };
    expect((await found(clash)).problems.join('\n')).toContain('plugin "round-trip" has the name of one that ships');
  });

  test('may bring rules in code, which need tests all the same', async () => {
    const inCode = PROBE.replace(
      'observe(',
      `rules: [{ id: 'title-missing', title: 'A', failure: 'B', severity: 'info', confidence: 'high', since: '1.0.0',
      observes: 'shop.title', requires: ['title'], when: { '===': [{ var: 'titel' }, ''] }, message: 'C', fix: 'D.' }],
      observe(`,
    );
    const { problems, advice } = await found({ ...files, 'probes/shop-title.ts': inCode });
    expect(problems.join('\n')).toContain('probes/shop-title.ts  when reads "titel", which shop.title does not have.');
    expect(problems.join('\n')).toContain(
      'probes/shop-title.ts  no test names the rule. Write test/title-missing.test.mjs',
    );
    expect(advice.join('\n')).toContain('rule "title-missing" stands in code.');
    const tested = {
      ...files,
      'probes/shop-title.ts': inCode.replace("'titel'", "'title'"),
      'test/code.test.mjs': "testRule('./probes/shop-title.ts', { pass: [1], fail: [2] })",
    };
    expect((await found(tested)).problems).toEqual([]);
  });
});

test('a pack without plugins runs no code while it is checked', async () => {
  const told = globalThis as { shopWasLoaded?: boolean };
  delete told.shopWasLoaded;
  await found({ 'index.js': PROBE, 'rules/index.js': PROBE, 'test/shop.test.mjs': PROBE });
  expect(told.shopWasLoaded).toBeUndefined();
});

test('what is no pack ends at once', async () => {
  const folder = await project({ 'notes.txt': '', 'pack/x.txt': '' });
  const check = (given: string): Promise<PackChecked> =>
    checkPack({ folder: given, cwd: folder, version: '0.1.0', taken: [] });
  await expect(check('missing')).rejects.toThrow('missing  does not exist.');
  await expect(check('pack')).rejects.toThrow('pack  holds no pack: neither a pack.yaml nor a package.json.');
});

test('places are said from where the command runs, through links, too', async () => {
  const folder = await project(
    Object.fromEntries(Object.entries(good).map(([path, text]) => [`packs/shop/${path}`, text])),
  );
  await rm(join(folder, 'packs/shop', TEST));
  await symlink(join(folder, 'packs/shop'), join(folder, 'linked'));
  for (const given of ['packs/shop', 'linked']) {
    const { problems } = await checkPack({ folder: given, cwd: folder, version: '0.1.0', taken: [] });
    expect(problems).toEqual([expect.stringMatching(/^packs\/shop\/rules\/parameters-many\.yaml:2:5 {2}no test/)]);
  }
});
