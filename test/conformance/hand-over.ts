/** Takes the scenarios of the suite over from the small programs that it starts, and has the client do them, a few at a time. */

import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { drive, type Task } from './client.js';

/** The suite starts all of them at once; more than these would only take each other's time. */
const MAX_ACTIVE = 4;
const RELAY = fileURLToPath(new URL('relay.sh', import.meta.url));

export interface HandOver {
  /** The command for the suite. */
  readonly command: string;
  /** Scenarios whose server the client gave up, with the reason. */
  readonly gaveUp: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

export async function handOver(): Promise<HandOver> {
  const gaveUp = new Map<string, string>();
  const waiting: (() => void)[] = [];
  let active = 0;
  const take = async (socket: Socket): Promise<void> => {
    const task = await taskFrom(socket);
    if (active >= MAX_ACTIVE) await new Promise<void>((resolve) => waiting.push(resolve));
    active += 1;
    await drive(task).catch((error: unknown) => gaveUp.set(task.scenario, String(error)));
    active -= 1;
    waiting.shift()?.();
    socket.end(gaveUp.get(task.scenario) ?? '');
  };
  const server = createServer((socket) => void take(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    command: `bash "${RELAY}" ${port}`,
    gaveUp,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Four lines: its name, the address of its server, the revision, and what else the suite says, in JSON. */
async function taskFrom(socket: Socket): Promise<Task> {
  const lines: string[] = [];
  let rest = '';
  await new Promise<void>((resolve) =>
    socket.setEncoding('utf8').on('data', (text: string) => {
      const whole = (rest + text).split('\n');
      rest = whole.pop() ?? '';
      lines.push(...whole);
      if (lines.length === 4) resolve();
    }),
  );
  const [scenario = '', url = '', revision = '', context = ''] = lines;
  return { scenario, url, revision, context: JSON.parse(context) as Task['context'] };
}
