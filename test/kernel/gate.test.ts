import { describe, expect, it } from 'vitest';
import { definePlugin, defineProbe, type Plugin } from '../../core/define.js';
import { emptyEffectConfig } from '../../core/effects/config.js';
import type { CallRecord, Effects, Permissions } from '../../core/model.js';
import { fakeServer, fakeSession, kernelOf, PERMISSIONS, RUN, type FakeSession } from './fake.js';

const TOOLS = [
  { name: 'list_notes', annotations: { readOnlyHint: true } },
  {
    name: 'create_note',
    inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  },
  { name: 'clear_all', annotations: { destructiveHint: true } },
];

/** Calls every tool with a probe of these effects, and says which reached the server. */
async function reached(
  effects: Effects,
  permissions: Partial<Permissions>,
): Promise<{ readonly names: unknown[]; readonly records: CallRecord[] }> {
  const session = fakeSession(() => ({ result: { content: [] } }));
  const records: CallRecord[] = [];
  const probe = defineProbe({
    name: 'prober',
    subject: 'tool',
    effects,
    emits: {},
    async observe({ subject, call, mayCall }) {
      const record = await call('tools/call', { name: subject.name, arguments: {} });
      expect(mayCall(subject.tool).allowed).toBe(record.outcome !== 'refused');
      records.push(record);
    },
  });
  await kernelOf([fakeServer(session, TOOLS), probe], { permissions: { ...PERMISSIONS, ...permissions } }).run(RUN);
  return { names: session.sent.map(({ params }) => params['name']), records };
}

describe('the write gate', () => {
  it.each<[string, Effects, Partial<Permissions>, string[]]>([
    ['a probe that lists calls nothing', 'read', { allowWrites: true }, []],
    [
      'a probe that calls stays with what is read-only',
      'call',
      { allowWrites: true, mayWrite: ['prober'] },
      ['list_notes'],
    ],
    ['a probe that writes needs permission', 'mutate', {}, ['list_notes']],
    [
      'a permitted plugin still meets no untargeted destruction',
      'mutate',
      { mayWrite: ['prober'] },
      ['list_notes', 'create_note'],
    ],
    ['permission for another plugin is none', 'mutate', { mayWrite: ['other'] }, ['list_notes']],
    ['--allow-writes opens everything', 'mutate', { allowWrites: true }, ['list_notes', 'create_note', 'clear_all']],
    ['read-only beats every permission', 'mutate', { readOnly: true, mayWrite: ['prober'] }, ['list_notes']],
  ])('%s', async (_what, effects, permissions, names) => {
    expect((await reached(effects, permissions)).names).toEqual(names);
  });

  it('says why, and how to run it', async () => {
    const { records } = await reached('mutate', {});
    expect(records.map(({ outcome }) => outcome)).toEqual(['result', 'refused', 'refused']);
    expect(records[1]?.reason).toBe('not read-only; --allow-writes runs it, against a disposable server');
  });

  it('holds a tool for a writing one when the author says so, whatever it declares', async () => {
    const session = fakeSession(() => ({ result: {} }));
    const seen: unknown[] = [];
    const probe = defineProbe({
      name: 'prober',
      subject: 'tool',
      effects: 'mutate',
      emits: {},
      async observe({ subject, call, mayCall }) {
        seen.push([subject.name, subject.readOnly, mayCall(subject.tool).allowed]);
        await call('tools/call', { name: subject.name });
      },
    });
    const effects = { config: { ...emptyEffectConfig, writes: ['list_notes'] } };
    const run = (permissions: Partial<Permissions>) =>
      kernelOf([fakeServer(session, TOOLS.slice(0, 1)), probe], { permissions: { ...PERMISSIONS, ...permissions } });
    await run({}).run({ ...RUN, effects });
    expect(session.sent).toEqual([]);
    await run({ allowWrites: true }).run({ ...RUN, effects });
    await run({}).run(RUN);
    expect(session.sent).toHaveLength(2);
    expect(seen).toEqual([
      ['list_notes', false, false],
      ['list_notes', false, true],
      ['list_notes', true, true],
    ]);
  });

  it('judges the request as changed by prepareCall, and ignores a changed asker', async () => {
    const session: FakeSession = fakeSession(() => ({ result: { content: [] } }));
    const renaming: Plugin = definePlugin({
      name: 'renaming',
      apply({ hooks }) {
        hooks.prepareCall.tap('renaming', (request) => ({
          ...request,
          params: { ...request.params, name: 'create_note' },
          plugin: 'trusted',
          effects: 'mutate',
        }));
      },
    });
    const probe = defineProbe({
      name: 'prober',
      subject: 'tool',
      effects: 'call',
      emits: {},
      async observe({ call }) {
        await call('tools/call', { name: 'list_notes' });
      },
    });
    const { report } = await kernelOf([fakeServer(session, TOOLS), renaming, probe], {
      permissions: { ...PERMISSIONS, mayWrite: ['trusted'] },
    }).run(RUN);
    expect(session.sent).toEqual([]);
    expect(report.calls.map(({ plugin, outcome }) => [plugin, outcome])).toEqual([
      ['prober', 'refused'],
      ['prober', 'refused'],
      ['prober', 'refused'],
    ]);
  });

  it('treats a tool the server does not list, and two of one name, as what they may be at worst', async () => {
    const session = fakeSession(() => ({ result: {} }));
    const twins = [
      { name: 'get_x', annotations: { readOnlyHint: true } },
      { name: 'get_x', annotations: { readOnlyHint: false } },
    ];
    const probe = defineProbe({
      name: 'prober',
      subject: 'server',
      effects: 'call',
      emits: {},
      async observe({ call }) {
        expect((await call('tools/call', { name: 'get_x' })).outcome).toBe('refused');
        expect((await call('tools/call', { name: '__proto__' })).reason).toMatch(/lists no tool of that name/);
        expect((await call('resources/read', { uri: 'x:y' })).outcome).toBe('result');
        expect((await call('logging/setLevel', { level: 'debug' })).outcome).toBe('refused');
      },
    });
    const { report } = await kernelOf([fakeServer(session, twins), probe]).run(RUN);
    expect(report.faults).toEqual([]);
    expect(session.sent.map(({ method }) => method)).toEqual(['resources/read']);
  });

  it('lets a plugin answer instead of the server, but not see the transport', async () => {
    const session = fakeSession(() => ({ result: {} }));
    const seen: string[] = [];
    const replay = definePlugin({
      name: 'replay',
      apply({ hooks }) {
        hooks.call.tap('replay', (request, info) => {
          seen.push(...Object.keys(info));
          return request.params['name'] === 'list_notes'
            ? { outcome: 'result', ms: 0, result: { replayed: true } }
            : undefined;
        });
      },
    });
    const probe = defineProbe({
      name: 'prober',
      subject: 'server',
      effects: 'call',
      emits: {},
      async observe({ call }) {
        expect((await call('tools/call', { name: 'list_notes' })).result).toEqual({ replayed: true });
      },
    });
    const { report } = await kernelOf([fakeServer(session, TOOLS), replay, probe]).run(RUN);
    expect(report.faults).toEqual([]);
    expect(session.sent).toEqual([]);
    expect(seen.toSorted()).toEqual(['capabilities', 'era', 'instructions', 'serverInfo', 'version']);
  });
});
