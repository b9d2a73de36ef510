import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundledPackages, licenceText } from '../../core/build/licences.mjs';

const metafile = (inputs: Record<string, number>) => ({
  outputs: {
    'dist/cli.mjs': {
      inputs: Object.fromEntries(Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }])),
    },
  },
});

describe('the licences of what is bundled', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'toolscore-licences-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function install(folder: string, manifest: object, files: Record<string, string>): Promise<void> {
    const path = join(root, folder);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'package.json'), JSON.stringify(manifest));
    for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  }

  it('are those of scoped and nested packages, and not of code that was dropped', () => {
    const inputs = {
      'core/cli/main.ts': 10,
      'node_modules/plain/lib/index.js': 5,
      'node_modules/plain/lib/other.js': 5,
      'node_modules/@scope/name/index.js': 5,
      'node_modules/plain/node_modules/inner/index.js': 5,
      'node_modules/dropped/index.js': 0,
      'builtin:fs for /somewhere/node_modules/other/index.js': 5,
    };
    expect(bundledPackages(metafile(inputs))).toEqual([
      'node_modules/@scope/name',
      'node_modules/plain',
      'node_modules/plain/node_modules/inner',
    ]);
  });

  it('stand in one text under name and version', async () => {
    await install(
      'node_modules/plain',
      { name: 'plain', version: '1.2.3', license: 'MIT' },
      { 'LICENSE.md': 'Do good.' },
    );
    await install('node_modules/bare', { name: 'bare', version: '4.5.6', license: 'ISC' }, {});
    const text = await licenceText(root, metafile({ 'node_modules/plain/a.js': 1, 'node_modules/bare/a.js': 1 }));
    expect(text).toContain('plain 1.2.3 (MIT)\n\nDo good.');
    expect(text).toContain('bare 4.5.6 (ISC)');
  });

  it('must be there', async () => {
    await install('node_modules/nothing', { name: 'nothing', version: '1.0.0' }, {});
    await expect(licenceText(root, metafile({ 'node_modules/nothing/a.js': 1 }))).rejects.toThrow(
      'nothing@1.0.0 has no licence',
    );
  });
});
