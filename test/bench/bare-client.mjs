#!/usr/bin/env node
// The least a client can do: the handshake, the list and the calls of a JSON report in their order, each as one line of
// JSON; then it closes stdin and waits for the server to leave.
//   bare-client.mjs REPORT.json COMMAND [ARGUMENT …]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [reportFile, command, ...args] = process.argv.slice(2);
const { server, results } = JSON.parse(readFileSync(reportFile, 'utf8'));
const META = 'io.modelcontextprotocol/';
const clientInfo = { name: 'bare-client', version: '1.0.0' };
const envelope =
  server.era === 'stateless'
    ? {
        _meta: {
          [`${META}protocolVersion`]: server.protocol_version,
          [`${META}clientCapabilities`]: {},
          [`${META}clientInfo`]: clientInfo,
        },
      }
    : {};

const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
const left = new Promise((done) => child.once('exit', done));
let settle;
let rest = '';
child.stdout.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.id !== undefined && message.method === undefined) settle(message);
  }
});
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let id = 0;
const request = (method, params) =>
  new Promise((done) => {
    settle = done;
    send({ id: (id += 1), method, params: { ...params, ...envelope } });
  });

if (server.era === 'stateless') {
  await request('server/discover', {});
} else {
  await request('initialize', { protocolVersion: server.protocol_version, capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
}
let cursor;
do {
  const { result } = await request('tools/list', cursor === undefined ? {} : { cursor });
  cursor = result.nextCursor;
} while (cursor !== undefined);
for (const { tool, arguments: given } of results) await request('tools/call', { name: tool, arguments: given });
child.stdin.end();
await left;
