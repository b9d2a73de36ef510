import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { UsageError } from '../../core/errors.js';
import { loadPlugin, loadPlugins } from '../../core/load/load.js';
import { sourceOf } from '../../core/rules/source.js';
import { contextFor, project, ruleText } from './folder.js';

const fixtures = fileURLToPath(new URL('../../fixtures/plugins/', import.meta.url));
const load = (specifier: string, cwd: string) => loadPlugin(specifier, cwd, contextFor(cwd));
const namesIn = async (specifier: string, cwd: string) => (await load(specifier, cwd)).map(({ plugin }) => plugin.name);
const idsIn = async (specifier: string, cwd: string) =>
  (await load(specifier, cwd)).flatMap(({ plugin }) => plugin.rules?.map(({ id }) => id) ?? []);
const problemsIn = async (specifier: string, cwd: string) => {
  const error = await load(specifier, cwd).catch((thrown: unknown) => thrown);
  return (error as UsageError).problems;
};

describe('the fixtures', () => {
  it('load a YAML rule, its ending given or not', async () => {
    expect(await idsIn('./tool-prefix-missing.yaml', fixtures)).toEqual(['tool-prefix-missing']);
    expect(await namesIn('./tool-prefix-missing', fixtures)).toEqual(['tool-prefix-missing.yaml']);
  });

  it('load a folder of YAML rules as one plugin', async () => {
    expect(await namesIn('./house-rules', fixtures)).toEqual(['house-rules']);
    expect(await idsIn('./house-rules', fixtures)).toEqual(['tool-definition-heavy', 'tool-parameters-many']);
  });

  it('load a TypeScript probe with its own observation kind', async () => {
    const [loaded] = await load('./tool-title-missing.ts', fixtures);
    expect(loaded?.plugin.name).toBe('acme-tool-title');
    expect(loaded?.plugin.emits).toHaveProperty(['acme.tool-title']);
    expect(loaded?.plugin.apply).toBeTypeOf('function');
  });

  it('load a scorer, a cap and a plugin that throws', async () => {
    for (const name of ['weighted-mean', 'cap-house-errors', 'throws'])
      expect(await namesIn(`./${name}`, fixtures)).toEqual([name]);
  });

  it('load a pack with its namespace, and remember where its rules stand', async () => {
    const [loaded] = await load('./toolscore-pack-acme', fixtures);
    expect(loaded?.plugin.name).toBe('toolscore-pack-acme');
    expect(loaded?.plugin.rules?.map(({ id }) => id)).toEqual(['acme/parameters-many', 'acme/prefix-missing']);
    const source = sourceOf(loaded?.plugin.rules?.[1] ?? {});
    expect(source?.locate(['when'])).toEqual({
      source: 'toolscore-pack-acme/rules/tools/prefix-missing.yaml',
      line: 10,
      column: 3,
    });
    expect(source?.page).toMatch(/prefix-missing\.md$/);
  });
});

