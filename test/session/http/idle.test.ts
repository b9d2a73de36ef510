/** Connections that a server closes while nothing is on its way, just when something comes. */

import type { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import type { Session } from '../../../core/session/port.js';
import { call, connect, PATIENT_MS, plain, type Served } from './server.js';

/** A server that hangs up on these requests when they come over a connection that was used before, `times` times. */
async function hangingUpOn(method: string, times = Infinity) {
  const used = new WeakSet<Socket>();
  let left = times;
  const server = await plain({
    on: ({ message, res }) => {
      const { socket } = res;
      const again = socket !== null && used.has(socket);
      if (socket !== null) used.add(socket);
      if (message.method !== method || !again || left === 0) return false;
      left -= 1;
      res.destroy();
      return true;
    },
  });
  return { server, session: await warm(server) };
}

/** A session with a connection that is idle. */
async function warm(server: Served): Promise<Session> {
  const session = await connect(server);
  await session.request('ping', {}, { timeoutMs: PATIENT_MS });
  return session;
}

it('a list that nobody took is asked for again', async () => {
  const { server, session } = await hangingUpOn('tools/list', 1);
  expect(await session.request('tools/list', {}, { timeoutMs: PATIENT_MS })).toMatchObject({ kind: 'result' });
  expect(server.of('tools/list')).toHaveLength(2);
});

it('a call is not made twice', async () => {
  const { server, session } = await hangingUpOn('tools/call');
  expect(await call(session)).toMatchObject({
    kind: 'closed',
    reason: 'the server closed the connection before it answered',
  });
  expect(server.of('tools/call')).toHaveLength(1);
});

it('a notification that nobody took is sent again', async () => {
  const { server, session } = await hangingUpOn('notifications/x', 1);
  session.notify('notifications/x');
  await vi.waitFor(() => expect(server.of('notifications/x')).toHaveLength(2), { timeout: PATIENT_MS });
});

it('a server that hangs up on new connections, too, is not asked a third time', async () => {
  const asked = await plain({
    on: ({ message, res }) => message.method === 'tools/list' && (res.destroy(), true),
  });
  const session = await warm(asked);
  expect(await session.request('tools/list', {}, { timeoutMs: PATIENT_MS })).toMatchObject({ kind: 'closed' });
  expect(asked.of('tools/list')).toHaveLength(2);
});
