/** A pack that means harm: what it holds is refused or bounded with a message, and nothing of it runs. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../core/config/load.js';
import { UsageError } from '../../core/errors.js';
import { findPack } from '../../core/load/find-pack.js';
import { loadPlugins } from '../../core/load/load.js';
import { createRegistry } from '../../core/rules/registry.js';
import { pageOf } from '../../core/rules/page.js';
import { observationSchemas } from '../../schemas/observations.gen.js';
import { contextFor, project, ruleText } from '../load/folder.js';

type Files = Readonly<Record<string, string | object>>;
const MANIFEST = { name: 'toolscore-pack-h', version: '1.0.0', toolscore: { pack: './pack.yaml', namespace: 'h' } };
const PACK = 'namespace: h\nrules: rules/*.yaml\n';

/** A project whose config extends this pack. What is left out of it is harmless. */
async function hostile(files: Files, spoil: (folder: string) => void = () => {}): Promise<string> {
  const pack = { 'package.json': MANIFEST, 'pack.yaml': PACK, 'rules/a-bad.yaml': ruleText('a-bad'), ...files };
  const cwd = await project({
    'toolscore.config.yaml': 'extends: [./pack]\n',
    ...Object.fromEntries(Object.entries(pack).map(([name, content]) => [`pack/${name}`, content])),
  });
  spoil(join(cwd, 'pack'));
  return cwd;
}

