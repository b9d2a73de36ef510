/** The clients of `toolscore serve --listen`: each has a session, so that what it cancels is its own. */

import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../json.js';
import type { Offer } from './offer.js';
import type { Running } from './running.js';
import { createServer } from './server.js';

type Transport = WebStandardStreamableHTTPServerTransport;
type RequestId = string | number;

/** Clients do not say goodbye over POST, so the one that was silent longest has to go. */
const MAX_SESSIONS = 64;
/** What the transport looks at. */
const HEADERS = ['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version'];

export interface Exchange {
  readonly response: Response;
  /** The client is gone: nobody gets these answers any more, so nothing more is done for them. */
  abandon(): void;
}

export class HttpSessions {
  readonly #offer: Offer;
  readonly #running: Running;
  /** Silent longest first. */
  readonly #sessions = new Map<string, Transport>();

  constructor(offer: Offer, running: Running) {
    this.#offer = offer;
    this.#running = running;
  }

  /** What one POST comes to. Undefined: there is no such session. */
  async exchange(
    body: unknown,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<Exchange | undefined> {
    const id = headers['mcp-session-id'];
    const transport = id === undefined ? await this.#begin() : this.#sessions.get(String(id));
    if (transport === undefined) return undefined;
    const response = await transport.handleRequest(requestOf(headers), { parsedBody: body });
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    for (const cancelled of messages.flatMap(cancelledId)) transport.closeSSEStream(cancelled);
    // Anything but `initialize` begins nothing.
    if (transport.sessionId === undefined) await transport.close();
    else this.#remember(transport.sessionId, transport);
    return { response, abandon: () => abandon(transport, messages) };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((transport) => transport.close()));
  }

  async #begin(): Promise<Transport> {
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
    const server = createServer(this.#offer, this.#running);
    // Odd requests are answered as such, and are nothing to the operator.
    server.onerror = () => {};
    await server.connect(transport);
    return transport;
  }

  #remember(id: string, transport: Transport): void {
    this.#sessions.delete(id);
    this.#sessions.set(id, transport);
    const [oldest] = this.#sessions;
    if (this.#sessions.size <= MAX_SESSIONS || oldest === undefined) return;
    this.#sessions.delete(oldest[0]);
    void oldest[1].close();
  }
}

function requestOf(headers: Readonly<Record<string, string | string[] | undefined>>): Request {
  const wanted = HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)] as [string, string]];
  });
  // The address is not looked at.
  return new Request('http://localhost/', { method: 'POST', headers: wanted });
}

/** A request that was cancelled is not answered, so nothing else would end the stream that waits for the answer. */
function cancelledId(message: unknown): readonly RequestId[] {
  if (!isObject(message) || message['method'] !== 'notifications/cancelled' || !isObject(message['params'])) return [];
  const { requestId } = message['params'];
  return isId(requestId) ? [requestId] : [];
}

const isId = (value: unknown): value is RequestId => typeof value === 'string' || typeof value === 'number';

/**
 * As if the client had cancelled its requests. The protocol leaves a lost connection open, because a stream can be taken
 * up again; here none can.
 */
function abandon(transport: Transport, messages: readonly unknown[]): void {
  for (const message of messages) {
    if (!isObject(message) || typeof message['method'] !== 'string' || !isId(message['id'])) continue;
    const params = { requestId: message['id'], reason: 'the client is gone' };
    transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params } as JSONRPCMessage);
  }
}
