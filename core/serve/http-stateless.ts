/** Requests of the stateless revision over HTTP. Source: revision 2026-07-28, Streamable HTTP. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { isObject, type JsonObject } from '../json.js';
import { headerText, messageHeaders } from '../session/http/message-headers.js';
import { METHOD_NOT_FOUND, STATELESS_VERSIONS } from '../session/protocol.js';
import { type Method, RequestError } from './methods.js';
import {
  answer,
  errorResponse,
  isStateless,
  methodFor,
  readRequest,
  type StatelessRequest,
  type StatelessScope,
} from './stateless.js';

const INVALID_REQUEST = -32600;
const HEADER_MISMATCH = -32020;
const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/** Whether a message that came with these headers is of the stateless revision. */
export function isStatelessPost(message: unknown, headers: IncomingHttpHeaders): boolean {
  return isStateless(message) || STATELESS_VERSIONS.includes(String(headers['mcp-protocol-version']));
}

/** Answers one such message. Resolves when the answer is on its way. */
export async function answerStateless(
  message: unknown,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
  scope: Pick<StatelessScope, 'offer' | 'running'>,
): Promise<void> {
  const id = isObject(message) ? message['id'] : null;
  try {
    const events = accepts(headers, EVENTS_TYPE);
    if (!events && !accepts(headers, JSON_TYPE)) return void response.writeHead(406).end();
    // Nothing that a client only tells is of use here: who gives a request up closes its connection.
    if (isNotification(message)) return void response.writeHead(202).end();
    const [request, method] = understood(message, headers);
    // Calls may take minutes, and the client wants to know that it was heard.
    const send = events && request.method === 'tools/call' ? asEvents : asJson;
    await send(response, request, method, scope);
  } catch (error) {
    const wrong = errorResponse(isId(id) ? id : null, error);
    sendJson(response, (error as RequestError).code === METHOD_NOT_FOUND ? 404 : 400, wrong);
  }
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isInteger(id);

function isNotification(message: unknown): boolean {
  return isObject(message) && typeof message['method'] === 'string' && message['id'] === undefined;
}

/** @throws RequestError with what is wrong with it */
function understood(message: unknown, headers: IncomingHttpHeaders): readonly [StatelessRequest, Method] {
  const { jsonrpc, id, method, params }: JsonObject = isObject(message) ? message : {};
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId(id))
    throw new RequestError(INVALID_REQUEST, 'The body is no request of JSON-RPC 2.0.');
  const request = readRequest(id, method, params);
  demandSame(headers, messageHeaders(message, undefined));
  return [request, methodFor(request)];
}

/** Who looks at the headers only must be able to rely on them. @throws RequestError */
function demandSame(headers: IncomingHttpHeaders, wanted: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(wanted)) {
    const given = headers[name.toLowerCase()];
    if (typeof given !== 'string' || headerText(given) !== headerText(value))
      throw new RequestError(HEADER_MISMATCH, `The header ${name} does not say what the body says.`);
  }
}

function accepts({ accept = '*/*' }: IncomingHttpHeaders, type: string): boolean {
  const ranges = accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  return [type, type.replace(/[^/]+$/, '*'), '*/*'].some((range) => ranges.includes(range));
}

type Send = (
  response: ServerResponse,
  request: StatelessRequest,
  method: Method,
  scope: Pick<StatelessScope, 'offer' | 'running'>,
) => Promise<void>;

const asJson: Send = async (response, request, method, scope) => {
  const signal = abandoned(response);
  sendJson(response, 200, await answer(request, method, { ...scope, signal, notify: () => Promise.resolve() }));
};

const asEvents: Send = async (response, request, method, scope) => {
  const signal = abandoned(response);
  response.writeHead(200, { 'Content-Type': EVENTS_TYPE, 'Cache-Control': 'no-store' });
  response.flushHeaders();
  const write = (message: object): void =>
    void response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  const notify = (notification: object): Promise<void> => Promise.resolve(write(notification));
  write(await answer(request, method, { ...scope, signal, notify }));
  response.end();
};

/** Aborts when the client goes away before it has its answer. */
function abandoned(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort('the client is gone');
  });
  return gone.signal;
}

function sendJson(response: ServerResponse, status: number, message: JsonObject): void {
  const text = JSON.stringify(message);
  response.writeHead(status, { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
