import { describe, expect, it, test } from 'vitest';
import { connect } from '../../core/api/connection.js';
import { pinOf, withProtocol } from '../../core/session/pin.js';
import type { Era } from '../../core/session/port.js';
import { plain } from './http/server.js';
import { openHttp } from '../../core/session/http.js';
import { openStdio } from '../../core/session/stdio.js';
import { fixture } from './odd.js';

const TIMEOUT_MS = 20_000;

test('what can be asked for', () => {
  expect(withProtocol({ kind: 'stdio' }, undefined)).toEqual({ kind: 'stdio' });
  expect(withProtocol({ kind: 'stdio' }, '2025-06-18')).toEqual({ kind: 'stdio', protocol: '2025-06-18' });
  expect(pinOf('2026-07-28')).toEqual({ era: 'stateless', version: '2026-07-28' });
  expect(pinOf('2024-11-05')).toEqual({ era: 'initialize', version: '2024-11-05' });
  expect([pinOf('stateless'), pinOf('initialize')]).toEqual([{ era: 'stateless' }, { era: 'initialize' }]);
  expect([pinOf(undefined), pinOf('constructor')]).toEqual([undefined, undefined]);
});

test.each([
  ['2025-11-26', ' Did you mean "2025-11-25"?'],
  ['Statless', ' Did you mean "stateless"?'],
  ['7', ''],
  ['__proto__', ''],
])('%j cannot', (protocol, hint) => {
  expect(() => withProtocol({}, protocol)).toThrow(
    `--protocol takes 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, stateless, initialize; found "${protocol}".${hint}`,
  );
});

describe('over HTTP', () => {
  const refused = async (url: string, protocol: string): Promise<unknown> => {
    const opening = openHttp({ kind: 'http', url, protocol }, { timeoutMs: TIMEOUT_MS });
    return opening.then(
      () => 'a session',
      (error: unknown) => error,
    );
  };

  it.each<[Era, string, string]>([
    ['initialize', 'initialize', '2025-11-25'],
    ['initialize', '2025-11-25', '2025-11-25'],
    ['stateless', 'stateless', '2026-07-28'],
    ['stateless', '2026-07-28', '2026-07-28'],
  ])('a server of the %s era that is asked for %s', async (era, protocol, version) => {
    const server = await plain({ era });
    const session = await openHttp({ kind: 'http', url: server.url, protocol }, { timeoutMs: TIMEOUT_MS });
    expect([session.era, session.version]).toEqual([era, version]);
    await session.close();
    const other = era === 'initialize' ? 'server/discover' : 'initialize';
    expect(server.of(other)).toEqual([]);
  });

  it('offers the version that is asked for, and names it from then on', async () => {
    const server = await plain({ version: '2025-06-18' });
    const target = { kind: 'http', url: server.url, protocol: '2025-06-18' } as const;
    const session = await openHttp(target, { timeoutMs: TIMEOUT_MS });
    await session.close();
    expect(server.of('initialize')[0]?.message.params?.['protocolVersion']).toBe('2025-06-18');
    expect(server.of('notifications/initialized')[0]?.headers['mcp-protocol-version']).toBe('2025-06-18');
  });

  it.each<[Era, string, string]>([
    ['initialize', '2026-07-28', 'The server refused the handshake: Server not initialized (error -32000).'],
    ['stateless', 'initialize', 'The server refused the handshake: no (error -32022).'],
    [
      'initialize',
      '2025-06-18',
      "The server's answer to the handshake cannot be used: it names the version 2025-11-25.",
    ],
  ])('a server of the %s era does not speak %s', async (era, protocol, message) => {
    const server = await plain({ era, session: 's' });
    expect(await refused(server.url, protocol)).toMatchObject({
      message: `${message} It was asked for the protocol ${protocol}, and for no other.`,
      plain: `does not speak the protocol ${protocol}, and was asked for no other`,
      fault: 'protocol',
      status: undefined,
    });
  });

  it('what is wrong with something else is not blamed on it', async () => {
    const server = await plain({ on: ({ res }) => (res.writeHead(500).end(), true) });
    const message = 'The server failed. It answered with HTTP status 500 Internal Server Error.';
    expect(await refused(server.url, 'stateless')).toMatchObject({ message });
  });
});

test('for programs', async () => {
  const { url } = await plain({ era: 'stateless' });
  const connection = await connect({ url }, { protocol: 'stateless' });
  expect(connection.server.era).toBe('stateless');
  await connection.close();
  await expect(connect({ url }, { protocol: 'none' })).rejects.toThrow(
    /^connect: protocol takes 2026-07-28, .*; found "none"\.$/,
  );
  await expect(connect({ url }, { protocol: 'initialize' })).rejects.toThrow('and for no other.');
});

test('over pipes', async () => {
  const command = [process.execPath, fixture('all-round.mjs'), 'initialize'];
  const open = (protocol: string) => openStdio({ kind: 'stdio', command, protocol }, { timeoutMs: TIMEOUT_MS });
  const session = await open('2025-11-25');
  expect([session.era, session.version]).toEqual(['initialize', '2025-11-25']);
  await session.close();
  await expect(open('2026-07-28')).rejects.toThrow(
    /^The server refused the handshake: Unknown method server\/discover \(error -32601\)\. It was asked for the protocol 2026-07-28, and for no other\.$/,
  );
});
