/** The tools that evaluate, against a server of its own process. */

import { describe, expect, test } from 'vitest';
import { FindingStore } from '../../core/findings/store.js';
import { anOffer, call, connected } from './connected.js';
import { CALLS, manifestOf, MARKER, PAGES, serverUnderTest } from './under-test.js';

const WORKFLOW = {
  id: 'in-order',
  probe: 'workflow',
  access: 'read_only',
  repetitions: 2,
  steps: ['read', 'other'].map((tool) => ({ tool, arguments: {}, expect: { outcome: 'ok' } })),
};

describe('run_probe', () => {
  test('returns the report, and says in a line what did not pass', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const tiny = { id: 'tiny', probe: 'token-cost', access: 'read_only', max_total_tokens: 1 };
    const seen = await call(client, 'run_probe', {
      manifest: manifestOf(PAGES, CALLS, tiny),
      command: server('fails'),
      server_label: 'local',
    });
    expect(seen.failed).toBe(false);
    expect(seen.structured).toMatchObject({
      schema: 'toolscore.probe-report/v2',
      server: 'local',
      passed: false,
      gate: { passed: 1, total: 3 },
      readiness: null,
      readiness_error: null,
      cases: [
        { id: 'pages', passed: true },
        { id: 'calls', reason: 'unexpected-outcome', attempts: 1 },
        { id: 'tiny', reason: 'token-budget-exceeded' },
      ],
    });
    const [calls, cheap, ...rest] = seen.text.split('\n');
    expect(calls).toMatch(/^calls: unexpected-outcome — Make the call end as its contract says/);
    expect(cheap).toMatch(/^tiny: token-budget-exceeded — /);
    expect(rest).toEqual([]);
  });

  test('says that all passed, under a label of its own, with the same hash for the same manifest', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const args = { manifest: manifestOf(PAGES, CALLS), command: server('fine') };
    const [first, second] = [await call(client, 'run_probe', args), await call(client, 'run_probe', args)];
    expect(first.text).toBe('All 2 cases passed.');
    expect(first.structured).toMatchObject({ server: 'server', passed: true });
    expect(first.structured?.['manifest_sha256']).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toEqual(first);
  });

  test('guides through a workflow that failed', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const seen = await call(client, 'run_probe', { manifest: manifestOf(WORKFLOW), command: server('fails') });
    expect(seen.text).toMatch(/^in-order: unexpected-outcome — Call 1 of the workflow failed\. .*step 1 of 2/);
    expect(seen.text).toContain('Verify the repair with the full sequence');
  });

  test('reports what could not be completed', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const manifest = manifestOf(PAGES, CALLS);
    const seen = await call(client, 'run_probe', { manifest, command: server('broken-pages') });
    expect(seen.failed).toBe(false);
    expect(seen.text).toMatch(/^pages: pagination-invalid-entry — .*\ncalls: transport-error — /);
  });

  test('tells everything that is wrong with a manifest, and repeats nothing of it', async () => {
    const client = await connected(await anOffer());
    const manifest = {
      ...manifestOf({ ...PAGES, max_pages: MARKER }, { id: 'x', probe: MARKER, access: 'read_only' }),
      [`${MARKER} key`]: 1,
      timeout_ms: 1,
    };
    const seen = await call(client, 'run_probe', { manifest, url: `http://127.0.0.1:1/?${MARKER}`, [`${MARKER}!`]: 1 });
    expect(seen.failed).toBe(true);
    expect(seen.structured).toBeUndefined();
    const lines = seen.text.split('\n');
    expect(lines.map((line) => line.split('  ').slice(0, 2).join(' '))).toEqual([
      'arguments /*',
      'manifest /*',
      'manifest /probes/1/probe',
      'manifest /timeout_ms',
      'manifest /probes/0/max_pages',
    ]);
    expect(lines[4]).toBe(
      'manifest  /probes/0/max_pages  probe case pages: max_pages takes a whole number from 1 to 100.',
    );
    expect(seen.text).not.toContain(MARKER);
  });

  test('tells what is wrong with manifest and target together', async () => {
    const client = await connected(await anOffer({ allowSpawn: false }));
    const both = await call(client, 'run_probe', { manifest: { version: 2 }, command: ['x'] });
    expect(both.text).toMatch(
      /^manifest {2}\/probes .*\nmanifest {2}\/version .*\narguments {2}\/command .*--allow-spawn/,
    );
    const twice = await call(client, 'run_probe', {
      manifest: manifestOf(PAGES),
      command: ['x'],
      url: 'http://[::1]/',
    });
    expect(twice.text).toBe('arguments  Two targets are given, command and url. Give one of them.');
    const none = await call(client, 'run_probe', { manifest: manifestOf(PAGES) });
    expect(none.text).toBe('arguments  No target is given. Give command or url.');
    const neither = await call(client, 'run_probe');
    expect(neither.text).toBe('arguments  /manifest  manifest is missing; it takes an object, the manifest itself.');
    const blank = await call(client, 'score', { command: [' '] });
    expect(blank.text).toBe('arguments  /command/0  command begins with a blank program.');
  });

  test('takes a manifest that is nested too deep for what it is', async () => {
    let deep: object = {};
    for (let depth = 0; depth < 1000; depth += 1) deep = { deep };
    const seen = await call(await connected(await anOffer()), 'run_probe', {
      manifest: manifestOf({ ...CALLS, arguments: deep }),
      command: ['x'],
    });
    expect(seen.failed).toBe(true);
    expect(seen.text).toMatch(/^manifest {2}nested more than 128 levels deep/);
  });

  test('runs no case that may change a server', async () => {
    const client = await connected(await anOffer());
    const sandboxes = { scratch: { description: MARKER } };
    const manifest = { ...manifestOf({ ...CALLS, access: 'mutating', sandbox: 'scratch' }), sandboxes };
    const mutating = await call(client, 'run_probe', { manifest, command: ['x'] });
    expect(mutating.failed).toBe(true);
    expect(mutating.text).toMatch(/^manifest {2}\/probes\/0\/access {2}probe case calls: it may change the server/);
  });

  test.each([`https://${MARKER}.example/mcp`, 'http://10.0.0.1/', 'ftp://127.0.0.1/', 'http://a:b@[::1]/', 'x'])(
    'does not go to %s',
    async (url) => {
      const seen = await call(await connected(await anOffer()), 'run_probe', { manifest: manifestOf(PAGES), url });
      expect(seen.failed).toBe(true);
      expect(seen.text).toMatch(/^arguments {2}\/url {2}url takes /);
      expect(seen.text).not.toMatch(new RegExp(`${MARKER}|allow-remote-http|10[.]0`));
    },
  );

  test('says which tool the server lacks', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const manifest = manifestOf({ ...CALLS, tool: 'reed' });
    const seen = await call(client, 'run_probe', { manifest, command: server('fine') });
    expect(seen).toMatchObject({
      failed: true,
      text: 'probe case calls: the server lists no tool "reed". Did you mean "read"?',
    });
  });
});

