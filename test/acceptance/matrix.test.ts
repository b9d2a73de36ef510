/** Every kind of probe against a server with nothing wrong, with each fault that it has a label for, and with faults that leave it undecided: each label comes of its fault and of nothing else. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { kindsAmong } from '../../core/api/manifest-kernel.js';
import { type Evaluated, runManifest } from '../../core/api/run-manifest.js';
import type { JsonObject } from '../../core/json.js';
import { parseManifest } from '../../core/manifest/read.js';
import { manifestPlugins } from '../../plugins/manifest.js';
import { rules } from '../../rules/gate.gen.js';
import { scratch } from './cli.js';
import { CASE_IDS, type CaseId, faultCase, faultyServer, kindOf, manifestOf } from './fault-cases.js';
import { CATALOG_FAULT, INCOMPLETE_FAULTS, LABELLED_FAULTS, together } from './fault-matrix.js';
import { endingsOf, failed, incomplete, UNSAID } from './probe-run.js';

/** Enough for a busy machine; only cases that wait for silence take as long. */
const TIMEOUT_MS = 6000;
const kinds = kindsAmong(manifestPlugins);
const FORMATS = ['json', 'text', 'markdown', 'sarif'];
const ALL = CASE_IDS.map((id) => faultCase(id));
const INCOMPLETE = ['transport-timeout', 'transport-closed', 'transport-error', 'evaluation-budget-exceeded'];

/** One evaluation; what it writes is free of the marker word. */
async function evaluate(faults: readonly string[], probes: readonly JsonObject[]): Promise<Evaluated> {
  const folder = await scratch();
  const text = manifestOf(probes, { timeout_ms: TIMEOUT_MS });
  const evaluated = await runManifest({
    target: { kind: 'stdio', command: faultyServer(faults, { lock: join(folder, 'lock') }) },
    server: 'local',
    manifest: await parseManifest(Buffer.from(text), 'manifest.json', kinds),
    file: 'manifest.json',
    allowMutation: true,
    journal: join(folder, 'home'),
    outputs: FORMATS.map((format) => ({ format: `probe-${format}`, path: join(folder, 'written', format) })),
  });
  expect(evaluated.faults).toEqual([]);
  const written = await readdir(join(folder, 'written'));
  const journals = await readdir(join(folder, 'home', 'store')).catch(() => []);
  const files = [
    ...written.map((name) => join('written', name)),
    ...journals.map((name) => join('home', 'store', name)),
  ];
  expect(written.toSorted()).toEqual(FORMATS.toSorted());
  for (const file of files) expect(await readFile(join(folder, file), 'utf8')).not.toMatch(UNSAID);
  return evaluated;
}

/** Every label that was given, to which case, in the order of the cases. */
function labelsOf({ report }: Evaluated): readonly string[] {
  const failed = report.verdicts.filter(
    ({ outcome, subject }) => outcome === 'fail' && subject.kind.startsWith('case.'),
  );
  return failed.map(({ subject, rule }) => `${subject.name}: ${rule}`).toSorted();
}

// What is compiled when the first run needs it must not count against a timeout.
beforeAll(() => evaluate([], [faultCase('output-schema')]));

