/** `--repro`: what it writes shows the failure again, sent by a shell and nothing else. */

import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const run = promisify(execFile);
const MEMORY = resolve('node_modules/@modelcontextprotocol/server-memory/dist/index.js');

/** The answers of a replay, by the id of the request. */
async function replay(
  folder: string,
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Record<string, string> },
): Promise<ReadonlyMap<number, string>> {
  const [name] = (await readdir(folder)).filter((one) => one.startsWith('01-'));
  const { stdout, stderr } = await run('sh', [join(folder, name ?? '', 'replay.sh')], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    timeout: 60_000,
  });
  // Servers write logs there; the script itself has nothing to complain about.
  expect(stderr).not.toMatch(/replay\.sh|not found|No such/);
  const lines = stdout.split('\n').filter((line) => line.startsWith('< '));
  return new Map(
    lines.flatMap((line) => {
      const { id, result } = JSON.parse(line.slice(2)) as { id?: number; result?: unknown };
      return id === undefined ? [] : [[id, JSON.stringify(result)] as const];
    }),
  );
}

async function requests(folder: string): Promise<readonly { id?: number; method: string; params: any }[]> {
  const [name] = (await readdir(folder)).filter((one) => one.startsWith('01-'));
  const text = await readFile(join(folder, name ?? '', 'requests.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: number; method: string; params: any });
}

describe('--repro', () => {
  it('shows again that the second write changed nothing, in the stateless era', async () => {
    const cwd = await scratch();
    const command = [process.execPath, SAMPLE_SERVER, '--bug', 'silent-skip'];
    await toolscore(['mcp', 'test', '--probes', '--allow-writes', '--repro', 'repro', '--', ...command], { cwd });
    const folder = join(cwd, 'repro');
    const sent = await requests(folder);
    expect(sent.every(({ params }) => params._meta['io.modelcontextprotocol/protocolVersion'] === '2026-07-28')).toBe(
      true,
    );
    const writes = sent.filter(({ params }) => params.name === 'create_note');
    expect(writes).toHaveLength(2);
    expect(writes[0]?.params.arguments.title).toBe(writes[1]?.params.arguments.title);

    const answers = await replay(folder, { cwd });
    expect(answers.size).toBe(sent.length);
    const reading = sent.filter(({ id, params }) => params.name === 'search_notes' && (id ?? 0) > (writes[1]?.id ?? 0));
    expect(reading.length).toBeGreaterThan(0);
    for (const { id } of reading) {
      expect(answers.get(id ?? 0)).toContain(writes[0]?.params.arguments.body);
      expect(answers.get(id ?? 0)).not.toContain(writes[1]?.params.arguments.body);
    }
    // The same lines against the server without the bug show the new text.
    const script = join(folder, (await readdir(folder)).find((name) => name.startsWith('01-')) ?? '', 'replay.sh');
    await writeFile(script, (await readFile(script, 'utf8')).replace('--bug silent-skip', ''));
    const repaired = await replay(folder, { cwd });
    for (const { id } of reading) expect(repaired.get(id ?? 0)).toContain(writes[1]?.params.arguments.body);
  });

  it('shows it again in the initialize era, for a server of a config that needs a variable', async () => {
    const cwd = await scratch();
    const env = { MEMORY_FILE_PATH: join(cwd, 'memory.jsonl') };
    const config = { server: { command: [process.execPath, MEMORY], env } };
    await writeFile(join(cwd, 'toolscore.config.json'), JSON.stringify(config));
    await toolscore(['mcp', 'test', '--probes', '--allow-writes', '--repro', 'repro'], { cwd });
    const folder = join(cwd, 'repro');
    const sent = await requests(folder);
    expect(sent.slice(0, 2).map(({ method }) => method)).toEqual(['initialize', 'notifications/initialized']);

    const files = await readdir(folder, { recursive: true });
    for (const name of files.filter((one) => /\.\w+$/.test(one)))
      expect(await readFile(join(folder, name), 'utf8')).not.toContain(env.MEMORY_FILE_PATH);
    await expect(replay(folder, { cwd })).rejects.toThrow('MEMORY_FILE_PATH');

    const answers = await replay(folder, { cwd, env: { MEMORY_FILE_PATH: join(cwd, 'another.jsonl') } });
    const writes = sent.filter(({ params }) => params?.name === 'create_entities');
    expect(answers.get(writes[1]?.id ?? 0)).toContain('{\\"entities\\":[]}'.replaceAll('\\', ''));
  });

  it('keeps secrets of the command line out of every file', async () => {
    const cwd = await scratch();
    const server = `import { runSampleServer } from ${JSON.stringify(pathToFileURL(SAMPLE_SERVER).href)};
process.exitCode = await runSampleServer(['--bug', 'silent-skip']);`;
    await writeFile(join(cwd, 'server.mjs'), server);
    const command = [process.execPath, 'server.mjs', '--token', 'tok-0123456789abcdef'];
    await toolscore(['mcp', 'test', '--probes', '--allow-writes', '--repro', 'repro', '--', ...command], { cwd });
    const files = await readdir(join(cwd, 'repro'), { recursive: true });
    const texts = await Promise.all(
      files.filter((name) => /\.\w+$/.test(name)).map((name) => readFile(join(cwd, 'repro', name), 'utf8')),
    );
    expect(texts.join('\n')).not.toContain('tok-0123456789abcdef');
    expect(texts.join('\n')).toContain("'[redacted]'");
  });

  it('says so when nothing failed, and wants probes', async () => {
    const cwd = await scratch();
    const target = ['--', process.execPath, SAMPLE_SERVER];
    const { code, err } = await toolscore(['mcp', 'test', '--repro', 'repro', ...target], { cwd });
    expect([code, err.trim()]).toEqual([
      2,
      '--repro needs --probes or --probe-config: only their failures are written.',
    ]);
    await toolscore(['mcp', 'test', '--probes', '--repro', 'repro', ...target], { cwd });
    expect(await readdir(join(cwd, 'repro'))).toEqual(['README.md']);
    expect(await readFile(join(cwd, 'repro/README.md'), 'utf8')).toContain('None:');
  });
});