describe('exports', () => {
  const PLUGIN = "{ name: 'our-login', apply() {} }";
  const RULE =
    "{ id: 'x-missing', title: 't', failure: 'f', severity: 'info', confidence: 'low', since: '1.0.0', observes: 'tool.listing', message: 'm', fix: 'f', judge: () => true }";

  it.each([
    ['a default export', 'plugin.mjs', `export default ${PLUGIN};`, ['our-login']],
    [
      'a named export',
      'plugin.mjs',
      `export const login = ${PLUGIN}; export const limit = 5; export function helper() {}`,
      ['our-login'],
    ],
    [
      'the same thing under two names',
      'plugin.mjs',
      `export const login = ${PLUGIN}; export default login;`,
      ['our-login'],
    ],
    [
      'a list',
      'plugin.mjs',
      `export default [${PLUGIN}, { name: 'our-logout', apply() {} }];`,
      ['our-login', 'our-logout'],
    ],
    ['a rule in code', 'plugin.mjs', `export default ${RULE};`, ['plugin.mjs']],
    [
      'plugins and rules together',
      'plugin.mjs',
      `export const rules = [${RULE}]; export default ${PLUGIN};`,
      ['our-login', 'plugin.mjs'],
    ],
    ['CommonJS', 'plugin.cjs', `module.exports = ${PLUGIN};`, ['our-login']],
    ['a CommonJS list', 'plugin.cjs', `module.exports = [${PLUGIN}];`, ['our-login']],
    ['an ES module without a package.json', 'plugin.js', `export default ${PLUGIN};`, ['our-login']],
    [
      'TypeScript',
      'plugin.mts',
      `type Name = string; const name: Name = 'our-login'; export default { name, apply(): void {} };`,
      ['our-login'],
    ],
    [
      'top-level await',
      'plugin.mjs',
      `const name = await Promise.resolve('our-login'); export default { name, apply() {} };`,
      ['our-login'],
    ],
  ])('take %s', async (_, file, text, names) => {
    const cwd = await project({ [file]: text });
    expect(await namesIn(`./${file}`, cwd)).toEqual(names);
  });

  it('keep methods of a class, and everything else of a plugin', async () => {
    const cwd = await project({
      'plugin.mjs': `class Login { #seen = 0; name = 'our-login'; after = ['lint']; apply() { this.#seen += 1; } }
        export default new Login();`,
    });
    const [loaded] = await load('./plugin.mjs', cwd);
    expect(loaded?.plugin.after).toEqual(['lint']);
    expect(() => loaded?.plugin.apply?.({ hooks: {}, options: {} } as never)).not.toThrow();
  });
});

describe('the running copy of toolscore', () => {
  const FAKE = {
    'node_modules/toolscore/package.json': {
      name: 'toolscore',
      version: '9.9.9',
      exports: { import: './index.mjs', require: './index.cjs' },
    },
    'node_modules/toolscore/index.mjs': "export const definePlugin = () => ({ name: 'other-copy', apply() {} });",
    'node_modules/toolscore/index.cjs': "exports.definePlugin = () => ({ name: 'other-copy', apply() {} });",
  };
  const IMPORT =
    "import { definePlugin } from 'toolscore'; export default definePlugin({ name: 'our-login', apply() {} });";

  it.each([
    ['an ES module', 'plugin.mjs', IMPORT],
    [
      'CommonJS',
      'plugin.cjs',
      "const { definePlugin } = require('toolscore'); module.exports = definePlugin({ name: 'our-login', apply() {} });",
    ],
    ['TypeScript', 'plugin.ts', IMPORT],
  ])('is what %s imports, with no copy or another one beside it', async (_, file, text) => {
    expect(await namesIn(`./${file}`, await project({ [file]: text }))).toEqual(['our-login']);
    expect(await namesIn(`./${file}`, await project({ ...FAKE, [file]: text }))).toEqual(['our-login']);
  });

  it('is what a file behind the plugin and a package import', async () => {
    const cwd = await project({
      ...FAKE,
      'plugin.mjs': "export { default } from './inner.mjs';",
      'inner.mjs': IMPORT,
      'node_modules/toolscore-plugin-login/package.json': {
        name: 'toolscore-plugin-login',
        version: '1.0.0',
        type: 'module',
        exports: './index.js',
      },
      'node_modules/toolscore-plugin-login/index.js': IMPORT,
    });
    expect(await namesIn('./plugin.mjs', cwd)).toEqual(['our-login']);
    expect(await namesIn('toolscore-plugin-login', cwd)).toEqual(['our-login']);
  });
});

