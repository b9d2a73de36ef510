import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';

const BOGUS = '2000-01-01';
const OWN = '2025-11-25';
const CASE = caseOf('protocol-negotiation', { bogus_version: BOGUS });
const answered = (protocolVersion: unknown): Partial<Answer> => ({ result: { protocolVersion, capabilities: {} } });
const ERROR: Partial<Answer> = { kind: 'error', error: { code: -32602, message: 'no' } };

describe('with a handshake', () => {
  /** Runs the case against a server that answers offers so, and says which were made on which session. */
  async function offers(answer: (version: unknown, offer: number) => Partial<Answer>) {
    const made: [number, unknown][] = [];
    const run = await runCases([CASE], (method, params, session) => {
      if (method !== 'initialize') return {};
      made.push([session, params['protocolVersion']]);
      return answer(params['protocolVersion'], made.length);
    });
    return { run, made };
  }

  test('a server that keeps to its own versions passes', async () => {
    const { run, made } = await offers((version) => answered(version === BOGUS ? '2025-06-18' : version));
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3, measurements: {}, tool: null });
    expect(made).toEqual([
      [2, OWN],
      [3, BOGUS],
      [4, '2025-06-18'],
    ]);
    // Bare connections, each closed when it has served, and no word after the offer.
    expect(run.openings.slice(1)).toMatchObject([{ handshake: false }, { handshake: false }, { handshake: false }]);
    expect(run.sessions.slice(1).map(({ sent, closedTimes }) => [sent.length, closedTimes > 0])).toEqual([
      [1, true],
      [1, true],
      [1, true],
    ]);
  });

  test('a server that speaks only an older version passes, and the extra offer is not counted', async () => {
    const { run, made } = await offers(() => answered('2024-11-05'));
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3 });
    expect(made.map(([, version]) => version)).toEqual([OWN, '2024-11-05', BOGUS, '2024-11-05']);
  });

  test.each([
    ['echoes an unknown version', answered, 'negotiation-echoed-unknown', 2],
    ['refuses its own client', () => ERROR, 'negotiation-invalid-version', 1],
    ['answers no version', () => answered(undefined), 'negotiation-invalid-version', 1],
    ['answers a version of another shape', () => answered('1.0'), 'negotiation-invalid-version', 1],
    ['answers a number', () => answered(20251125), 'negotiation-invalid-version', 1],
    [
      'refuses an unknown version with an error',
      (version: unknown) => (version === BOGUS ? ERROR : answered(version)),
      'negotiation-invalid-version',
      2,
    ],
    [
      'answers an unknown version with a word',
      (version: unknown) => answered(version === BOGUS ? 'latest' : version),
      'negotiation-invalid-version',
      2,
    ],
    [
      'does not keep to the older version it answered',
      (_version: unknown, offer: number) => answered(offer === 1 ? '2025-06-18' : '2025-03-26'),
      'negotiation-inconsistent-support',
      1,
    ],
    [
      'refuses the older version it answered',
      (_version: unknown, offer: number) => (offer === 1 ? answered('2025-06-18') : ERROR),
      'negotiation-inconsistent-support',
      1,
    ],
    [
      'does not keep to what it offered instead of an unknown version',
      (version: unknown) => answered(version === BOGUS ? '2024-11-05' : OWN),
      'negotiation-inconsistent-support',
      3,
    ],
    [
      'refuses what it offered instead of an unknown version',
      (_version: unknown, offer: number) => (offer === 3 ? ERROR : answered(OWN)),
      'negotiation-inconsistent-support',
      3,
    ],
  ])('a server that %s fails', async (_name, answer, label, at) => {
    const { run } = await offers(answer);
    expect(run.failed('one')).toEqual([label]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: at, at });
  });

  test('an offer that gets no usable answer makes the case incomplete', async () => {
    const { run, made } = await offers((version) => (version === BOGUS ? { kind: 'closed' } : answered(version)));
    expect(run.fault('one')).toBe('closed');
    expect(run.failed('one')).toEqual(['transport-closed']);
    expect(made).toHaveLength(2);
  });
});

describe('without a handshake', () => {
  const refusal = (data: unknown, code = -32022): Partial<Answer> => ({
    kind: 'error',
    error: { code, message: 'no', data },
  });
  const served: Partial<Answer> = { result: { supportedVersions: ['2026-07-28'], capabilities: {} } };
  const versionIn = ({ _meta: meta }: JsonObject) => (meta as JsonObject)['io.modelcontextprotocol/protocolVersion'];

  async function requests(answer: (version: unknown) => Partial<Answer>) {
    const made: unknown[] = [];
    const run = await runCases(
      [CASE],
      (method, params) => {
        if (method !== 'server/discover') return {};
        made.push(versionIn(params));
        return answer(versionIn(params));
      },
      { era: 'stateless' },
    );
    return { run, made };
  }

  test('a server that refuses an unknown version and serves one that it lists passes', async () => {
    const { run, made } = await requests((version) =>
      version === BOGUS ? refusal({ supported: ['2027-01-01', '2026-07-28'], requested: BOGUS }) : served,
    );
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 2 });
    // Of the versions it lists, one that this client speaks.
    expect(made).toEqual([BOGUS, '2026-07-28']);
    expect(run.openings.slice(1)).toMatchObject([{ handshake: false }, { handshake: false }]);
  });

  test.each([
    ['serves an unknown version', () => served, 'negotiation-echoed-unknown', 1],
    [
      'refuses with another code',
      () => refusal({ supported: ['2026-07-28'] }, -32602),
      'negotiation-invalid-version',
      1,
    ],
    ['refuses without a list', () => refusal(undefined), 'negotiation-invalid-version', 1],
    ['refuses with an empty list', () => refusal({ supported: [] }), 'negotiation-invalid-version', 1],
    [
      'lists what is no version',
      () => refusal({ supported: ['2026-07-28', 'next'] }),
      'negotiation-invalid-version',
      1,
    ],
    ['lists the version it refuses', () => refusal({ supported: [BOGUS] }), 'negotiation-invalid-version', 1],
    ['refuses what it lists', () => refusal({ supported: ['2026-07-28'] }), 'negotiation-inconsistent-support', 2],
  ])('a server that %s fails', async (_name, answer, label, at) => {
    const { run } = await requests(answer);
    expect(run.failed('one')).toEqual([label]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: at, at });
  });

  test('silence makes the case incomplete', async () => {
    const { run } = await requests(() => ({ kind: 'timeout' }));
    expect(run.failed('one')).toEqual(['transport-timeout']);
  });
});