/** All that is wrong, as a run says it before any server is started. */
async function problemsIn(cwd: string): Promise<readonly string[]> {
  const context = { ...contextFor(cwd), presets: new Map() };
  try {
    const config = await loadConfig(context);
    const registry = createRegistry();
    for (const { plugin, origin } of await loadPlugins(config.plugins, context))
      for (const rule of plugin.rules ?? []) registry.add(rule, { plugin: plugin.name, origin });
    const problems: string[] = [];
    const kinds = new Map([['tool.listing', observationSchemas['tool.listing']]]);
    await registry.seal({ layers: config.layers, kinds }, problems);
    return problems;
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
}
const problemsOf = async (files: Files, spoil?: (folder: string) => void) => problemsIn(await hostile(files, spoil));

/** A rule with other parts. */
const rule = (id: string, parts: object): object => ({
  id,
  title: 't',
  failure: 'f',
  severity: 'warning',
  confidence: 'high',
  since: '1.0.0',
  observes: 'tool.listing',
  requires: ['name'],
  when: { '===': [{ var: 'name' }, 'bad'] },
  message: '{{name}}',
  fix: 'Fix it.',
  ...parts,
});
/** The same as text, where `when` stands as it is. */
const ruleWhen = (id: string, when: string): string =>
  JSON.stringify(rule(id, { when: 0 })).replace('"when":0', `"when":${when}`);

it('runs no code of a pack that says nothing of code', async () => {
  const trace = "require('node:fs').writeFileSync(__dirname + '/TRACE', '')";
  const cwd = await hostile({
    'package.json': {
      ...MANIFEST,
      main: './index.cjs',
      exports: { '.': './index.cjs', './rules/a-bad.yaml': './index.cjs' },
      bin: './index.cjs',
      scripts: { preinstall: 'node index.cjs', postinstall: 'node index.cjs', prepare: 'node index.cjs' },
    },
    'index.cjs': trace,
    'index.js': trace,
    'pack.js': trace,
    'toolscore.config.js': trace,
    'rules/a-bad.js': trace,
  });
  expect(await problemsIn(cwd)).toEqual([]);
  expect((await findPack('./pack', [], contextFor(cwd))).pack.plugins).toEqual([]);
  expect(readdirSync(join(cwd, 'pack'))).not.toContain('TRACE');
});

describe('names of the language', () => {
  it('are no fields, options or operators of a rule, and nowhere to be read', async () => {
    const problems = await problemsOf({
      'rules/a.yaml': rule('a', { when: { '===': [{ var: '__proto__' }, 1] } }),
      'rules/b.yaml': rule('b', { when: { '===': [{ var: 'constructor.prototype' }, 1] } }),
      'rules/c.yaml': rule('c', { message: '{{__proto__.polluted}}' }),
      'rules/d.yaml': rule('d', { when: { '===': [{ var: { cat: ['__pro', 'to__'] } }, 1] } }),
      'rules/e.yaml': rule('e', { requires: ['__proto__'] }),
      'rules/f.yaml': ruleWhen('f', '{"__proto__":[1]}'),
      'rules/g.yaml': ruleWhen('g', '{"constructor":[1]}'),
    });
    const places = new Set(problems.map((problem) => problem.split(':')[0]));
    expect([...places]).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `pack/rules/${name}.yaml`));
    expect(
      problems.filter((problem) => /part of the language|nobody can check it|no operator here/.test(problem)),
    ).toHaveLength(problems.length);
  });

  it('are no namespace, preset or id of a pack', async () => {
    const problems = await problemsOf({
      'pack.yaml':
        'namespace: __proto__\nrules: rules/*.yaml\n__proto__: {x: 1}\npresets:\n  __proto__: { a-bad: error }\n  recommended: { __proto__: error, toString: error, a-bad: { options: { __proto__: 1 } } }\n',
    });
    expect(problems.map((problem) => problem.split('  ', 1)[0])).toEqual(
      [1, 3, 5, 6, 6].map((line) => expect.stringMatching(`^pack/pack\\.yaml:${line}:`)),
    );
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it.each(['constructor', 'tostring', 'hasownproperty'])(
    'that look like a preset are one only where it is: %s',
    async (name) => {
      const cwd = await project({
        'toolscore.config.yaml': `extends: [./pack:${name}]\n`,
        'pack/pack.yaml': `${PACK}presets: { strict: { a-bad: error } }`,
        'pack/rules/a-bad.yaml': ruleText('a-bad'),
      });
      expect(await problemsIn(cwd)).toEqual([expect.stringContaining(`has no preset "${name}"`)]);
    },
  );
});

describe('what grows', () => {
  const laughs = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [index, name] of 'bcdefghij'.split('').entries())
    laughs.push(`${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(', ')}]`);
  const deep = (levels: number): string => `${'{"!":['.repeat(levels)}{"var":"name"}${']}'.repeat(levels)}`;

  it.each<[string, Files, readonly string[]]>([
    [
      'patterns',
      {
        'rules/a.yaml': rule('a', { when: { matches: [{ var: 'name' }, '(?=x)'] } }),
        'rules/b.yaml': rule('b', { when: { matches: [{ var: 'name' }, '(a{0,1000}){0,1000}'] } }),
        'rules/c.yaml': rule('c', { when: { matches: [{ var: 'name' }, 'x'.repeat(1_001)] } }),
      },
      ['(?=x)', 'expression too large', 'at most 1000 are read'],
    ],
    ['a thousand operators in each other', { 'rules/a.yaml': ruleWhen('a', deep(1_000)) }, ['more than 64 levels']],
    ['operators as deep as YAML may be', { 'rules/a.yaml': ruleWhen('a', deep(25)) }, ['nested at most 24 deep']],
    [
      'a thousand operators beside each other',
      {
        'rules/a.yaml': rule('a', {
          when: { or: Array.from({ length: 300 }, (_, at) => ({ '===': [{ var: 'name' }, `x${at}`] })) },
        }),
      },
      ['at most 400 operators'],
    ],
    ['aliases of aliases', { 'rules/a.yaml': laughs.join('\n') }, ['aliases stand for too much']],
    ['aliases in the pack file', { 'pack.yaml': `${PACK}${laughs.join('\n')}` }, ['aliases stand for too much']],
    [
      'ten megabytes of aliases',
      { 'rules/a.yaml': `x: &x [1]\ny: [${'*x,'.repeat(3_400_000)}]` },
      ['larger than 1 MiB'],
    ],
    ['ten megabytes of text', { 'pack.yaml': `# ${'x'.repeat(10_000_000)}` }, ['larger than 1 MiB']],
    [
      'a large JSON pack',
      {
        'package.json': { ...MANIFEST, toolscore: { pack: './pack.json' } },
        'pack.json': { namespace: 'h', rules: Array(600_000).fill('rules/*.yaml') },
      },
      ['larger than 1 MiB'],
    ],
    ['a large package.json', { 'package.json': { ...MANIFEST, x: 'y'.repeat(2_000_000) } }, ['larger than 1 MiB']],
    [
      'patterns of files without end',
      { 'pack.yaml': `namespace: h\nrules: [${'rules/*.yaml, '.repeat(101)}]` },
      ['at most 100'],
    ],
    [
      'a message template',
      { 'rules/a.yaml': rule('a', { message: '{{name}}'.repeat(300) }) },
      ['at most 2000 characters'],
    ],
    [
      'files of rules',
      Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`rules/r-${at}.yaml`, ''])),
      ['more than 500 rule files'],
    ],
  ])('%s is refused', async (_, files, says) => {
    const problems = await problemsOf(files);
    expect(problems.length).toBeGreaterThan(0);
    for (const words of says) expect(problems.join('\n')).toContain(words);
    // No message is as long as what it complains of.
    expect(problems.join('\n').length).toBeLessThan(2_000);
  });

  it('more than five hundred rules are not read to the end, and fifty problems are enough', async () => {
    const list = (file: number) => Array.from({ length: 170 }, (_, at) => rule(`r-${file}-${at}`, {}));
    const files = Array.from({ length: 4 }, (_, file) => [`rules/l-${file}.yaml`, JSON.stringify(list(file))] as const);
    expect(await problemsOf(Object.fromEntries(files.slice(0, 2)))).toEqual([]);
    expect(await problemsOf(Object.fromEntries(files))).toEqual([
      'pack/pack.yaml  has more than 500 rules. Make several packs of it.',
    ]);
    const more = await problemsOf(
      Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`rules/r-${at}.yaml`, rule(`r-${at}`, { severity: 'bad' })]),
      ),
    );
    expect(more).toHaveLength(51);
    expect(more.at(-1)).toBe('pack/pack.yaml  has 10 more problems in its rules.');
  });
});