describe('folders', () => {
  const PLUGIN = "export default { name: 'our-login', apply() {} };";

  it.each([
    ['an index', { 'x/index.ts': PLUGIN }],
    ['the main file of a package.json', { 'x/package.json': { main: './lib/start' }, 'x/lib/start.mjs': PLUGIN }],
    [
      'conditional exports',
      { 'x/package.json': { name: 'x', exports: { '.': { import: './start.mjs' } } }, 'x/start.mjs': PLUGIN },
    ],
    ['a package.json that only sets the type', { 'x/package.json': { type: 'module' }, 'x/index.js': PLUGIN }],
  ])('are read from %s', async (_, files) => {
    expect(await namesIn('./x', await project(files))).toEqual(['our-login']);
  });

  it('are packs when they have a pack.yaml, and run no code then', async () => {
    const cwd = await project({
      'x/pack.yaml': 'namespace: acme\nrules: "*-missing.yaml"',
      'x/a-missing.yaml': ruleText('a-missing'),
      'x/index.js': 'throw new Error("ran");',
    });
    expect(await idsIn('./x', cwd)).toEqual(['acme/a-missing']);
  });

  it('run the code of a pack that says so, found from the pack', async () => {
    const cwd = await project({
      'x/package.json': {
        name: 'toolscore-pack-x',
        version: '1.0.0',
        toolscore: { pack: './data/pack.yaml', namespace: 'x' },
      },
      'x/data/pack.yaml': 'namespace: x\nplugins: [../probe.mjs, helper]',
      'x/probe.mjs': PLUGIN,
      'x/node_modules/helper/package.json': { name: 'helper', version: '1.0.0' },
      'x/node_modules/helper/index.mjs': "export default { name: 'helper', apply() {} };",
    });
    expect(await namesIn('./x', cwd)).toEqual(['our-login', 'helper']);
  });
});

describe('packages', () => {
  const pack = (version: string) => ({
    name: 'toolscore-pack-a',
    version,
    toolscore: { pack: './pack.yaml', namespace: 'a' },
  });
  const filesOf = (folder: string, version: string) => ({
    [`${folder}/package.json`]: pack(version),
    [`${folder}/pack.yaml`]: 'namespace: a\nrules: rules/*.yaml',
    [`${folder}/rules/x-missing.yaml`]: ruleText('x-missing'),
  });
  const refsIn = (cwd: string, ...refs: [string, string][]) => {
    const asked = refs.map(([specifier, from], index) => ({
      specifier,
      from: `${cwd}/${from}`,
      origin: { source: `config-${index}.yaml`, line: 3, column: 5 },
    }));
    return loadPlugins(asked, contextFor(cwd));
  };

  it('are found from the folder that asks, up to the root', async () => {
    const cwd = await project({ ...filesOf('node_modules/toolscore-pack-a', '1.0.0'), 'deep/down/x.txt': '' });
    expect((await refsIn(cwd, ['toolscore-pack-a', 'deep/down'])).map(({ package: info }) => info?.version)).toEqual([
      '1.0.0',
    ]);
  });

  it('reached by two routes are one', async () => {
    const cwd = await project({
      ...filesOf('node_modules/toolscore-pack-a', '1.0.0'),
      ...filesOf('tools/node_modules/toolscore-pack-a', '1.0.0'),
    });
    const loaded = await refsIn(
      cwd,
      ['toolscore-pack-a', '.'],
      ['./node_modules/toolscore-pack-a', '.'],
      ['toolscore-pack-a', 'tools'],
      ['toolscore-pack-a', '.'],
    );
    expect(loaded.map(({ plugin }) => plugin.name)).toEqual(['toolscore-pack-a']);
  });

  it('in two versions are an error with both paths', async () => {
    const cwd = await project({
      ...filesOf('node_modules/toolscore-pack-a', '1.0.0'),
      ...filesOf('tools/node_modules/toolscore-pack-a', '2.0.0'),
    });
    await expect(refsIn(cwd, ['toolscore-pack-a', '.'], ['toolscore-pack-a', 'tools'])).rejects.toThrow(
      [
        'Two versions of the package "toolscore-pack-a" would be loaded. Keep one of them:',
        '  1.0.0 in ./node_modules/toolscore-pack-a, asked for by config-0.yaml:3:5',
        '  2.0.0 in ./tools/node_modules/toolscore-pack-a, asked for by config-1.yaml:3:5',
      ].join('\n'),
    );
  });

  it('are reached below their name as their exports say', async () => {
    const cwd = await project({
      'node_modules/@acme/checks/package.json': {
        name: '@acme/checks',
        version: '1.0.0',
        exports: { './login': './lib/login.mjs' },
      },
      'node_modules/@acme/checks/lib/login.mjs': "export default { name: 'our-login', apply() {} };",
    });
    expect(await namesIn('@acme/checks/login', cwd)).toEqual(['our-login']);
    expect(await problemsIn('@acme/checks/lib/login.mjs', cwd)).not.toEqual([]);
  });

  it('that are missing list every folder that Node would look in', async () => {
    const cwd = await project({ 'a/b/c.txt': '' });
    const [problem = ''] = await problemsIn('toolscore-pack-a', `${cwd}/a/b`);
    expect(problem).toContain(
      'Cannot find the plugin "toolscore-pack-a". Tried, from the current folder:\n  ./node_modules/toolscore-pack-a   ../node_modules/toolscore-pack-a',
    );
    expect(problem.match(/node_modules/g)).toHaveLength(`${cwd}/a/b`.split('/').length);
  });
});

