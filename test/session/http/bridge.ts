/**
 * Puts a server that speaks over pipes, or one of this process, behind HTTP, so that one and the same server can be met
 * over each transport: one for each session of the initialize era, and one for all that needs no session.
 */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { isObject, type JsonObject } from '../../../core/json.js';
import type { Style } from './server.js';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
/** What an error of the stateless era travels with. */
const STATUS: ReadonlyMap<unknown, number> = new Map([
  [-32601, 404],
  [-32022, 400],
  [-32020, 400],
]);

/** A server without a transport: who connects says where messages go, and gets where to send its own. */
export interface Connectable {
  connect(send: (message: object) => void): { receive(message: unknown): void; close(): void };
}

/** The address of a server that speaks for this one, or for this command, in answers of this style, until the test is over. */
export async function bridge(
  behind: readonly string[] | Connectable,
  style: Style,
  /** Of the test, where several run side by side. */
  atEnd: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const sessions = new Map<string, Backend>();
  let shared: Backend | undefined;
  const start = (id: string | undefined): Backend =>
    new Backend('connect' in behind ? inProcess(behind) : startedBy(behind), id === undefined, () =>
      id === undefined ? (shared = undefined) : sessions.delete(id),
    );
  const backendFor = (message: JsonObject, session: string | undefined, res: ServerResponse): Backend | undefined => {
    if (message['method'] === 'initialize') {
      const id = randomUUID();
      res.setHeader('Mcp-Session-Id', id);
      sessions.set(id, start(id));
      return sessions.get(id);
    }
    return session === undefined ? (shared ??= start(undefined)) : sessions.get(session);
  };

  const server = createServer((req, res) => {
    void textOf(req).then((text) => {
      const session = req.headers['mcp-session-id'] as string | undefined;
      const known = session === undefined ? undefined : sessions.get(session);
      if (req.method === 'GET' && known !== undefined) return known.listen(res);
      if (req.method === 'DELETE' && known !== undefined) return void (known.stop(), res.writeHead(200).end());
      if (req.method !== 'POST') return void res.writeHead(405).end();
      const message = JSON.parse(text) as JsonObject;
      const backend = backendFor(message, session, res);
      if (backend === undefined) return void res.writeHead(404).end();
      backend.post(message, res, message['method'] === 'subscriptions/listen' ? 'events' : style);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    for (const backend of [...sessions.values(), ...(shared ? [shared] : [])]) backend.stop();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function textOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

interface Waiting {
  readonly id: unknown;
  readonly res: ServerResponse;
  readonly style: Style;
}

/** What is behind one session. `gone` is called when it ends by itself. */
type Start = (said: (message: JsonObject) => void, gone: () => void) => Behind;
interface Behind {
  write(message: JsonObject): void;
  stop(): void;
}

const inProcess =
  ({ connect }: Connectable): Start =>
  (said) => {
    const { receive, close } = connect((message) => said(message as JsonObject));
    return { write: receive, stop: close };
  };

const startedBy =
  ([program = '', ...args]: readonly string[]): Start =>
  (said, gone) => {
    const child = spawn(program, args, { stdio: 'pipe' });
    child.stdin.on('error', () => {});
    child.stderr.resume();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = parsed(line);
      if (isObject(message)) said(message);
    });
    child.on('close', gone);
    return {
      write: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
      stop: () => void child.kill('SIGKILL'),
    };
  };

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

class Backend {
  readonly #behind: Behind;
  readonly #stateless: boolean;
  /** By the id that the process knows. */
  readonly #waiting = new Map<unknown, Waiting>();
  /** Of requests that came, so that what nobody waits for any more can be told from what nobody asked. */
  readonly #ids = new Set<unknown>();
  readonly #queued: JsonObject[] = [];
  #standing: ServerResponse | undefined;
  #lastId = 0;

  constructor(start: Start, stateless: boolean, gone: () => void) {
    this.#stateless = stateless;
    this.#behind = start(
      (message) => this.#said(message),
      () => {
        gone();
        for (const { res } of this.#waiting.values()) res.destroy();
        this.#standing?.destroy();
      },
    );
  }

  stop(): void {
    this.#behind.stop();
  }

  listen(res: ServerResponse): void {
    this.#standing = begun(res);
    for (const message of this.#queued.splice(0)) event(res, message);
  }

  post(message: JsonObject, res: ServerResponse, style: Style): void {
    if (message['method'] === undefined || message['id'] === undefined) {
      this.#write(message);
      return void res.writeHead(202).end();
    }
    // Several clients share the process then, and each counts its requests from one.
    const id = this.#stateless ? ++this.#lastId : message['id'];
    this.#waiting.set(id, { id: message['id'], res, style });
    this.#ids.add(id);
    res.on('close', () => {
      if (!this.#waiting.delete(id) || !this.#stateless) return;
      this.#write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    });
    if (style === 'events') begun(res);
    this.#write({ ...message, id });
  }

  #write(message: JsonObject): void {
    this.#behind.write(message);
  }

  #said(message: JsonObject): void {
    if (typeof message['method'] === 'string') this.#told(message);
    else this.#answered(message);
  }

  /** An answer without an id is one to what came last. */
  #answered(message: JsonObject): void {
    const last = [...this.#waiting.keys()].at(-1);
    const id = message['id'] ?? last;
    const foreign = !this.#waiting.has(id);
    // Too late: its connection is closed.
    if (foreign && this.#ids.has(id)) return;
    const waiting = this.#waiting.get(foreign ? last : id);
    if (waiting === undefined) return;
    this.#waiting.delete(foreign ? last : id);
    const { res, style } = waiting;
    const own = foreign || message['id'] === null ? message : { ...message, id: waiting.id };
    if (style === 'events') {
      event(res, own);
      return void res.end();
    }
    const error = isObject(own['error']) ? own['error'] : {};
    const status = (this.#stateless ? STATUS.get(error['code']) : undefined) ?? 200;
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(own));
  }

  /** Questions and news: into the stream of the call that is under way, or the one that is not about any. */
  #told(message: JsonObject): void {
    const params = isObject(message['params']) ? message['params'] : {};
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const subscription = this.#stateless ? this.#waiting.get(meta[SUBSCRIPTION]) : undefined;
    const own =
      subscription === undefined
        ? message
        : { ...message, params: { ...params, _meta: { ...meta, [SUBSCRIPTION]: subscription.id } } };
    const stream = subscription ?? [...this.#waiting.values()].find(({ style }) => style === 'events');
    const target = stream?.res ?? this.#standing;
    if (target === undefined) this.#queued.push(own);
    else event(target, own);
  }
}

function begun(res: ServerResponse): ServerResponse {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.flushHeaders();
  return res;
}

function event(res: ServerResponse, message: JsonObject): void {
  res.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}
