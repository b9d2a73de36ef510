import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Composition } from '../../../core/cli/composition.js';
import { type InitOptions, runInit } from '../../../core/cli/init.js';
import { loadManifest } from '../../../core/manifest/read.js';
import { flags } from '../../../plugins/flags.js';
import { OWN } from '../../load/own.js';
import { KINDS } from '../format/examples.js';

const COMPOSITION: Composition = {
  version: '0.0.0',
  flags,
  load: async () => (await import('../../../plugins/index.js')).shipped,
  entries: { ...OWN, 'toolscore/testing': OWN.toolscore },
  sampleServer: { command: [], run: () => Promise.resolve(0) },
};
/** Lists three tools that declare nothing. */
const lists = (...faults: readonly string[]): readonly string[] => [
  process.execPath,
  resolve('fixtures/servers/lists.mjs'),
  'initialize',
  ...faults,
];
const EMPTY = `
process.stdin.on('data', (lines) => {
  for (const line of String(lines).trim().split('\\n')) {
    const { id, method } = JSON.parse(line);
    const result = method === 'initialize'
      ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'empty', version: '1' } }
      : method === 'tools/list' ? { tools: [] } : undefined;
    if (id === undefined) continue;
    const rest = result === undefined ? { error: { code: -32601, message: 'no' } } : { result };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }) + '\\n');
  }
});`;

let folder: string;
let output: string;
let printed: { out: string; err: string };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-'));
  output = join(folder, 'toolscore.manifest.json');
  printed = { out: '', err: '' };
  for (const [stream, name] of [
    [process.stdout, 'out'],
    [process.stderr, 'err'],
  ] as const)
    vi.spyOn(stream, 'write').mockImplementation((...given: unknown[]) => {
      printed[name] += String(given[0]);
      for (const one of given) if (typeof one === 'function') one();
      return true;
    });
});
afterEach(() => vi.restoreAllMocks());

const init = (command: readonly string[], options: InitOptions = {}): Promise<number> =>
  runInit([], command, { server: 'local', output, ...options }, COMPOSITION);

describe('toolscore init', () => {
  it('writes a manifest and says what is in it', async () => {
    expect(await init(lists(), { confirmReadOnly: true })).toBe(0);
    const manifest = await loadManifest(output, folder, KINDS);
    expect(manifest.cases).toHaveLength(17);
    expect(JSON.parse(await readFile(output, 'utf8'))).toHaveProperty('$schema');
    expect(printed.out).toBe('');
    expect(printed.err.split('\n')).toEqual([
      'Tools of local: 3 in all; 3 called, 3 of them with cases; 0 skipped by annotation; 0 with required arguments; 0 in need of --confirm-read-only; 0 not selected.',
      'Cases: 17: contention 1, discovery-cost 1, token-cost 1, schema-guessability 3, degradation-over-n 3, latency-budget 3, pagination 1, payload-bounds 1, surface-listing 1, output-schema 1, protocol-negotiation 1.',
      `Wrote ${output}. Go through it, then:  toolscore probe --server local --manifest ${output} …`,
      '',
    ]);
    expect(printed.err).not.toContain('marker');
  });

  it('writes what it can without calling anything that does not say it reads', async () => {
    expect(await init(lists())).toBe(0);
    expect((await loadManifest(output, folder, KINDS)).cases.map(({ id }) => id)).toEqual([
      'discovery-budget',
      'token-budget',
      'catalog-pagination',
      'declared-surfaces',
      'protocol-negotiation',
    ]);
    expect(printed.err).toContain(
      '0 called, 0 of them with cases; 0 skipped by annotation; 0 with required arguments; 3 in need of',
    );
  });

  it('prints the manifest where no file is wanted', async () => {
    expect(await init(lists(), { output: '-' })).toBe(0);
    expect(JSON.parse(printed.out)).toMatchObject({ version: 1 });
    expect(printed.err).not.toContain('Wrote');
  });

  it('only prints its decisions on a dry run, whatever lies there', async () => {
    await writeFile(output, 'mine');
    expect(await init(lists(), { dryRun: true, tool: ['read'], confirmReadOnly: true })).toBe(0);
    expect(printed.out.split('\n')).toEqual([
      'read is called once: you vouch that it only reads.',
      'plain is left out: it is not among the selected tools.',
      'promise is left out: it is not among the selected tools.',
      '',
    ]);
    expect(printed.err).toContain('Nothing was called and nothing was written');
    expect(await readFile(output, 'utf8')).toBe('mine');
  });

  it('leaves a file that is there alone, and the server too', async () => {
    await writeFile(output, 'mine');
    const trace = join(folder, 'started');
    const server = [process.execPath, resolve('fixtures/broken/must-not-start.mjs'), trace];
    await expect(init(server)).rejects.toThrow(
      `${output} is there already. Give another name with --output, or replace it with --force.`,
    );
    await expect(init(server, { output: folder })).rejects.toThrow('is a folder');
    expect(existsSync(trace)).toBe(false);
    expect(await init(lists(), { force: true })).toBe(0);
    expect((await loadManifest(output, folder, KINDS)).cases).not.toEqual([]);
  });

  it('refuses a tool that is not there or may not be called', async () => {
    await expect(init(lists(), { tool: ['red', 'plain'] })).rejects.toThrow(
      '--tool red: the server lists no such tool. Did you mean "read"?\n--tool plain: it is left out: it does not say that it only reads.',
    );
    expect(existsSync(output)).toBe(false);
  });

  it.each([
    ['a list of tools that does not end', lists('tools-endless'), 'did not come to its end (transport-error)'],
    ['a server without tools', [process.execPath, '-e', EMPTY], 'lists no tools'],
    [
      'a server that is not there',
      ['no-such-program'],
      'no-such-program could not be started: there is no such program',
    ],
  ])('cannot be completed with %s, and writes nothing', async (_, command, said) => {
    await writeFile(output, 'mine');
    expect(await init(command, { force: true, confirmReadOnly: true })).toBe(3);
    expect(printed.err).toContain(said);
    expect(await readFile(output, 'utf8')).toBe('mine');
  });

  it('goes on with a server that has to be started again after each call', async () => {
    expect(await init(lists('crash'), { confirmReadOnly: true })).toBe(0);
    expect(printed.err).toContain('3 called, 0 of them with cases');
    expect((await loadManifest(output, folder, KINDS)).cases).toHaveLength(5);
  });
});
