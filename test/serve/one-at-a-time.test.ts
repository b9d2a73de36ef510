/** One evaluation at a time, and what becomes of one that nobody waits for any more. */

import { describe, expect, test, vi } from 'vitest';
import { Running } from '../../core/serve/running.js';
import { anOffer, call, connected } from './connected.js';
import { CALLS, hanging, isAlive, manifestOf, MARKER, PATIENTLY, serverUnderTest } from './under-test.js';

describe('an evaluation', () => {
  test('is the only one, whoever asks; looking is always possible', async () => {
    const [offer, running, server] = [await anOffer(), new Running(), await serverUnderTest()];
    const [one, other] = [await connected(offer, running), await connected(offer, running)];
    const { command, called } = await hanging();
    const cancel = new AbortController();
    const manifest = manifestOf(CALLS);
    const first = call(one, 'run_probe', { manifest, command }, cancel.signal).catch(() => 'cancelled');
    const pid = await called();
    for (const client of [one, other])
      expect(await call(client, 'score', { command: server('fine') })).toEqual({
        failed: true,
        structured: undefined,
        text: 'Another evaluation is under way, and they run one at a time. Try again when it has ended.',
      });
    expect((await call(other, 'explain', { label: 'value-mismatch' })).failed).toBe(false);
    cancel.abort();
    expect(await first).toBe('cancelled');
    await vi.waitUntil(() => !isAlive(pid), PATIENTLY);
    await vi.waitFor(
      async () => expect((await call(other, 'scaffold', { command: server('fine') })).failed).toBe(false),
      PATIENTLY,
    );
  });

  test('that is refused takes nobody else’s place', async () => {
    const server = await serverUnderTest();
    const client = await connected(await anOffer());
    const refused = [
      { command: ['/nowhere'] },
      { url: 'http://10.0.0.1/' },
      { command: server('fine'), skip_tools: ['x'] },
    ];
    for (const args of refused) expect((await call(client, 'score', args)).failed).toBe(true);
    expect((await call(client, 'score', { command: server('fine') })).failed).toBe(false);
  });

  test('ends with the connection of its client', async () => {
    const { command, called } = await hanging();
    const client = await connected(await anOffer());
    const lost = call(client, 'run_probe', { manifest: manifestOf(CALLS), command }).catch(() => 'lost');
    const pid = await called();
    await client.close();
    expect(await lost).toBe('lost');
    await vi.waitUntil(() => !isAlive(pid), PATIENTLY);
  });

  test('ends with this program, is answered, and none begins after it', async () => {
    const running = new Running();
    const client = await connected(await anOffer(), running);
    const { command, called } = await hanging();
    const manifest = manifestOf(CALLS);
    const asked = call(client, 'run_probe', { manifest, command });
    const pid = await called();
    await running.end();
    expect(isAlive(pid)).toBe(false);
    expect(await asked).toMatchObject({
      failed: true,
      text: 'toolscore is ending, so the evaluation was given up.',
    });
    expect(await call(client, 'run_probe', { manifest, command: [MARKER] })).toMatchObject({
      failed: true,
      text: 'toolscore is ending, so nothing was started.',
    });
  });
});
