/** Annex A of the specification of manifests over HTTP: the same server behind an address, and the same endings. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { fixture } from '../session/odd.js';
import { HTTP_ROWS, LENIENT, NEXT, type Row, ROWS } from './annex-rows.js';
import { CASE_IDS, faultCase, MARKER, STEPS } from './fault-cases.js';
import { apart } from './fault-matrix.js';
import {
  endingOf,
  type Ending,
  endingsOf,
  failed,
  incomplete,
  passed,
  probed,
  type ProbeRequest,
} from './probe-run.js';

const TIMEOUT_MS = 10_000;
let server: ChildProcess;
let origin: string;

beforeAll(async () => {
  server = spawn(process.execPath, [fixture('faults-http.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  origin = String((await once(server.stdout as NodeJS.ReadableStream, 'data'))[0]).trim();
});
afterAll(async () => {
  server.stdin?.end();
  await once(server, 'exit');
});

/** One run against a server with these faults, which has an address of its own. */
function over(faults: readonly string[], request: ProbeRequest): ReturnType<typeof probed> {
  addresses += 1;
  const url = `${origin}/${MARKER}/${addresses}/${encodeURIComponent(faults.join(','))}`;
  return probed({ timeoutMs: TIMEOUT_MS, ...request, url });
}
let addresses = 0;

const probeOf = (given: Row[2]): string => String((typeof given === 'string' ? faultCase(given) : given)['probe']);
/** Rows about different kinds share a run; what each run ends with was shown over stdio. */
const groups = apart([...ROWS, ...HTTP_ROWS], ([, faults, given]) => [
  probeOf(given),
  ...faults.split(' ').filter(Boolean),
]);

describe.concurrent('rows, and a case after them', () => {
  test.each(groups.map((rows) => [rows.map(([row]) => row).join('; '), rows] as const))('%s', async (_, rows) => {
    const faults = rows.flatMap(([, text]) => text.split(' ').filter(Boolean));
    const probes = rows.map(([, , given]) => (typeof given === 'string' ? faultCase(given) : given));
    const { document } = await over(faults, { probes: [...probes, NEXT] });
    const endings = rows.map(([, , , at, reason]) => (reason === null ? passed(at) : failed(reason, at)));
    expect(document.cases.map(endingOf)).toEqual([...endings, passed(2)]);
  });
});

test('clean: one of each kind passes, but for the text that is too long', async () => {
  const probes = CASE_IDS.filter((id) => id !== 'payload-bounds').map((id) => faultCase(id));
  const { code, document } = await over([], { probes, options: ['--allow-mutation'] });
  expect(document.cases.flatMap(({ id, passed: well }) => (well ? [] : [id]))).toEqual([]);
  expect([code, document.readiness_error, document.protocol]).toEqual([0, null, 'initialize']);
});

test('a result for a cancelled call passes where it may be, and is told', async () => {
  const { code, document } = await over(['wait:ignores-cancel'], { probes: [LENIENT, NEXT] });
  expect(document.cases.map(endingOf)).toEqual([passed(3), passed(2)]);
  expect([code, document.cases[0]?.measurements]).toEqual([0, { cancellation_outcome: 'completed' }]);
});

describe.concurrent('a workflow', () => {
  const { status, look, deny } = STEPS;
  const inOrder = (...steps: JsonObject[]): JsonObject => faultCase('workflow', { repetitions: 3, steps });

  test.each<[string, JsonObject, Ending]>([
    ['look:spoils', inOrder(status, look, status), failed('value-mismatch', 3)],
    ['deny:spoils', inOrder(status, deny, status), failed('value-mismatch', 3)],
    ['look:crashes', inOrder(status, look, status), incomplete('transport-closed')],
    ...['is-null', 'flags-oddly', 'names-no-id'].map((shape): [string, JsonObject, Ending] => [
      `status:${shape}`,
      inOrder(status, look),
      incomplete('transport-error'),
    ]),
  ])('%s', async (fault, given, ending) => {
    const { code, document } = await over([fault], { probes: [given, NEXT] });
    expect(document.cases.map(endingOf)).toEqual([ending, passed(2)]);
    expect(code).toBe(ending[2] === null ? 3 : 1);
  });
});

describe.concurrent('a catalog that cannot be listed', () => {
  test.each<[string, Ending]>([
    ['tools/list:never-ends', failed('pagination-stalled-cursor', 6)],
    ['tools/list:has-odd-entry', failed('pagination-invalid-entry', 2)],
  ])('%s', async (fault, pagination) => {
    const probes = [faultCase('pagination'), NEXT];
    const { code, document } = await over([fault], { probes, options: [] });
    expect(endingsOf(document)).toEqual({ pagination, next: incomplete('transport-error') });
    expect([code, document.readiness_error]).toEqual([3, 'transport-error']);
    const alone = await over([fault], { probes, options: ['--probe', 'pagination'] });
    expect([alone.code, endingsOf(alone.document)]).toEqual([1, { pagination }]);
  });
});

test('a call slower than timeout and budget is measured, not given up', async () => {
  const probes = [faultCase('latency-budget'), NEXT];
  const { code, document } = await over(['measure:slows'], { probes, timeoutMs: 6000 });
  expect(document.cases.map(endingOf)).toEqual([failed('latency-budget-exceeded', 1), passed(2)]);
  expect(code).toBe(1);
});

test('42 cases of 100 calls use the budget up', async () => {
  const probes = Array.from({ length: 42 }, (_, at) =>
    faultCase('degradation-over-n', { id: `many-${at}`, max_attempts: 100 }),
  );
  const { code, document } = await over([], { probes, options: [] });
  const ended = (at: number): Ending => (at < 40 ? passed(100) : incomplete('evaluation-budget-exceeded'));
  expect(document.cases.map(endingOf)).toEqual(probes.map((_, at) => ended(at)));
  expect([code, document.readiness_error]).toEqual([3, 'evaluation-budget-exceeded']);
});
