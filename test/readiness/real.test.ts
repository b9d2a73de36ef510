/** Published servers, measured as a user would: sane numbers, and the same again. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Evaluated, runManifest } from '../../core/api/run-manifest.js';
import type { ReadinessObject } from '../../core/documents/types.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscore-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

function measure(name: string, skipTools: readonly string[] = []): Promise<Evaluated> {
  const program = resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
  const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
  return runManifest({
    target: { kind: 'stdio', command: [process.execPath, program], env },
    server: 'local',
    readiness: true,
    scorer: 'readiness',
    skipTools,
  });
}

/** Everything that does not hang on how fast this machine is today. */
function steady(readiness: ReadinessObject | null): unknown {
  const areas = readiness?.areas.map(({ score, checks, ...area }) => ({
    ...area,
    score: area.name === 'reliability' ? undefined : score,
    checks: checks.filter(({ id }) => id !== 'reliability.latency'),
  }));
  return { ...readiness, score: undefined, areas };
}

async function twice(name: string, skipTools?: readonly string[]): Promise<ReadinessObject> {
  const [one, two] = [await measure(name, skipTools), await measure(name, skipTools)];
  expect([one.faults, one.document.readiness_error]).toEqual([[], null]);
  expect(steady(two.document.readiness)).toEqual(steady(one.document.readiness));
  expect(one.report.score.value).toBe((one.document.readiness?.score ?? -1) / 100);
  return one.document.readiness as ReadinessObject;
}

const scoresOf = ({ areas }: ReadinessObject): unknown =>
  Object.fromEntries(areas.map(({ name, score }) => [name, score]));

test('memory', async () => {
  const readiness = await twice('memory');
  expect(readiness.surface).toEqual({ tools: 9, read_only: 3, writers: 6, exercised: 3 });
  expect(scoresOf(readiness)).toMatchObject({ protocol: 100, context: 93, 'error-honesty': 100, coverage: 100 });
  expect(readiness.areas.find(({ name }) => name === 'reliability')?.measurements).toMatchObject({
    successful_calls: 9,
    transport_errors: 0,
  });
}, 60_000);

test('everything, without the tool that takes ten seconds', async () => {
  const readiness = await twice('everything', ['trigger-long-running-operation']);
  expect(readiness.surface).toEqual({ tools: 13, read_only: 9, writers: 4, exercised: 8 });
  expect(scoresOf(readiness)).toMatchObject({ protocol: 100, catalog: 72, context: 100, coverage: 89 });
  const labels = readiness.areas.flatMap(({ checks }) => checks.map(({ reason }) => reason));
  expect(labels).toContain('coverage-skipped');
}, 60_000);

test('a server without a handshake', async () => {
  const { document } = await runManifest({
    target: { kind: 'stdio', command: [process.execPath, resolve('fixtures/servers/sdk-dual.mjs'), 'stateless'] },
    server: 'local',
    readiness: true,
    confirmReadOnly: true,
  });
  expect(document.protocol).toBe('stateless');
  expect(scoresOf(document.readiness as ReadinessObject)).toMatchObject({ protocol: 100, coverage: 100 });
}, 60_000);

test('a tool to skip that is not listed ends the run before anything is called', async () => {
  await expect(measure('memory', ['read_grap'])).rejects.toThrow(
    'the server lists no tool "read_grap" to skip. Did you mean "read_graph"?',
  );
}, 60_000);
