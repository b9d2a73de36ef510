/** The tools that look at what toolscore knows and keeps. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, describe, test } from 'vitest';
import { FindingStore } from '../../core/findings/store.js';
import { anOffer, call, connected } from './connected.js';

const NOW = '2026-01-01T00:00:00.000Z';

describe('list_findings and get_finding', () => {
  test('tell what is kept, without what passes are bound to', async () => {
    const offer = await anOffer();
    const client = await connected(offer);
    expect(await call(client, 'list_findings')).toEqual({
      failed: false,
      text: 'There are no findings.',
      structured: { findings: [] },
    });
    const store = new FindingStore(offer.home);
    const { id } = await store.open({ server: 'x', tool: 'read' }, 'recurring-error', NOW);
    await store.record(id, { run: 'run', case: 'calls', fingerprint: 'f00', result: 'pass', at: NOW });
    const shown = {
      id,
      server: 'x',
      tool: 'read',
      class: 'recurring-error',
      state: 'verifying',
      consecutive_passes: 1,
      last_case: 'calls',
      opened_at: NOW,
      updated_at: NOW,
    };
    const line = `${id} verifying: recurring-error in read of x; 1 of 3 passes in a row`;
    expect(await call(client, 'list_findings')).toEqual({
      failed: false,
      text: line,
      structured: { findings: [shown] },
    });
    expect(await call(client, 'list_findings', { state: 'verifying' })).toMatchObject({ text: line });
    expect(await call(client, 'list_findings', { state: 'closed' })).toEqual({
      failed: false,
      text: 'No finding is in that state.',
      structured: { findings: [] },
    });
    expect(await call(client, 'get_finding', { finding_id: id })).toEqual({
      failed: false,
      text: line,
      structured: { finding: shown },
    });
  });

  test('answer what is not there, and refuse what cannot be', async () => {
    const client = await connected(await anOffer());
    expect(await call(client, 'get_finding', { finding_id: 'finding-0123456789abcdef' })).toEqual({
      failed: false,
      text: 'There is no such finding. list_findings lists them.',
      structured: { finding: null },
    });
    const wrong = [
      ['get_finding', { finding_id: '../salt' }, /^arguments {2}\/finding_id {2}finding_id takes the id of a finding/],
      ['get_finding', {}, /^arguments {2}\/finding_id {2}finding_id is missing/],
      ['list_findings', { state: 'gone' }, /^arguments {2}\/state {2}state takes "open" or "fix-claimed"/],
      [
        'list_findings',
        { status: 'open' },
        /^arguments {2}\/status {2}status is no field here\. Did you mean "state"\?/,
      ],
    ] as const;
    for (const [name, args, text] of wrong)
      expect(await call(client, name, args)).toMatchObject({
        failed: true,
        text: expect.stringMatching(text) as string,
      });
    expect(await call(client, 'list_findings', { state: null })).toMatchObject({ failed: false });
  });

  test('say to the operator, and not to the agent, where a file cannot be read', async () => {
    const offer = await anOffer();
    await mkdir(offer.home, { recursive: true });
    await writeFile(join(offer.home, 'findings'), 'a file, and no folder');
    const seen = await call(await connected(offer), 'list_findings');
    expect(seen).toEqual({
      failed: true,
      structured: undefined,
      text: 'A file of toolscore itself could not be read or written. Its operator finds more on its standard error.',
    });
    expect(offer.lines.join('\n')).toContain(offer.home);
  });
});

describe('explain', () => {
  test('lists all labels, of cases and of readiness', async () => {
    const client = await connected(await anOffer());
    const seen = await call(client, 'explain');
    const { labels } = seen.structured as { labels: { label: string; meaning: string; hint?: string }[] };
    expect(labels.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['unexpected-outcome', 'transport-timeout', 'honesty-untestable']),
    );
    expect(labels.every(({ meaning, hint }) => meaning !== '' && hint === undefined)).toBe(true);
    expect(seen.text.split('\n')).toHaveLength(labels.length);
  });

  test('gives the hint of one', async () => {
    const offer = await anOffer();
    const seen = await call(await connected(offer), 'explain', { label: 'value-mismatch' });
    const { failure, fix } = offer.rules.get('value-mismatch') ?? { failure: '', fix: '' };
    expect(seen).toEqual({
      failed: false,
      text: `value-mismatch: ${failure} — ${fix}`,
      structured: { labels: [{ label: 'value-mismatch', meaning: failure, hint: fix }] },
    });
  });

  test('suggests labels for one that there is not', async () => {
    const client = await connected(await anOffer());
    expect(await call(client, 'explain', { label: 'payload' })).toMatchObject({
      failed: true,
      text: expect.stringMatching(
        /^arguments {2}\/label {2}there is no such label\. There are: .*payload-unhandled/,
      ) as string,
    });
    expect(await call(client, 'explain', { label: 'zyxmarker' })).toMatchObject({
      failed: true,
      text: 'arguments  /label  there is no such label. Leave label out to list them.',
    });
  });
});
