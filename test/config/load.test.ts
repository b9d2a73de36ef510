import { describe, expect, it } from 'vitest';
import { type ConfigInput, loadConfig } from '../../core/config/load.js';
import type { ResolvedConfig } from '../../core/config/types.js';
import type { UsageError } from '../../core/errors.js';
import { deepFreeze } from '../../core/json.js';
import { loadPlugins } from '../../core/load/load.js';
import { resolveToggles } from '../../core/rules/toggles.js';
import { contextFor, project, ruleText } from '../load/folder.js';

const PRESETS = new Map([
  ['recommended', { 'a-missing': 'warning', 'b-missing': 'warning' }],
  ['strict', { 'a-missing': 'error', 'b-missing': 'error' }],
  ['all', {}],
]);

type Files = Readonly<Record<string, string | object>>;
const loadIn = (cwd: string, input: Partial<ConfigInput> = {}): Promise<ResolvedConfig> =>
  loadConfig({ ...contextFor(cwd), presets: PRESETS, defaultPreset: 'recommended', ...input });
const load = async (files: Files, input: Partial<ConfigInput> = {}): Promise<ResolvedConfig> =>
  loadIn(await project(files), input);
const problemsOf = async (files: Files, input: Partial<ConfigInput> = {}): Promise<readonly string[]> => {
  const error = await load(files, input).then(
    () => ({ problems: [] }),
    (thrown: unknown) => thrown,
  );
  return (error as UsageError).problems;
};

/** What applies to each rule, as the registry sees it. */
function settingsOf({ layers }: ResolvedConfig, options: Readonly<Record<string, object>> = {}) {
  const ids = layers.flatMap(({ rules }) => Object.keys(rules));
  const problems: string[] = [];
  const known = new Map(ids.map((id) => [id, { id, options: { limit: 0, other: 0, ...options[id] } }]));
  const settings = resolveToggles(layers, known, problems);
  expect(problems).toEqual([]);
  return Object.fromEntries(
    [...settings].map(([id, { toggle, origin }]) => [
      id,
      [toggle, [origin?.source, origin?.line].filter(Boolean).join(':')],
    ]),
  );
}

describe('finding the config', () => {
  it.each([
    ['toolscore.config.yaml', 'timeout: 5'],
    ['toolscore.config.yml', 'timeout: 5'],
    ['toolscore.config.json', '{ "timeout": 5, /* as editors write it */ }'],
    ['toolscore.config.js', 'module.exports = { timeout: 5 };'],
    ['toolscore.config.mjs', 'export default Promise.resolve({ timeout: 5 });'],
    ['toolscore.config.cjs', 'module.exports = { timeout: 5 };'],
    [
      'toolscore.config.ts',
      "import { defineConfig } from 'toolscore'; const timeout: number = 5; export default defineConfig({ timeout });",
    ],
  ])('reads %s', async (name, text) => {
    const config = await load({ [name]: text });
    expect(config.file).toBe(name);
    expect(config.timeoutMs).toMatchObject({ value: 5000, origin: { source: name } });
  });

  it('needs none', async () => {
    const config = await load({});
    expect(config.file).toBeUndefined();
    expect(settingsOf(config)).toEqual({
      'a-missing': ['warning', 'toolscore:recommended'],
      'b-missing': ['warning', 'toolscore:recommended'],
    });
  });

  it('takes the one that is named, wherever it is, and none other', async () => {
    const cwd = await project({
      'toolscore.config.yaml': 'timeout: 1',
      'ci/strict.yaml': 'timeout: 2\nargsFiles: [./args.yaml]',
    });
    const config = await loadIn(cwd, { path: 'ci/strict.yaml' });
    expect(config.timeoutMs).toEqual({ value: 2000, origin: { source: 'ci/strict.yaml', line: 1, column: 1 } });
    expect(config.argsFiles.map(({ value }) => value)).toEqual([`${cwd}/ci/args.yaml`]);
  });

  it('takes an empty file for an empty config', async () => {
    expect(await problemsOf({ 'toolscore.config.yaml': '# nothing yet\n' })).toEqual([]);
    expect(await problemsOf({ 'toolscore.config.yaml': '' })).toEqual([]);
  });

  it('says so when the named one does not exist', async () => {
    expect(await problemsOf({}, { path: 'gone.yaml' })).toEqual(['gone.yaml  does not exist.']);
  });
});

