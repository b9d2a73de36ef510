import { describe, expect, it } from 'vitest';
import { ServerError, type WireEvent } from '../../core/session/port.js';
import { openStdio } from '../../core/session/stdio.js';
import { call, connect, fixture, lives, odd, oddTarget, pids } from './odd.js';

const NAMED = { name: 'odd', version: '1.0.0' };

/** How often the server was started, and what it was asked, in order. */
function asked(seen: readonly WireEvent[]): { starts: number; methods: (string | undefined)[] } {
  const stderr = seen.flatMap((event) => (event.kind === 'stderr' ? [event.text] : [])).join('');
  const frames = seen.filter((event) => event.kind === 'frame' && event.dir === 'out');
  return {
    starts: pids(stderr).length,
    methods: frames.map((event) => (event as { json: { method?: string } }).json.method),
  };
}

async function negotiated(mode: string, argument?: number, timeoutMs?: number) {
  const seen: WireEvent[] = [];
  const session = await odd(mode, argument, {
    tap: (event) => seen.push(event),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const { era, version, capabilities, serverInfo, instructions } = session;
  const answer = await call(session);
  await session.close();
  return { session, info: { era, version, capabilities, serverInfo, instructions }, answer, ...asked(seen) };
}

const HANDSHAKE = ['server/discover', 'initialize', 'notifications/initialized', 'tools/call'];

describe('finding the era', () => {
  it('initialize: discover is refused, the handshake follows on the same process', async () => {
    const { info, answer, starts, methods } = await negotiated('plain');
    expect(info).toEqual({
      era: 'initialize',
      version: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: NAMED,
      instructions: undefined,
    });
    expect(answer.kind).toBe('result');
    expect({ starts, methods }).toEqual({ starts: 1, methods: HANDSHAKE });
  });

  it('stateless: one question, then to work', async () => {
    const { info, answer, starts, methods } = await negotiated('stateless');
    expect(info).toEqual({
      era: 'stateless',
      version: '2026-07-28',
      capabilities: { tools: {} },
      serverInfo: NAMED,
      instructions: undefined,
    });
    expect(answer.kind).toBe('result');
    expect({ starts, methods }).toEqual({ starts: 1, methods: ['server/discover', 'tools/call'] });
  });

  it('stateless: the server refuses the version and names it again, so it is asked once more', async () => {
    const { info, methods } = await negotiated('version-refused');
    expect(info).toMatchObject({ era: 'stateless', version: '2026-07-28' });
    expect(methods).toEqual(['server/discover', 'server/discover', 'tools/call']);
  });

  it('initialize: an answer to discover that is no DiscoverResult', async () => {
    expect(await negotiated('discover-says-yes')).toMatchObject({ info: { era: 'initialize' }, methods: HANDSHAKE });
  });

  it('initialize: silence on discover', async () => {
    const { info, starts, methods, session } = await negotiated('discover-silent', undefined, 4000);
    expect(info).toMatchObject({ era: 'initialize' });
    expect({ starts, methods }).toEqual({ starts: 1, methods: HANDSHAKE });
    expect(session.counts.orphans).toBe(0);
  });

  it('initialize: the server ends on discover and is started once more', async () => {
    const { info, answer, starts, methods } = await negotiated('discover-exits');
    expect(info).toMatchObject({ era: 'initialize', serverInfo: NAMED });
    expect(answer.kind).toBe('result');
    expect({ starts, methods }).toEqual({
      starts: 2,
      methods: ['server/discover', 'initialize', 'notifications/initialized', 'tools/call'],
    });
  });

  it('waits longer for a server that is still busy starting', async () => {
    const { info, methods } = await negotiated('stateless-busy', 4200);
    expect(info).toMatchObject({ era: 'stateless' });
    expect(methods).toEqual(['server/discover', 'tools/call']);
  });

  it('a slow server that speaks both: the handshake was asked and answered, so it counts', async () => {
    const { info, starts, methods, session } = await negotiated('both-late', undefined, 4000);
    expect(info).toMatchObject({ era: 'initialize' });
    expect({ starts, methods }).toEqual({ starts: 1, methods: HANDSHAKE });
    expect(session.counts.orphans).toBe(0);
  });

  it('a slow server of the stateless era: its late answer counts, because it refuses the handshake', async () => {
    const { info, answer, methods } = await negotiated('stateless-late', undefined, 4000);
    expect(info).toMatchObject({ era: 'stateless', version: '2026-07-28' });
    expect(answer.kind).toBe('result');
    expect(methods).toEqual(['server/discover', 'initialize', 'tools/call']);
  });

  it.each([
    ['version-old', '2024-11-05'],
    ['version-nonsense', 'banana-\u001b[31m'],
  ])('keeps the version as the server wrote it: %s', async (mode, version) => {
    expect((await negotiated(mode)).info).toMatchObject({ era: 'initialize', version });
  });

  it('keeps capabilities and server info of any type', async () => {
    expect((await negotiated('version-missing')).info).toMatchObject({
      version: '',
      serverInfo: 'odd',
      capabilities: 5,
    });
  });
});

describe('servers made with the SDKs', () => {
  it.each([
    ['sdk-initialize.mjs', [], 'initialize', '2025-11-25'],
    ['sdk-dual.mjs', [], 'stateless', '2026-07-28'],
    ['sdk-dual.mjs', ['stateless'], 'stateless', '2026-07-28'],
  ])('%s %j: %s %s', async (file, args, era, version) => {
    const session = await connect({ kind: 'stdio', command: [process.execPath, fixture(file), ...args] });
    expect(session).toMatchObject({ era, version, serverInfo: { name: file.replace('.mjs', '') } });
    expect(await session.request('tools/call', { name: 'greet', arguments: {} }, { timeoutMs: 20_000 })).toMatchObject({
      kind: 'result',
      result: { content: [{ type: 'text', text: 'hello' }] },
    });
    expect(await session.close()).toEqual({ code: 0, signal: null, forced: false });
  });
});

// Mostly waiting, so all at once.
describe.concurrent('no session', () => {
  const failure = async (
    mode: string,
    argument?: number,
    timeoutMs = 20_000,
    target = oddTarget(mode, argument),
  ): Promise<ServerError> => {
    const error: unknown = await openStdio(target, { timeoutMs, maxFrameBytes: 64 * 1024 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ServerError);
    return error as ServerError;
  };

  it.each([
    ['exits-at-once', undefined, 'The server exited with code 3 before it answered.'],
    ['killed-at-once', undefined, 'The server was ended by SIGKILL before it answered.'],
    ['handshake-refused', undefined, 'The server refused the handshake: no licence (error -32000).'],
    [
      'handshake-text',
      undefined,
      "The server's answer to the handshake cannot be used: its result is a string, not an object.",
    ],
    [
      'handshake-both',
      undefined,
      "The server's answer to the handshake cannot be used: the answer has a result and an error.",
    ],
    [
      'handshake-long',
      100_000,
      "The server's answer to the handshake cannot be used: the answer is longer than the limit of 65536 bytes.",
    ],
    [
      'handshake-half',
      undefined,
      'The server exited with code 4 before it answered. It wrote 1 line to standard output that is no JSON message, the first: {"jsonrpc":"2.0","id":2,"resul',
    ],
    [
      'stateless-newer',
      undefined,
      'The server refused the handshake: Unsupported protocol version (error -32022). It speaks 2031-01-01; this client speaks 2026-07-28, 2025-11-25 and older.',
    ],
  ])('%s', async (mode, argument, message) => {
    expect((await failure(mode, argument)).message).toBe(message);
  });

  it.each([
    ['mute', 400, 'The server did not answer within 0.4 s.'],
    ['drip', 400, 'The server did not answer within 0.4 s.'],
    [
      'handshake-noise',
      4000,
      'The server did not answer within 4 s. It wrote 2 lines to standard output that are no JSON message, the first: Usage: odd [options]',
    ],
    ['echo', 4000, 'The server did not answer within 4 s. It wrote 2 messages that answer no request.'],
  ])('%s within %i ms', async (mode, timeoutMs, message) => {
    expect((await failure(mode, undefined, timeoutMs)).message).toBe(message);
  });

  it('shows the end of stderr, of the last start', async () => {
    const { detail } = await failure('exits-at-once');
    expect(detail).toMatch(/^pid \d+\ncannot open the database$/);
  });

  it('leaves nothing behind', async () => {
    const { detail = '' } = await failure('handshake-refused');
    expect(pids(detail)).toHaveLength(1);
    expect(pids(detail).filter(lives)).toEqual([]);
  });

  it.each([
    [
      { command: ['no-such-program-here'] },
      'Cannot start the server: there is no program "no-such-program-here" on the PATH or at that path.',
    ],
    [{ command: ['/etc/passwd'] }, 'Cannot start the server: "/etc/passwd" may not be run (permission denied).'],
    [
      { command: ['node'], cwd: '/no/such/folder' },
      'Cannot start the server: its working directory "/no/such/folder" does not exist.',
    ],
    [{ command: [''] }, /^Cannot start the server "": .+\.$/],
    [{ command: ['node', 'a\0b'] }, /^Cannot start the server "node": .+\.$/],
  ])('could not start %j', async (target, message) => {
    const error = await failure('', undefined, 5000, { kind: 'stdio', ...target });
    expect(error.message).toMatch(message);
    expect(error.detail).toBeUndefined();
  });

  it('gives up when the signal aborts', async () => {
    const stop = new AbortController();
    const opening = openStdio(oddTarget('mute'), { timeoutMs: 20_000, signal: stop.signal });
    stop.abort('the run was interrupted');
    await expect(opening).rejects.toThrow('Connecting to the server was interrupted: the run was interrupted.');
  });

  it('is nobody’s unhandled rejection while the caller is still busy', async () => {
    const opening = openStdio({ kind: 'stdio', command: ['no-such-program-here'] }, { timeoutMs: 1000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(opening).rejects.toBeInstanceOf(ServerError);
  });
});

describe('the environment', () => {
  const ask = async (name: string, target = {}) => {
    const session = await connect({ ...oddTarget('plain'), ...target });
    const { result } = await session.request('env', { name }, { timeoutMs: 20_000 });
    return result as { value: string | null; cwd: string };
  };

  it('is inherited, and what the target says is laid over it', async () => {
    expect((await ask('PATH')).value).toBe(process.env['PATH']);
    expect((await ask('PATH_TO_NOTES', { env: { PATH_TO_NOTES: 'a b' } })).value).toBe('a b');
    expect((await ask('HOME', { env: { HOME: '/elsewhere' } })).value).toBe('/elsewhere');
  });

  it('runs in the working directory of the target', async () => {
    expect((await ask('PATH', { cwd: '/' })).cwd).toBe('/');
  });
});
