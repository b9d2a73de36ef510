import { describe, expect, it } from 'vitest';
import discovery from '../../plugins/discovery.js';
import { fakeServer, fakeSession, kernelOf, RUN, type Script } from '../kernel/fake.js';

/** Lists with this script; the names of the tools that were found. */
async function listed(script: Script): Promise<readonly string[]> {
  const { report } = await kernelOf([fakeServer(fakeSession(script), []), discovery]).run(RUN);
  expect(report.faults).toEqual([]);
  return report.tools.map(({ name }) => name);
}

const page = (names: readonly unknown[], nextCursor?: unknown) => ({
  result: { tools: names.map((name) => ({ name })), ...(nextCursor !== undefined && { nextCursor }) },
});

function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe('discovery', () => {
  it('follows cursors to the end; an empty text is one', async () => {
    const pages = new Map<unknown, ReturnType<typeof page>>([
      [undefined, page(['a'], '')],
      ['', page(['b'], 'two')],
      ['two', page(['c'])],
    ]);
    expect(await listed((_method, params) => pages.get(params['cursor']) ?? {})).toEqual(['a', 'b', 'c']);
  });

  it('drops what is no object, and makes odd names harmless', async () => {
    const tools = [{ name: 'a' }, null, 'text', 5, [], { name: 42 }, {}];
    expect(await listed(() => ({ result: { tools } }))).toEqual(['a', '', '']);
  });

  it.each<[string, Script, RegExp]>([
    [
      'the same cursor again',
      () => page(['a'], 'more'),
      /never ends: page 2 names a cursor that an earlier page named, "more"/,
    ],
    [
      'a new cursor each time',
      (_m, { cursor }) => page(['a'], Number(cursor ?? 0) + 1),
      /still a next cursor after 100 pages/,
    ],
    ['a cursor nested without end', () => page(['a'], nested(20_000)), /names a cursor that an earlier page named/],
    [
      'a refusal',
      () => ({ kind: 'error', error: { code: -32601, message: 'Method not found' } }),
      /refused tools\/list: Method not found/,
    ],
    ['a refusal nested without end', () => ({ kind: 'error', error: nested(20_000) }), /refused tools\/list/],
    ['silence', () => ({ kind: 'timeout', ms: 3000 }), /did not answer tools\/list within 1 s/],
    [
      'a server that went away',
      () => ({ kind: 'closed', reason: 'the server exited with code 3' }),
      /exited with code 3/,
    ],
    ['no list', () => ({ result: { tools: 'many' } }), /without a list of tools/],
    ['no result', () => ({ result: null }), /without a list of tools/],
  ])('ends the run on %s', async (_what, script, why) => {
    await expect(listed(script)).rejects.toThrow(why);
  });
});
