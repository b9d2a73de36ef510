/** Sessions with servers that the SDKs make: what they demand of a client is met. */

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type EventStore, StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../odd.js';
import { connect, events, PATIENT_MS, type Style } from './server.js';

async function listen(answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>): Promise<{ url: string }> {
  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

/** Keeps every event of every stream. */
function eventStore(): EventStore {
  const kept: { readonly id: string; readonly stream: string; readonly message: unknown }[] = [];
  return {
    storeEvent: async (stream, message) => {
      const id = `${stream}/${kept.length}`;
      kept.push({ id, stream, message });
      return id;
    },
    replayEventsAfter: async (last, { send }) => {
      const from = kept.findIndex(({ id }) => id === last);
      const stream = kept[from]?.stream ?? '';
      for (const one of kept.slice(from + 1))
        if (one.stream === stream && one.message !== undefined) await send(one.id, one.message as never);
      return stream;
    },
  };
}

interface Made {
  readonly transport: StreamableHTTPServerTransport;
  readonly server: Server;
}

/** A server of the initialize era with a session for each client. `call` answers its tool. */
async function withSessions(
  style: Style,
  call: (made: Made, id: number | string) => Promise<string>,
): Promise<{ url: string; sessions: Map<string, Made> }> {
  const sessions = new Map<string, Made>();
  const { url } = await listen(async (req, res) => {
    const session = req.headers['mcp-session-id'] as string | undefined;
    let made = session === undefined ? undefined : sessions.get(session);
    if (session !== undefined && made === undefined) return void res.writeHead(404).end();
    if (made === undefined) {
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        enableJsonResponse: style === 'json',
        eventStore: eventStore(),
        retryInterval: 50,
        onsessioninitialized: (id) => void sessions.set(id, fresh),
        onsessionclosed: (id) => void sessions.delete(id),
      });
      const server = new Server({ name: 'v1', version: '1' }, { capabilities: { tools: {} } });
      const fresh: Made = { transport, server };
      server.setRequestHandler(CallToolRequestSchema, async (_, { requestId }) => ({
        content: [{ type: 'text', text: await call(fresh, requestId) }],
      }));
      await server.connect(transport as Transport);
      made = fresh;
    }
    await made.transport.handleRequest(req, res);
  });
  return { url, sessions };
}

const CALL = { name: 'ask', arguments: {} };
const answered = (text: string) => ({ kind: 'result', result: { content: [{ type: 'text', text }] } });

describe.each<Style>(['json', 'events'])('a server of the initialize era that answers in %s', (style) => {
  it('keeps a session, and ends it when it is told', async () => {
    const server = await withSessions(style, async () => 'hello');
    const session = await connect(server);
    expect(session).toMatchObject({ era: 'initialize', version: '2025-11-25' });
    expect(await session.request('tools/call', CALL, { timeoutMs: PATIENT_MS, strict: true })).toMatchObject(
      answered('hello'),
    );
    expect(server.sessions.size).toBe(1);
    await session.close();
    expect(server.sessions.size).toBe(0);
  });

  it('asks its client, in the stream of the call or beside it, and gets the answer', async () => {
    for (const inCall of [true, false]) {
      const server = await withSessions(style, async ({ server: own }, relatedRequestId) => {
        const request = {
          method: 'elicitation/create',
          params: { message: 'who?', requestedSchema: { type: 'object', properties: {} } },
        };
        const { action } = await own.request(
          request as never,
          ElicitResultSchema,
          inCall && style === 'events' ? { relatedRequestId } : {},
        );
        return action;
      });
      const session = await connect(server, { capabilities: { elicitation: {} } });
      const answer = await session.request('tools/call', CALL, {
        timeoutMs: PATIENT_MS,
        strict: true,
        questions: { max: 1, answer: () => ({ action: 'decline' }) },
      });
      expect(answer).toMatchObject({ ...answered('decline'), questions: 1 });
    }
  });

  it('notices that a session has ended', async () => {
    const server = await withSessions(style, async () => 'hello');
    const session = await connect(server);
    server.sessions.clear();
    expect(await session.request('tools/call', CALL, { timeoutMs: PATIENT_MS })).toMatchObject({ kind: 'malformed' });
    expect(session.closed).toBe(true);
  });
});

it('a server that closes the stream of a call and answers later is asked to resume', async () => {
  const server = await withSessions('events', async ({ transport }, id) => {
    transport.closeSSEStream(id);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return 'after all';
  });
  const session = await connect(server);
  expect(await session.request('tools/call', CALL, { timeoutMs: PATIENT_MS, strict: true })).toMatchObject(
    answered('after all'),
  );
});

