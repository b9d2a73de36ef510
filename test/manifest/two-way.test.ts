/** Cases in which both sides talk, against a real process, over pipes and over HTTP: the faults of fixtures/servers/two-way.mjs and no others. */

import { describe, expect, test } from 'vitest';
import { kindsAmong } from '../../core/api/manifest-kernel.js';
import { runManifest } from '../../core/api/run-manifest.js';
import type { ProbeCase } from '../../core/documents/types.js';
import type { JsonObject } from '../../core/json.js';
import { parseManifest } from '../../core/manifest/read.js';
import { manifestPlugins } from '../../plugins/manifest.js';
import { bridge } from '../session/http/bridge.js';
import { fixture } from '../session/odd.js';

/** Enough for a busy machine; only cases that wait for silence take as long. */
const TIMEOUT_MS = 6000;
const ARGUMENTS = { word: 'marker' };
const kinds = kindsAmong(manifestPlugins);

const CASES = {
  cancellation: { tool: 'slow', arguments: ARGUMENTS, grace_seconds: 2, reason: 'marker' },
  'protocol-negotiation': { bogus_version: '2000-01-01' },
  sampling: { tool: 'ask_model', arguments: ARGUMENTS, max_requests: 2 },
  elicitation: { tool: 'ask_user', arguments: ARGUMENTS, max_requests: 2, respond: 'accept' },
  'resource-subscription': {
    uri: 'memo://marker',
    trigger_tool: 'touch',
    trigger_arguments: ARGUMENTS,
    max_wait_seconds: 3,
  },
  completion: {
    ref_type: 'ref/resource',
    ref_uri: 'memo://marker',
    argument_name: 'markers',
    argument_value: 'marker',
    max_values: 3,
  },
} as const;
type Kind = keyof typeof CASES;
const KINDS = Object.keys(CASES) as Kind[];

const caseOf = (probe: Kind, more: JsonObject = {}): JsonObject => ({
  id: probe,
  probe,
  access: 'read_only',
  ...CASES[probe],
  ...more,
});
/** Calls twice, so that what an earlier case left behind would show. */
const AFTERWARDS = {
  id: 'afterwards',
  probe: 'degradation-over-n',
  access: 'read_only',
  tool: 'touch',
  arguments: ARGUMENTS,
  max_attempts: 2,
};

type Expected = readonly [label: string | null, firstFailure: number | null];
const PASSED: Expected = [null, null];

/** Runs one case of each kind that is named, and one afterwards, against a server with these faults. */
async function evaluate(
  faults: readonly string[],
  era: string,
  probes: readonly JsonObject[],
  transport: Transport = 'stdio',
): Promise<readonly ProbeCase[]> {
  const text = JSON.stringify({ version: 1, timeout_ms: TIMEOUT_MS, probes: [...probes, AFTERWARDS] });
  const manifest = await parseManifest(Buffer.from(text), 'manifest.json', kinds);
  const command = [process.execPath, fixture('two-way.mjs'), faults.join(','), era];
  const { document, faults: broken } = await runManifest({
    target:
      transport === 'stdio' ? { kind: 'stdio', command } : { kind: 'http', url: await bridge(command, transport) },
    server: 'local',
    manifest,
  });
  expect(broken).toEqual([]);
  expect(JSON.stringify(document)).not.toContain('marker');
  return document.cases;
}

const endings = (cases: readonly ProbeCase[]): unknown =>
  Object.fromEntries(cases.map(({ id, reason, first_failure: at }) => [id, [reason, at]]));

const ERAS = ['initialize', 'stateless'] as const;
type Transport = 'stdio' | 'json' | 'events';
/** The initialize era has a matrix of its own, over pipes and over HTTP the rows of annex A. */
const WAYS: readonly (readonly [(typeof ERAS)[number], Transport])[] = [['stateless', 'stdio']];

/** First failures: with a handshake, and without one. */
type At = number | null | readonly [number, number];

