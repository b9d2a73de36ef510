import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkPack } from '../../core/author/check-pack.js';
import { kebabName, packName, thingOf } from '../../core/author/name.js';
import { peerRange } from '../../core/author/new-pack.js';
import { scaffold, type Scaffolded } from '../../core/author/scaffold.js';
import { parseYaml } from '../../core/yaml.js';
import { project } from '../load/folder.js';

afterEach(() => vi.restoreAllMocks());

const make = (thing: string, name: string, cwd: string, dir = '.'): Promise<Scaffolded> =>
  scaffold({ thing: thingOf(thing), name, dir, cwd, version: '0.1.0', taken: ['round-trip'] });

/** Every file below a folder, from there. */
const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe('a name', () => {
  test.each([
    ['rul', 'x', 'toolscore new makes a rule, a probe or a pack; found "rul". Did you mean "rule"?'],
    ['rule', 'RefundKeyMissing', 'found "RefundKeyMissing". Did you mean "refund-key-missing"?'],
    ['rule', 'refund_key missing', 'Did you mean "refund-key-missing"?'],
    [
      'probe',
      '../answer',
      'The name of a probe is lower-case words joined by "-", at most 60 characters, such as answer-size',
    ],
    ['probe', '_', 'found "_".'],
    ['rule', 'a'.repeat(61), 'at most 60 characters'],
    ['pack', '@shop/Payments', 'found "Payments". Did you mean "payments"?'],
    ['pack', '../x', 'found "../x". Did you mean "x"?'],
    ['rule', 'description-missing', 'A built-in rule is called "description-missing" already.'],
    ['probe', 'round-trip', 'A plugin that ships is called "round-trip".'],
    ['probe', 'listing', 'Observations of the kind "tool.listing" ship already.'],
  ])('of a %s cannot be %s', async (thing, name, message) => {
    const cwd = await project({});
    await expect((async () => make(thing, name, cwd))()).rejects.toThrow(message);
    expect(await filesIn(cwd)).toEqual([]);
  });

  test('of a pack may be given short, whole, or with a scope', () => {
    for (const name of ['payments', 'toolscore-pack-payments'])
      expect(packName(name)).toEqual({
        package: 'toolscore-pack-payments',
        folder: 'toolscore-pack-payments',
        namespace: 'payments',
      });
    expect(packName('@shop/payments').package).toBe('@shop/toolscore-pack-payments');
    expect(kebabName('rule', 'a1-b2')).toBe('a1-b2');
  });

  test('of a version ends where things may break', () => {
    expect(peerRange('0.3.1')).toBe('>=0.3.1 <1.0.0');
    expect(peerRange('2.0.0')).toBe('>=2.0.0 <3.0.0');
  });
});

