import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../core/errors.js';
import { type Places, type PlacesInput, placesOf } from '../../core/watch/places.js';
import { project } from '../load/folder.js';

const FILES = {
  'server/main.mjs': '',
  'server/lib/tool.py': '',
  'server/notes.json': '{}',
  'server/README.md': '',
  'server/.git/hook.js': '',
  'server/node_modules/x/index.js': '',
  'server/out/report.js': '',
  'bin/go-server': '',
  'prompts/hello.md': '',
  'toolscore.config.yaml': '',
};

async function places(
  command: readonly string[],
  more: Partial<PlacesInput> = {},
): Promise<{ readonly cwd: string; readonly found: Places; wants(path: string): boolean }> {
  const cwd = await project(FILES);
  const found = placesOf({ target: { kind: 'stdio', command }, cwd, named: [], files: [], written: [], ...more });
  return { cwd, found, wants: (path) => found.wants(join(cwd, path), true) };
}

describe('the files of a server', () => {
  test('are the source files in the folder of its script, and what is in it', async () => {
    const { cwd, found, wants } = await places(['node', '--no-warnings', 'server/main.mjs', 'notes.json']);
    expect(found.roots).toEqual([join(cwd, 'server')]);
    const all = Object.keys(FILES).filter(wants);
    expect(all).toEqual(['server/main.mjs', 'server/lib/tool.py', 'server/out/report.js']);
  });

  test('are found from the folder that it is started in', async () => {
    const cwd = await project(FILES);
    const target = { kind: 'stdio', command: ['python', 'tool.py'], cwd: 'server/lib' } as const;
    const { roots } = placesOf({ target, cwd, named: [], files: [], written: [] });
    expect(roots).toEqual([join(cwd, 'server/lib')]);
  });

  test('count a program without an ending when it is the server', async () => {
    const { wants, found, cwd } = await places(['./bin/go-server']);
    expect(wants('bin/go-server')).toBe(true);
    expect(wants('bin/other')).toBe(false);
    expect(found.isSource(join(cwd, 'bin/go-server'))).toBe(true);
    expect(found.isSource(join(cwd, 'bin/other'))).toBe(false);
  });

  test('do not include what the run writes, folders of it included', async () => {
    const { wants } = await places(['node', 'server/main.mjs'], { written: ['server/out', 'server/lib/tool.py'] });
    expect(['server/main.mjs', 'server/lib/tool.py', 'server/out/report.js'].filter(wants)).toEqual([
      'server/main.mjs',
    ]);
  });

  test('are everything in what --watch-path names, short of folders of packages and hidden ones', async () => {
    const { cwd, found, wants } = await places(['node', 'server/main.mjs'], {
      named: ['prompts', 'server/notes.json'],
    });
    expect(found.roots).toEqual([join(cwd, 'server'), join(cwd, 'prompts')]);
    expect(wants('prompts/hello.md')).toBe(true);
    expect(wants('prompts/.hello.md.swp')).toBe(false);
    expect(wants('server/notes.json')).toBe(true);
    expect(wants('server/README.md')).toBe(false);
  });

  test('include a hidden folder, or one of packages, that is named', async () => {
    const { cwd, found, wants } = await places(['node', 'server/main.mjs'], {
      named: ['server/.git', 'server/node_modules/x'],
    });
    expect(found.roots).toEqual([join(cwd, 'server'), join(cwd, 'server/node_modules/x')]);
    expect(wants('server/.git/hook.js') && wants('server/node_modules/x/index.js')).toBe(true);
    expect(found.wants(join(cwd, 'server/.git'), false)).toBe(true);
  });

  test('are those of --watch-path alone for a server over HTTP', async () => {
    const target = { kind: 'http', url: 'http://127.0.0.1:1/mcp' } as const;
    const { cwd, found } = await places([], { target, named: ['server'] });
    expect(found.roots).toEqual([join(cwd, 'server')]);
  });

  test('are read together with the config, when there is one', async () => {
    const { cwd, found } = await places(['node', 'server/main.mjs'], { files: ['toolscore.config.yaml', 'gone.yaml'] });
    expect(found.roots).toEqual([join(cwd, 'server'), join(cwd, 'toolscore.config.yaml')]);
  });
});

describe('nothing to watch', () => {
  const refused = async (given: Promise<unknown>): Promise<readonly string[]> => {
    const error: unknown = await given.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return error instanceof UsageError ? error.problems : ['not refused'];
  };

  test('is said, with what to give', async () => {
    expect((await refused(places(['npx', '-y', 'some-server'])))[0]).toMatch(
      /no word of it is a file\. .*--watch-path FOLDER$/,
    );
    const target = { kind: 'http', url: 'http://127.0.0.1:1/mcp' } as const;
    expect((await refused(places([], { target })))[0]).toMatch(/over HTTP\. Say what to watch: --watch-path FOLDER$/);
    expect(await refused(places(['node', 'server/main.mjs'], { named: ['nope', 'prompts', 'gone'] }))).toEqual([
      '--watch-path nope  does not exist. Name a file or a folder.',
      '--watch-path gone  does not exist. Name a file or a folder.',
    ]);
  });

  test('is what a package runner and a folder are to it', async () => {
    expect((await refused(places(['node', 'server/node_modules/x/index.js'])))[0]).toMatch(/no word of it is a file/);
    expect((await refused(places(['python', '-m', 'server'])))[0]).toMatch(/no word of it is a file/);
    expect((await refused(places([process.execPath])))[0]).toMatch(/no word of it is a file/);
  });
});

test('a script that lies in a folder of everything is watched alone', async () => {
  const cwd = await project(FILES);
  const before = process.env['HOME'];
  try {
    process.env['HOME'] = join(cwd, 'server');
    if (homedir() !== join(cwd, 'server')) return;
    const target = { kind: 'stdio', command: ['node', 'server/main.mjs'] } as const;
    const { roots } = placesOf({ target, cwd, named: [], files: [], written: [] });
    expect(roots).toEqual([join(cwd, 'server/main.mjs')]);
  } finally {
    if (before === undefined) delete process.env['HOME'];
    else process.env['HOME'] = before;
  }
});
