/** toolscore, as a client and as a server, against the public conformance suite of the protocol. */

import { expect, onTestFinished, test } from 'vitest';
import { RESOURCES } from '../../core/serve/resources.js';
import { TOOLS } from '../../core/serve/tools.js';
import { anOffer } from '../serve/connected.js';
import { httpClient, listening } from '../serve/listening.js';
import { handOver } from './hand-over.js';
import { runAll, scenarios } from './suite.js';
import { expected, faultsOf, outcomes, revisionsIn, tableOf } from './table.js';

/** Of a whole run of the suite, and of each scenario. */
const TIMEOUT_MS = 120_000;
/** Some scenarios have limits of their own, of half a second and more, which a machine that is busy may not keep. */
const RUN = { timeout: TIMEOUT_MS, retry: 1 };
const [client, server] = [tableOf('client'), tableOf('server')];

test(
  'the table has every scenario of the suite, and a reason for all that is not well',
  async () => {
    const listed = await scenarios();
    expect(revisionsIn(client)).toEqual(listed.client);
    expect(revisionsIn(server)).toEqual(listed.server);
    expect([...faultsOf(client), ...faultsOf(server)]).toEqual([]);
  },
  TIMEOUT_MS,
);

test('nothing is there that the table says is missing', async () => {
  const capabilities = (await httpClient(await listening(await anOffer()))).getServerCapabilities() ?? {};
  const there = new Set([
    ...TOOLS.map(({ name }) => `tool ${name}`),
    ...RESOURCES.map(({ uri }) => `resource ${uri}`),
    ...Object.entries(capabilities).flatMap(([name, more]) => [
      `capability ${name}`,
      ...Object.keys(more ?? {}).map(
        (detail) => `${name === 'extensions' ? 'extension ' : `capability ${name}.`}${detail}`,
      ),
    ]),
  ]);
  expect(there).toContain('capability resources');
  expect([...server.values()].filter(({ needs }) => needs !== undefined && there.has(needs))).toEqual([]);
});

test.each([
  ['with a handshake, and of an extension,', undefined, ['2025-03-26', '2025-11-25', 'extension']],
  ['without one', '2026-07-28', ['2026-07-28']],
])('a client of a revision %s does what the table says', RUN, async (_what, revision, revisions) => {
  const { command, gaveUp, close } = await handOver();
  onTestFinished(close);
  const found = await runAll('client', revision, ['--timeout', String(TIMEOUT_MS), '--command', command]);
  for (const one of revisions) expect(outcomes(client, one, found, gaveUp)).toEqual(expected(client, one));
});

test.each(['2025-11-25', '2026-07-28'])('a server of revision %s does what the table says', RUN, async (revision) => {
  const { url } = await listening(await anOffer());
  const found = await runAll('server', revision, ['--timeout', String(TIMEOUT_MS), '--url', url]);
  expect(outcomes(server, revision, found)).toEqual(expected(server, revision));
});