describe('what leads out of the pack', () => {
  it.each([
    ['../../**/*.yaml', 'leads out of the pack'],
    ['/**/*.yaml', 'leads out of the pack'],
    ['rules/../../*.yaml', 'leads out of the pack'],
    ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.yaml', 'holds "{"'],
    ['{1..100000000}.yaml', 'holds "{"'],
    ['+(+(+(a)))*.yaml', 'holds "+("'],
    ['!(rules)/*.yaml', 'holds "!"'],
    ['**/**/**/**/**/**/**/*a*a*a*a*a*a*a*a*b.yaml', 'no file matches'],
  ])('the pattern %s is refused', async (pattern, words) => {
    const problems = await problemsOf({
      'pack.yaml': `namespace: h\nrules: ["${pattern}"]`,
      [`rules/${'a'.repeat(100)}.yaml`]: '',
    });
    expect(problems).toEqual([expect.stringContaining(words)]);
    expect(problems[0]).toMatch(/^pack\/pack\.yaml:2:9 {2}/);
  });

  it('a pack file elsewhere is not read, and nothing of it is shown', async () => {
    const secret = { 'secret.yaml': 'namespace: root:x:0:0\n' };
    const cwd = await project({
      ...secret,
      'toolscore.config.yaml': 'extends: [./pack]',
      'pack/package.json': { ...MANIFEST, toolscore: { pack: '../secret.yaml' } },
    });
    expect(await problemsIn(cwd)).toEqual([
      'pack  the pack file ../secret.yaml leads out of its folder, so it is not read.',
    ]);
    const linked = await project({
      ...secret,
      'toolscore.config.yaml': 'extends: [./pack]',
      'pack/package.json': MANIFEST,
    });
    symlinkSync('../secret.yaml', join(linked, 'pack/pack.yaml'));
    expect(await problemsIn(linked)).toEqual([
      'pack  the pack file pack.yaml leads out of its folder, so it is not read.',
    ]);
  });

  it('links to files and folders outside are not followed', async () => {
    const link = (to: string, at: string) => (folder: string) => symlinkSync(to, join(folder, at));
    expect(await problemsOf({}, link('../../toolscore.config.yaml', 'rules/b.yaml'))).toEqual([
      'pack/pack.yaml:2:8  "rules/*.yaml" leads out of the pack, to rules/b.yaml.',
    ]);
    expect(await problemsOf({ 'pack.yaml': 'namespace: h\nrules: out/*.yaml' }, link('..', 'out'))).toEqual([
      'pack/pack.yaml:2:8  no file matches "out/*.yaml". Links are not followed out of the pack, as "out" would be.',
    ]);
    expect(
      await problemsOf({ 'pack.yaml': 'namespace: h\nrules: "**/*.yaml"\n', 'pack.yaml.md': '' }, link('.', 'ring')),
    ).toEqual([]);
  });

  it('a page outside is not shown', async () => {
    const cwd = await hostile({ 'rules/b-bad.yaml': ruleText('b-bad'), 'rules/own.md': 'our own' }, (folder) => {
      symlinkSync('../../toolscore.config.yaml', join(folder, 'rules/a-bad.md'));
      symlinkSync('own.md', join(folder, 'rules/b-bad.md'));
    });
    const [loaded] = await loadPlugins(
      [{ specifier: './pack', from: cwd, origin: { source: 'test' } }],
      contextFor(cwd),
    );
    const registry = createRegistry();
    for (const one of loaded?.plugin.rules ?? []) registry.add(one, { plugin: 'h', origin: { source: 'test' } });
    const rules = await registry.seal(
      { layers: [], kinds: new Map([['tool.listing', observationSchemas['tool.listing']]]) },
      [],
    );
    const pages = await Promise.all([...rules.values()].map(pageOf));
    expect(pages).toEqual([undefined, 'our own']);
  });
});

