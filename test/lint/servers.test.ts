import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, test } from 'vitest';
import { type Catalog, estimateTokens } from '../../core/index.js';
import { toolFrom } from '../../core/kernel/catalog.js';
import { catalogOf, findingsIn } from './judged.js';

const published = (name: string): string => resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** What a server lists to the reference client. */
async function listingOf(args: readonly string[]): Promise<Catalog> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  const env = { ...(process.env as Record<string, string>), MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    env,
    cwd: folder,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'lint-test', version: '1.0.0' });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    return catalogOf(
      tools.map((listed, index) => toolFrom(listed, index)),
      client.getInstructions() ?? '',
    );
  } finally {
    await client.close();
  }
}

const tokensOf = ({ tools }: Catalog): number[] => tools.map(estimateTokens);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Severity, rule and tool of each finding, and how often each rule fires. */
async function counted(catalog: Catalog): Promise<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { severity, rule } of await findingsIn(catalog))
    counts.set(`${severity} ${rule}`, (counts.get(`${severity} ${rule}`) ?? 0) + 1);
  return Object.fromEntries(counts);
}

describe('listings of published servers', () => {
  test('memory: nothing to report', async () => {
    const catalog = await listingOf([published('memory')]);
    expect(tokensOf(catalog)).toEqual([160, 168, 146, 94, 147, 166, 45, 88, 84]);
    expect(await findingsIn(catalog)).toEqual([]);
  });

  test('filesystem: one large definition', async () => {
    const catalog = await listingOf([published('filesystem'), tmpdir()]);
    expect(sum(tokensOf(catalog))).toBe(2063);
    expect(await findingsIn(catalog)).toMatchObject([
      { rule: 'definition-large', tool: 'read_text_file', message: expect.stringContaining('about 215 tokens') },
    ]);
  });

  test('everything: seventeen warnings', async () => {
    const catalog = await listingOf([published('everything'), 'stdio']);
    expect(sum(tokensOf(catalog))).toBe(1295);
    expect(await counted(catalog)).toEqual({
      'warning name-not-snake-case': 12,
      'warning required-undeclared': 4,
      'warning definition-large': 1,
    });
  });

  test('sequential-thinking: one large definition', async () => {
    const catalog = await listingOf([published('sequential-thinking')]);
    expect(tokensOf(catalog)).toEqual([1028]);
    expect(await counted(catalog)).toEqual({ 'warning definition-large': 1 });
  });
});

test('the flaws of the sample server', async () => {
  const catalog = await listingOf([resolve('fixtures/sample-server.mjs')]);
  expect(tokensOf(catalog)).toEqual([84, 60, 52, 49, 56]);
  expect((await findingsIn(catalog)).map(({ severity, tool, rule }) => `${severity} ${tool} ${rule}`)).toEqual([
    'warning list_notes required-undeclared',
    'warning search_notes description-short',
    'error delete_note property-untyped',
  ]);
});
