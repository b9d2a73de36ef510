/** toolscore as an MCP server over HTTP on this machine. Source: manifest specification, 4.10. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, UsageError } from '../errors.js';
import { closeAllSessions } from '../session/live-servers.js';
import { MAX_BODY_BYTES, readBody } from './http-body.js';
import { type HttpRefusal, refusalOf } from './http-checks.js';
import { HttpSessions } from './http-sessions.js';
import { answerStateless, isStatelessPost } from './http-stateless.js';
import { endpointUrl, type ListenAddress } from './listen-address.js';
import type { Offer } from './offer.js';
import { Running } from './running.js';

/** How long a client may take to send a request, and how large its headers may be. */
const REQUEST_MS = 5000;
const MAX_HEADER_BYTES = 16 * 1024;
/** How often the former is looked at. */
const LOOK_EVERY_MS = 1000;
/**
 * How long a connection is kept that nobody uses: longer than clients keep it, so that it is they who close it. One that
 * is closed here may have a request on its way that nobody answers.
 */
const IDLE_MS = 65_000;
/** How long the last answers may take on their way to clients that do not read. */
const FAREWELL_MS = 1000;

const PARSE_ERROR = -32700;
const REFUSED = -32000;

/**
 * Serves clients until `asked` resolves. `listening` gets the address once there is one. Resolves when nothing that was
 * started is left.
 * @throws UsageError when the address cannot be had
 */
export async function serveHttp(
  address: ListenAddress,
  offer: Offer,
  asked: Promise<void>,
  listening: (url: string) => void,
): Promise<void> {
  const running = new Running();
  const sessions = new HttpSessions(offer, running);
  const serving = { offer, running, sessions };
  const open = new Set<ServerResponse>();
  const server = createServer(
    {
      // Looked at with all the other checks.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: REQUEST_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
    },
    (request, response) => {
      open.add(response);
      response.once('close', () => open.delete(response));
      answer(request, response, serving).catch((error: unknown) => {
        offer.say(messageOf(error));
        response.destroy();
      });
    },
  );
  const { port } = await listenOn(server, address);
  listening(endpointUrl({ ...address, port }));
  await asked;
  server.close();
  await Promise.all([running.end(), closeAllSessions()]);
  await sessions.close();
  const sent = Promise.all([...open].map((response) => once(response, 'close')));
  await Promise.race([sent, sleep(FAREWELL_MS, undefined, { ref: false })]);
  server.closeAllConnections();
}

async function listenOn(server: Server, { host, port }: ListenAddress): Promise<AddressInfo> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be had (${code})`;
    throw new UsageError(`--listen: port ${port} of ${host} ${why}. Take another one; 0 takes any that is free.`);
  }
  return server.address() as AddressInfo;
}

interface Serving {
  readonly offer: Offer;
  readonly running: Running;
  readonly sessions: HttpSessions;
}

async function answer(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const refusal = refusalOf(request);
  if (refusal !== undefined) return refuse(response, refusal);
  const body = await readBody(request).catch(() => null);
  // Gone before it was sent.
  if (body === null) return;
  if (body === undefined)
    return refuse(response, { status: 413, message: `A body has at most ${MAX_BODY_BYTES} bytes.` });
  const message = parsed(body);
  if (message === undefined) return refuse(response, { status: 400, message: 'The body is no JSON.' }, PARSE_ERROR);
  if (isStatelessPost(message.value, request.headers))
    return answerStateless(message.value, request.headers, response, serving);
  const exchange = await serving.sessions.exchange(message.value, request.headers);
  if (exchange === undefined) return refuse(response, { status: 404, message: 'There is no such session.' });
  response.once('close', () => {
    if (!response.writableFinished) exchange.abandon();
  });
  await send(exchange.response, response);
}

function parsed(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, { status, message, headers = {} }: HttpRefusal, code = REFUSED): void {
  const text = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
  const about = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  // What may still come of this request is not looked at.
  response.writeHead(status, { ...headers, ...about, Connection: 'close' });
  response.end(text);
}

async function send({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  // Whether the connection stays is between the client and Node.
  headers.delete('connection');
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) return void response.end();
  // At once: the answer may take minutes, and the client wants to know that it was heard.
  response.flushHeaders();
  const stream = Readable.fromWeb(body as ReadableStream);
  response.once('close', () => stream.destroy());
  // A stream that its client left ends with an error that is nobody's.
  stream.on('error', () => response.destroy());
  stream.pipe(response);
}
