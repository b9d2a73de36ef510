/** Annex A of the specification of manifests, row by row but for workflows and limits, through the command line: exit codes, labels, attempts, first failures, and no trace of what was said. */

import { describe, expect, test } from 'vitest';
import { LENIENT, NEXT, other, ROWS, STDIO_ROWS } from './annex-rows.js';
import { CASE_IDS, faultCase } from './fault-cases.js';
import { type Ending, endingOf, endingsOf, failed, incomplete, passed, probe, probed } from './probe-run.js';

/** Enough for a busy machine; only cases that wait for silence take as long. */
const TIMEOUT_MS = 8000;
/** Shorter than a call of a slow server. */
const SHORT_MS = 6000;

describe.concurrent('one case, and one after it', () => {
  test.each([...ROWS, ...STDIO_ROWS])('%s', async (_, faults, given, at, reason) => {
    const probes = [typeof given === 'string' ? faultCase(given) : given, NEXT];
    const ran = await probed({ faults: faults.split(' ').filter(Boolean), probes, timeoutMs: TIMEOUT_MS });
    const ending = reason === null ? passed(at) : failed(reason, at);
    expect(ran.document.cases.map(endingOf)).toEqual([ending, passed(2)]);
    expect(ran.code).toBe(reason === null ? 0 : 1);
  });
});

test('cancelled: a result that may be passes, and is told', async () => {
  const { code, document } = await probed({ faults: ['wait:ignores-cancel'], probes: [LENIENT, NEXT] });
  expect(document.cases.map(endingOf)).toEqual([passed(3), passed(2)]);
  expect([code, document.cases[0]?.measurements]).toEqual([0, { cancellation_outcome: 'completed' }]);
});

test('a call slower than timeout and budget is measured, not given up', async () => {
  const { code, document } = await probed({
    faults: ['measure:slows'],
    probes: [faultCase('latency-budget'), NEXT],
    timeoutMs: SHORT_MS,
  });
  expect(document.cases.map(endingOf)).toEqual([failed('latency-budget-exceeded', 1), passed(2)]);
  expect(document.cases[0]?.detail).toMatchObject({ bound: 'max_latency_ms', limit: 2000 });
  expect(code).toBe(1);
});

test('42 cases of 100 calls use the budget up', async () => {
  const ids = Array.from({ length: 42 }, (_, at) => `many-${at + 1}`);
  const probes = ids.map((id) => other('degradation-over-n', id, { max_attempts: 100 }));
  const { code, document, calls, journal } = await probed({ probes, options: [] });
  const ended = (at: number): Ending => (at < 40 ? passed(100) : incomplete('evaluation-budget-exceeded'));
  expect(document.cases.map(endingOf)).toEqual(ids.map((_, at) => ended(at)));
  expect(document).toMatchObject({ readiness: null, readiness_error: 'evaluation-budget-exceeded' });
  // The rest of the 4096 requests: the handshake, which asks for the era first, and two pages of tools.
  expect([code, calls.length, journal.length]).toEqual([3, 4092, 4092]);
});

test('clean: one of each kind passes', async () => {
  const probes = CASE_IDS.map((id) => faultCase(id));
  const { code, document, calls, journal, starts } = await probed({ probes, options: ['--allow-mutation'] });
  expect(code).toBe(0);
  expect(document).toMatchObject({ passed: true, readiness_error: null, gate: { passed: CASE_IDS.length } });
  expect(endingsOf(document)).toEqual({
    contention: passed(2),
    'error-honesty': passed(2),
    'error-honesty.retryable': passed(3),
    'state-recovery': passed(3),
    'discovery-cost': passed(1),
    'token-cost': passed(1),
    'schema-guessability': passed(1),
    'degradation-over-n': passed(5),
    'instruction-fidelity': passed(1),
    'instruction-fidelity.error': passed(1),
    'latency-budget': passed(3),
    pagination: passed(2),
    'payload-bounds': passed(1),
    'payload-bounds.handled': passed(1),
    'surface-listing': passed(1),
    'output-schema': passed(1),
    cancellation: passed(2),
    'protocol-negotiation': passed(3),
    sampling: passed(1),
    elicitation: passed(1),
    'resource-subscription': passed(3),
    completion: passed(1),
    workflow: passed(6),
  });
  const cancelling = document.cases.find(({ id }) => id === 'cancellation');
  expect(cancelling?.measurements).toEqual({ cancellation_outcome: 'no-result' });
  // One line for each call that was completed: not for the one that was cancelled, and none of the battery, which comes last.
  const made = calls.slice(0, journal.length + 1);
  expect(journal.map(({ tool }) => tool)).toEqual(made.toSpliced(made.lastIndexOf('wait'), 1));
  expect(starts).toBeGreaterThan(8);
});

