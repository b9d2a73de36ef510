/** Servers over HTTP in processes of their own, gone when the test is over. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server; resolves to the address in the first line that it writes to either output. */
export async function addressOf(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const look = (chunk: Buffer): void => {
      said += chunk.toString();
      const [, address] = /(http:\/\/\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
      else if (env['PORT'] !== undefined && /listening/.test(said)) resolve(`http://127.0.0.1:${env['PORT']}/mcp`);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}

/** A port that nobody listens on, for servers that have to be told one. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}