/** Faults that may come together, because each concerns another kind, and how the case of that kind ends. */
const TOGETHER: readonly Partial<Record<Kind, readonly [fault: string, label: string | null, at: At]>>[] = [
  {
    cancellation: ['cancel-ignored', 'cancellation-ignored', 2],
    'protocol-negotiation': ['version-echoed', 'negotiation-echoed-unknown', [2, 1]],
    sampling: ['model-malformed', 'sampling-invalid-request', 1],
    elicitation: ['user-malformed', 'elicitation-invalid-request', 1],
    'resource-subscription': ['resource-unknown', 'resource-unreadable', 1],
    completion: ['values-odd', 'completion-invalid-request', 1],
  },
  {
    cancellation: ['cancel-errored', 'cancellation-errored', 2],
    'protocol-negotiation': ['version-missing', 'negotiation-invalid-version', [2, 1]],
    sampling: ['model-endless', 'sampling-request-flood', 1],
    elicitation: ['user-endless', 'elicitation-request-flood', 1],
    'resource-subscription': ['subscribe-refused', 'subscription-rejected', 2],
    completion: ['values-many', 'completion-value-flood', 1],
  },
  {
    cancellation: ['cancel-acknowledged', ...PASSED],
    'protocol-negotiation': ['version-inconsistent', 'negotiation-inconsistent-support', [3, 2]],
    sampling: ['model-stalled', 'sampling-stalled-call', 1],
    elicitation: ['user-stalled', 'elicitation-stalled-call', 1],
    'resource-subscription': ['update-missing', 'subscription-notification-missing', 3],
    completion: ['argument-unknown', 'completion-argument-unknown', 1],
  },
  {
    completion: ['completion-silent', 'completion-stalled-request', 1],
    cancellation: ['cancel-late', ...PASSED],
  },
];

describe.each(WAYS)('%s over %s', (era, transport) => {
  /** There a call is cancelled by closing its stream, so that nothing the server does can be heard. */
  const cancelsUnheard = era === 'stateless' && transport !== 'stdio';

  test('a server without a fault passes everything', async () => {
    const cases = await evaluate(
      [],
      era,
      KINDS.map((kind) => caseOf(kind)),
      transport,
    );
    expect(endings(cases)).toEqual(Object.fromEntries([...KINDS, 'afterwards'].map((id) => [id, PASSED])));
  });

  test.each(TOGETHER)('each fault has its label, and the next case is not affected (%#)', async (faults) => {
    const named = Object.entries(faults);
    const cases = await evaluate(
      named.map(([, [fault]]) => fault),
      era,
      named.map(([kind]) => caseOf(kind as Kind)),
      transport,
    );
    const expected = named.map(([kind, [, label, at]]) => [
      kind,
      kind === 'cancellation' && cancelsUnheard ? PASSED : [label, Array.isArray(at) ? at[ERAS.indexOf(era)] : at],
    ]);
    expect(endings(cases)).toEqual({ ...Object.fromEntries(expected), afterwards: PASSED });
  });

  test('a server that ends on every call leaves every case that calls incomplete', async () => {
    const calling = KINDS.filter((kind) => kind !== 'protocol-negotiation' && kind !== 'completion');
    const cases = await evaluate(
      ['crash'],
      era,
      calling.map((kind) => caseOf(kind)),
      transport,
    );
    const ended = [...calling, 'afterwards'].map((id) => [id, ['transport-closed', null]]);
    expect(endings(cases)).toEqual(Object.fromEntries(ended));
    expect(cases.map(({ attempts, measurements }) => [attempts, measurements])).toEqual(ended.map(() => [0, {}]));
  });
});

test.each([
  ['version-older', ...PASSED],
  ['version-crash', 'transport-closed', null],
] as const)('a server with %s ends as %s', async (fault, ...ending) => {
  const cases = await evaluate([fault], 'initialize', [caseOf('protocol-negotiation')]);
  expect(endings(cases)).toEqual({ 'protocol-negotiation': ending, afterwards: PASSED });
});

test.each(['json', 'events'] as const)(
  'a call that is cancelled by closing its stream shows by the next one, in %s',
  async (style) => {
    const cases = await evaluate(['cancel-ignored'], 'stateless', [caseOf('cancellation')], style);
    expect(cases[0]).toMatchObject({ passed: true, attempts: 3, measurements: { cancellation_outcome: 'no-result' } });
  },
);

test('a result for a cancelled call passes where it is allowed, and is told', async () => {
  const cases = await evaluate(['cancel-ignored'], 'initialize', [caseOf('cancellation', { require_honored: false })]);
  expect(cases[0]).toMatchObject({ passed: true, attempts: 3, measurements: { cancellation_outcome: 'completed' } });
  expect(cases[1]).toMatchObject({ passed: true, attempts: 2 });
});

test('a user may decline or cancel', async () => {
  const probes = ['decline', 'cancel'].map((respond) => caseOf('elicitation', { id: respond, respond }));
  const cases = await evaluate([], 'initialize', probes);
  expect(endings(cases)).toEqual({ decline: PASSED, cancel: PASSED, afterwards: PASSED });
});
