import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kindsAmong } from '../../core/api/manifest-kernel.js';
import { loadShipped } from '../../core/api/shipped.js';
import { type FindingVerified, verifyFinding } from '../../core/api/verify-finding.js';
import { definePlugin } from '../../core/define.js';
import { LocalError, UsageError } from '../../core/errors.js';
import { findingId, type FindingClass } from '../../core/findings/finding.js';
import { FindingStore } from '../../core/findings/store.js';
import { parseManifest } from '../../core/manifest/read.js';
import { ServerError } from '../../core/session/port.js';
import { type FakeSession, fakeSession, type Script } from '../kernel/fake.js';
import { project } from '../load/folder.js';

const NOW = '2026-01-02T03:04:05.678Z';
const ID = findingId({ server: 'local', tool: 'read' });
const READ = {
  id: 'reads',
  probe: 'degradation-over-n',
  access: 'read_only',
  tool: 'read',
  arguments: {},
  max_attempts: 2,
};
const call = (tool: string, expect: object): object => ({ tool, arguments: {}, expect });

type Answer = ReturnType<Script>;
const success: Answer = { result: { content: [], state: 'idle' } };
const refusal: Answer = { kind: 'error', error: { code: -32000, message: 'no' } };

interface Setup {
  readonly class?: FindingClass;
  readonly cases?: readonly object[];
  readonly home?: string;
}

/** A home with one finding about `read` of `local`, and a way to verify it against a server that answers as told. */
async function setUp({ class: findingClass = 'recurring-error', cases = [READ], home: given }: Setup = {}) {
  const home = given ?? join(await project({}), 'home');
  const store = new FindingStore(home);
  await store.open({ server: 'local', tool: 'read' }, findingClass, NOW);
  const shipped = await loadShipped();
  const kinds = kindsAmong((await shipped.manifest()).plugins);
  const sessions: FakeSession[] = [];
  const manifestOf = (probes: readonly object[]) =>
    parseManifest(
      Buffer.from(JSON.stringify({ version: 1, sandboxes: { scratch: { description: '' } }, probes })),
      'm.json',
      kinds,
    );
  const verify = async (
    answer: Answer | Script,
    more: Partial<Parameters<typeof verifyFinding>[0]> & {
      readonly cases?: readonly object[];
      readonly down?: Error;
    } = {},
  ): Promise<FindingVerified> => {
    const { cases: probes = cases, down, ...rest } = more;
    const server = definePlugin({
      name: 'fake-server',
      apply({ hooks }) {
        hooks.connect.tap('fake-server', () => {
          if (down !== undefined) throw down;
          const session = fakeSession((method, params, wire) => {
            const tools = ['read', 'write'].map((name) => ({ name, inputSchema: { type: 'object' } }));
            if (method === 'tools/list') return { result: { tools } };
            return typeof answer === 'function' ? answer(method, params, wire) : answer;
          });
          sessions.push(session);
          return session;
        });
      },
    });
    return verifyFinding({
      home,
      finding: ID,
      case: 'reads',
      manifest: await manifestOf(probes),
      kinds,
      target: { kind: 'stdio', command: ['served-by-a-plugin'] },
      shipped,
      outside: [{ plugin: server, origin: { source: 'test' } }],
      ...rest,
    });
  };
  return { home, store, sessions, verify };
}

