import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listenToFiles } from '../../core/watch/ears.js';
import { placesOf } from '../../core/watch/places.js';
import { project } from '../load/folder.js';

test('files that are written, replaced, made in a new folder and removed are heard, and no others', async () => {
  const cwd = await project({ 'server/main.mjs': '1', 'server/node_modules/x/index.js': '' });
  const target = { kind: 'stdio', command: ['node', 'server/main.mjs'] } as const;
  const heard = new Set<string>();
  const waits = new Map<string, () => void>();
  const places = placesOf({ target, cwd, named: [], files: [], written: ['server/report.js'] });
  const ears = await listenToFiles(places, {
    changed: (path) => {
      heard.add(path);
      waits.get(path)?.();
    },
    failed: (message) => {
      throw new Error(message);
    },
  });
  onTestFinished(() => ears.close());
  const at = (name: string): string => join(cwd, 'server', name);
  // A machine under load drops a notice of the file system now and then; whoever saves again is heard.
  const hears = async (name: string, change: () => Promise<void>): Promise<void> => {
    const done = new Promise<boolean>((resolve) => waits.set(at(name), () => resolve(true)));
    do await change();
    while (!(await Promise.race([done, sleep(2_000, false)])));
  };
  await writeFile(at('notes.json'), '{}');
  await writeFile(at('report.js'), '');
  await writeFile(at('node_modules/x/index.js'), '2');
  await hears('main.mjs', () => writeFile(at('main.mjs'), '2'));
  await hears('lib/new/tool.py', async () => {
    await mkdir(at('lib/new'), { recursive: true });
    await writeFile(at('lib/new/tool.py'), '');
  });
  await hears('main.mjs', async () => {
    await writeFile(at('.main.mjs.tmp'), '3');
    await rename(at('.main.mjs.tmp'), at('main.mjs'));
  });
  await hears('lib/new/tool.py', async () => {
    await writeFile(at('lib/new/tool.py'), '');
    await rm(at('lib/new/tool.py'));
  });
  expect([...heard].toSorted()).toEqual([at('lib/new/tool.py'), at('main.mjs')]);
});
