import type { ProgressNotification } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { withHeartbeat } from '../../core/serve/heartbeat.js';

const EVERY_MS = 5;

test('a client that asked for it hears that the work goes on, and nothing when it is done', async () => {
  const heard: ProgressNotification[] = [];
  let finish = (): void => {};
  const work = new Promise<string>((resolve) => (finish = () => resolve('done')));
  const sendNotification = (notification: ProgressNotification): Promise<void> => {
    if (heard.push(notification) === 3) finish();
    // It may be gone; the work goes on.
    return Promise.reject(new Error('not connected'));
  };
  expect(await withHeartbeat({ _meta: { progressToken: 7 }, sendNotification }, work, EVERY_MS)).toBe('done');
  const steps = heard.map(({ method, params }) => [method, params.progressToken, params.progress]);
  expect(steps).toEqual(
    [0.005, 0.01, 0.015].map((progress) => ['notifications/progress', 7, expect.closeTo(progress)]),
  );
  await new Promise((resolve) => setTimeout(resolve, 5 * EVERY_MS));
  expect(heard).toHaveLength(3);
});

test('a client that did not ask hears nothing, and a failure is the failure of the work', async () => {
  const sendNotification = (): never => {
    throw new Error('nobody asked');
  };
  const slow = new Promise((resolve) => setTimeout(resolve, 5 * EVERY_MS, 'done'));
  expect(await withHeartbeat({ sendNotification }, slow, EVERY_MS)).toBe('done');
  const failing = Promise.reject(new Error('the work failed'));
  await expect(withHeartbeat({ _meta: { progressToken: 'a' }, sendNotification }, failing, EVERY_MS)).rejects.toThrow(
    'the work failed',
  );
});
