/** `toolscore serve` in the stateless revision: over HTTP, and on a connection that the handshake can have, too. */

import { connect } from 'node:net';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Running } from '../../core/serve/running.js';
import { createServer } from '../../core/serve/server.js';
import { takeStateless } from '../../core/serve/stdio-stateless.js';
import { openHttp } from '../../core/session/http.js';
import { anOffer } from './connected.js';
import { listening, raw, requestText } from './listening.js';
import { CALLS, hanging, isAlive, manifestOf, PATIENTLY } from './under-test.js';

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const SCHEMAS = ['toolscore://schemas/manifest', 'toolscore://schemas/report'];

/** A request, and all headers that go with it. */
function ask(method: string, params: object = {}, meta: object = META, headers: Record<string, string> = {}): string {
  const { name, uri } = params as { name?: string; uri?: string };
  const about = name ?? uri;
  const all = {
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': method,
    ...(about !== undefined && { 'Mcp-Name': about }),
    ...headers,
  };
  return requestText({
    headers: Object.entries(all).map(([header, value]) => `${header}: ${value}`),
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } }),
  });
}

describe('over HTTP', () => {
  test('a session of ours finds it, lists, reads and calls', async () => {
    const { url } = await listening(await anOffer());
    const session = await openHttp({ kind: 'http', url }, { timeoutMs: 20_000 });
    onTestFinished(async () => void (await session.close()));
    expect(session).toMatchObject({ era: 'stateless', version: VERSION, serverInfo: { name: 'toolscore' } });
    const result = async (method: string, params: Record<string, unknown> = {}): Promise<any> =>
      (await session.request(method, params, { timeoutMs: 20_000 })).result;
    const complete = { resultType: 'complete' };
    const cached = { ...complete, ttlMs: expect.any(Number) as number, cacheScope: 'public' };
    expect(await result('tools/list')).toMatchObject(cached);
    expect(await result('resources/list')).toMatchObject({ ...cached, resources: SCHEMAS.map((uri) => ({ uri })) });
    expect(await result('resources/templates/list')).toMatchObject({ ...cached, resourceTemplates: [] });
    for (const uri of SCHEMAS) expect(await result('resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
    const explained = await result('tools/call', { name: 'explain', arguments: { label: 'value-mismatch' } });
    expect(explained).toMatchObject({ ...complete, structuredContent: { labels: [{ label: 'value-mismatch' }] } });
    expect(explained).not.toHaveProperty('ttlMs');
    expect(await result('tools/call', { name: 'get_finding', arguments: {} })).toMatchObject({ isError: true });
  });

  const [version, capabilities] = Object.entries(META).map((entry) => Object.fromEntries([entry]) as object);
  const NAMED = { name: 'explain', arguments: { label: 'value-mismatch' } };
  const REFUSED: readonly [what: string, sent: string, status: number, code: number][] = [
    ['that does not say its revision', ask('tools/list', {}, capabilities), 400, -32602],
    ['that does not say what the client can do', ask('tools/list', {}, version), 400, -32602],
    ['of another revision than its header', ask('tools/list', {}, META, { 'MCP-Protocol-Version': 'v9' }), 400, -32020],
    ['of another method than its header', ask('tools/list', {}, META, { 'Mcp-Method': 'Tools/List' }), 400, -32020],
    ['of another tool than its header', ask('tools/call', NAMED, META, { 'Mcp-Name': 'score' }), 400, -32020],
    ['for a method that there is not', ask('ping'), 404, -32601],
    ['to begin a session', ask('initialize'), 404, -32601],
    ['for a tool that there is not', ask('tools/call', { name: 'other' }), 200, -32602],
    ['for a resource that there is not', ask('resources/read', { uri: 'x://y' }), 200, -32602],
  ];
  test.each(REFUSED)('a request %s is refused', async (_what, sent, status, code) => {
    const { port } = await listening(await anOffer());
    const { body, ...got } = await raw(port, sent);
    expect(got.status).toBe(status);
    expect(JSON.parse(body.replace(/^event: message\ndata: /, ''))).toMatchObject({ id: 7, error: { code } });
  });

  test('a revision that is not spoken is refused with those that are', async () => {
    const { port } = await listening(await anOffer());
    const meta = { ...META, 'io.modelcontextprotocol/protocolVersion': 'v9' };
    const { status, body } = await raw(port, ask('server/discover', {}, meta, { 'MCP-Protocol-Version': 'v9' }));
    expect(status).toBe(400);
    expect(JSON.parse(body).error).toMatchObject({ code: -32022, data: { supported: [VERSION], requested: 'v9' } });
  });

  test('a name may come in base64, a notification is accepted, and nothing begins a session', async () => {
    const { port } = await listening(await anOffer());
    const encoded = { 'Mcp-Name': `=?base64?${Buffer.from('explain').toString('base64')}?=` };
    const called = await raw(port, ask('tools/call', NAMED, META, { ...encoded, Accept: 'application/json' }));
    expect(JSON.parse(called.body)).toMatchObject({ id: 7, result: { resultType: 'complete' } });
    expect(called.headers.has('mcp-session-id')).toBe(false);
    const told = ask('notifications/x').replace('"id":7,', '       ');
    expect(await raw(port, told)).toMatchObject({ status: 202, body: '' });
    expect((await raw(port, ask('tools/list', {}, META, { Accept: 'text/html' }))).status).toBe(406);
  });

  test('a client that goes away takes its evaluation along', async () => {
    const { port } = await listening(await anOffer());
    const { command, called } = await hanging();
    const sent = ask('tools/call', { name: 'run_probe', arguments: { manifest: manifestOf(CALLS), command } });
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    const pid = await called();
    socket.destroy();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENTLY);
  });
});

describe('on a connection with a handshake', () => {
  async function both() {
    const running = new Running();
    const offer = await anOffer();
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await createServer(offer, running).connect(theirs);
    takeStateless(theirs, { offer, running });
    const heard: JSONRPCMessage[] = [];
    ours.onmessage = (message) => void heard.push(message);
    await ours.start();
    onTestFinished(() => ours.close());
    const send = (message: object): Promise<void> => ours.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
    const answerTo = (id: number): Promise<any> =>
      vi.waitFor(() => {
        const found = heard.find((message) => 'id' in message && message.id === id);
        if (found === undefined) throw new Error(`no answer to ${id} yet`);
        return found;
      }, PATIENTLY);
    return { send, answerTo, heard };
  }

  test('each request is answered in its own revision', async () => {
    const { send, answerTo } = await both();
    await send({ id: 1, method: 'server/discover', params: { _meta: META } });
    expect(await answerTo(1)).toMatchObject({ result: { supportedVersions: [VERSION] } });
    const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    await send({ id: 2, method: 'initialize', params: client });
    expect(await answerTo(2)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    await send({ method: 'notifications/initialized' });
    await send({ id: 3, method: 'tools/list', params: { _meta: META } });
    await send({ id: 4, method: 'tools/list' });
    const [stateless, other] = [(await answerTo(3)).result, (await answerTo(4)).result];
    expect(stateless).toMatchObject({ resultType: 'complete', tools: other.tools });
    expect(other).not.toHaveProperty('resultType');
    await send({ id: 5, method: 'ping', params: { _meta: META } });
    expect(await answerTo(5)).toMatchObject({ error: { code: -32601 } });
    await send({ id: 6, method: 'server/discover' });
    expect(await answerTo(6)).toMatchObject({ error: { code: -32602 } });
  });

  test('a call that is cancelled is given up, and not answered', async () => {
    const { send, answerTo, heard } = await both();
    const { command, called } = await hanging();
    const params = { name: 'run_probe', arguments: { manifest: manifestOf(CALLS), command }, _meta: META };
    await send({ id: 1, method: 'tools/call', params });
    const pid = await called();
    await send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENTLY);
    await send({ id: 2, method: 'tools/list', params: { _meta: META } });
    await answerTo(2);
    expect(heard.filter((message) => 'id' in message && message.id === 1)).toEqual([]);
  });
});