describe('layers', () => {
  it('apply in the order of extends, then the file, then flags', async () => {
    const config = await load(
      {
        'toolscore.config.yaml':
          'extends: [toolscore:strict, ./team.yaml, ./more.json]\nrules: { c-missing: error, e-missing: info }',
        'team.yaml': 'rules:\n  a-missing: "off"\n  c-missing: warn\n  d-missing: error',
        'more.json': '{ "rules": { "d-missing": false } }',
      },
      { flags: [{ flag: '--rule e-missing=off', set: { rules: { 'e-missing': 'off' } } }] },
    );
    expect(settingsOf(config)).toEqual({
      'a-missing': ['off', 'team.yaml:2'],
      'b-missing': ['error', 'toolscore:strict'],
      'c-missing': ['error', 'toolscore.config.yaml:2'],
      'd-missing': ['off', 'more.json:1'],
      'e-missing': ['off', '--rule e-missing=off'],
    });
  });

  it('begin with the default preset unless some file chooses one that ships', async () => {
    const without = await load({ 'toolscore.config.yaml': 'extends: ./team.yaml', 'team.yaml': 'timeout: 1' });
    expect(without.layers.map(({ source }) => source)).toEqual(['toolscore:recommended']);
    const deep = await load({
      'toolscore.config.yaml': 'extends: ./team.yaml',
      'team.yaml': 'extends: [toolscore:strict]',
    });
    expect(deep.layers.map(({ source }) => source)).toEqual(['toolscore:strict']);
  });

  it('begin with the preset that a flag asks for, in place of those that files choose', async () => {
    const files = {
      'toolscore.config.yaml': 'extends: [toolscore:recommended, ./team.yaml]\nrules: { c-missing: off }',
      'team.yaml': 'extends: toolscore:all\nrules: { b-missing: info }',
    };
    const config = await load(files, { preset: 'strict', flags: [{ flag: '--ci', set: { ci: true } }] });
    expect(config.ci).toMatchObject({ value: true });
    expect(settingsOf(config)).toEqual({
      'a-missing': ['error', '--preset strict'],
      'b-missing': ['info', 'team.yaml:2'],
      'c-missing': ['off', 'toolscore.config.yaml:2'],
    });
    const full = await load({}, { preset: 'toolscore:strict' });
    expect(full.layers.map(({ source }) => source)).toEqual(['--preset toolscore:strict']);
    expect(await problemsOf({}, { preset: 'strickt' })).toEqual([
      '--preset strickt  there is no preset "strickt". There are: recommended, strict, all. Did you mean "strict"?',
    ]);
  });

  it('find what a file names from that file', async () => {
    const cwd = await project({
      'toolscore.config.yaml': 'extends: ./team/rules\nplugins: [./own.js]',
      'team/rules.yaml':
        'extends: ../company/base.json\nplugins: [./login.mjs]\nserver: node server.js\nreports: [{ format: json, path: out/r.json }]',
      'company/base.json': { plugins: ['some-package'] },
    });
    const { plugins, server, reports } = await loadIn(cwd);
    expect(plugins.map(({ specifier, from }) => [specifier, from.slice(cwd.length)])).toEqual([
      ['some-package', '/company'],
      ['./login.mjs', '/team'],
      ['./own.js', ''],
    ]);
    expect(server).toMatchObject({ folder: `${cwd}/team`, origin: { source: 'team/rules.yaml', line: 3 } });
    expect(reports[0]?.value.path).toBe(`${cwd}/team/out/r.json`);
  });

  it('may name one file twice without a ring', async () => {
    expect(
      await problemsOf({
        'toolscore.config.yaml': 'extends: [./a.yaml, ./b.yaml]',
        'a.yaml': 'extends: ./c.yaml',
        'b.yaml': 'extends: ./c.yaml',
        'c.yaml': 'timeout: 1',
      }),
    ).toEqual([]);
  });

  it('never change each other, or what was handed in', async () => {
    const presets = new Map([['recommended', deepFreeze({ 'a-missing': { options: { limit: 1 } } })]]);
    const set = deepFreeze({
      rules: { 'a-missing': { options: { limit: 3 } } },
      scoring: { weights: { b: 2 } },
      probes: { scenarios: { cases: 9 } },
    });
    const files = {
      'toolscore.config.mjs': `import { team } from './team.mjs'; const freeze = (o) => { Object.values(o).forEach((v) => typeof v === 'object' && freeze(v)); return Object.freeze(o); };
        export default freeze({ extends: './team.mjs', rules: { 'a-missing': { options: { limit: 2 } } }, scoring: { use: 'mean', weights: { a: 1 } }, probes: { scenarios: { cases: 1, args: { x: 1 } } } });`,
      'team.mjs': `export const team = 1; export default { scoring: { use: 'mean', weights: { a: 5, c: 5 } }, probes: { scenarios: { other: 1 } } };`,
    };
    const cwd = await project(files);
    const first = await loadIn(cwd, { presets, flags: [{ flag: '--x', set }] });
    expect(first.scoring.options).toEqual({ weights: { a: 1, b: 2, c: 5 } });
    const second = await loadIn(cwd, { presets });
    expect(second.scoring.options).toEqual({ weights: { a: 1, c: 5 } });
    expect(second.probes.map(({ options }) => options)).toEqual([{ other: 1 }, { cases: 1 }, { args: { x: 1 } }]);
  });
});

