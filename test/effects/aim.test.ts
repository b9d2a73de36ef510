import { describe, expect, it } from 'vitest';
import { aimerFor } from '../../core/effects/aim.js';
import { inventedLike } from '../../core/effects/invented.js';
import { likelyKeys } from '../../core/effects/key.js';
import { ledgerOf, type OwnRecord } from '../../core/effects/ledger.js';
import { ownIdsIn } from '../../core/effects/own-ids.js';
import { makeRecord } from '../../core/effects/record.js';
import { planRecord } from '../../core/effects/record-plan.js';
import type { JsonObject } from '../../core/json.js';
import type { Catalog, Tool } from '../../core/model.js';
import { tool } from '../schema/tools.js';

const TEXT = { type: 'string' };
const NO_VALUES = new Map<string, unknown>();

const taking = (name: string, properties: JsonObject): Tool =>
  tool({ name, inputSchema: { type: 'object', properties, required: Object.keys(properties) } });
const json = (value: unknown): JsonObject => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const prose = (text: string): JsonObject => ({ content: [{ type: 'text', text }] });

async function stored(writer: Tool, answer: JsonObject, hex = 'aaaaaa'): Promise<OwnRecord> {
  const planned = await planRecord(writer, { values: NO_VALUES, optional: true });
  if ('impossible' in planned) throw new Error(planned.impossible);
  const record = makeRecord(planned.plan, likelyKeys(planned.plan), hex);
  return ledgerOf({} as Catalog).add(writer, record, answer);
}

async function argumentsAt(of: Tool, own: OwnRecord): Promise<JsonObject | undefined> {
  const aimer = await aimerFor({ tool: of, values: NO_VALUES });
  return aimer?.at(own, 'bbbbbb')?.record.arguments;
}

async function argumentsAtNothing(of: Tool, like?: OwnRecord): Promise<JsonObject | undefined> {
  const aimer = await aimerFor({ tool: of, values: NO_VALUES });
  return aimer?.atNothing('cccccc', like)?.record.arguments;
}

const createTask = taking('create_task', { title: TEXT, text: TEXT });
const createEntities = taking('create_entities', {
  entities: {
    type: 'array',
    items: { type: 'object', properties: { name: TEXT, kind: TEXT }, required: ['name', 'kind'] },
  },
});

describe('a call at a record of our own', () => {
  it.each([
    ['an id of that name', { task_id: TEXT }, json({ task_id: 't-7' }), { task_id: 't-7' }],
    ['an id by its noun', { taskId: TEXT }, json({ id: 't-7' }), { taskId: 't-7' }],
    ['a bare id', { id: TEXT }, json({ task: { id: 't-7' } }), { id: 't-7' }],
    ['a number', { id: { type: 'integer' } }, json({ id: 12 }), { id: 12 }],
    ['an id in prose', { task_id: TEXT }, prose('Created task with id t-7.'), { task_id: 't-7' }],
    ['a number in prose', { task_id: TEXT }, prose('Created #12'), { task_id: '12' }],
    ['its key', { title: TEXT }, prose('Created'), { title: 'tspaaaaaa-title' }],
    ['its noun', { task: TEXT }, prose('Created'), { task: 'tspaaaaaa-title' }],
  ])('names it by %s', async (_what, takes, answer, expected) => {
    const own = await stored(createTask, answer);
    expect(await argumentsAt(taking('finish_task', takes), own)).toEqual(expected);
  });

  it('names what a list holds by the noun of the tool that wrote it', async () => {
    const own = await stored(createEntities, prose('Created'));
    const name = 'tspaaaaaa-name';
    expect(await argumentsAt(taking('delete_entities', { entityNames: { type: 'array', items: TEXT } }), own)).toEqual({
      entityNames: [name],
    });
    const observations = {
      type: 'array',
      items: { type: 'object', properties: { entityName: TEXT, contents: TEXT }, required: ['entityName', 'contents'] },
    };
    expect(await argumentsAt(taking('add_observations', { observations }), own)).toEqual({
      observations: [{ entityName: name, contents: 'tspbbbbbb-contents' }],
    });
  });

  it('is none when no argument speaks of it', async () => {
    const own = await stored(createTask, json({ id: 't-7' }));
    expect(await argumentsAt(taking('set_color', { color: TEXT }), own)).toBeUndefined();
    expect(await argumentsAt(taking('delete_user', { user_id: TEXT }), own)).toBeUndefined();
  });

  it('leaves what the user gave as it is', async () => {
    const own = await stored(createTask, json({ id: 't-7' }));
    const aimer = await aimerFor({ tool: taking('finish_task', { id: TEXT }), values: new Map([['id', 'mine']]) });
    expect(aimer?.at(own, 'bbbbbb')).toBeUndefined();
    expect(aimer?.atNothing('cccccc', own)).toBeUndefined();
  });
});

