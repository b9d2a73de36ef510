/** `toolscore serve --listen`: who is let in, and what a client gets. */

import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { serveHttp } from '../../core/serve/http.js';
import { anOffer, call } from './connected.js';
import { httpClient, listening, raw, type RequestParts, requestText } from './listening.js';
import { CALLS, hanging, isAlive, manifestOf, PAGES, PATIENTLY, serverUnderTest } from './under-test.js';

const MIB = 1024 * 1024;

describe('a request', () => {
  const LET_IN: readonly [string, RequestParts][] = [
    ['as clients send it', {}],
    ['of localhost', { headers: ['Host: localhost:80'] }],
    ['of IPv6', { headers: ['Host: [::1]:7357'] }],
    ['from a page of this machine', { headers: ['Origin: http://localhost:3000'] }],
    ['with a character set', { headers: ['Content-Type: application/json; charset=utf-8'] }],
    ['with blanks up to the limit', { body: `${' '.repeat(MIB - 1000)}{"jsonrpc":"2.0","method":"x","id":1}` }],
  ];
  const REFUSED: readonly [string, RequestParts, number][] = [
    ['without a host', { headers: ['Host:'] }, 400],
    ['with two hosts', { headers: ['Host: localhost', 'Host: localhost'] }, 400],
    ['of another host', { headers: ['Host: example.com'] }, 403],
    ['of a host that begins like this machine', { headers: ['Host: localhost.example.com'] }, 403],
    ['of a host behind a user', { headers: ['Host: localhost@example.com'] }, 403],
    ['of an address in the network', { headers: ['Host: 192.168.0.1'] }, 403],
    ['of a name that may be this machine’s', { headers: ['Host: 127.0.0.1.nip.io'] }, 403],
    ['from a page of another machine', { headers: ['Origin: https://example.com'] }, 403],
    ['from a page in a sandbox', { headers: ['Origin: null'] }, 403],
    ['from an origin of another sort', { headers: ['Origin: file://localhost'] }, 403],
    ['with two origins', { headers: ['Origin: http://localhost', 'Origin: https://example.com'] }, 403],
    ['to another path', { path: '/' }, 404],
    ['by GET', { method: 'GET', body: '' }, 405],
    ['by DELETE', { method: 'DELETE', body: '' }, 405],
    ['by OPTIONS, as a browser asks', { method: 'OPTIONS', body: '', headers: ['Origin: http://localhost'] }, 405],
    ['without a type', { headers: ['Content-Type:'] }, 415],
    ['as a form', { headers: ['Content-Type: text/plain'] }, 415],
    ['of a type that only holds the word', { headers: ['Content-Type: text/plain; a=application/json'] }, 415],
    ['packed', { headers: ['Content-Encoding: gzip'] }, 415],
    ['that accepts no answer of ours', { headers: ['Accept: text/html'] }, 406],
    ['that is too large', { body: ' '.repeat(MIB + 1) }, 413],
    ['that is too large and says so late', { body: chunked(MIB + 1), headers: CHUNKED }, 413],
    ['that is no JSON', { body: '{' }, 400],
    ['without a body', { body: '' }, 400],
    ['that is no message', { body: '{}' }, 400],
    ['of a session that there is not', { headers: ['Mcp-Session-Id: 1'] }, 404],
    ['without a session', { body: '{"jsonrpc":"2.0","method":"tools/list","id":1}' }, 400],
    ['with headers that are too large', { headers: [`X-Large: ${'x'.repeat(17 * 1024)}`] }, 431],
  ];

  test.each(LET_IN)('%s is let in', async (_, parts) => {
    const { port } = await listening(await anOffer());
    const { status, headers } = await raw(port, requestText(parts));
    expect([200, 400]).toContain(status);
    // A request that is let in but begins no session is answered by the protocol.
    if (status === 200) expect(headers.get('mcp-session-id')).toMatch(/^[0-9a-f-]{36}$/);
    else expect(parts.body).toBeDefined();
    expectNoCors(headers);
  });

  test.each(REFUSED)('%s is refused', async (_, parts, expected) => {
    const { port } = await listening(await anOffer());
    const { status, headers, body } = await raw(port, requestText(parts));
    expect(status).toBe(expected);
    expectNoCors(headers);
    if (status === 405) expect(headers.get('allow')).toBe('POST');
    // Node itself says this one.
    if (status === 431) return;
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) as number } });
  });

  test('that is not sent to its end in time is refused', async () => {
    const { port } = await listening(await anOffer());
    const whole = requestText({});
    const { status } = await raw(port, whole.slice(0, -10));
    expect(status).toBe(408);
  });

  test('that its sender gives up is nobody’s trouble', async () => {
    const offer = await anOffer();
    const at = await listening(offer);
    await new Promise<void>((resolve) => {
      const socket = connect(at.port, '127.0.0.1', () =>
        socket.write(requestText({}).slice(0, -10), () => socket.destroy()),
      );
      socket.on('close', () => resolve());
    });
    expect((await call(await httpClient(at), 'list_findings')).failed).toBe(false);
    expect(offer.lines).toEqual([]);
  });
});