describe('what is written', () => {
  test('is said, with the next three commands', async () => {
    const cwd = await project({});
    expect(await make('rule', 'name-long', cwd)).toEqual({
      written: ['rules/name-long.yaml', 'rules/name-long.md', 'test/name-long.test.mjs'],
      first: [],
      commands: [
        'npm install --save-dev toolscore',
        'node --test',
        'npx toolscore mcp lint --plugin ./rules/name-long.yaml -- node server.js',
      ],
    });
    expect((await make('probe', 'answer-size', cwd, 'my probes')).commands[0]).toBe(
      'cd "./my probes" && npm install --save-dev toolscore',
    );
    const pack = await make('pack', '@shop/payments', cwd);
    expect(pack.commands).toEqual([
      'cd ./toolscore-pack-payments && npm install',
      'npm test',
      'npx toolscore pack check',
    ]);
    const manifest = JSON.parse(await readFile(join(cwd, 'toolscore-pack-payments/package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: '@shop/toolscore-pack-payments',
      peerDependencies: { toolscore: '>=0.1.0 <1.0.0' },
      devDependencies: { toolscore: '^0.1.0' },
    });
  });

  test('is never written over anything, and then nothing is written at all', async () => {
    const cwd = await project({ 'rules/name-long.md': 'mine' });
    await expect(make('rule', 'name-long', cwd)).rejects.toThrow('rules/name-long.md is there already.');
    expect(await filesIn(cwd)).toEqual(['rules/name-long.md']);
    expect(await readFile(join(cwd, 'rules/name-long.md'), 'utf8')).toBe('mine');
    const blocked = await project({ rules: 'a file' });
    await expect(make('rule', 'name-long', blocked)).rejects.toThrow('could not be written');
  });

  test('passes the check of packs as it is, also with a rule and a probe added', async () => {
    const cwd = await project({});
    await make('pack', 'payments', cwd);
    const folder = join(cwd, 'toolscore-pack-payments');
    const checked = (): ReturnType<typeof checkPack> =>
      checkPack({ folder: '.', cwd: folder, version: '0.1.0', taken: [] });
    expect(await checked()).toEqual({
      title: 'toolscore-pack-payments 0.1.0',
      problems: [],
      advice: [],
      rules: 1,
      pages: 1,
      testFiles: 1,
      presets: ['recommended', 'strict'],
      code: [],
    });

    const { commands } = await make('rule', 'name-long', folder);
    expect(commands).toEqual([
      'node --test',
      'npx toolscore pack check',
      'npx toolscore mcp lint --plugin . -- node server.js',
    ]);
    const { first } = await make('probe', 'answer-size', folder);
    expect(first).toEqual([
      'Add to pack.yaml:  plugins: [./probes/answer-size.ts]',
      'Add to package.json:  "probes", under files',
    ]);
    const pack = join(folder, 'pack.yaml');
    await writeFile(pack, `plugins: [./probes/answer-size.ts]\n${await readFile(pack, 'utf8')}`);
    const manifest = join(folder, 'package.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"rules",', '"rules", "probes",'));
    expect(await checked()).toMatchObject({
      problems: [],
      // Nobody put the new ones into a preset yet.
      advice: [expect.stringContaining('answer-size-large'), expect.stringContaining('name-long')],
      rules: 3,
      pages: 3,
      testFiles: 3,
      code: ['./probes/answer-size.ts'],
    });
  });

  test('takes its version from the pack it is made in, and goes by its id there', async () => {
    const manifest = { name: 'toolscore-pack-shop', version: '2.1.0' };
    const cwd = await project({ 'package.json': manifest, 'pack.yaml': 'namespace: shop\n' });
    await make('rule', 'description-missing', cwd);
    const text = await readFile(join(cwd, 'rules/description-missing.yaml'), 'utf8');
    expect((await parseYaml(text, 'x')).value).toMatchObject({ id: 'description-missing', since: '2.1.0' });
    expect(await readFile(join(cwd, 'test/description-missing.test.mjs'), 'utf8')).toContain(
      "testRule('description-missing', {",
    );
    const broken = await project({ 'pack.yaml': 'namespace: Shop\n' });
    await expect(make('rule', 'name-long', broken)).rejects.toThrow('pack.yaml:1:12  namespace takes');
  });
});

describe('its tests hold', () => {
  /** Runs a test file that was written, as a runner with a global `test` would. */
  async function outcomes(folder: string, file: string): Promise<readonly string[]> {
    const declared: [string, () => Promise<void>][] = [];
    const { testRule, testProbe, reply } = await import('../../core/testing.js');
    const tools = { test: (name: string, body: () => Promise<void>) => void declared.push([name, body]) };
    const text = (await readFile(join(folder, file), 'utf8'))
      .replace(/^import .*\n/, '')
      .replaceAll('import.meta.url', JSON.stringify(`file://${folder}/${file}`));
    // What is written is ours; only its one import is put in from outside.
    // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-function-type
    new Function('testRule', 'testProbe', 'reply', text)(
      (rule: string, cases: never) => testRule(rule, cases, tools),
      (probe: string, cases: never) => testProbe(probe, cases, tools),
      reply,
    );
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
    return Promise.all(
      declared.map(([name, body]) =>
        body().then(
          () => 'ok',
          (error: Error) => `${name}: ${error.message}`,
        ),
      ),
    );
  }

  test('of a rule, in a pack and on its own', async () => {
    const cwd = await project({});
    await make('rule', 'name-long', cwd);
    expect(await outcomes(cwd, 'test/name-long.test.mjs')).toEqual(['ok', 'ok', 'ok', 'ok']);
    await make('pack', 'payments', cwd);
    expect(await outcomes(`${cwd}/toolscore-pack-payments`, 'test/parameters-many.test.mjs')).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
    ]);
  });

  test('of a probe and its rule', async () => {
    const cwd = await project({});
    await make('probe', 'answer-size', cwd);
    expect(await outcomes(cwd, 'test/answer-size.test.mjs')).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  });
});