test('a state that stays broken fails at its validation, and is not even broken without permission', async () => {
  const request = { faults: ['repair:leaves'], probes: [faultCase('state-recovery')] };
  const ran = await probed({ ...request, options: ['--gate-only', '--allow-mutation'] });
  expect([ran.code, endingsOf(ran.document)]).toEqual([1, { 'state-recovery': failed('validation-failed', 3) }]);
  const refused = await probe({ ...request, options: ['--gate-only'] });
  expect([refused.code, refused.out, refused.starts]).toEqual([2, '', 0]);
  expect(refused.err).toContain('--allow-mutation');
});

test('a schema that requires what it does not declare is not tried', async () => {
  const { code, document, calls } = await probed({
    faults: ['search:requires-undeclared'],
    probes: [faultCase('schema-guessability')],
  });
  expect(endingsOf(document)).toEqual({ 'schema-guessability': failed('invalid-schema', 1, 0) });
  expect([code, calls]).toEqual([1, []]);
});

describe.concurrent('a catalog that cannot be listed', () => {
  const PROBES = ['discovery-cost', 'pagination', 'degradation-over-n', 'workflow'] as const;
  const probes = PROBES.map((id) => faultCase(id));

  test.each<readonly [string, readonly string[], Ending]>([
    ['pages without an end', ['tools/list:never-ends'], failed('pagination-stalled-cursor', 6)],
    ['pages in a circle', ['tools/list:loops'], failed('pagination-duplicate-tool', 3)],
    [
      'a second page that is refused',
      ['tools/list:fails@2', 'tools/list:fails@4'],
      failed('pagination-invalid-entry', 2),
    ],
    ['an invalid entry', ['tools/list:has-odd-entry'], failed('pagination-invalid-entry', 2)],
    ['a first page that is refused', ['tools/list:fails'], failed('pagination-invalid-entry', 1)],
  ])('%s', async (_, faults, pagination) => {
    const all = await probed({ faults, probes, options: [] });
    const lost = incomplete('transport-error');
    expect(endingsOf(all.document)).toEqual({
      'discovery-cost': lost,
      pagination,
      'degradation-over-n': lost,
      workflow: lost,
    });
    expect(all.document).toMatchObject({ readiness: null, readiness_error: 'transport-error' });
    expect([all.code, all.calls, all.journal]).toEqual([3, [], []]);
    const alone = await probed({ faults, probes, options: ['--probe', 'pagination'] });
    expect([alone.code, endingsOf(alone.document)]).toEqual([1, { pagination }]);
  });
});

test('an answer without an id ends any case', async () => {
  const calling = [
    'contention',
    'error-honesty',
    'schema-guessability',
    'degradation-over-n',
    'instruction-fidelity',
    'latency-budget',
    'output-schema',
    'cancellation',
    'sampling',
    'elicitation',
    'workflow',
  ] as const;
  const { code, document } = await probed({
    faults: ['tools/call:names-no-id'],
    probes: calling.map((id) => faultCase(id)),
  });
  const expected = calling.map((id) => [id, incomplete('transport-error')]);
  expect([code, endingsOf(document)]).toEqual([3, Object.fromEntries(expected)]);
});