// Windows has neither pipes in folders nor devices.
describe.skipIf(process.platform === 'win32')('what never ends', () => {
  const pipe = (name: string) => (folder: string) => void execFileSync('mkfifo', [join(folder, name)]);
  it.each<[string, Files, (folder: string) => void, string]>([
    ['a pipe among the rules', {}, pipe('rules/b.yaml'), '"rules/*.yaml" matches rules/b.yaml, which is no file.'],
    [
      'a device among the rules',
      {},
      (folder) => symlinkSync('/dev/zero', join(folder, 'rules/b.yaml')),
      'leads out of the pack, to rules/b.yaml.',
    ],
    [
      'a folder called like a rule',
      { 'pack.yaml': 'namespace: h\nrules: rules/b.yaml' },
      (folder) => mkdirSync(join(folder, 'rules/b.yaml')),
      'no file matches "rules/b.yaml".',
    ],
  ])('%s is not read', async (_, files, spoil, words) => {
    expect(await problemsOf(files, spoil)).toEqual([expect.stringContaining(words)]);
  });

  it.each(['pack.yaml', 'package.json'])('a pipe instead of %s is not waited for', async (name) => {
    const cwd = await project({
      'toolscore.config.yaml': 'extends: [./pack]',
      'pack/rules/a-bad.yaml': '',
      ...(name === 'pack.yaml' && { 'pack/package.json': MANIFEST }),
    });
    pipe(name)(join(cwd, 'pack'));
    expect(await problemsIn(cwd)).toEqual([`pack/${name}  is a pipe or a device, not a file.`]);
  });
});
