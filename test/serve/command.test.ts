/** `toolscore serve` as the command line calls it, as far as it needs no client. */

import { isAbsolute, join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadShipped } from '../../core/api/shipped.js';
import type { Composition } from '../../core/cli/composition.js';
import { report } from '../../core/cli/exit.js';
import { runServe, type ServeOptions } from '../../core/cli/serve.js';
import { OWN } from '../load/own.js';
import { project } from '../load/folder.js';

const composition: Composition = {
  version: '0.0.0',
  flags: { pluginFlags: [], reportFormats: [] },
  load: loadShipped,
  entries: { ...OWN, 'toolscore/testing': OWN.toolscore },
  sampleServer: { command: ['/bin/node', '/lib/cli.mjs', 'sample-server'], run: () => Promise.resolve(0) },
};

let out: string;
let err: string;

beforeEach(() => {
  [out, err] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true));
  return () => vi.restoreAllMocks();
});

async function run(options: ServeOptions): Promise<{ code: number; out: string; err: string }> {
  const code = await runServe(options, composition).catch(report);
  return { code, out, err };
}

const entryIn = (text: string): { command: string; args: string[]; url: string; type: string } =>
  JSON.parse(text).mcpServers.toolscore;

describe('--print-config', () => {
  test('says how to start this very program', async () => {
    const printed = await run({ printConfig: true });
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(printed.out)).toEqual({
      mcpServers: { toolscore: { command: '/bin/node', args: ['/lib/cli.mjs', 'serve'] } },
    });
  });

  test('repeats what it was given, in a form that holds in any folder', async () => {
    const { out: text } = await run({
      printConfig: true,
      allowSpawn: true,
      config: ['house.yaml'],
      plugin: ['./rule.yaml', 'toolscore-pack-payments'],
      rule: ['value-mismatch=warning'],
    });
    const { args } = entryIn(text);
    const paths = args.filter((word) => isAbsolute(word) && word !== '/lib/cli.mjs');
    expect(paths.map((path) => path.slice(process.cwd().length + 1))).toEqual(['house.yaml', 'rule.yaml']);
    expect(args.map((word) => (paths.includes(word) ? 'PATH' : word)).join(' ')).toBe(
      '/lib/cli.mjs serve --allow-spawn --config PATH --plugin PATH --plugin toolscore-pack-payments --rule value-mismatch=warning',
    );
  });

  test('says where to reach it when it listens', async () => {
    const { out: text } = await run({ printConfig: true, listen: '[::1]:8080' });
    expect(entryIn(text)).toEqual({ type: 'http', url: 'http://[::1]:8080/mcp' });
    expect(await run({ printConfig: true, listen: 'localhost:0' })).toMatchObject({
      code: 2,
      err: '--print-config needs to know the port: give --listen one that is not 0.\n',
    });
  });
});

describe('serving', () => {
  test('does not begin where other machines could ask', async () => {
    expect(await run({ listen: '0.0.0.0:80' })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('--listen takes an address of this machine') as string,
    });
  });

  test('does not begin with rules that are wrong', async () => {
    expect(await run({ rule: ['value-mismatsch=off'] })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('Did you mean "value-mismatch"?') as string,
    });
    const folder = await project({ 'rule.yaml': 'id: [' });
    expect(await run({ plugin: [join(folder, 'rule.yaml')] })).toMatchObject({ code: 2, out: '' });
  });
});
