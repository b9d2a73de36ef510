/** The faulty server behind HTTP: every kind of probe passes as over pipes, and is incomplete as over pipes, whether answers are JSON or events. Labels over HTTP are those of the rows of annex A. */

import { beforeAll, describe, expect, test } from 'vitest';
import { kindsAmong } from '../../core/api/manifest-kernel.js';
import { type Evaluated, runManifest } from '../../core/api/run-manifest.js';
import { parseManifest } from '../../core/manifest/read.js';
import { manifestPlugins } from '../../plugins/manifest.js';
import { bridge } from '../session/http/bridge.js';
import type { Style } from '../session/http/server.js';
import { CASE_IDS, type CaseId, faultCase, faultyServer, manifestOf } from './fault-cases.js';
import { CATALOG_FAULT, INCOMPLETE_FAULTS } from './fault-matrix.js';
import { endingsOf, failed, incomplete, ownFolder } from './probe-run.js';

/** Enough for a busy machine; only cases that wait for silence take as long. */
const TIMEOUT_MS = 5000;
const kinds = kindsAmong(manifestPlugins);
/** A line that is refused unread is a thing of pipes: an HTTP server knows whose request it is. */
const READS_ALL = 'line:reads-all';

interface AtEnd {
  onTestFinished(end: () => Promise<void>): void;
}

async function evaluate(
  style: Style,
  faults: readonly string[],
  ids: readonly CaseId[],
  { onTestFinished: atEnd }: AtEnd,
): Promise<Evaluated> {
  const lock = `${await ownFolder()}/lock`;
  const url = await bridge(faultyServer(faults, { lock }), style, atEnd);
  const text = manifestOf(
    ids.map((id) => faultCase(id)),
    { timeout_ms: TIMEOUT_MS },
  );
  const evaluated = await runManifest({
    target: { kind: 'http', url },
    server: 'local',
    manifest: await parseManifest(Buffer.from(text), 'manifest.json', kinds),
    allowMutation: true,
  });
  expect(evaluated.faults).toEqual([]);
  return evaluated;
}

function labelsOf({ report }: Evaluated): readonly string[] {
  const wrong = report.verdicts.filter(
    ({ outcome, subject }) => outcome === 'fail' && subject.kind.startsWith('case.'),
  );
  return wrong.map(({ subject, rule }) => `${subject.name}: ${rule}`).toSorted();
}

// What is compiled when the first run needs it must not count against a timeout.
beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  await evaluate('json', [READS_ALL], ['output-schema'], { onTestFinished: (end) => void ends.push(end) });
  for (const end of ends) await end();
});

const STYLES: readonly Style[] = ['json', 'events'];

describe.each(STYLES)('answers as %s', (style) => {
  test('a server without a fault gets no label', async (context) => {
    const evaluated = await evaluate(style, [READS_ALL], CASE_IDS, context);
    expect(labelsOf(evaluated)).toEqual([]);
    expect(evaluated.document.gate).toEqual({ passed: CASE_IDS.length, total: CASE_IDS.length });
  });

  test('an answer without an id excuses nobody here', async (context) => {
    for (const fault of [[], ['line:kills'], ['line:drops']]) {
      const evaluated = await evaluate(style, fault, ['payload-bounds', 'completion'], context);
      expect(endingsOf(evaluated.document)).toEqual({
        'payload-bounds': failed('payload-unhandled', 1),
        completion: [null, 1, null],
      });
    }
  });

  test('a catalog that cannot be read', async (context) => {
    const { fault, id: own, label, at } = CATALOG_FAULT;
    const evaluated = await evaluate(style, [fault], CASE_IDS, context);
    const undecided = CASE_IDS.filter((id) => id !== own).map((id) => [id, incomplete('transport-error')]);
    expect(endingsOf(evaluated.document)).toEqual({ ...Object.fromEntries(undecided), [own]: failed(label, at) });
  });

  test.for(['transport-closed', 'transport-error'])('%s', async (label, context) => {
    const faults = Object.entries(INCOMPLETE_FAULTS[label] ?? {}) as [CaseId, string][];
    const ids = faults.map(([id]) => id);
    const on = [READS_ALL, ...faults.map(([, fault]) => fault)];
    const evaluated = await evaluate(style, on, [...ids, 'completion'], context);
    const expected = ids.map((id) => [id, incomplete(label)]);
    expect(endingsOf(evaluated.document)).toEqual({ ...Object.fromEntries(expected), completion: [null, 1, null] });
  });
});
