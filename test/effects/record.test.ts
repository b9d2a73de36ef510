import { describe, expect, it } from 'vitest';
import { declaredKeys, type Keys, likelyKeys, NO_KEY } from '../../core/effects/key.js';
import {
  describeRecord,
  hasFixedKey,
  keyTexts,
  makeRecord,
  markersOf,
  type ProbeRecord,
  valueMarkers,
} from '../../core/effects/record.js';
import { type PlanInput, planRecord, type RecordPlan } from '../../core/effects/record-plan.js';
import type { JsonObject } from '../../core/json.js';
import type { Tool } from '../../core/model.js';
import { listing, taking, tool } from '../schema/tools.js';

const TEXT = { type: 'string' };

async function planOf(of: Tool, input: Partial<PlanInput> = {}): Promise<RecordPlan> {
  const planned = await planRecord(of, { values: new Map(), optional: true, ...input });
  if ('impossible' in planned) throw new Error(planned.impossible);
  return planned.plan;
}
async function recordOf(of: Tool, input: Partial<PlanInput> = {}, hex = 'aaaaaa'): Promise<ProbeRecord> {
  const plan = await planOf(of, input);
  return makeRecord(plan, likelyKeys(plan), hex);
}
const argumentsOf = async (of: Tool, input: Partial<PlanInput> = {}): Promise<JsonObject> =>
  (await recordOf(of, input)).arguments;
const named = (tools: readonly Tool[], name: string): Tool => tools.find((one) => one.name === name) as Tool;

