/** toolscore over HTTP in this process, and requests to it down to the byte. */

import { connect } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { serveHttp } from '../../core/serve/http.js';
import type { Offer } from '../../core/serve/offer.js';

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Resolves when it has ended. */
  end(): Promise<void>;
}

export async function listening(offer: Offer): Promise<Listening> {
  let ask = (): void => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  let ended: Promise<void> = Promise.resolve();
  const url = await new Promise<string>((resolve, reject) => {
    ended = serveHttp({ host: '127.0.0.1', port: 0 }, offer, asked, resolve);
    ended.catch(reject);
  });
  const end = (): Promise<void> => (ask(), ended);
  onTestFinished(end);
  return { url, port: Number(new URL(url).port), end };
}

export async function httpClient({ url }: Pick<Listening, 'url'>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as never);
  onTestFinished(() => client.close());
  return client;
}

export interface Raw {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends these bytes and reads until the other side closes. */
export function raw(port: number, text: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => (seen += chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...body] = seen.split('\r\n\r\n');
      const [line = '', ...headers] = head.split('\r\n');
      const named = new Map(
        headers.map((one) => [one.split(':', 1)[0]?.toLowerCase() ?? '', one.slice(one.indexOf(':') + 1).trim()]),
      );
      const rest = body.join('\r\n\r\n');
      const isChunked = named.get('transfer-encoding') === 'chunked';
      resolve({
        status: Number(line.split(' ')[1]),
        headers: named,
        body: isChunked ? rest.replaceAll(/^[0-9a-f]+\r\n|\r\n$/gm, '') : rest,
      });
    });
  });
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

export interface RequestParts {
  readonly method?: string;
  readonly path?: string;
  /** Lines; those that are given replace the usual ones of the same name, an empty one leaves it out. */
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** The text of a request that is fine but for what is given. */
export function requestText({ method = 'POST', path = '/mcp', headers = [], body = INITIALIZE }: RequestParts): string {
  const usual = [
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const nameOf = (line: string): string => line.split(':', 1)[0]?.toLowerCase() ?? '';
  const given = new Set(headers.map(nameOf));
  const lines = [...usual.filter((line) => !given.has(nameOf(line))), ...headers.filter((line) => !line.endsWith(':'))];
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