describe.each(['json', 'sse'] as const)('a stateless server that answers in %s', (responseMode) => {
  async function stateless() {
    const handler = createMcpHandler(
      () => {
        const server = new McpServer({ name: 'v2', version: '1' }, { capabilities: { tools: { listChanged: true } } });
        const inputSchema = fromJsonSchema<{ region: string }>({
          type: 'object',
          properties: {
            region: { type: 'string', 'x-mcp-header': 'Region' },
            depth: { type: 'integer', 'x-mcp-header': 'Depth' },
          },
        } as never);
        server.registerTool('locate', { inputSchema }, async ({ region }) => ({
          content: [{ type: 'text', text: region }],
        }));
        return server;
      },
      { legacy: 'reject', responseMode, keepAliveMs: 5, onerror: () => {} },
    );
    const { url } = await listen(async (req, res) => {
      const gone = new AbortController();
      res.on('close', () => gone.abort());
      const body =
        req.method === 'POST' ? { body: Readable.toWeb(req) as ReadableStream, duplex: 'half' as const } : {};
      const headers = req.headers as Record<string, string>;
      const response = await handler.fetch(
        new Request(`http://${req.headers.host}${req.url}`, {
          method: req.method ?? '',
          headers,
          signal: gone.signal,
          ...body,
        }),
      );
      res.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body !== null)
        for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) res.write(part);
      res.end();
    });
    return { url, handler };
  }

  it('finds in the headers what it finds in the body, also of arguments that tools mark', async () => {
    const session = await connect(await stateless());
    expect(session).toMatchObject({ era: 'stateless', version: '2026-07-28', serverInfo: { name: 'v2' } });
    const call = (args: object) =>
      session.request('tools/call', { name: 'locate', arguments: args }, { timeoutMs: PATIENT_MS, strict: true });
    // Nobody knows of the marks before the tools are listed; then the server says what is missing.
    expect(await call({ region: 'north' })).toMatchObject({ kind: 'error', error: { code: -32020 } });
    expect(await session.request('tools/list', {}, { timeoutMs: PATIENT_MS })).toMatchObject({ kind: 'result' });
    for (const region of ['north', 'Hello, 世界', ' padded ', 'two\nlines', '=?base64?x?=', ''])
      expect(await call({ region, depth: 3 })).toMatchObject(answered(region));
    expect(await call({ region: 'north', depth: null })).not.toMatchObject({ error: { code: -32020 } });
  });

  it('tells all connections to a target what the tools of one of them mark', async () => {
    const { url } = await stateless();
    const target = { kind: 'http', url } as const;
    const { openHttp } = await import('../../../core/session/http.js');
    const [one, other] = await Promise.all([1, 2].map(() => openHttp(target, { timeoutMs: PATIENT_MS })));
    await one?.request('tools/list', {}, { timeoutMs: PATIENT_MS });
    expect(
      await other?.request('tools/call', { name: 'locate', arguments: { region: 'x' } }, { timeoutMs: PATIENT_MS }),
    ).toMatchObject(answered('x'));
    await Promise.all([one?.close(), other?.close()]);
  });

  it('refuses a version that it does not speak, and a method that it does not have', async () => {
    const session = await connect(await stateless(), { handshake: false, era: 'stateless' });
    const named = { _meta: { 'io.modelcontextprotocol/protocolVersion': '1999-01-01' } };
    expect(await session.request('server/discover', named, { timeoutMs: PATIENT_MS, strict: true })).toMatchObject({
      kind: 'error',
      error: { code: -32022, data: { supported: ['2026-07-28'] } },
    });
    expect(await session.request('no/such', {}, { timeoutMs: PATIENT_MS, strict: true })).toMatchObject({
      kind: 'error',
      error: { code: -32601 },
    });
  });

  it('tells what changes on a stream that stays open', async () => {
    const { url, handler } = await stateless();
    const session = await connect({ url });
    const seen = events(session);
    const methods = (): unknown[] =>
      seen.flatMap((event) =>
        event.kind === 'frame' && event.dir === 'in' ? [(event.json as { method?: string }).method] : [],
      );
    const listening = session.request(
      'subscriptions/listen',
      { notifications: { toolsListChanged: true } },
      { timeoutMs: PATIENT_MS, strict: true },
    );
    await until(() => methods().includes('notifications/subscriptions/acknowledged'));
    handler.notify.toolsChanged();
    await until(() => methods().includes('notifications/tools/list_changed'));
    await session.close();
    expect(await listening).toMatchObject({ kind: 'closed' });
  });
});
