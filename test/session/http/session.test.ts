import { describe, expect, it } from 'vitest';
import { call, connect, plain, PATIENT_MS } from './server.js';

describe.each(['json', 'events'] as const)('an ordinary server that answers with %s', (style) => {
  it('of the initialize era: every message is a POST with the headers it needs', async () => {
    const server = await plain({ style, session: 'abc-123' });
    const session = await connect(server);
    expect(session).toMatchObject({
      era: 'initialize',
      version: '2025-11-25',
      serverInfo: { name: 'plain' },
      closed: false,
    });
    expect(await call(session, {}, { a: 1 })).toMatchObject({ kind: 'result', result: { got: { a: 1 } } });
    await session.close();
    expect(session.closed).toBe(true);

    expect(server.asked.map(({ verb, message }) => message.method ?? verb)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
      'GET',
      'tools/call',
      'DELETE',
    ]);
    const [discover, initialize, ...later] = server.asked;
    expect(discover?.headers).toMatchObject({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' });
    expect(initialize?.headers).not.toHaveProperty('mcp-protocol-version');
    expect(initialize?.headers).not.toHaveProperty('mcp-session-id');
    for (const { headers } of later)
      expect(headers).toMatchObject({ 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': 'abc-123' });
    for (const { headers } of server.of('POST'))
      expect(headers).toMatchObject({
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      });
    expect(server.of('GET')[0]?.headers).toMatchObject({ accept: 'text/event-stream' });
  });

  it('of the stateless era: no session, and headers that say what the body says', async () => {
    const server = await plain({ style, era: 'stateless' });
    const session = await connect(server);
    expect(session).toMatchObject({ era: 'stateless', version: '2026-07-28', serverInfo: { name: 'plain' } });
    expect(await call(session)).toMatchObject({ kind: 'result' });
    await session.request('resources/read', { uri: 'file:///ä' }, { timeoutMs: PATIENT_MS });
    await session.close();

    expect(server.asked.map(({ verb, message }) => message.method ?? verb)).toEqual([
      'server/discover',
      'tools/call',
      'resources/read',
    ]);
    for (const { headers, message } of server.asked) {
      expect(headers).toMatchObject({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': message.method });
      expect(headers).not.toHaveProperty('mcp-session-id');
      expect(message.params?._meta).toMatchObject({ 'io.modelcontextprotocol/protocolVersion': '2026-07-28' });
    }
    expect(server.of('tools/call')[0]?.headers).toMatchObject({ 'mcp-name': 'poke' });
    expect(server.of('resources/read')[0]?.headers).toMatchObject({ 'mcp-name': '=?base64?ZmlsZTovLy/DpA==?=' });
  });
});
