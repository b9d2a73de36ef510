import { describe, expect, it } from 'vitest';
import { definePlugin } from '../../../core/define.js';
import type { JsonObject } from '../../../core/json.js';
import { type SurveyPlan, surveyPlugin } from '../../../core/manifest/survey-plugin.js';
import { ServerError, type Session } from '../../../core/session/port.js';
import { type FakeSession, fakeSession, kernelOf, PERMISSIONS, RUN, type Script } from '../../kernel/fake.js';

const reader = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  ...more,
});
const DONE = { result: { content: [] } };

type Listing = readonly JsonObject[] | Script;

/** Looks at a server that lists these tools and answers calls by script. `sessions`: how many can be opened. */
async function look(
  listing: Listing,
  script: (tool: string, session: number) => ReturnType<Script> = () => DONE,
  plan: Partial<SurveyPlan> & { readonly maxRequests?: number; readonly sessions?: number } = {},
) {
  const { maxRequests, sessions: most = Infinity, ...choice } = plan;
  const opened: FakeSession[] = [];
  const server = definePlugin({
    name: 'fake-server',
    apply({ hooks }) {
      hooks.connect.tap('fake-server', (): Session => {
        if (opened.length >= most) throw new ServerError('gone', undefined, 'closed');
        const number = opened.length + 1;
        const session = fakeSession((method, params, meanwhile) => {
          if (method === 'tools/call') return script(String(params['name']), number);
          return typeof listing === 'function' ? listing(method, params, meanwhile) : { result: { tools: listing } };
        });
        opened.push(session);
        return session;
      });
    },
  });
  const { plugin, seen } = surveyPlugin({ confirmReadOnly: false, decideOnly: false, ...choice });
  const permissions = { ...PERMISSIONS, confirmReadOnly: choice.confirmReadOnly === true };
  const { faults } = await kernelOf([server, plugin], { permissions }).run({
    ...RUN,
    ...(maxRequests !== undefined && { maxRequests }),
  });
  expect(faults).toEqual([]);
  const calls = opened.flatMap(({ sent }) => sent.filter(({ method }) => method === 'tools/call'));
  return { seen, sessions: opened, calls: calls.map(({ params }) => params) };
}

describe('a first look at a server', () => {
  it('calls each tool that may be called once, without arguments, and no other', async () => {
    const tools = [
      reader('list'),
      reader('get', { inputSchema: { type: 'object', required: ['id'] } }),
      reader('wipe', { annotations: { destructiveHint: true } }),
      reader('set', { annotations: { readOnlyHint: false } }),
      reader('quiet', { annotations: undefined }),
      reader('count'),
    ];
    const { seen, calls, sessions } = await look(tools, (tool) => (tool === 'list' ? { ...DONE, ms: 12.9 } : DONE));
    expect(calls).toEqual([
      { name: 'list', arguments: {} },
      { name: 'count', arguments: {} },
    ]);
    expect(seen).toMatchObject({ fault: undefined, called: 2, capabilities: { tools: {} } });
    expect(seen.callable.map(({ tool: { name }, ms }) => [name, ms])).toEqual([
      ['list', 12],
      ['count', 1],
    ]);
    expect(seen.decisions.map(({ decision }) => decision)).toEqual([
      'read-only',
      'needs-arguments',
      'destructive',
      'writer',
      'needs-attestation',
      'read-only',
    ]);
    expect(sessions).toHaveLength(1);
  });

  it('also calls what the operator vouches for', async () => {
    const tools = [
      reader('delete_all', { annotations: {} }),
      reader('half', { annotations: { destructiveHint: false } }),
      reader('set', { annotations: { readOnlyHint: false } }),
    ];
    const { calls } = await look(tools, undefined, { confirmReadOnly: true });
    expect(calls.map(({ name }) => name)).toEqual(['delete_all', 'half']);
  });

  it('only decides when that is all that is wanted', async () => {
    const { seen, calls } = await look([reader('list')], undefined, { decideOnly: true });
    expect(calls).toEqual([]);
    expect(seen.decisions.map(({ decision }) => decision)).toEqual(['read-only']);
  });

  it('keeps what succeeded, the first twenty of them', async () => {
    const tools = Array.from({ length: 25 }, (_, at) => reader(`t${at}`));
    const { seen, calls } = await look(tools, (tool) =>
      tool === 't0'
        ? { result: { content: [], isError: true } }
        : tool === 't1'
          ? { kind: 'error', error: { code: -32000, message: 'no' } }
          : DONE,
    );
    expect(calls).toHaveLength(25);
    expect(seen.called).toBe(25);
    expect(seen.callable.map(({ tool: { name } }) => name)).toEqual(
      Array.from({ length: 20 }, (_, at) => `t${at + 2}`),
    );
  });

  it.each([
    ['no answer in time', { kind: 'timeout' }],
    ['a closed connection', { kind: 'closed' }],
    ['an answer that is none', { result: { isError: 'yes' } }],
  ] as const)('goes on afresh after %s', async (_, answer) => {
    const { seen, sessions } = await look([reader('a'), reader('b')], (tool) => (tool === 'a' ? answer : DONE));
    expect(seen).toMatchObject({ fault: undefined, called: 2 });
    expect(seen.callable.map(({ tool: { name } }) => name)).toEqual(['b']);
    expect(sessions.map(({ sent }) => sent.filter(({ method }) => method === 'tools/call').length)).toEqual([1, 1]);
  });

  it('gives up when the server does not come back, or the budget is used up', async () => {
    const gone = await look([reader('a'), reader('b')], () => ({ kind: 'closed' }), { sessions: 1 });
    expect(gone.seen).toMatchObject({ fault: 'closed', called: 1 });
    const spent = await look([reader('a'), reader('b'), reader('c')], undefined, { maxRequests: 2 });
    expect(spent.seen.fault).toBe('budget');
    expect(spent.calls.length).toBeLessThan(3);
  });

  it.each<[string, Listing, string]>([
    ['a page that fails', () => ({ kind: 'error', error: { code: -32603, message: 'no' } }), 'protocol'],
    ['a page that never comes', () => ({ kind: 'timeout' }), 'timeout'],
    ['an entry that is none', [reader('a'), { name: 'b' }], 'protocol'],
    ['a list that does not end', () => ({ result: { tools: [reader('a')], nextCursor: 'more' } }), 'protocol'],
  ])('calls nothing after %s', async (_, listing, fault) => {
    const { seen, calls } = await look(listing);
    expect(seen).toMatchObject({ fault, called: 0, decisions: [] });
    expect(calls).toEqual([]);
  });

  it('refuses a selected tool that may not be called before anything is', async () => {
    const tools = [reader('list'), reader('set', { annotations: { readOnlyHint: false } })];
    await expect(look(tools, undefined, { tools: ['list', 'set'] })).rejects.toThrow(
      '--tool set: it is left out: it declares readOnlyHint false.',
    );
  });
});