describe('paths that lead nowhere', () => {
  it('list every place tried, in the words of the manual', async () => {
    const cwd = await project({ 'x.txt': '' });
    expect(await problemsIn('./my-rule', cwd)).toEqual([
      [
        'Cannot find the plugin "./my-rule". Tried, from the current folder:',
        '  ./my-rule   ./my-rule.js   ./my-rule.mjs   ./my-rule.cjs   ./my-rule.ts   ./my-rule.mts',
        '  ./my-rule.yaml   ./my-rule.yml   ./my-rule/package.json',
      ].join('\n'),
    ]);
  });

  it('say which config asked, and from where was looked', async () => {
    const cwd = await project({ 'team/x.txt': '' });
    const asked = {
      specifier: './gone.mjs',
      from: `${cwd}/team`,
      origin: { source: 'team/rules.yaml', line: 2, column: 5 },
    };
    await expect(loadPlugins([asked], contextFor(cwd))).rejects.toThrow(
      'team/rules.yaml:2:5  cannot find the plugin "./gone.mjs". Tried, from ./team:\n  ./gone.mjs',
    );
  });

  it('suggest a file that is there, also when only the ./ was left out', async () => {
    const cwd = await project({ 'my-rule.yaml': ruleText('x-missing') });
    expect((await problemsIn('./my-rul', cwd))[0]).toContain('Did you mean "./my-rule.yaml"?');
    expect((await problemsIn('my-rule', cwd))[0]).toContain('did you mean "./my-rule.yaml"?');
    expect(await idsIn('my-rule.yaml', cwd)).toEqual(['x-missing']);
  });
});

it('loads one file once, however it is named', async () => {
  const cwd = await project({
    'x/index.mjs': "export default { name: 'our-login', apply() {} };",
    'x-missing.yaml': ruleText('x-missing'),
  });
  const refs = ['./x', './x/index.mjs', `file://${cwd}/x/index.mjs`, './x-missing', './x-missing.yaml'].map(
    (specifier) => ({ specifier, from: cwd, origin: { source: 'test' } }),
  );
  expect((await loadPlugins(refs, contextFor(cwd))).map(({ plugin }) => plugin.name)).toEqual([
    'our-login',
    'x-missing.yaml',
  ]);
});

it('puts schemas in place of the paths that emits names, from the file or from its package', async () => {
  const cwd = await project({
    'package.json': { name: 'p', version: '1.0.0' },
    'schemas/a.json': { type: 'object', title: 'package' },
    'lib/b.json': { type: 'object', title: 'file' },
    'lib/plugin.mjs':
      "export default { name: 'p', emits: { 'p.a': 'schemas/a.json', 'p.b': './b.json', 'p.c': new URL('./b.json', import.meta.url), 'p.d': { title: 'inline' } }, apply() {} };",
  });
  const [loaded] = await load('./lib/plugin.mjs', cwd);
  const titles = Object.values(loaded?.plugin.emits ?? {}).map((schema) => (schema as { title: string }).title);
  expect(titles).toEqual(['package', 'file', 'file', 'inline']);
});

it('says which field of x-identity a schema does not have', async () => {
  const schema = "{ type: 'object', properties: { param: {} }, 'x-identity': ['parm'] }";
  const cwd = await project({ 'p.mjs': `export default { name: 'p', emits: { 'p.a': ${schema} }, apply() {} };` });
  expect(await problemsIn('./p.mjs', cwd)).toEqual([
    'p.mjs  plugin "p" emits p.a: x-identity lists "parm", which the schema does not have. It has: param. Did you mean "param"?',
  ]);
});
