/**
 * One server over standard input and output, over HTTP in JSON and over HTTP in events, in either era: the same
 * scorecard and the same document of a manifest, for every check of effects and every kind of probe. Over HTTP the
 * server is part of this process.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { kindsAmong } from '../../core/api/manifest-kernel.js';
import { runManifest } from '../../core/api/run-manifest.js';
import { effectsFor, permissionsFor, valuesFor } from '../../core/api/options.js';
import { runApi } from '../../core/api/run.js';
import { loadViews } from '../../core/api/shipped.js';
import type { ProbeReport } from '../../core/documents/types.js';
import type { JsonObject } from '../../core/json.js';
import { parseManifest } from '../../core/manifest/read.js';
import type { Target } from '../../core/model.js';
import type { Era } from '../../core/session/port.js';
import { allRound } from '../../fixtures/servers/all-round/server.mjs';
import { manifestPlugins } from '../../plugins/manifest.js';
import { bridge } from '../session/http/bridge.js';
import { fixture } from '../session/odd.js';
import { textOf } from './alike.js';
import { BAD_CASES, BAD_SERVER, CASES, DECLARED, KIND_NAMES, LABELS } from './all-round.js';

/** Far more than anything here needs: no silence is waited for this long. */
const TIMEOUT_MS = 20_000;
const ERAS = ['initialize', 'stateless'] as const;
const WAYS = ['pipes', 'json', 'events'] as const;
type Way = (typeof WAYS)[number];
type AtEnd = (cleanUp: () => Promise<void>) => void;

async function targetOf(way: Way, era: Era, atEnd: AtEnd, bad = false): Promise<Target> {
  if (way !== 'pipes') return { kind: 'http', url: await bridge(allRound(era, bad), way, atEnd) };
  return { kind: 'stdio', command: [process.execPath, fixture('all-round.mjs'), era, ...(bad ? ['bad'] : [])] };
}

async function documentOf(target: Target, probes: readonly JsonObject[]): Promise<ProbeReport> {
  const sandboxes = { scratch: { description: 'nobody needs it' } };
  const text = JSON.stringify({ version: 1, timeout_ms: TIMEOUT_MS, sandboxes, probes });
  const manifest = await parseManifest(Buffer.from(text), 'manifest.json', kindsAmong(manifestPlugins));
  const { document, faults } = await runManifest({ target, server: 'local', manifest, allowMutation: true });
  expect(faults).toEqual([]);
  return document;
}

/** What `mcp test --probes --allow-writes` makes of it, without waiting for what does not show at once. */
async function scorecardOf(target: Target): Promise<JsonObject> {
  const report = await runApi({
    target,
    timeoutMs: TIMEOUT_MS,
    probes: true,
    values: valuesFor(undefined, DECLARED),
    effects: effectsFor(DECLARED, () => {}),
    permissions: (mayWrite) => permissionsFor({ allowWrites: true }, mayWrite),
    settings: { cases: '1' },
    everywhere: { settleMs: [1] },
  });
  expect(report.faults).toEqual([]);
  return (await loadViews()).json(report);
}

const reasonsOf = ({ cases }: ProbeReport): unknown => Object.fromEntries(cases.map(({ id, reason }) => [id, reason]));

interface Column {
  readonly good: ProbeReport;
  readonly bad: ProbeReport;
  readonly scorecard: JsonObject;
}
const columns = new Map<string, Column>();
const column = (era: Era, way: Way): Column => columns.get(`${era} ${way}`) as Column;
const cleanUps: (() => Promise<void>)[] = [];

// All at the same time, because most of it is waiting.
beforeAll(async () => {
  const atEnd: AtEnd = (cleanUp) => cleanUps.push(cleanUp);
  const all = ERAS.flatMap((era) => WAYS.map((way) => [era, way] as const));
  await Promise.all(
    all.map(async ([era, way]) => {
      const [good, bad, scorecard] = await Promise.all([
        documentOf(await targetOf(way, era, atEnd), CASES),
        documentOf(await targetOf(way, era, atEnd, true), BAD_CASES),
        scorecardOf(await targetOf(way, era, atEnd)),
      ]);
      columns.set(`${era} ${way}`, { good, bad, scorecard });
    }),
  );
  return async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  };
}, 180_000);

