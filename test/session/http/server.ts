/** Small HTTP servers on free loopback ports that do what a test says, and sessions with them. All end with the test. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { HttpTarget } from '../../../core/model.js';
import { openHttp, type HttpOptions } from '../../../core/session/http.js';
import type { Answer, Era, RequestOptions, Session, WireEvent } from '../../../core/session/port.js';

/** One HTTP request as the server got it. */
export interface Asked {
  readonly verb: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The message in it; empty when there is none. */
  readonly message: {
    readonly id?: number;
    readonly method?: string;
    readonly params?: JsonObject & { readonly _meta?: JsonObject };
    readonly result?: JsonObject;
    readonly error?: JsonObject;
  };
  readonly res: ServerResponse;
}

export interface Served {
  readonly url: string;
  /** Every request so far, in order. */
  readonly asked: Asked[];
  /** Those with this method or verb. */
  of(method: string): Asked[];
  /** Resolves with the first of them, also when it is still to come. */
  first(method: string): Promise<Asked>;
  /** Takes no more connections. */
  refuse(): void;
}

export async function serve(handle: (asked: Asked) => unknown): Promise<Served> {
  const asked: Asked[] = [];
  const news = new Set<() => void>();
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('error', () => {});
    res.on('error', () => {});
    req.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const one = { verb: req.method ?? '', headers: req.headers, text, message: parsed(text), res };
      asked.push(one);
      for (const tell of news) tell();
      handle(one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const of = (method: string): Asked[] =>
    asked.filter(({ verb, message }) => verb === method || message.method === method);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    asked,
    of,
    refuse: () => void server.close(),
    first: (method) =>
      new Promise((resolve) => {
        const look = (): void => {
          const [found] = of(method);
          if (found === undefined) return;
          news.delete(look);
          resolve(found);
        };
        news.add(look);
        look();
      }),
  };
}

function parsed(text: string): Asked['message'] {
  try {
    return (JSON.parse(text) ?? {}) as Asked['message'];
  } catch {
    return {};
  }
}

export type Style = 'json' | 'events';

export const eventOf = (message: unknown, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${typeof message === 'string' ? message : JSON.stringify(message)}\n\n`;

/** Answers with these messages: the last one as JSON, or each as an event. */
export function send({ res }: Asked, style: Style, ...messages: unknown[]): void {
  if (style === 'json') res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(messages.at(-1)));
  else stream({ res }, ...messages).end();
}

/** Begins an event stream with these messages. */
export function stream({ res }: Pick<Asked, 'res'>, ...messages: unknown[]): ServerResponse {
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  res.flushHeaders();
  for (const message of messages) res.write(eventOf(message));
  return res;
}

export const answerTo = ({ message }: Pick<Asked, 'message'>, result: unknown = {}): JsonObject => ({
  jsonrpc: '2.0',
  id: message.id,
  result,
});

export const refusalOf = ({ message }: Asked, code = -32601): JsonObject => ({
  jsonrpc: '2.0',
  id: message.id,
  error: { code, message: 'no' },
});

export interface PlainOptions {
  readonly era?: Era;
  readonly style?: Style;
  /** Given out with the answer to the handshake. */
  readonly session?: string;
  /** The version that the handshake is answered with. */
  readonly version?: string;
  readonly capabilities?: JsonObject;
  /** Takes requests before the server does; true: that one is dealt with. */
  readonly on?: (asked: Asked) => unknown;
}

/** An ordinary server of one era, apart from what `on` deals with. A call is answered with its own arguments. */
export function plain({ era = 'initialize', style = 'json', on, ...more }: PlainOptions = {}): Promise<Served> {
  return serve((asked) => {
    if (on?.(asked) === true) return;
    if (era === 'stateless') stateless(asked, style, more);
    else withHandshake(asked, style, more);
  });
}

function withHandshake(
  asked: Asked,
  style: Style,
  { session, version = '2025-11-25', capabilities = { tools: {} } }: PlainOptions,
): void {
  const { verb, message, res, headers } = asked;
  if (verb === 'GET') return void res.writeHead(405).end();
  if (verb === 'DELETE') return void res.writeHead(200).end();
  if (message.method === undefined || message.id === undefined) return void res.writeHead(202).end();
  if (message.method === 'initialize') {
    if (session !== undefined) res.setHeader('Mcp-Session-Id', session);
    const serverInfo = { name: 'plain', version: '1' };
    return send(asked, style, answerTo(asked, { protocolVersion: version, capabilities, serverInfo }));
  }
  if (headers['mcp-session-id'] !== session)
    return void res
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Server not initialized' } }));
  served(asked, style);
}

const NO_CACHE = { ttlMs: 0, cacheScope: 'private' };

function stateless(asked: Asked, style: Style, { capabilities = { tools: {} } }: PlainOptions): void {
  const { verb, message, res } = asked;
  if (verb !== 'POST') return void res.writeHead(405).end();
  if (message.id === undefined) return void res.writeHead(202).end();
  if (message.method === 'initialize')
    return void res
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify(refusalOf(asked, -32022)));
  if (message.method === 'server/discover') {
    const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'plain', version: '1' } };
    return send(
      asked,
      style,
      answerTo(asked, { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities, ...NO_CACHE, _meta }),
    );
  }
  served(asked, style);
}

function served(asked: Asked, style: Style): void {
  const { message, res } = asked;
  if (message.method === 'tools/call')
    return send(asked, style, answerTo(asked, { content: [], got: message.params?.['arguments'] }));
  if (message.method === 'tools/list')
    return send(asked, style, answerTo(asked, { tools: [{ name: 'poke', inputSchema: { type: 'object' } }] }));
  if (message.method === 'ping') return send(asked, style, answerTo(asked));
  res.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(refusalOf(asked)));
}

/** Long enough for a busy machine; a test that waits for a limit sets its own. */
export const PATIENT_MS = 20_000;

/** Connects; the session is closed when the test is over. */
export async function connect(
  { url, headers }: Pick<HttpTarget, 'url' | 'headers'>,
  options: Partial<HttpOptions> = {},
): Promise<Session> {
  const session = await openHttp(
    { kind: 'http', url, ...(headers && { headers }) },
    { timeoutMs: PATIENT_MS, ...options },
  );
  onTestFinished(() => session.close().then(() => {}));
  return session;
}

/** The error of a session that is not to be had. */
export function failure(target: Pick<HttpTarget, 'url' | 'headers'>, options: Partial<HttpOptions> = {}) {
  return connect(target, options).then(
    () => {
      throw new Error('there is a session');
    },
    (error: unknown) => error as Error & { readonly fault: string; readonly status?: number },
  );
}

export const call = (session: Session, options: Partial<RequestOptions> = {}, args: JsonObject = {}): Promise<Answer> =>
  session.request('tools/call', { name: 'poke', arguments: args }, { timeoutMs: PATIENT_MS, ...options });

/** Every wire event of the session from now on. */
export function events(session: Session): WireEvent[] {
  const seen: WireEvent[] = [];
  session.tap((event) => seen.push(event));
  return seen;
}
