/** A server that runs already is evaluated without starting anything: here, toolscore itself. */

import { expect, test } from 'vitest';
import { anOffer, call, connected } from './connected.js';
import { listening } from './listening.js';
import { manifestOf, PAGES } from './under-test.js';

const FAITHFUL = {
  id: 'faithful',
  probe: 'instruction-fidelity',
  access: 'read_only',
  tool: 'explain',
  arguments: { label: 'value-mismatch' },
  expect: { outcome: 'ok', equals_paths: { '/structuredContent/labels/0/label': 'value-mismatch' } },
};

test('a url needs no --allow-spawn', async () => {
  const { url } = await listening(await anOffer());
  const client = await connected(await anOffer({ allowSpawn: false }));
  const held = await call(client, 'run_probe', { manifest: manifestOf(PAGES, FAITHFUL), url });
  expect(held).toMatchObject({ failed: false, text: 'All 2 cases passed.' });
  const scored = await call(client, 'score', { url });
  expect(scored.structured?.['readiness'].surface).toMatchObject({ tools: 7, read_only: 3, exercised: 3 });
  const drafted = await call(client, 'scaffold', { url });
  expect(drafted.structured?.['tools']).toEqual({ listed: 7, called: 2, covered: 2 });
});
