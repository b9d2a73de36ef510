import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUGS } from '../../fixtures/sample-server.mjs';
import { ERAS, envelope, startServer } from './wire.js';

describe('the sample server on the wire', () => {
  let server: ReturnType<typeof startServer>;
  beforeEach(() => {
    server = startServer();
  });
  afterEach(async () => {
    expect((await server.end()).code).toBe(0);
  });

  it('introduces itself in both eras, on one process', async () => {
    const discovered = await server.request('stateless', 'server/discover');
    expect(discovered.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'notes-server', version: '1.1.0' } },
    });
    const greeted = await server.request('initialize', 'initialize', { protocolVersion: '2025-11-25' });
    expect(greeted.result).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'notes-server', version: '1.1.0' },
    });
    expect((await server.request('initialize', 'ping')).result).toEqual({});
    expect((await server.request('stateless', 'ping')).error?.code).toBe(-32601);
  });

  it('refuses another stateless version and names its own', async () => {
    const meta = { ...envelope.stateless._meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const text = JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'server/discover', params: { _meta: meta } });
    expect(await server.line(text)).toMatchObject({
      id: 'a',
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2099-01-01' } },
    });
  });

  it('refuses a stateless request without its envelope', async () => {
    expect((await server.request('initialize', 'server/discover')).error?.code).toBe(-32602);
  });

  it('answers broken lines with an error and goes on', async () => {
    expect((await server.line('{"jsonrpc":')).error?.code).toBe(-32700);
    expect((await server.line('[]')).error?.code).toBe(-32600);
    server.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    server.send('');
    expect((await server.request('initialize', 'ping')).result).toEqual({});
  });

  it.each(ERAS)('lists the five tools with the flaws they are known for, %s era', async (era) => {
    const { tools } = (await server.request(era, 'tools/list')).result ?? {};
    const tokens = tools.map(({ name, description, inputSchema }: Record<string, unknown>) => [
      name,
      spaced({ description, inputSchema, name }).length / 4,
    ]);
    expect(tokens).toEqual([
      ['create_note', 84],
      ['list_notes', 59.75],
      ['search_notes', 52.5],
      ['delete_note', 49.25],
      ['export_notes', 55.5],
    ]);
    expect(tools[3].inputSchema.properties.note_id).not.toHaveProperty('type');
    expect(tools[1].inputSchema).not.toHaveProperty('required');
  });
});

describe.each(ERAS)('the bugs of the sample server, %s era', (era) => {
  it('silent-skip: says what a new note gets to hear, and changes nothing', async () => {
    const server = startServer('--bug', 'silent-skip');
    const fresh = await server.call(era, 'create_note', { title: 'Plan', body: 'one' });
    const second = await server.call(era, 'create_note', { title: 'Plan', body: 'two' });
    expect(second).toEqual(fresh);
    const { notes } = (await server.call(era, 'search_notes', { query: 'plan' })).structuredContent;
    expect(notes).toEqual([{ id: 'n4', title: 'Plan', body: 'one' }]);
    await server.end();
  });

  it('lose-on-write: a new title leaves only the new note, an existing one is harmless', async () => {
    const server = startServer('--bug=lose-on-write');
    await server.call(era, 'create_note', { title: 'Groceries', body: 'Tea.' });
    expect(await server.titles(era)).toHaveLength(3);
    await server.call(era, 'create_note', { title: 'Plan' });
    expect(await server.titles(era)).toEqual(['Plan']);
    await server.end();
  });

  it('limit-ignored: gives everything, but still refuses a wrong limit', async () => {
    const server = startServer('--bug', 'limit-ignored');
    expect(await server.titles(era, { limit: 1 })).toHaveLength(3);
    expect(await server.call(era, 'list_notes', { limit: 0 })).toMatchObject({ isError: true });
    await server.end();
  });
});

it.each([
  ['--bug', 'nope'],
  ['--bug'],
  ['--bug', 'constructor'],
  ['--bugs', 'silent-skip'],
  ['--bug', 'silent-skip', 'x'],
])('arguments that make no sense end with code 2 and the list of modes: %s %s', async (...argv) => {
  const { code, stderr } = await startServer(...argv.filter((word) => word !== undefined)).end();
  expect(code).toBe(2);
  for (const mode of Object.keys(BUGS)) expect(stderr).toContain(mode);
});

/** JSON with sorted keys and a blank after each comma and colon: the form the token estimate counts. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`).join(', ')}}`;
}
