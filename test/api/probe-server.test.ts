import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadPlugin } from '../../core/load/load.js';
import { contextFor } from '../load/folder.js';
import { probeServer, type ProbeServerOptions } from '../../core/index.js';

const TARGET = { command: [process.execPath, resolve('fixtures/sample-server.mjs')] };
const manifest = (...probes: object[]): ProbeServerOptions => ({ manifest: { version: 1, probes } });
const SMALL = { id: 'small', probe: 'discovery-cost', access: 'read_only', max_tools: 50, max_schema_bytes: 100_000 };
const FAST = {
  id: 'fast',
  probe: 'latency-budget',
  access: 'read_only',
  tool: 'list_notes',
  arguments: {},
  attempts: 1,
  max_latency_ms: 60_000,
};

test('a program holds a server to a manifest', async () => {
  const report = await probeServer(TARGET, {
    server: 'notes',
    ...manifest(SMALL, { ...SMALL, id: 'tiny', max_tools: 1 }),
  });
  expect(report).toMatchObject({
    server: 'notes',
    passed: false,
    gate: { passed: 1, total: 2 },
    readiness: null,
    cases: [
      { id: 'small', passed: true },
      { id: 'tiny', reason: 'discovery-limit-exceeded' },
    ],
  });
});

test('without a manifest, readiness is measured', async () => {
  const report = await probeServer(TARGET);
  expect(report).toMatchObject({ gate: null, cases: [], readiness: { standard: 'toolscore-standard/1' } });
});

test('one kind or one case can be chosen', async () => {
  const two = manifest(SMALL, FAST);
  expect((await probeServer(TARGET, { ...two, probe: 'latency-budget' })).cases.map(({ id }) => id)).toEqual(['fast']);
  expect((await probeServer(TARGET, { ...two, case: 'small' })).cases.map(({ id }) => id)).toEqual(['small']);
  await expect(probeServer(TARGET, { ...two, case: 'smal' })).rejects.toThrow('Did you mean "small"?');
});

test('everything that is wrong with a manifest is said at once, and cases that change something need permission', async () => {
  await expect(probeServer(TARGET, manifest({ ...SMALL, max_tools: 0, max_schema_bytes: 0 }))).rejects.toMatchObject({
    name: 'UsageError',
    problems: [expect.stringContaining('/probes/0/max_tools'), expect.stringContaining('/probes/0/max_schema_bytes')],
  });
  const writes = {
    manifest: {
      version: 1,
      sandboxes: { scratch: { description: 'a folder' } },
      probes: [
        {
          id: 'w',
          probe: 'degradation-over-n',
          access: 'mutating',
          sandbox: 'scratch',
          tool: 'create_note',
          arguments: {},
          max_attempts: 2,
        },
      ],
    },
  };
  await expect(probeServer(TARGET, writes)).rejects.toThrow('--allow-mutation');
  expect((await probeServer(TARGET, { ...writes, allowMutation: true })).cases[0]).toMatchObject({
    reason: 'unexpected-outcome',
  });
  await expect(probeServer(TARGET, { server: 'no label' })).rejects.toThrow('server takes a label');
});

test('kinds of the program take part', async () => {
  const echo = { id: 'e', probe: 'kind-echo', access: 'read_only', tool: 'list_notes', argument: 'x', text: 'hello' };
  const folder = resolve('fixtures/plugins');
  const plugins = (await loadPlugin('./kind-echo.mjs', folder, contextFor(folder))).map(({ plugin }) => plugin);
  const report = await probeServer(TARGET, { ...manifest(echo), plugins });
  expect(report.cases).toMatchObject([{ probe: 'kind-echo', reason: 'echo-altered' }]);
  await expect(probeServer(TARGET, manifest(echo))).rejects.toThrow('names no kind');
});
