/** A drafted manifest passes on the server that it was drafted for, and the same twice: published servers at exact versions. Without readiness, which has bands of time in it. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { ProbeReport } from '../../core/documents/types.js';
import { scratch } from './cli.js';
import { toolscoreIn, UNSAID } from './probe-run.js';

interface Drafted {
  readonly command: (folder: string) => readonly string[];
  readonly init?: readonly string[];
  /** What init says of the tools that it called. */
  readonly called: string;
  readonly cases: number;
}

const published = (name: string, ...args: string[]): readonly string[] => [
  process.execPath,
  resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`),
  ...args,
];
/** One more takes ten seconds for each call. */
const QUICK = ['get-resource-reference', 'get-tiny-image'];

const SERVERS: Readonly<Record<string, Drafted>> = {
  memory: { command: () => published('memory'), called: '1 called, 1 of them with cases', cases: 11 },
  filesystem: {
    command: (folder) => published('filesystem', join(folder, 'sandbox')),
    called: '1 called, 1 of them with cases',
    cases: 10,
  },
  everything: {
    command: () => published('everything', 'stdio'),
    init: QUICK.flatMap((tool) => ['--tool', tool]),
    called: '2 called, 2 of them with cases',
    cases: 13,
  },
};

test.concurrent.each(Object.entries(SERVERS))('%s', async (server, { command, init = [], called, cases }) => {
  const folder = await scratch();
  await mkdir(join(folder, 'sandbox'));
  await writeFile(join(folder, 'sandbox', 'one.txt'), 'one\n');
  const target = ['--server', server, '--', ...command(folder)];
  const drafted = await toolscoreIn(folder, ['init', ...init, ...target]);
  expect([drafted.code, drafted.err]).toEqual([0, expect.stringContaining(called)]);
  expect(await readFile(join(folder, 'toolscore.manifest.json'), 'utf8')).not.toMatch(UNSAID);

  const run = async (): Promise<ProbeReport> => {
    const { code, out, err } = await toolscoreIn(folder, ['probe', '--gate-only', '--format', 'json', ...target]);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out) as ProbeReport;
  };
  const first = await run();
  expect(first).toMatchObject({ passed: true, gate: { passed: cases, total: cases } });
  expect(withoutTimes(await run())).toBe(withoutTimes(first));
});

function withoutTimes(document: ProbeReport): string {
  return JSON.stringify(document, (key, value: unknown) => (key === 'latency_ms' ? undefined : value), 2);
}