describe('a record', () => {
  it('holds what is required and every free text', async () => {
    const properties = {
      title: TEXT,
      body: TEXT,
      priority: { type: 'integer', minimum: 3 },
      done: { type: 'boolean' },
      kind: { type: 'string', enum: ['a', 'b'] },
      tags: { type: 'array', items: TEXT },
      extra: { type: 'object', properties: { note: TEXT }, required: ['note'] },
    };
    const open = tool({ inputSchema: { type: 'object', properties, required: ['title'] } });
    expect(await argumentsOf(open)).toEqual({ title: 'tspaaaaaa-title', body: 'tspaaaaaa-body' });
    expect(await argumentsOf(open, { optional: false })).toEqual({ title: 'tspaaaaaa-title' });
    expect(await argumentsOf(taking(properties))).toEqual({
      title: 'tspaaaaaa-title',
      body: 'tspaaaaaa-body',
      priority: 3,
      done: false,
      kind: 'a',
      tags: ['tspaaaaaa-tags'],
      extra: { note: 'tspaaaaaa-note' },
    });
  });

  it('of the memory server is as its schemas say', async () => {
    const memory = listing('memory');
    expect(await argumentsOf(named(memory, 'create_entities'))).toEqual({
      entities: [
        { name: 'tspaaaaaa-name', entityType: 'tspaaaaaa-entityType', observations: ['tspaaaaaa-observations'] },
      ],
    });
    expect(await argumentsOf(named(memory, 'create_relations'))).toEqual({
      relations: [{ from: 'tspaaaaaa-from', to: 'tspaaaaaa-to', relationType: 'tspaaaaaa-relationType' }],
    });
  });

  it.each<[string, JsonObject, unknown]>([
    ['an e-mail address', { type: 'string', format: 'email' }, 'tspaaaaaa-field@example.com'],
    ['an address', { type: 'string', format: 'uri' }, 'https://example.com/tspaaaaaa-field'],
    ['a text of a length', { type: 'string', minLength: 20 }, 'tspaaaaaa-fieldxxxxx'],
    ['a short text', { type: 'string', maxLength: 12 }, 'tspaaaaaa-fi'],
    ['the shortest text', { type: 'string', maxLength: 10 }, 'tspaaaaaa-'],
    ['a pattern that a marker matches', { type: 'string', pattern: '^[a-z0-9-]+$' }, 'tspaaaaaa-field'],
    ['a text or nothing', { type: ['string', 'null'] }, 'tspaaaaaa-field'],
    ['a text in one branch', { anyOf: [{ type: 'null' }, { type: 'string' }] }, 'tspaaaaaa-field'],
    ['a format that forbids nothing', { type: 'string', format: 'password' }, 'tspaaaaaa-field'],
    ['an untyped value', { description: 'Anything.' }, 'tspaaaaaa-field'],
  ])('has a marker in %s', async (_, schema, value) => {
    expect(await argumentsOf(taking({ field: schema }))).toEqual({ field: value });
  });

  it.each<[string, JsonObject, unknown]>([
    ['a text too short', { type: 'string', maxLength: 9 }, 'sample_fi'],
    ['an address too short', { type: 'string', format: 'uri', maxLength: 25 }, 'https://example.com/sample'],
    ['a pattern of another form', { type: 'string', pattern: '^[A-Z]{3}$' }, /^[A-Z]{3}$/],
    ['a choice', { enum: ['x'] }, 'x'],
    ['a constant', { const: 'y' }, 'y'],
    ['a day', { type: 'string', format: 'date' }, /^\d{4}-\d\d-\d\d$/],
    ['a UUID', { type: 'string', format: 'uuid' }, /^[0-9a-f-]{36}$/],
    ['a flag that is on by default', { type: 'boolean', default: true }, true],
    ['a number', { type: 'number', minimum: 1, maximum: 1 }, 1],
  ])('has none in %s', async (_, schema, value) => {
    const { arguments: made, fields } = await recordOf(taking({ field: schema }));
    if (value instanceof RegExp) expect(made['field']).toMatch(value);
    else if (typeof value === 'string' && value.length > 10)
      expect(String(made['field']).length).toBeLessThanOrEqual(25);
    else expect(made['field']).toEqual(value);
    expect(fields).toMatchObject([{ name: 'field', marker: undefined }]);
  });

  it('has different texts in every item that a list asks for', async () => {
    const item = { type: 'object', properties: { name: TEXT }, required: ['name'] };
    const list = (items: JsonObject) => taking({ things: { type: 'array', items, minItems: 2 } });
    expect(await argumentsOf(list(TEXT))).toEqual({ things: ['tspaaaaaa-things', 'tspaaaaaa-things_2'] });
    expect(await argumentsOf(list(item))).toEqual({
      things: [{ name: 'tspaaaaaa-name' }, { name: 'tspaaaaaa-name_2' }],
    });
  });

  it('follows references, and gives up on a schema that asks for itself', async () => {
    const $defs = { note: { type: 'object', properties: { text: TEXT }, required: ['text'] } };
    expect(await argumentsOf(taking({ note: { $ref: '#/$defs/note' } }, { $defs }))).toEqual({
      note: { text: 'tspaaaaaa-text' },
    });
    const loop = {
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] } },
    };
    const planned = await planRecord(taking({ node: { $ref: '#/$defs/node' } }, loop), {
      values: new Map(),
      optional: true,
    });
    expect(planned).toHaveProperty('impossible');
  });

  it('takes what the user gave as it is, also where the schema lists nothing of that name', async () => {
    const values = new Map<string, unknown>([
      ['title', 'Mine'],
      ['other', { deep: ['x'] }],
    ]);
    expect(await argumentsOf(taking({ title: TEXT, body: TEXT }), { values })).toEqual({
      title: 'Mine',
      body: 'tspaaaaaa-body',
      other: { deep: ['x'] },
    });
  });

  it('fills in what a pair declares', async () => {
    const templates = { items: [{ name: 'Alice', notes: ['{marker}', 'about {key}: {marker}'] }], plain: '{other}' };
    const { arguments: made, fields } = await recordOf(taking({ items: { type: 'array' } }), { templates });
    expect(made).toEqual({
      items: [{ name: 'Alice', notes: ['tspaaaaaa-notes', 'about Alice: tspaaaaaa-notes_2'] }],
      plain: '{other}',
    });
    expect(fields.map(({ path, marker, isKey }) => [path, marker, isKey])).toEqual([
      ['items[0].name', undefined, true],
      ['items[0].notes[0]', 'tspaaaaaa-notes', false],
      ['items[0].notes[1]', 'tspaaaaaa-notes_2', false],
      ['plain', undefined, false],
    ]);
  });
});

describe('the key of a record', () => {
  const keysOf = async (properties: JsonObject): Promise<readonly string[]> => [
    ...likelyKeys(await planOf(taking(properties))),
  ];

  it.each<[readonly string[], readonly string[]]>([
    [['body', 'title', 'name'], ['title']],
    [['entityType', 'entityName'], ['entityName']],
    [['note_id', 'body'], ['note_id']],
    [['filename', 'content'], ['filename']],
    [['names', 'nameOfThing', 'idea'], []],
  ])('among %j is %j', async (names, key) => {
    expect(await keysOf(Object.fromEntries(names.map((name) => [name, TEXT])))).toEqual(key);
  });

  it('is a text', async () => {
    expect(await keysOf({ id: { type: 'integer' }, title: TEXT })).toEqual(['title']);
  });

  it('is the same field of every item', async () => {
    const item = { type: 'object', properties: { name: TEXT, kind: TEXT }, required: ['name', 'kind'] };
    expect(await keysOf({ things: { type: 'array', items: item, minItems: 2 } })).toEqual([
      'things[0].name',
      'things[1].name',
    ]);
  });

  it('is what an author says, found by name or by path', async () => {
    const plan = await planOf(
      taking({ project: TEXT, file: { type: 'object', properties: { path: TEXT }, required: ['path'] } }),
    );
    expect(declaredKeys(plan, ['project', 'file.path'])).toEqual({ keys: new Set(['project', 'file.path']) });
    expect(declaredKeys(plan, ['project', 'fil'])).toEqual({ unknown: ['fil'] });
  });
});