describe('without --allow-spawn', () => {
  test.each(['run_probe', 'score', 'scaffold', 'verify_finding'])('%s starts nothing and says so', async (name) => {
    const offer = await anOffer({ allowSpawn: false });
    const opened = await new FindingStore(offer.home).open({ server: 'x', tool: 'read' }, 'recurring-error', NOW);
    const client = await connected(offer);
    const more = {
      run_probe: { manifest: manifestOf(PAGES) },
      verify_finding: { manifest: manifestOf(CALLS), case_id: 'calls', finding_id: opened.id },
    }[name];
    const seen = await call(client, name, { ...more, command: [MARKER] });
    expect(seen.failed).toBe(true);
    expect(seen.text).toMatch(/^arguments {2}\/command {2}command starts a process.*--allow-spawn/);
    expect(seen.text).not.toContain(MARKER);
  });
});

const NOW = '2026-01-01T00:00:00.000Z';

describe('score', () => {
  test('measures readiness and lists what lost points', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const seen = await call(client, 'score', { command: server('fine'), server_label: 'local' });
    expect(seen.failed).toBe(false);
    expect(seen.structured).toMatchObject({
      server: 'local',
      gate: null,
      cases: [],
      readiness: { standard: expect.stringMatching(/^toolscore-standard\//) as string, attested_read_only: false },
    });
    const { readiness } = seen.structured as { readiness: { surface: object; areas: object[] } };
    expect(readiness.surface).toMatchObject({ tools: 2, read_only: 1, exercised: 1 });
    expect(seen.text).toMatch(/^local readiness \d+\/100 protocol=/);
    expect(seen.text).toMatch(/\n {2}lost catalog\.description .*reason=catalog-short-description\n {4}hint: /);
  });

  test('calls what it is told that only reads, and leaves alone what it is told to', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const command = server('fine');
    const vouched = await call(client, 'score', { command, confirm_read_only: true });
    expect(vouched.structured?.['readiness']).toMatchObject({ attested_read_only: true, surface: { exercised: 2 } });
    const skipping = await call(client, 'score', { command, confirm_read_only: true, skip_tools: ['other'] });
    expect(skipping.structured?.['readiness']).toMatchObject({ surface: { exercised: 1 } });
    const unknown = await call(client, 'score', { command, skip_tools: ['others'] });
    expect(unknown).toMatchObject({ failed: true, text: expect.stringContaining('Did you mean "other"?') as string });
    const wrong = await call(client, 'score', { command, skip_tools: ['a b'], confirm_read_only: MARKER });
    expect(wrong.text).toMatch(/^arguments {2}\/skip_tools\/0 .*\narguments {2}\/confirm_read_only /);
    expect(wrong.text).not.toContain(MARKER);
  });

  test('says that a server cannot be had, and nothing about where it was looked for', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const absent = await call(client, 'score', { command: [`/nowhere/${MARKER}`, MARKER] });
    expect(absent).toEqual({
      failed: true,
      structured: undefined,
      text: 'The server could not be started or reached, or ended before the handshake was complete. Nothing was evaluated.',
    });
    const endpoint = await call(client, 'score', { url: `http://127.0.0.1:1/${MARKER}` });
    expect(endpoint.failed).toBe(true);
    expect(endpoint.text).toMatch(/^The server could not be (started or )?reached/);
    expect(endpoint.text).not.toContain(MARKER);
    expect((await call(client, 'score', { command: server('fine') })).failed).toBe(false);
  });
});

