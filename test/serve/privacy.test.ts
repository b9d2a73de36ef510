/** Nothing that a server, a manifest or a call says comes back: not to the agent, not to the operator, not into a file. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FindingStore } from '../../core/findings/store.js';
import { anOffer, type Called, call, connected } from './connected.js';
import { type How, manifestOf, MARKER, PAGES, serverUnderTest } from './under-test.js';

const NOW = '2026-01-01T00:00:00.000Z';

/** One of each kind that calls, reads or sends what a manifest says. */
const CASES = [
  PAGES,
  { id: 'guess', probe: 'schema-guessability', access: 'read_only', tool: 'read', arguments: { text: MARKER } },
  {
    id: 'repeat',
    probe: 'degradation-over-n',
    access: 'read_only',
    tool: 'read',
    arguments: { [`${MARKER} !`]: 1 },
    max_attempts: 2,
  },
  {
    id: 'faithful',
    probe: 'instruction-fidelity',
    access: 'read_only',
    tool: 'read',
    arguments: { text: MARKER },
    expect: { outcome: 'ok', equals: { [MARKER]: MARKER } },
  },
  {
    id: 'in-order',
    probe: 'workflow',
    access: 'read_only',
    repetitions: 1,
    steps: ['read', 'other'].map((tool) => ({
      tool,
      arguments: { text: MARKER },
      expect: { outcome: 'ok', required_result_paths: [`/${MARKER}`] },
    })),
  },
  {
    id: 'subscribe',
    probe: 'resource-subscription',
    access: 'read_only',
    uri: `file:///${MARKER}`,
    max_wait_seconds: 1,
  },
];

test('the marker word is nowhere', async () => {
  const offer = await anOffer();
  const { id } = await new FindingStore(offer.home).open({ server: 'x', tool: 'read' }, 'recurring-error', NOW);
  const client = await connected(offer);
  const server = await serverUnderTest();
  const seen: Called[] = [];
  const ask = async (name: string, args: object): Promise<void> => void seen.push(await call(client, name, args));

  const ways: How[] = ['fine', 'fails', 'empty', 'broken-pages'];
  for (const how of ways) {
    const command = server(how, MARKER);
    await ask('run_probe', { manifest: manifestOf(...CASES), command });
    await ask('scaffold', { command, confirm_read_only: true });
    await ask('verify_finding', { manifest: manifestOf(...CASES), command, finding_id: id, case_id: 'guess' });
  }
  await ask('score', { command: server('fine', MARKER) });
  for (const target of [{ command: [MARKER, MARKER] }, { url: `http://127.0.0.1:1/${MARKER}` }, { url: MARKER }])
    for (const name of ['run_probe', 'score', 'scaffold'])
      await ask(name, { ...(name === 'run_probe' && { manifest: manifestOf(PAGES) }), ...target });
  await ask('run_probe', { manifest: MARKER, command: [MARKER], server_label: `${MARKER}!`, [`${MARKER} `]: MARKER });
  await ask('run_probe', {
    manifest: { [`${MARKER} `]: MARKER, probes: [{ id: `${MARKER}!`, probe: MARKER }] },
    command: [],
  });
  await ask('score', { command: ['x', MARKER.repeat(2000)], skip_tools: [`${MARKER}!`], confirm_read_only: MARKER });
  await ask('verify_finding', {
    finding_id: MARKER,
    case_id: `${MARKER}!`,
    manifest: manifestOf(PAGES),
    command: ['x'],
  });
  await ask('list_findings', { state: MARKER });
  await ask('get_finding', { finding_id: MARKER });
  await ask('explain', { label: MARKER });

  expect(seen.filter(({ failed }) => !failed).length).toBeGreaterThan(8);
  expect(seen.filter(({ failed }) => failed).length).toBeGreaterThan(8);
  expect(JSON.stringify(seen)).not.toContain(MARKER);
  expect(offer.lines.join('\n')).not.toContain(MARKER);
  const files = await readdir(offer.home, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'latin1')),
  );
  // Findings, the salt and the journal of calls.
  expect(texts.length).toBeGreaterThanOrEqual(3);
  expect(texts.join('\n')).not.toContain(MARKER);
});