describe('settings', () => {
  const BOTH = {
    'toolscore.config.yaml': [
      'extends: ./team.yaml',
      'probes: { scenarios: { cases: 2 } }',
      'scoring: { use: mean, weights: { a-missing: 8 } }',
      'args: { "*": { path: /srv/a }, create_note: { title: T } }',
      'reports: [{ format: json, path: r.json }, { format: markdown, path: "-" }]',
      'failUnder: 0.8',
    ].join('\n'),
    'team.yaml': [
      'probes: { scenarios: { cases: 5, edgeCases: false }, lint: { deep: true } }',
      'scoring: { use: mean, weights: { a-missing: 1, b-missing: 2 }, floor: 3 }',
      'args: { "*": { path: /srv/b, name: N } }',
      'reports: [{ format: badge, path: r.json }]',
      'failUnder: B',
      'ci: true',
      'readOnly: true',
      'maxTime: 1.5',
    ].join('\n'),
  };

  it('are merged key by key, each with its place', async () => {
    const config = await load(BOTH);
    const at = (origin: { source: string; line?: number } | undefined) => `${origin?.source}:${origin?.line}`;
    expect(config.probes.map(({ plugin, options, origin }) => [plugin, options, at(origin)])).toEqual([
      ['scenarios', { cases: 2 }, 'toolscore.config.yaml:2'],
      ['scenarios', { edgeCases: false }, 'team.yaml:1'],
      ['lint', { deep: true }, 'team.yaml:1'],
    ]);
    expect(config.scoring.options).toEqual({ weights: { 'a-missing': 8, 'b-missing': 2 }, floor: 3 });
    expect(at(config.scoring.origins.get('weights.a-missing'))).toBe('toolscore.config.yaml:3');
    expect(at(config.scoring.origins.get('weights.b-missing'))).toBe('team.yaml:2');
    expect(config.args.map(({ tool, name, value, origin }) => [tool, name, value, at(origin)])).toEqual([
      ['*', 'path', '/srv/a', 'toolscore.config.yaml:4'],
      ['*', 'name', 'N', 'team.yaml:3'],
      ['create_note', 'title', 'T', 'toolscore.config.yaml:4'],
    ]);
    expect(config.reports.map(({ value }) => value.format)).toEqual(['json', 'markdown']);
    expect(config.failUnder).toEqual({
      value: '0.8',
      origin: { source: 'toolscore.config.yaml', line: 6, column: 1 },
    });
    expect([config.ci?.value, config.readOnly?.value, config.maxTimeMs?.value]).toEqual([true, true, 1500]);
  });

  it('name a baseline from their own folder', async () => {
    const files = { 'sub/team.yaml': 'baseline: known/base.json', 'toolscore.config.yaml': 'extends: ./sub/team.yaml' };
    const { baseline } = await load(files);
    expect(baseline?.value).toMatch(/[\\/]sub[\\/]known[\\/]base\.json$/);
    expect(baseline?.origin).toEqual({ source: 'sub/team.yaml', line: 1, column: 1 });
    expect((await load({})).baseline).toBeUndefined();
  });

  it('of one scorer do not leak into another', async () => {
    const config = await load({
      'toolscore.config.yaml': 'extends: ./team.yaml\nscoring: { use: other }',
      'team.yaml': 'scoring: { use: mean, weights: { a: 1 } }',
    });
    expect(config.scoring).toMatchObject({ use: { value: 'other' }, options: {} });
  });

  it('cannot allow writes, and can restrict to reading', async () => {
    for (const text of [
      'allowWrites: true',
      'allow_writes: false',
      'readOnly: false',
      'probes: { x: { allowMutation: true } }',
    ]) {
      expect(await problemsOf({ 'toolscore.config.yaml': text })).toHaveLength(1);
    }
    // A value for a tool may have any name.
    expect(
      await problemsOf({ 'toolscore.config.yaml': 'readOnly: true\nargs: { set_policy: { allowWrites: true } }' }),
    ).toEqual([]);
    expect(await problemsOf({ 'toolscore.config.mjs': 'export default { allowWrites: true };' })).toEqual([
      'toolscore.config.mjs  "allowWrites" cannot be set in a config. Only the command line (--allow-writes) or the API may let a run write.',
    ]);
    expect(
      await problemsOf({ 'toolscore.config.yaml': 'extends: ./team.yaml', 'team.yaml': 'allowWrites: true' }),
    ).toHaveLength(1);
  });
});

