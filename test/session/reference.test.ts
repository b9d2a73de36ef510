import { describe, expect, it } from 'vitest';
import { referenceView, requestWithReference } from '../../core/session/reference.js';
import { connect, fixture, odd } from './odd.js';

const PARAMS = { name: 'poke', arguments: {} };
const LIMITS = { timeoutMs: 20_000 };

/** What the reference client makes of one odd answer, and what our own session does. */
async function both(mode: string, argument?: number, timeoutMs = LIMITS.timeoutMs) {
  const session = await odd(mode, argument, { maxFrameBytes: 64 * 1024 });
  const { answer, view } = await requestWithReference(session, 'tools/call', PARAMS, { timeoutMs });
  return { kind: answer.kind, view };
}

describe('the reference client', () => {
  it.each(['plain', 'id-text', 'noise', 'progress', 'twice', 'crlf', 'not-utf8', 'content-missing', 'deep'])(
    'accepts %s, as we do',
    async (mode) => {
      expect(await both(mode)).toEqual({ kind: 'result', view: { verdict: 'accepted' } });
    },
  );

  it.each([
    ['extra-key', 'result'],
    ['no-jsonrpc', 'result'],
    ['code-text', 'error'],
    ['both', 'malformed'],
    ['neither', 'malformed'],
    ['result-null', 'result'],
    ['batch', 'result'],
    ['mark', 'result'],
    ['unterminated', 'result'],
  ])('never settles on %s, which to us is a %s', async (mode, kind) => {
    expect(await both(mode)).toEqual({ kind, view: { verdict: 'never settled' } });
  });

  it.each(['id-null', 'id-missing', 'id-foreign', 'pretty'])('never settles on %s, and neither do we', async (mode) => {
    expect(await both(mode, undefined, 300)).toEqual({ kind: 'timeout', view: { verdict: 'never settled' } });
  });

  it('rejects content that is no list', async () => {
    const { kind, view } = await both('content-text');
    expect(kind).toBe('result');
    expect(view).toEqual({ verdict: 'rejected', message: expect.stringContaining('expected array') });
  });

  it('hands on an error of the server, but not the fields it does not know', async () => {
    expect(await both('error-extra')).toEqual({
      kind: 'error',
      view: { verdict: 'rejected', message: 'MCP error -32000: busy', code: -32000 },
    });
  });

  it('says nothing about an answer that the wire dropped', async () => {
    expect(await both('long', 100_000)).toEqual({ kind: 'malformed', view: undefined });
  });

  it('reads a list only when every tool in it is one', async () => {
    const tools = [{ name: 'a', inputSchema: { type: 'object' } }];
    const list = (more: object[]) =>
      referenceView({
        method: 'tools/list',
        id: 3,
        frames: [{ json: { jsonrpc: '2.0', id: 3, result: { tools: [...tools, ...more] } } }],
      });
    expect(await list([])).toEqual({ verdict: 'accepted' });
    expect(await list([{ name: 'b' }])).toMatchObject({
      verdict: 'rejected',
      message: expect.stringContaining('inputSchema'),
    });
  });

  it('works from a record, and takes no foreign id for its own', async () => {
    const frames = [null, '', '0', 0, 7].map((id) => ({ json: { jsonrpc: '2.0', id, result: {} } }));
    expect(await referenceView({ method: 'ping', id: 12, frames })).toEqual({ verdict: 'never settled' });
    expect(
      await referenceView({
        method: 'ping',
        id: 12,
        frames: [...frames, { json: { jsonrpc: '2.0', id: 12, result: {} } }],
      }),
    ).toEqual({ verdict: 'accepted' });
  });

  it.each([
    ['sdk-initialize.mjs', 'initialize'],
    ['sdk-dual.mjs', 'stateless'],
  ])('accepts what %s says in the %s era', async (file, era) => {
    const session = await connect({ kind: 'stdio', command: [process.execPath, fixture(file)] });
    expect(session.era).toBe(era);
    for (const [method, params] of [
      ['tools/list', {}],
      ['tools/call', { name: 'greet', arguments: {} }],
    ] as const) {
      expect((await requestWithReference(session, method, params, LIMITS)).view).toEqual({ verdict: 'accepted' });
    }
  });
});