describe('scaffold', () => {
  test('drafts a manifest that the same server passes', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const command = server('fine');
    const drafted = await call(client, 'scaffold', { command });
    expect(drafted.structured?.['tools']).toEqual({ listed: 2, called: 1, covered: 1 });
    const { manifest } = drafted.structured as { manifest: { probes: { id: string }[] } };
    expect(manifest.probes.map(({ id }) => id)).toContain('read-guessable');
    const [line = '', ...text] = drafted.text.split('\n');
    expect(line).toBe(`${manifest.probes.length} cases for 1 of 2 tools. Go through them before you rely on them:`);
    expect(JSON.parse(text.join('\n'))).toEqual(manifest);
    const held = await call(client, 'run_probe', { manifest, command });
    expect(held.text).toBe(`All ${manifest.probes.length} cases passed.`);
  });

  test('vouches for tools when it is told to', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const drafted = await call(client, 'scaffold', { command: server('fine'), confirm_read_only: true });
    expect(drafted.structured?.['tools']).toEqual({ listed: 2, called: 2, covered: 2 });
  });

  test('says why there is nothing to draft from', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const empty = await call(client, 'scaffold', { command: server('empty') });
    expect(empty).toMatchObject({
      failed: true,
      text: 'The server lists no tools, so there is nothing to draft from.',
    });
    const broken = await call(client, 'scaffold', { command: server('broken-pages') });
    expect(broken).toMatchObject({
      failed: true,
      text: 'The look at the server did not come to its end: transport-error. explain says what that means.',
    });
  });
});

describe('verify_finding', () => {
  test('counts what came of the case, and what could not be completed changes nothing', async () => {
    const offer = await anOffer();
    const store = new FindingStore(offer.home);
    const { id } = await store.open({ server: 'x', tool: 'read' }, 'recurring-error', NOW);
    const server = await serverUnderTest();
    const client = await connected(offer);
    const verify = (how: Parameters<typeof server>[0]) =>
      call(client, 'verify_finding', {
        finding_id: id,
        case_id: 'calls',
        manifest: manifestOf(PAGES, CALLS),
        command: server(how),
      });
    const passed = await verify('fine');
    expect(passed.failed).toBe(false);
    expect(passed.text).toBe(`${id} state=verifying probe=calls outcome=pass consecutive_passes=1`);
    expect(passed.structured).toMatchObject({
      finding: { id, server: 'x', tool: 'read', state: 'verifying', consecutive_passes: 1, last_case: 'calls' },
      outcome: 'pass',
      case: { id: 'calls', passed: true },
    });
    const broken = await verify('broken-pages');
    expect(broken.structured).toMatchObject({ outcome: 'error', finding: { consecutive_passes: 1 } });
    const failing = await verify('fails');
    expect(failing.text).toMatch(
      new RegExp(
        `^${id} state=fix-claimed probe=calls outcome=fail consecutive_passes=0\ncalls: unexpected-outcome — `,
      ),
    );
    expect(await store.get(id)).toMatchObject({ state: 'fix-claimed', streak: 0 });
  });

  test('refuses what would prove nothing, before anything is started', async () => {
    const offer = await anOffer();
    const { id } = await new FindingStore(offer.home).open({ server: 'x', tool: 'other' }, 'false-success', NOW);
    const client = await connected(offer);
    const verify = async (given: object): Promise<string> => {
      const args = { finding_id: id, case_id: 'calls', manifest: manifestOf(PAGES, CALLS), command: ['x'], ...given };
      const seen = await call(client, 'verify_finding', args);
      expect(seen.failed).toBe(true);
      return seen.text;
    };
    expect(await verify({})).toMatch(/^probe case calls: it is about the tool read, and finding-.* about other/);
    expect(await verify({ case_id: 'pages' })).toMatch(/^probe case pages: its kind is about no tool/);
    expect(await verify({ manifest: manifestOf({ ...CALLS, tool: 'other' }) })).toContain('must say what is right');
    expect(await verify({ case_id: MARKER, finding_id: 'finding-0123456789abcdef' })).toBe(
      'arguments  /case_id  the manifest has no case of that id.\narguments  /finding_id  there is no such finding. list_findings lists them.',
    );
    expect(await verify({ finding_id: `finding-${MARKER}` })).toBe(
      'arguments  /finding_id  finding_id takes the id of a finding: "finding-" and 16 hexadecimal digits.',
    );
  });
});
