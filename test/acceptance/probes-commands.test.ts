/** `probes init`, `probes schema`, the examples, and a server that dies before the probes. */

import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { split } from 'shlex';
import { describe, expect, it } from 'vitest';
import { SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const target = (...words: readonly string[]): readonly string[] => ['--', process.execPath, SAMPLE_SERVER, ...words];

describe('probes init', () => {
  it('writes a config that the same server passes, and that catches a bug', async () => {
    const cwd = await scratch();
    const made = await toolscore(['probes', 'init', '-o', 'probes.yaml', ...target()], { cwd });
    expect([made.code, made.out]).toEqual([0, '']);
    expect(made.err).toBe('Wrote probes.yaml. Go through it, then:  toolscore mcp test … --probe-config probes.yaml\n');
    const run = async (...words: readonly string[]): Promise<string> =>
      (
        await toolscore(['mcp', 'test', '--probe-config', 'probes.yaml', '--allow-writes', ...target(...words)], {
          cwd,
        })
      ).out;
    expect(await run()).toContain('effect 100 %');
    expect(await run('--bug', 'silent-skip')).toMatch(/round-trip +create_note +FAIL +high/);
  });

  it('writes to standard output when no file is named, and calls no tool', async () => {
    const cwd = await scratch();
    const journal = join(cwd, 'calls.txt');
    await writeFile(journal, '');
    const { code, out } = await toolscore(
      ['probes', 'init', '--', process.execPath, resolve('fixtures/servers/journal.mjs'), journal],
      { cwd },
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^# Drafted for journal 1 /);
    expect(await readFile(journal, 'utf8')).toBe('');
  });

  it('leaves a file alone that is there', async () => {
    const cwd = await scratch();
    await writeFile(join(cwd, 'probes.yaml'), '# mine\n');
    const { code, err } = await toolscore(['probes', 'init', '-o', 'probes.yaml', ...target()], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(/^probes\.yaml is there already\./);
    expect(await readFile(join(cwd, 'probes.yaml'), 'utf8')).toBe('# mine\n');
  });
});

describe('probes schema', () => {
  it('prints the schema that ships', async () => {
    const { code, out } = await toolscore(['probes', 'schema']);
    expect(code).toBe(0);
    const shipped = JSON.parse(await readFile(resolve('schemas/probe-config.schema.json'), 'utf8')) as object;
    expect(JSON.parse(out)).toEqual(shipped);
  });
});

describe('a declared reader that does not look read-only', () => {
  it('is warned of, and used all the same', async () => {
    const cwd = await scratch();
    await writeFile(join(cwd, 'probes.yaml'), 'pairs:\n  - { write: create_note, read: delete_note }\n');
    const { code, err } = await toolscore(['mcp', 'test', '--probe-config', 'probes.yaml', ...target()], { cwd });
    expect(code).toBe(0);
    expect(err).toMatch(/^Warning: probes\.yaml: pairs\[0\]\.read: "delete_note" does not look read-only/);
  });
});

describe('the examples', () => {
  const EXAMPLES = resolve('fixtures/examples');
  /** The command of the server that the example names, as it is installed here. */
  function here(words: readonly string[]): readonly string[] {
    const at = words.indexOf('--') + 1;
    const [, , name, ...rest] = words.slice(at);
    const [, pack] = /@modelcontextprotocol\/(server-[a-z]+)@/.exec(name ?? '') ?? [];
    const server =
      pack === undefined
        ? [process.execPath, SAMPLE_SERVER, ...words.slice(at + 3)]
        : [process.execPath, resolve(`node_modules/@modelcontextprotocol/${pack}/dist/index.js`), ...rest];
    return [...words.slice(0, at), ...server];
  }
  /** Each `npx toolscore …` of the example's page, without the variables in front of it. */
  async function commands(example: string): Promise<readonly (readonly string[])[]> {
    const page = await readFile(join(EXAMPLES, example, 'README.md'), 'utf8');
    return [...page.matchAll(/^(?:\w+="[^"]*" )?npx toolscore (.+)$/gm)].map(([, line]) => here(split(line ?? '')));
  }

  it.each<[example: string, effects: readonly string[]]>([
    ['notes', ['effect 100 %', 'effect 67 %', 'effect 50 %', 'effect 67 %']],
    ['memory', ['effect 50 %', 'effect 67 %']],
    ['filesystem', ['effect n/a', 'effect 0 %']],
  ])('%s does what its page says', async (example, effects) => {
    const cwd = join(await scratch(), example);
    await cp(join(EXAMPLES, example), cwd, { recursive: true });
    const before = await readdir(cwd, { recursive: true });
    const lines = await commands(example);
    expect(lines).toHaveLength(effects.length);
    for (const [at, words] of lines.entries()) {
      const file = join(await scratch(), 'memory.jsonl');
      if (words.includes('observations.yaml')) await cp(join(cwd, 'alice.jsonl'), file);
      const { out, err } = await toolscore(words, { cwd, env: { MEMORY_FILE_PATH: file } });
      expect(err).toBe('');
      expect(out).toContain(effects[at]);
    }
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
  });
});

describe('a server that dies in the scenarios', () => {
  /** Dies when a tool is called for the n-th time since it was first started, or from the first start on. */
  const SERVER = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const [, , folder, again] = process.argv;
const starts = existsSync(folder + '/starts') ? Number(readFileSync(folder + '/starts', 'utf8')) : 0;
writeFileSync(folder + '/starts', String(starts + 1));
if (starts > 0 && again === 'no') { console.error('out of luck'); process.exit(3); }
const tools = [{ name: 'list_things', description: 'Lists the first things.', inputSchema: { type: 'object', properties: { limit: { type: 'integer' } } } }];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === 'tools/call' && starts === 0) process.exit(7);
  const things = [1, 2, 3].slice(0, params?.arguments?.limit ?? 3);
  const result = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'mortal', version: '1' } },
    'tools/list': { tools },
    'tools/call': { content: [{ type: 'text', text: JSON.stringify(things) }] },
  }[method];
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: 'no' } }) }));
}
`;
  async function probed(again: 'yes' | 'no'): Promise<string> {
    const cwd = await scratch();
    await writeFile(join(cwd, 'server.mjs'), SERVER);
    const { out } = await toolscore(['mcp', 'test', '--probes', '--', process.execPath, 'server.mjs', cwd, again], {
      cwd,
    });
    return out.replaceAll(/\s+/g, ' ');
  }

  it('is started again for the probes, which then can tell', async () => {
    const out = await probed('yes');
    expect(out).toContain('The server died before the probes and was started again for them.');
    expect(out).toMatch(/bound list_things pass medium/);
  });

  it('that does not start again leaves every probe inconclusive, with the reason', async () => {
    const out = await probed('no');
    expect(out).toMatch(/The server died before the probes and did not start again: .*3/);
    expect(out).toMatch(/bound list_things inconclusive .*did not start again/);
  });
});