describe('a call at nothing', () => {
  it('has the shape of the real one', async () => {
    const own = await stored(createTask, json({ id: 't-7' }));
    expect(await argumentsAtNothing(taking('finish_task', { task_id: TEXT }), own)).toEqual({
      task_id: `t-${1_900_000_000 + 0xcccccc}`,
    });
  });

  it('is told by the names when nothing is known', async () => {
    expect(await argumentsAtNothing(taking('delete_note', { note_id: TEXT, reason: TEXT }))).toEqual({
      note_id: 'tspcccccc-note_id',
      reason: 'tspcccccc-reason',
    });
    expect(await argumentsAtNothing(taking('delete_note', { id: { type: 'integer' } }))).toEqual({
      id: 1_900_000_000 + 0xcccccc,
    });
    expect(await argumentsAtNothing(taking('get_lines', { first: { type: 'integer' } }))).toBeUndefined();
  });

  it.each([
    ['8f14e45f-ceea-467f-a8f9-0123456789ab', /^abcdef00-0000-4000-8000-abcdefabcdef$/],
    ['12', /^\d{10}$/],
    ['notes/a.md', /^tspabcdef-unknown\.md$/],
    ['tsp012345-id', /^tspabcdef-unknown$/],
  ])('invents something like %s', (value, expected) => {
    expect(inventedLike(value, 'abcdef')).toMatch(expected);
  });
});

describe('ids', () => {
  it('of a list are those of the record that holds a text of ours, and of what it stands in', () => {
    const answer = json({
      requests: [
        { requestId: 'req-1', tasks: [{ id: 'task-1', title: 'x' }] },
        {
          requestId: 'req-2',
          tasks: [
            { id: 'task-2', title: 'y' },
            { id: 'task-3', title: 'tspaaaaaa-title' },
          ],
        },
      ],
    });
    expect([...ownIdsIn(answer, { markers: ['tspaaaaaa-title'] })]).toEqual([
      ['id', 'task-3'],
      ['task_id', 'task-3'],
      ['request_id', 'req-2'],
    ]);
  });

  it('survive depth', () => {
    let deep: unknown = { id: 1 };
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    expect(ownIdsIn({ structuredContent: { deep } }, { markers: ['x'] }).size).toBe(0);
  });
});

describe('the ledger', () => {
  it('owns markers it sent and ids it was given, and nothing else', async () => {
    const ledger = ledgerOf({} as Catalog);
    const { record } = await stored(createTask, prose('Created'));
    ledger.add(createTask, record, json({ id: 't-7' }));
    expect(ledger.owns('tspaaaaaa-title')).toBe(true);
    expect(ledger.owns('dir/tspaaaaaa-title.md')).toBe(true);
    expect(ledger.owns('t-7')).toBe(true);
    expect(ledger.owns('t-8')).toBe(false);
    expect(ledger.owns('tspbbbbbb-title')).toBe(false);
  });

  it('learns from readers how a record is called', async () => {
    const ledger = ledgerOf({} as Catalog);
    const { record } = await stored(createTask, prose('Created'));
    const own = ledger.add(createTask, record, prose('Created'));
    ledger.learn(own, json([{ id: 'a' }, { id: 'b', title: 'tspaaaaaa-title' }]));
    expect(ledger.of(createTask)[0]?.ids.get('id')).toBe('b');
  });
});
