import { describe, expect, it } from 'vitest';
import { isSingleValueWrite, replacementDoubt, type View, windowDoubt } from '../../core/effects/lost-doubts.js';
import { changeDoubt, contractDoubt, denialDoubt, newIdDoubt } from '../../core/effects/no-op-doubts.js';
import type { JsonObject } from '../../core/json.js';
import type { Tool } from '../../core/model.js';
import { tool } from '../schema/tools.js';

const data = (structuredContent: unknown): JsonObject => ({ content: [], structuredContent });
const text = (one: string): JsonObject => ({ content: [{ type: 'text', text: one }] });
const named = (name: string, description = ''): Tool => tool({ name, description });

describe('a write of the one value there is', () => {
  it.each([
    ['set_theme', false, true],
    ['theme_update', false, true],
    ['saveSettings', false, true],
    ['set_theme', true, false],
    ['create_theme', false, false],
    ['update_or_create_theme', false, false],
    ['create_relations', false, false],
    ['remember', false, false],
  ])('%s, with a key: %s, is one: %s', (name, hasKey, is) => {
    expect(isSingleValueWrite(named(name), hasKey)).toBe(is);
  });
});

describe('a write that takes others away by design', () => {
  it.each([
    'Replaces the whole list.',
    'Overwrite all todos with these.',
    'Store a plan, replacing the current plan.',
    'Clears everything and writes the notes.',
    'Sets the state. It will replace the existing state.',
  ])('says so: %s', (description) => {
    expect(replacementDoubt(named('store', description), 'title')).toMatch(/^the description of store speaks/);
  });

  it.each([
    'Store a note under a title, replacing the body of a note that already has it.',
    'Store a text under a key. A key that is taken gets the new text.',
    'Create multiple new entities in the knowledge graph.',
    'Replace a note. All notes stay.',
  ])('does not say so: %s', (description) => {
    expect(replacementDoubt(named('store', description), 'title')).toBeUndefined();
  });

  it('may be one that sets a list of records', () => {
    expect(replacementDoubt(named('write_todos'), 'todos[0].id')).toBe('write_todos may set the whole list');
    expect(replacementDoubt(named('create_todos'), 'todos[0].id')).toBeUndefined();
    expect(replacementDoubt(named('write_todo'), 'id')).toBeUndefined();
  });
});

describe('a narrow view', () => {
  const view = (name: string, before: unknown, after: unknown, rest: Partial<View> = {}): string | undefined =>
    windowDoubt({ reader: named(name), addressed: false, before: data(before), after: data(after), ...rest });

  it.each<[string, string, unknown, unknown]>([
    ['by its name', 'latest_change', [1], [2]],
    ['by its name, in camelCase', 'getRecentNotes', [1, 2, 3], [2]],
    ['by a length that stays', 'list_notes', [1, 2], [2, 3]],
    ['by a length that grows', 'list_notes', { notes: [1, 2] }, { notes: [2, 3, 4] }],
    ['by a cursor', 'list_notes', [1], { notes: [2], next_cursor: 'x' }],
    ['by a page number', 'list_notes', { page: 1, notes: [1] }, { page: 1, notes: [2] }],
    ['by a flag', 'list_notes', { has_more: true, notes: [1] }, { has_more: true, notes: [2] }],
    ['by holding one thing', 'get_plan', { title: 'a' }, { title: 'b' }],
    ['by holding one list', 'get_plan', { title: 'a', steps: [1] }, { title: 'b', steps: [2] }],
  ])('is told %s', (_, name, before, after) => {
    expect(view(name, before, after)).toBeTypeOf('string');
  });

  it.each<[string, string, unknown, unknown]>([
    ['shrinks', 'list_notes', [1, 2, 3], [4]],
    ['holds one', 'list_notes', [1], [2]],
    ['has no more', 'list_notes', { notes: [1], next_cursor: null }, { notes: [2], has_more: false }],
    ['is one thing of many', 'read_graph', { entities: [1, 2, 3] }, { entities: [4] }],
    ['lists one kind', 'list_plan', ['a'], ['b']],
    ['holds all', 'get_all_data', ['a'], ['b']],
  ])('is none that %s', (_, name, before, after) => {
    expect(view(name, before, after)).toBeUndefined();
  });

  it('is none when the reader was asked for this record', () => {
    expect(view('get_latest_note', [1], [2], { addressed: true })).toBeUndefined();
  });

  it('is told by what the reader takes, and by prose', () => {
    const reader = tool({
      name: 'list_notes',
      inputSchema: { type: 'object', properties: { offset: { type: 'integer' } } },
    });
    expect(view('', [1], [2], { reader })).toBe('list_notes answers in pages');
    const prose = { before: text('a\nb'), after: text('c\nPage 1 of 3') };
    expect(windowDoubt({ reader: named('list_notes'), addressed: false, ...prose })).toBeTypeOf('string');
  });

  it('is not told of a reader that did not answer', () => {
    expect(
      windowDoubt({ reader: named('list_notes'), addressed: false, before: data([1]), after: undefined }),
    ).toBeUndefined();
  });
});

