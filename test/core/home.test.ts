import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { LocalError } from '../../core/errors.js';
import { homeFolder, makeOwnFolder, saltOf } from '../../core/home.js';
import { project } from '../load/folder.js';
import { program } from './program.js';

const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('the folder', () => {
  test('is in the user’s home unless TOOLSCORE_HOME names another', () => {
    expect(homeFolder({})).toBe(join(homedir(), '.toolscore'));
    expect(homeFolder({ TOOLSCORE_HOME: ' ' })).toBe(join(homedir(), '.toolscore'));
    expect(homeFolder({ TOOLSCORE_HOME: 'kept/here' })).toBe(resolve('kept/here'));
  });

  test.skipIf(process.platform === 'win32')(
    'is made for its owner alone, and left as it is when it is there',
    async () => {
      const root = await project({});
      makeOwnFolder(join(root, 'a', 'b'));
      expect([await mode(join(root, 'a')), await mode(join(root, 'a', 'b'))]).toEqual(['700', '700']);
      await mkdir(join(root, 'c'), { mode: 0o755 });
      makeOwnFolder(join(root, 'c'));
      expect(await mode(join(root, 'c'))).toBe('755');
    },
  );

  test('says why it cannot be made', async () => {
    const root = await project({ file: '' });
    const folder = join(root, 'file', 'inside');
    expect(() => makeOwnFolder(folder)).toThrow(LocalError);
    expect(() => makeOwnFolder(folder)).toThrow(
      `${folder}  cannot be made: a part of the path is a file, not a folder.`,
    );
  });
});

describe('the salt', () => {
  test('is made once, with its folder, and read from then on', async () => {
    const home = join(await project({}), 'home');
    const salt = saltOf(home);
    expect(salt).toHaveLength(32);
    expect(saltOf(home)).toEqual(salt);
    expect(await readFile(join(home, 'salt'))).toEqual(salt);
    expect(await readdir(home)).toEqual(['salt']);
    expect(saltOf(join(home, 'other'))).not.toEqual(salt);
  });

  test.skipIf(process.platform === 'win32')('is its owner’s alone', async () => {
    const home = join(await project({}), 'home');
    saltOf(home);
    expect(await mode(join(home, 'salt'))).toBe('600');
  });

  test('of a wrong length is none, and stays for its owner to remove', async () => {
    const home = await project({ salt: 'short' });
    expect(() => saltOf(home)).toThrow(LocalError);
    expect(() => saltOf(home)).toThrow(/salt {2}holds 5 bytes instead of 32\. Remove it/);
    expect(await readFile(join(home, 'salt'), 'utf8')).toBe('short');
  });

  test('that cannot be read is an error of its own', async () => {
    const home = await project({ 'salt/inside': '' });
    expect(() => saltOf(home)).toThrow(/salt {2}cannot be read: it is a folder\./);
  });

  test('whose home is a file cannot be made', async () => {
    const root = await project({});
    await writeFile(join(root, 'home'), '');
    expect(() => saltOf(join(root, 'home'))).toThrow(LocalError);
  });

  test('is the same for processes that make it at once', async () => {
    const root = await project({});
    const home = join(root, 'home');
    const run = await program(`
      import { existsSync, writeFileSync } from 'node:fs';
      import { saltOf } from './core/home.ts';
      const [root] = process.argv.slice(2);
      writeFileSync(root + '/ready-' + process.pid, '');
      while (!existsSync(root + '/go'));
      process.stdout.write(saltOf(root + '/home').toString('hex'));
    `);
    const runs = Array.from({ length: 4 }, () => run(root));
    await vi.waitUntil(async () => (await readdir(root)).length === runs.length, { timeout: 20_000 });
    await writeFile(join(root, 'go'), '');
    const salts = await Promise.all(runs);
    expect(new Set(salts)).toEqual(new Set([(await readFile(join(home, 'salt'))).toString('hex')]));
    expect(await readdir(home)).toEqual(['salt']);
  });
});
