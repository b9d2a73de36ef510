import { describe, expect, it } from 'vitest';
import { type Opening, ServerError, type WireEvent } from '../../core/session/port.js';
import { openStdio, type StdioOptions } from '../../core/session/stdio.js';
import { call, connect, lives, oddTarget, pids, until } from './odd.js';

interface Out {
  readonly method: string;
  readonly params?: { readonly capabilities?: unknown; readonly _meta?: Record<string, unknown> };
}
const ENVELOPE = 'io.modelcontextprotocol/';

/** Listens to a session from its first byte on. */
function ear() {
  const seen: WireEvent[] = [];
  return {
    tap: (event: WireEvent) => void seen.push(event),
    out: () => seen.flatMap((event) => (event.kind === 'frame' && event.dir === 'out' ? [event.json as Out] : [])),
    starts: () => pids(seen.flatMap((event) => (event.kind === 'stderr' ? [event.text] : [])).join('')),
  };
}

async function opened(mode: string, opening: Opening, argument?: number) {
  const { tap, out, starts } = ear();
  const session = await connect(oddTarget(mode, argument), { ...opening, tap });
  const answer = await call(session);
  return { session, answer, out: out(), methods: out().map(({ method }) => method), starts: starts().length };
}

async function failure(mode: string, options: Partial<StdioOptions>, target = oddTarget(mode)) {
  const { tap, out, starts } = ear();
  const error: unknown = await openStdio(target, { timeoutMs: 20_000, tap, ...options }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ServerError);
  // Whatever was started is gone.
  expect(starts().filter(lives)).toEqual([]);
  return {
    message: (error as ServerError).message,
    methods: out().map(({ method }) => method),
    starts: starts().length,
  };
}

describe('capabilities', () => {
  const capabilities = { sampling: {}, elicitation: { form: {} } };

  it('stand in the handshake', async () => {
    const { out } = await opened('plain', { capabilities });
    expect(out.find(({ method }) => method === 'initialize')?.params?.capabilities).toEqual(capabilities);
  });

  it('stand in the envelope of every request, the first one included', async () => {
    const { out } = await opened('stateless', { capabilities });
    expect(out.map(({ params }) => params?._meta?.[`${ENVELOPE}clientCapabilities`])).toEqual([
      capabilities,
      capabilities,
    ]);
  });

  it('are none when left out', async () => {
    const { out } = await opened('plain', {});
    expect(out.map(({ params }) => params?._meta?.[`${ENVELOPE}clientCapabilities`] ?? params?.capabilities)).toEqual([
      {},
      {},
      undefined,
      undefined,
    ]);
  });
});

describe('an era that is known', () => {
  it('initialize: straight to the handshake, also with a server that would leave', async () => {
    for (const mode of ['plain', 'discover-exits']) {
      const { session, answer, methods, starts } = await opened(mode, { era: 'initialize' });
      expect(session).toMatchObject({ era: 'initialize', version: '2025-11-25', capabilities: { tools: {} } });
      expect(answer.kind).toBe('result');
      expect({ methods, starts }).toEqual({
        methods: ['initialize', 'notifications/initialized', 'tools/call'],
        starts: 1,
      });
    }
  });

  it('stateless: one question for what the session must know', async () => {
    const { session, answer, methods } = await opened('stateless', { era: 'stateless' });
    expect(session).toMatchObject({ era: 'stateless', version: '2026-07-28', capabilities: { tools: {} } });
    expect(answer.kind).toBe('result');
    expect(methods).toEqual(['server/discover', 'tools/call']);
  });

  it('stateless: the server names its version, so it is asked once more', async () => {
    const { methods } = await opened('version-refused', { era: 'stateless' });
    expect(methods).toEqual(['server/discover', 'server/discover', 'tools/call']);
  });

  it.each([
    ['plain', 'The server refused the handshake: Method not found (error -32601).'],
    [
      'discover-says-yes',
      "The server's answer to the handshake cannot be used: it names no version that this client speaks.",
    ],
    [
      'stateless-newer',
      "The server's answer to the handshake cannot be used: it names no version that this client speaks. It speaks 2031-01-01; this client speaks 2026-07-28, 2025-11-25 and older.",
    ],
    ['discover-exits', 'The server exited with code 8 before it answered.'],
  ])('stateless, but it is not: %s', async (mode, message) => {
    expect(await failure(mode, { era: 'stateless' })).toEqual({ message, methods: ['server/discover'], starts: 1 });
  });

  it('stateless: has all the time there is, and no more', async () => {
    expect(await failure('discover-silent', { era: 'stateless', timeoutMs: 400 })).toEqual({
      message: 'The server did not answer within 0.4 s.',
      methods: ['server/discover'],
      starts: 1,
    });
  });

  it('initialize, but it is not', async () => {
    const { message, methods } = await failure('stateless', { era: 'initialize' });
    expect(message).toBe('The server refused the handshake: Unsupported protocol version (error -32022).');
    expect(methods).toEqual(['initialize']);
  });
});