describe('a description that promises to leave alone what exists', () => {
  it.each([
    'Create entities. Ignores those whose name already exists.',
    'A key that is taken keeps its text.',
    'Existing notes are left unchanged.',
    'Does not overwrite.',
    'Adds a tag if it does not already exist.',
    'Creates the folder unless it exists.',
    'Get or create a user.',
    'Ensures that a directory exists.',
    'Skips duplicates.',
  ])('does so: %s', (description) => {
    expect(contractDoubt(named('store', description))).toBe(
      'the description of store speaks of leaving alone what exists',
    );
  });

  it.each([
    'Store a note under a title, replacing the body of a note that already has it.',
    'Save a note under a key. A key that is taken gets the new text; its tag and priority stay.',
    'Create multiple new entities in the knowledge graph',
    'Create a new memory bank file for a specific project',
    'Add a task. The server chooses its id; a title may be used more than once.',
    '',
  ])('does not: %s', (description) => {
    expect(contractDoubt(named('store', description))).toBeUndefined();
  });
});

describe('answers of two writes', () => {
  it.each<[JsonObject, JsonObject, string]>([
    [data({ id: 1 }), data({ id: 2 }), 'id 2'],
    [data({ note: { note_id: 'n1' } }), data({ note: { note_id: 'n2' } }), 'note_id n2'],
    [text('Task #7 created'), text('Task #8 created'), '#8'],
    [text('Saved with id: n-7'), text('Saved with id: n-8'), 'id: n-8'],
  ])('name two records: %j', (first, second, id) => {
    expect(newIdDoubt(first, second)).toBe(`its answer names another record (${id})`);
  });

  it.each<[JsonObject, JsonObject]>([
    [data({ id: 'n4' }), data({ id: 'n4' })],
    [text('Note n4 stored.'), text('Note n4 stored.')],
    [data({ request_id: 1 }), data({ request_id: 2 })],
    [data({ id: 'tsp0a1b2c-id' }), data({ id: 'tsp0ffffc-id' })],
    [data({ saved: true }), data({ id: 2 })],
    [data({ id: 1, count: 1 }), data({ id: 1, count: 2 })],
    [text('saved at 10:01'), text('saved at 10:02')],
  ])('name one record, or none: %j', (first, second) => {
    expect(newIdDoubt(first, second)).toBeUndefined();
  });

  it('may deny what the first did', () => {
    expect(denialDoubt(data({ created: true }), data({ created: false }))).toBe('its answer says created: false');
    expect(denialDoubt(data({ created: false }), data({ created: false }))).toBeUndefined();
    expect(denialDoubt(data({}), data({ created: 0, added: [] }))).toBeUndefined();
  });
});

describe('a reader that answers something else than before', () => {
  const reader = named('list_notes');
  it('has seen a change when it answers the same since', () => {
    expect(changeDoubt(reader, data({ total: 1 }), [data({ total: 2 }), data({ total: 2 })])).toBeTypeOf('string');
  });
  it.each<[string, readonly JsonObject[]]>([
    ['nothing changed', [data({ total: 1 }), data({ total: 1 })]],
    ['every answer differs', [data({ total: 2 }), data({ total: 3 })]],
    ['it was asked once', [data({ total: 2 })]],
    ['it was not asked', []],
  ])('has seen none when %s', (_, after) => {
    expect(changeDoubt(reader, data({ total: 1 }), after)).toBeUndefined();
  });
  it('does not count markers as a change', () => {
    const of = (hex: string): JsonObject => text(`note tsp${hex}-title`);
    expect(changeDoubt(reader, of('0a1b2c'), [of('0ffffc'), of('0ffffc')])).toBeUndefined();
  });
});

describe('a huge answer', () => {
  it.each([`id${' '.repeat(1_000_000)}!`, `id ${'a'.repeat(1_000_000)}`, 'id '.repeat(300_000)])(
    'is searched for ids in bounded time',
    (long) => {
      expect(newIdDoubt(text(long), text(long))).toBeUndefined();
    },
  );
});