function expectNoCors(headers: ReadonlyMap<string, string>): void {
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
}

const CHUNKED = ['Transfer-Encoding: chunked', 'Content-Length:'];
function chunked(bytes: number): string {
  return `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n0\r\n\r\n`;
}

describe('a client', () => {
  test('lists and calls, and a report comes as it does over a pipe', async () => {
    const server = await serverUnderTest();
    const client = await httpClient(await listening(await anOffer()));
    expect(client.getServerVersion()).toMatchObject({ name: 'toolscore' });
    const seen = await call(client, 'run_probe', { manifest: manifestOf(PAGES, CALLS), command: server('fine') });
    expect(seen).toMatchObject({ failed: false, text: 'All 2 cases passed.' });
    const refused = await call(client, 'run_probe', { manifest: { version: 1, probes: [] }, command: ['x'] });
    expect(refused.text).toBe('manifest  /probes  probes is empty; it takes at least one case.');
  });

  test('shares the one evaluation with all others, cancels its own, and others go on', async () => {
    const at = await listening(await anOffer());
    const [one, other] = [await httpClient(at), await httpClient(at)];
    const { command, called } = await hanging();
    const cancel = new AbortController();
    const manifest = manifestOf(CALLS);
    const first = call(one, 'run_probe', { manifest, command }, cancel.signal).catch(() => 'cancelled');
    const pid = await called();
    expect((await call(other, 'score', { command })).text).toContain('Try again');
    cancel.abort();
    expect(await first).toBe('cancelled');
    await vi.waitUntil(() => !isAlive(pid), PATIENTLY);
    expect((await call(one, 'explain', { label: 'value-mismatch' })).failed).toBe(false);
  });

  test('that goes away takes its evaluation along', async () => {
    const at = await listening(await anOffer());
    const { command, called } = await hanging();
    const session = (await raw(at.port, requestText({}))).headers.get('mcp-session-id') ?? '';
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'run_probe', arguments: { manifest: manifestOf(CALLS), command } },
    });
    const socket = connect(at.port, '127.0.0.1', () =>
      socket.write(requestText({ headers: [`Mcp-Session-Id: ${session}`], body })),
    );
    const pid = await called();
    socket.destroy();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENTLY);
  });

  test('that is one of too many is forgotten, the one that was silent longest first', async () => {
    const at = await listening(await anOffer());
    const begin = async (): Promise<string> =>
      (await raw(at.port, requestText({}))).headers.get('mcp-session-id') ?? '';
    const ask = async (session: string): Promise<number> =>
      (
        await raw(
          at.port,
          requestText({ headers: [`Mcp-Session-Id: ${session}`], body: '{"jsonrpc":"2.0","id":2,"method":"ping"}' }),
        )
      ).status;
    const [first, second] = [await begin(), await begin()];
    expect(await ask(first)).toBe(200);
    for (let more = 0; more < 63; more += 1) await begin();
    expect(await ask(second)).toBe(404);
    expect(await ask(first)).toBe(200);
  });
});

describe('the end', () => {
  test('comes when it is asked for, and leaves nothing', async () => {
    const at = await listening(await anOffer());
    const client = await httpClient(at);
    const { command, called } = await hanging();
    const asked = call(client, 'run_probe', { manifest: manifestOf(CALLS), command }).catch(() => 'lost');
    const pid = await called();
    await at.end();
    expect(isAlive(pid)).toBe(false);
    expect(['lost', 'toolscore is ending, so the evaluation was given up.']).toContain(
      await asked.then((seen) => (typeof seen === 'string' ? seen : seen.text)),
    );
    await expect(raw(at.port, requestText({}))).rejects.toThrow('ECONNREFUSED');
  });

  test('comes at once when the port is taken', async () => {
    const offer = await anOffer();
    const { port } = await listening(offer);
    const never = new Promise<void>(() => {});
    await expect(serveHttp({ host: '127.0.0.1', port }, offer, never, () => {})).rejects.toThrow(
      `--listen: port ${port} of 127.0.0.1 is in use. Take another one; 0 takes any that is free.`,
    );
  });
});