describe('no handshake', () => {
  it('a process, nothing asked and nothing known', async () => {
    const { session, methods, out } = await opened('plain', { handshake: false, capabilities: { sampling: {} } });
    expect(session).toMatchObject({
      era: 'initialize',
      version: '',
      capabilities: {},
      serverInfo: undefined,
      instructions: undefined,
      closed: false,
    });
    expect(methods).toEqual(['tools/call']);
    expect(out[0]?.params).not.toHaveProperty('_meta');
    expect(await session.request('initialize', { protocolVersion: '1999-01-01' }, { timeoutMs: 20_000 })).toMatchObject(
      {
        kind: 'result',
        result: { protocolVersion: '2025-11-25' },
      },
    );
    expect(await session.close()).toEqual({ code: 0, signal: null, forced: false });
  });

  it('of the stateless era: the envelope, and what the caller wrote wins', async () => {
    const capabilities = { sampling: {} };
    const session = await connect(oddTarget('stateless'), { handshake: false, era: 'stateless', capabilities });
    expect(session).toMatchObject({ era: 'stateless', version: '' });
    const _meta = { [`${ENVELOPE}protocolVersion`]: '1999-01-01' };
    const { result } = await session.request('meta', { _meta }, { timeoutMs: 20_000 });
    expect(result).toMatchObject({
      params: {
        _meta: { [`${ENVELOPE}protocolVersion`]: '1999-01-01', [`${ENVELOPE}clientCapabilities`]: capabilities },
      },
    });
  });

  it.each([
    [{ command: ['no-such-program-here'] }, /^Cannot start the server: there is no program "no-such-program-here"/],
    [{ command: ['node', 'a\0b'] }, /^Cannot start the server "node": .+\.$/],
    [{ command: ['node'], cwd: '/no/such/folder' }, /^Cannot start the server: its working directory/],
  ])('could not start %j', async (target, message) => {
    const failed = await failure('', { handshake: false }, { kind: 'stdio', ...target });
    expect(failed.message).toMatch(message);
  });

  it('what ends at once is known by the first request', async () => {
    const session = await connect(oddTarget('exits-at-once'), { handshake: false });
    expect(await call(session)).toMatchObject({ kind: 'closed', reason: 'the server exited with code 3' });
  });

  it('is not begun when the signal is aborted', async () => {
    const signal = AbortSignal.abort('the run is over');
    const { message } = await failure('plain', { handshake: false, signal });
    expect(message).toBe('Connecting to the server was interrupted: the run is over.');
  });
});

describe('what the handshake costs', () => {
  /** Allows so many requests. */
  const purse = (left: number) => {
    const spent = { asked: 0 };
    const spend = (): boolean => (spent.asked += 1) <= left;
    return { spent, spend };
  };

  it.each([
    ['plain', {}, 2],
    ['plain', { era: 'initialize' }, 1],
    ['plain', { handshake: false }, 0],
    ['stateless', {}, 1],
    ['stateless', { era: 'stateless' }, 1],
    ['version-refused', {}, 2],
    ['discover-exits', {}, 2],
  ] as const)('%s with %j: %i', async (mode, opening, cost) => {
    const enough = purse(cost);
    const { answer } = await opened(mode, { ...opening, spend: enough.spend });
    expect(answer.kind).toBe('result');
    expect(enough.spent.asked).toBe(cost);
  });

  it.each([
    ['plain', {}, ['server/discover'], 1],
    ['plain', { era: 'initialize' }, [], 1],
    ['stateless', { era: 'stateless' }, [], 1],
    ['version-refused', {}, ['server/discover'], 1],
    ['discover-exits', {}, ['server/discover'], 2],
  ] as const)('%s with %j and one too few: nothing more is sent', async (mode, opening, methods, starts) => {
    const { spend } = purse(methods.length);
    expect(await failure(mode, { ...opening, spend })).toEqual({
      message: 'Connecting to the server was interrupted: no request may be sent any more.',
      methods,
      starts,
    });
  });
});

it('the server is told nothing when nothing may be spent, and is gone', async () => {
  const { tap, out, starts } = ear();
  const opening = openStdio(oddTarget('plain'), { timeoutMs: 20_000, tap, spend: () => false });
  await expect(opening).rejects.toBeInstanceOf(ServerError);
  expect(out()).toEqual([]);
  await until(() => starts().filter(lives).length === 0);
});