test('every kind is among them', () => {
  expect(KIND_NAMES.toSorted()).toEqual([...kindsAmong(manifestPlugins).keys()].toSorted());
  expect(KIND_NAMES).toHaveLength(20);
});

test('the columns are what they are called', () => {
  const said = [...columns].map(([name, { good, scorecard }]) => [name, good.protocol, scorecard['server']]);
  const server = { name: 'all-round', version: '1.0.0' };
  const initialize = { ...server, protocol_version: '2025-11-25', era: 'initialize' };
  const stateless = { ...server, protocol_version: '2026-07-28', era: 'stateless' };
  expect(Object.fromEntries(said.map(([name, ...rest]) => [name, rest]))).toEqual({
    ...Object.fromEntries(WAYS.map((way) => [`initialize ${way}`, ['initialize', initialize]])),
    ...Object.fromEntries(WAYS.map((way) => [`stateless ${way}`, ['stateless', stateless]])),
  });
});

describe.each(ERAS)('in the %s era', (era) => {
  test('both cases of each kind end as they should', () => {
    const { good, bad } = column(era, 'pipes');
    expect(reasonsOf(good)).toEqual(LABELS);
    expect(reasonsOf(bad)).toEqual(BAD_SERVER);
  });

  test('every check of effects finds what is well and what is not', () => {
    const probes = column(era, 'pipes').scorecard['probes'] as readonly JsonObject[];
    const found = probes.map(({ check, status }) => `${String(check)} ${String(status)}`);
    for (const check of ['bound', 'agreement', 'idempotent', 'round-trip'])
      expect(found).toEqual(expect.arrayContaining([`${check} pass`, `${check} fail`]));
  });

  describe.each(['json', 'events'] as const)('over HTTP in %s', (way) => {
    test('the scorecard is that over pipes', () => {
      expect(textOf(column(era, way).scorecard)).toBe(textOf(column(era, 'pipes').scorecard));
    });

    test('the documents are those over pipes', () => {
      const [http, pipes] = [column(era, way), column(era, 'pipes')];
      expect(textOf(http.bad)).toBe(textOf(pipes.bad));
      if (era === 'initialize') expect(textOf(http.good)).toBe(textOf(pipes.good));
      else expect(textOf(heard(http.good))).toBe(textOf(heard(pipes.good)));
    });
  });
});

/** Without what HTTP keeps silent about in the stateless era, where a call is cancelled by closing its only connection. */
const heard = (document: ProbeReport): object => ({
  ...document,
  gate: null,
  cases: document.cases.filter(({ probe }) => probe !== 'cancellation'),
});

test.each(['json', 'events'] as const)(
  'in the stateless era over HTTP in %s a cancelled call cannot be heard, so that one more shows whether the server is well',
  (way) => {
    const { good } = column('stateless', way);
    const cancelled = good.cases.filter(({ probe }) => probe === 'cancellation');
    expect(cancelled.map(({ reason, attempts, measurements }) => [reason, attempts, measurements])).toEqual(
      Array(2).fill([null, 3, { cancellation_outcome: 'no-result' }]),
    );
  },
);

test('the eras differ in nothing but the version, and in what a negotiation of versions takes', () => {
  const [initialize, stateless] = ERAS.map((era) => column(era, 'pipes')) as [Column, Column];
  const { server: _, ...older } = initialize.scorecard;
  const { server: __, ...newer } = stateless.scorecard;
  expect(textOf(newer)).toBe(textOf(older));
  const rest = ({ cases }: ProbeReport): object => cases.filter(({ probe }) => probe !== 'protocol-negotiation');
  expect(textOf(rest(stateless.good))).toBe(textOf(rest(initialize.good)));
  expect(textOf(rest(stateless.bad))).toBe(textOf(rest(initialize.bad)));
  // A handshake is offered the client's own version first; without one there is nothing to be agreed on before the unknown one.
  const steps = ({ good, bad }: Column): unknown =>
    [good, bad].map(({ cases }) => cases.find(({ probe }) => probe === 'protocol-negotiation')?.attempts);
  expect([steps(initialize), steps(stateless)]).toEqual([
    [3, 2],
    [2, 1],
  ]);
});