describe('a case that passes', () => {
  test('three times in a row closes the finding, and is journaled', async () => {
    const { home, store, verify } = await setUp();
    const results = [await verify(success), await verify(success), await verify(success)];
    expect(results.map(({ outcome, finding: { state, streak } }) => [outcome, state, streak])).toEqual([
      ['pass', 'verifying', 1],
      ['pass', 'verifying', 2],
      ['pass', 'closed', 3],
    ]);
    expect(await store.get(ID)).toEqual(results[2]?.finding);
    expect(results[2]?.finding).toMatchObject({ case: 'reads', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const [file = ''] = await readdir(join(home, 'store'));
    expect((await readFile(join(home, 'store', file), 'utf8')).trimEnd().split('\n')).toHaveLength(6);
  });

  test('counts anew when its definition changed, and on when only others did', async () => {
    const { verify } = await setUp();
    await verify(success);
    const beside = await verify(success, { cases: [{ ...READ, id: 'other' }, READ] });
    expect(beside.finding).toMatchObject({ state: 'verifying', streak: 2 });
    const changed = await verify(success, { cases: [{ ...READ, max_attempts: 3 }] });
    expect(changed.finding).toMatchObject({ state: 'verifying', streak: 1 });
  });

  test('runs alone', async () => {
    const { verify, sessions } = await setUp({ cases: [READ, { ...READ, id: 'other', tool: 'write' }] });
    expect((await verify(success)).outcome).toBe('pass');
    const called = sessions.flatMap(({ sent }) => sent.filter(({ method }) => method === 'tools/call'));
    expect(called.map(({ params }) => params['name'])).toEqual(['read', 'read']);
  });
});

describe('a case that fails', () => {
  test('says why, and takes the finding back', async () => {
    const { verify } = await setUp();
    await verify(success);
    const { outcome, finding, case: seen } = await verify(refusal);
    expect([outcome, finding.state, finding.streak]).toEqual(['fail', 'open', 0]);
    expect(seen).toMatchObject({ reason: 'unexpected-outcome', first_failure: 1 });
    expect(seen.hint).not.toBeNull();
  });

  test('in a workflow names the call', async () => {
    const steps = [call('read', { outcome: 'ok', equals: { state: 'idle' } }), call('write', { outcome: 'ok' })];
    const { verify } = await setUp({
      cases: [{ id: 'reads', probe: 'workflow', access: 'read_only', repetitions: 2, steps }],
    });
    let calls = 0;
    const { outcome, case: seen } = await verify((method) =>
      method === 'tools/call' && ++calls === 3 ? { result: { state: 'busy' } } : success,
    );
    expect([outcome, seen.reason, seen.first_failure]).toEqual(['fail', 'value-mismatch', 3]);
    expect(seen.hint).toMatch(/\b3\b/);
  });
});

describe('a case that is not completed', () => {
  test.each([
    ['no answer', { kind: 'timeout' }, 'transport-timeout'],
    ['a closed connection', { kind: 'closed' }, 'transport-closed'],
    ['a broken answer', { result: [] }, 'transport-error'],
  ] as const)('(%s) changes nothing', async (_, answer, reason) => {
    const { store, verify } = await setUp();
    const { finding: before } = await verify(success);
    const { outcome, finding, case: seen } = await verify(answer as Answer);
    expect([outcome, seen.reason]).toEqual(['error', reason]);
    expect(finding).toEqual(before);
    expect(await store.get(ID)).toEqual(before);
  });

  test('because there is no server, neither', async () => {
    const { store, verify } = await setUp();
    const before = await store.get(ID);
    await expect(verify(success, { down: new ServerError('gone', undefined, 'closed') })).rejects.toThrow(ServerError);
    expect(await store.get(ID)).toEqual(before);
  });

  test('or whose calls could not be journaled, neither', async () => {
    const { home, store, verify } = await setUp({ home: await project({ store: 'a file' }) });
    const before = await store.get(ID);
    const { outcome, faults } = await verify(success);
    expect(outcome).toBe('error');
    expect(faults).toEqual([expect.objectContaining({ plugin: 'journal', message: expect.stringContaining(home) })]);
    expect(await store.get(ID)).toEqual(before);
  });
});

describe('what is refused before the server starts', () => {
  const refused = async (setup: Setup, more: Parameters<Awaited<ReturnType<typeof setUp>>['verify']>[1] = {}) => {
    const { store, verify, sessions } = await setUp(setup);
    const before = await store.list();
    const error = await verify(success, more).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect(sessions).toEqual([]);
    expect(await store.list()).toEqual(before);
    return (error as UsageError).message;
  };

  test('a finding that is not there', async () =>
    expect(await refused({}, { finding: 'finding-0000000000000000' })).toContain('There is no finding'));

  test('a case that is not there', async () =>
    expect(await refused({}, { case: 'raeds' })).toContain('Did you mean "reads"?'));

  test('a case of another tool', async () =>
    expect(await refused({ cases: [{ ...READ, tool: 'write' }] })).toBe(
      `probe case reads: it is about the tool write, and ${ID} about read. Take a case of that tool.`,
    ));

  test('a workflow that begins with another tool, though it calls this one later', async () => {
    const steps = [call('write', { outcome: 'ok' }), call('read', { outcome: 'ok' })];
    const workflow = { id: 'reads', probe: 'workflow', access: 'read_only', repetitions: 1, steps };
    expect(await refused({ cases: [workflow] })).toContain('it is about the tool write');
  });

  test('a case of no tool', async () => {
    const listing = { id: 'reads', probe: 'pagination', access: 'read_only', max_pages: 5 };
    expect(await refused({ cases: [listing] })).toContain('its kind is about no tool');
  });

  test('a server of another label; one of the finding’s is fine', async () => {
    expect(await refused({}, { server: 'remote' })).toBe(`--server remote: ${ID} is about the server local.`);
    const { verify } = await setUp();
    expect((await verify(success, { server: 'local' })).outcome).toBe('pass');
  });

  test('a case that may change the server, without permission', async () => {
    const mutating = { ...READ, access: 'mutating', sandbox: 'scratch' };
    expect(await refused({ cases: [mutating] })).toContain('--allow-mutation');
    const { verify } = await setUp({ cases: [mutating] });
    expect((await verify(success, { allowMutation: true })).outcome).toBe('pass');
  });
});

describe('a success that was none', () => {
  const fidelity = (expect: object): object => ({
    ...READ,
    probe: 'instruction-fidelity',
    expect,
    max_attempts: undefined,
  });
  const workflow = (...expects: readonly object[]): object => ({
    id: 'reads',
    probe: 'workflow',
    access: 'read_only',
    repetitions: 1,
    steps: expects.map((expect) => call('read', expect)),
  });

  test.each([
    ['an expectation', fidelity({ outcome: 'ok' })],
    ['a workflow with an asserted value', workflow({ outcome: 'ok' }, { outcome: 'ok', equals: { state: 'idle' } })],
    [
      'a workflow with a required path',
      workflow({ outcome: 'ok', required_result_paths: ['/state'] }, { outcome: 'ok' }),
    ],
  ])('is verified by %s', async (_, one) => {
    const { verify } = await setUp({ class: 'false-success', cases: [one] });
    expect((await verify(success)).outcome).toBe('pass');
  });

  test('is verified by a workflow with an expected error', async () => {
    const { verify } = await setUp({
      class: 'false-success',
      cases: [workflow({ outcome: 'ok' }, { outcome: 'error' })],
    });
    let calls = 0;
    expect((await verify(() => (++calls === 2 ? refusal : success))).outcome).toBe('pass');
  });

  test.each([
    ['a case that looks at no result', READ],
    [
      'a workflow that asserts nothing',
      workflow({ outcome: 'ok' }, { outcome: 'ok', equals: {}, required_result_fields: null }),
    ],
  ])('is not verified by %s', async (_, one) => {
    const { verify, sessions } = await setUp({ class: 'false-success', cases: [one] });
    await expect(verify(success)).rejects.toThrow('its case must say what is right');
    expect(sessions).toEqual([]);
    const { verify: other } = await setUp({ class: 'recurring-error', cases: [one] });
    expect((await other(success)).outcome).toBe('pass');
  });
});

test('a salt that is none keeps the server from being started', async () => {
  const { verify, sessions } = await setUp({ home: await project({ salt: 'short' }) });
  await expect(verify(success)).rejects.toThrow(LocalError);
  expect(sessions).toEqual([]);
});