describe('the matrix', () => {
  const shown = [...LABELLED_FAULTS, CATALOG_FAULT];

  test('has every label', () => {
    const labels = new Set([...shown.map(({ label }) => label), ...INCOMPLETE]);
    expect([...labels].toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
    expect(labels.size).toBe(48);
  });

  test('has every label of every kind', () => {
    const own = manifestPlugins.flatMap(({ name, kind, rules: labels = [] }) =>
      kind === undefined ? [] : labels.map((label) => `${name}: ${(label as { id: string }).id}`),
    );
    const shared = {
      'unexpected-outcome': [
        'error-honesty',
        'schema-guessability',
        'degradation-over-n',
        'instruction-fidelity',
        'latency-budget',
        'payload-bounds',
        'cancellation',
        'resource-subscription',
        'workflow',
      ],
      'missing-field': ['instruction-fidelity', 'workflow'],
      'value-mismatch': ['instruction-fidelity', 'workflow'],
      'error-code-mismatch': ['instruction-fidelity', 'workflow'],
    };
    const pairs = Object.entries(shared).flatMap(([label, names]) => names.map((name) => `${name}: ${label}`));
    const found = new Set(shown.map(({ id, label }) => `${kindOf(id)}: ${label}`));
    expect([...found].toSorted()).toEqual([...own, ...pairs].toSorted());
  });

  test('has every kind', () => {
    expect([...new Set(CASE_IDS.map(kindOf))].toSorted()).toEqual([...kinds.keys()].toSorted());
  });
});

test('a server without a fault gets no label', async () => {
  const evaluated = await evaluate([], ALL);
  expect(labelsOf(evaluated)).toEqual([]);
  expect(evaluated.document).toMatchObject({ passed: true, gate: { passed: ALL.length, total: ALL.length } });
});

describe.concurrent('each fault gets its label, and nothing else gets any', () => {
  const groups = together(LABELLED_FAULTS).map((group) => [group.map(({ fault }) => fault).join(' '), group] as const);

  test.each(groups)('%s', async (_, group) => {
    const evaluated = await evaluate(
      group.map(({ fault }) => fault),
      ALL,
    );
    expect(labelsOf(evaluated)).toEqual(group.map(({ id, label }) => `${id}: ${label}`).toSorted());
    const endings = endingsOf(evaluated.document);
    for (const { id, label, at, attempts } of group) expect([id, endings[id]]).toEqual([id, [label, attempts, at]]);
    expect(evaluated.document.gate).toEqual({ passed: ALL.length - group.length, total: ALL.length });
  });

  test('a fault without which there would be a catalog', async () => {
    const { fault, id: own, label, at } = CATALOG_FAULT;
    const evaluated = await evaluate([fault], ALL);
    const others = CASE_IDS.filter((id) => id !== own);
    const expected = [...others.map((id) => `${id}: transport-error`), `${own}: ${label}`];
    expect(labelsOf(evaluated)).toEqual(expected.toSorted());
    const undecided = others.map((id) => [id, incomplete('transport-error')]);
    expect(endingsOf(evaluated.document)).toEqual({ ...Object.fromEntries(undecided), [own]: failed(label, at) });
  });
});

describe.concurrent('a case that cannot be decided', () => {
  /** Cases that wait for silence do so side by side. */
  const parts = Object.entries(INCOMPLETE_FAULTS).flatMap(([label, faults]) => {
    const all = Object.entries(faults);
    const size = label === 'transport-timeout' ? 4 : all.length;
    return Array.from(
      { length: Math.ceil(all.length / size) },
      (_, at) => [label, all.slice(size * at, size * (at + 1))] as const,
    );
  });

  test.each(parts)('%s', async (label, faults) => {
    const ids = faults.map(([id]) => id as CaseId);
    const evaluated = await evaluate(
      faults.map(([, fault]) => fault),
      [...ids.map((id) => faultCase(id)), faultCase('completion')],
    );
    expect(labelsOf(evaluated)).toEqual(ids.map((id) => `${id}: ${label}`).toSorted());
    const expected = ids.map((id) => [id, incomplete(label)]);
    expect(endingsOf(evaluated.document)).toEqual({ ...Object.fromEntries(expected), completion: [null, 1, null] });
  });

  test('transport-closed: a server that does not start again takes all cases with it', async () => {
    const first = faultCase('degradation-over-n', { id: 'first' });
    const evaluated = await evaluate(['server:starts-once', 'count:crashes'], [first, ...ALL]);
    expect(labelsOf(evaluated)).toEqual(['first', ...CASE_IDS].map((id) => `${id}: transport-closed`).toSorted());
  });

  test('evaluation-budget-exceeded: nothing is left for them', async () => {
    const before = Array.from({ length: 41 }, (_, at) =>
      faultCase('degradation-over-n', { id: `many-${at}`, max_attempts: 100 }),
    );
    const evaluated = await evaluate([], [...before, ...ALL]);
    expect(labelsOf(evaluated)).toEqual(
      ['many-40', ...CASE_IDS].map((id) => `${id}: evaluation-budget-exceeded`).toSorted(),
    );
    expect(evaluated.document.gate).toEqual({ passed: 40, total: 41 + ALL.length });
  });
});