describe('records of one plan', () => {
  const three = async (of: Tool, keys?: Keys) => {
    const plan = await planOf(of);
    const key = keys ?? likelyKeys(plan);
    const first = makeRecord(plan, key, 'aaaaaa');
    return {
      first,
      second: makeRecord(plan, key, 'bbbbbb', { keyOf: first }),
      never: makeRecord(plan, key, 'cccccc', { newKey: true }),
    };
  };

  it('share the key where they should, and nothing else', async () => {
    const { first, second, never } = await three(taking({ title: TEXT, body: TEXT }));
    expect(second.arguments).toEqual({ title: 'tspaaaaaa-title', body: 'tspbbbbbb-body' });
    expect(never.arguments).toEqual({ title: 'tspcccccc-title', body: 'tspcccccc-body' });
    expect(markersOf(second)).toEqual(['tspaaaaaa-title', 'tspbbbbbb-body']);
    expect(valueMarkers(first)).toEqual(['tspaaaaaa-body']);
    expect(valueMarkers(second)).toEqual(['tspbbbbbb-body']);
    expect(keyTexts(second)).toEqual(keyTexts(first));
  });

  it('have a new key in what is never written, also where the key is fixed', async () => {
    const plan = await planOf(taking({ title: TEXT, body: TEXT }), { values: new Map([['title', 'Mine']]) });
    const keys = likelyKeys(plan);
    const first = makeRecord(plan, keys, 'aaaaaa');
    expect(hasFixedKey(first)).toBe(true);
    expect(keyTexts(first)).toEqual(['Mine']);
    expect(makeRecord(plan, keys, 'bbbbbb').arguments['title']).toBe('Mine');
    expect(makeRecord(plan, keys, 'bbbbbb', { newKey: true }).arguments['title']).toBe('tspbbbbbb-title');
  });

  it('are told apart by values that could not be taken for the key', async () => {
    const same = { type: 'string', maxLength: 10 };
    const { first } = await three(taking({ name: same, label: same, text: TEXT }));
    expect(keyTexts(first)).toEqual(['tspaaaaaa-']);
    expect(valueMarkers(first)).toEqual(['tspaaaaaa-text']);
  });

  it('are described by their key, or by a text that only they hold', async () => {
    const { first } = await three(taking({ title: TEXT, body: TEXT }));
    expect(describeRecord(first)).toBe('title "tspaaaaaa-title"');
    const without = await three(taking({ from: TEXT, to: TEXT }), NO_KEY);
    expect(describeRecord(without.first)).toBe('the text "tspaaaaaa-from"');
    expect(hasFixedKey(without.first)).toBe(false);
  });
});

describe('a hostile schema', () => {
  it.each<[string, JsonObject]>([
    ['asks for a thousand texts', { properties: {}, required: Array.from({ length: 1_000 }, (_, at) => `p${at}`) }],
    [
      'asks for a million items',
      { properties: { list: { type: 'array', items: TEXT, minItems: 1e6 } }, required: ['list'] },
    ],
    [
      'multiplies its lists',
      {
        properties: { a: { type: 'array', minItems: 90, items: { type: 'array', minItems: 90, items: TEXT } } },
        required: ['a'],
      },
    ],
    ['allows nothing', { properties: { a: { allOf: [{ type: 'string' }, { type: 'integer' }] } }, required: ['a'] }],
  ])('that %s gets no record, with a reason', async (_, rest) => {
    const hostile = tool({ inputSchema: { type: 'object', ...rest } });
    const planned = await planRecord(hostile, { values: new Map(), optional: true });
    expect(planned).toHaveProperty('impossible', expect.stringMatching(/\w/));
  });

  it('of a hundred thousand tangled properties is looked at in bounded time', async () => {
    const tangle = { anyOf: Array.from({ length: 50 }, () => ({ anyOf: [{ type: 'integer' }, { type: 'number' }] })) };
    const properties = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`p${at}`, tangle]));
    const plan = await planOf(tool({ inputSchema: { type: 'object', properties } }));
    expect(plan.leaves.length).toBeLessThanOrEqual(300);
  });
});