describe('packs', () => {
  const PACK = {
    'node_modules/toolscore-pack-house/package.json': {
      name: 'toolscore-pack-house',
      version: '1.0.0',
      main: './index.js',
      toolscore: { pack: './pack.yaml', namespace: 'house' },
    },
    'node_modules/toolscore-pack-house/index.js': 'throw new Error("a data pack ran code");',
    'node_modules/toolscore-pack-house/pack.yaml': [
      'namespace: house',
      'rules: rules/**/*.yaml',
      'presets:',
      '  recommended: { x-missing: warning, a-missing: error }',
      '  strict: { x-missing: error, house/y-missing: { severity: warning, options: { limit: 2 } } }',
      '  extra: { y-missing: info }',
    ].join('\n'),
    'node_modules/toolscore-pack-house/rules/x/x-missing.yaml': ruleText('x-missing'),
    'node_modules/toolscore-pack-house/rules/y-missing.yaml': ruleText('y-missing'),
  };
  const at = 'node_modules/toolscore-pack-house/pack.yaml';

  it('bring their rules, and of these the chosen preset switches on its own', async () => {
    const config = await load({
      ...PACK,
      'toolscore.config.yaml': 'extends: [toolscore:recommended, toolscore-pack-house]',
    });
    expect(config.plugins).toMatchObject([{ origin: { source: 'toolscore.config.yaml', line: 1 } }]);
    expect(settingsOf(config)).toEqual({
      'a-missing': ['error', `${at}:4`],
      'b-missing': ['warning', 'toolscore:recommended'],
      'house/x-missing': ['warning', `${at}:4`],
      'house/y-missing': ['off', `${at}:4`],
    });
  });

  it('add up when several presets are chosen, and the config has the last word', async () => {
    const config = await load({
      ...PACK,
      'toolscore.config.yaml':
        'extends: [toolscore-pack-house:strict, toolscore-pack-house:extra]\nrules: { house/x-missing: off }',
    });
    expect(settingsOf(config)).toMatchObject({
      'house/x-missing': ['off', 'toolscore.config.yaml:2'],
      'house/y-missing': ['info', `${at}:6`],
    });
    expect(config.layers.at(2)?.locate(['house/y-missing'])).toMatchObject({ source: at, line: 6 });
  });

  it('are one pack in two copies of one version, whose presets add up', async () => {
    const copy = Object.fromEntries(Object.entries(PACK).map(([name, content]) => [`team/${name}`, content]));
    const cwd = await project({
      ...PACK,
      ...copy,
      'toolscore.config.yaml': 'extends: [toolscore-pack-house:strict, ./team/rules.yaml]',
      'team/rules.yaml': 'extends: toolscore-pack-house:extra',
    });
    const config = await loadIn(cwd);
    expect(settingsOf(config)).toMatchObject({
      'house/x-missing': ['error', `${at}:5`],
      'house/y-missing': ['info', `team/${at}:6`],
    });
    expect(await loadPlugins(config.plugins, contextFor(cwd))).toHaveLength(1);
  });

  it('may call a rule by its earlier id, which is nothing for their users to hear of', async () => {
    const cwd = await project({
      ...PACK,
      [at]: 'namespace: house\nrules: rules/**/*.yaml\npresets: { recommended: { x-old: error, house/y-missing: info } }',
      'node_modules/toolscore-pack-house/rules/x/x-missing.yaml': `${ruleText('x-missing')}aliases: [x-old]\n`,
      'toolscore.config.yaml': 'extends: toolscore-pack-house',
    });
    const { layers } = await loadIn(cwd);
    const preset = layers.find(({ source }) => source === 'toolscore-pack-house:recommended');
    expect(preset?.rules).toEqual({ 'house/x-missing': 'error', 'house/y-missing': 'info' });
    expect(preset?.locate(['house/x-missing'], true)).toMatchObject({ source: at, line: 3, column: 27 });
    expect(preset?.foreign).toBe(true);
  });

  it('are not changed by a config that uses them beside another one', async () => {
    const files = {
      ...PACK,
      'a.yaml': 'extends: toolscore-pack-house:strict\nrules: { house/x-missing: off }',
      'b.yaml': 'extends: toolscore-pack-house:strict',
    };
    const cwd = await project(files);
    const alone = settingsOf(await loadIn(cwd, { path: 'b.yaml' }));
    expect(settingsOf(await loadIn(cwd, { path: 'a.yaml' }))['house/x-missing']?.[0]).toBe('off');
    expect(settingsOf(await loadIn(cwd, { path: 'b.yaml' }))).toEqual(alone);
    expect(alone['house/x-missing']?.[0]).toBe('error');
  });

  it('are found from the file that extends them', async () => {
    const inTeam = Object.fromEntries(Object.entries(PACK).map(([name, content]) => [`team/${name}`, content]));
    expect(
      await problemsOf({
        ...inTeam,
        'toolscore.config.yaml': 'extends: ./team/rules.yaml',
        'team/rules.yaml': 'extends: toolscore-pack-house:strict',
      }),
    ).toEqual([]);
    const [problem = ''] = await problemsOf({
      ...inTeam,
      'toolscore.config.yaml': 'extends: toolscore-pack-house:strict',
    });
    expect(problem).toContain(
      'toolscore.config.yaml:1:10  cannot find the config or pack "toolscore-pack-house". Tried, from the current folder:\n  ./node_modules/toolscore-pack-house',
    );
  });

  it('in two versions are an error, also when two files extend them', async () => {
    const older = Object.fromEntries(
      Object.entries(PACK).map(([name, content]) => [
        `team/${name}`,
        typeof content === 'string' ? content : { ...content, version: '0.9.0' },
      ]),
    );
    const cwd = await project({
      ...PACK,
      ...older,
      'toolscore.config.yaml': 'extends: [./team/rules.yaml, toolscore-pack-house:strict]',
      'team/rules.yaml': 'extends: toolscore-pack-house:strict',
    });
    const { plugins } = await loadIn(cwd);
    await expect(loadPlugins(plugins, contextFor(cwd))).rejects.toThrow(
      [
        'Two versions of the package "toolscore-pack-house" would be loaded. Keep one of them:',
        '  0.9.0 in ./team/node_modules/toolscore-pack-house, asked for by team/rules.yaml:1:10',
        '  1.0.0 in ./node_modules/toolscore-pack-house, asked for by toolscore.config.yaml:1:30',
      ].join('\n'),
    );
  });

  it('report rules that a preset names and nobody has', async () => {
    const files = {
      ...PACK,
      [at]: 'namespace: house\nrules: rules/**/*.yaml\npresets: { strict: { house/z-missing: error, zz-missing: error } }',
    };
    // The short id may be a rule of toolscore or of another pack; that is known when all rules are.
    expect(await problemsOf({ ...files, 'toolscore.config.yaml': 'extends: toolscore-pack-house:strict' })).toEqual([
      `${at}:3:22  the pack has no rule "house/z-missing". Did you mean "house/x-missing"?`,
    ]);
  });

  it('report a pattern that matches nothing, and one that leads out of the pack', async () => {
    const pack = (rules: string) => ({
      ...PACK,
      'outside.yaml': ruleText('o-missing'),
      [at]: `namespace: house\nrules: ${rules}`,
      'toolscore.config.yaml': 'extends: toolscore-pack-house',
    });
    expect(await problemsOf(pack('rule/*.yaml'))).toEqual([`${at}:2:8  no file matches "rule/*.yaml".`]);
    expect(await problemsOf(pack('../../*.yaml'))).toEqual([expect.stringContaining('leads out of the pack')]);
  });
});

it('tells the problems of all files at once', async () => {
  const problems = await problemsOf({
    'toolscore.config.yaml': 'extends: [./team.yaml, ./gone.yaml]\ntimeout: soon\nplugin: x',
    'team.yaml': 'timeout: 1\ntimeout: never\nextends: toolscore:strikt',
  });
  expect(problems.map((problem) => problem.split('  ')[0])).toEqual([
    'toolscore.config.yaml:2:10',
    'toolscore.config.yaml:3:1',
    'team.yaml:2:1',
    'team.yaml:2:10',
    'team.yaml:3:10',
    'toolscore.config.yaml:1:24',
  ]);
});
