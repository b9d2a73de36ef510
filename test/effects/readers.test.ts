import { describe, expect, it } from 'vitest';
import { type Keys, likelyKeys } from '../../core/effects/key.js';
import { readerArguments } from '../../core/effects/reader-arguments.js';
import { readersFor } from '../../core/effects/readers.js';
import { makeRecord, type ProbeRecord } from '../../core/effects/record.js';
import { planRecord } from '../../core/effects/record-plan.js';
import type { JsonObject } from '../../core/json.js';
import type { Tool } from '../../core/model.js';
import { listing, taking, tool } from '../schema/tools.js';

const TEXT = { type: 'string' };
const LIST = { type: 'array', items: TEXT };
const named = (name: string, rest: JsonObject = {}): Tool => tool({ name, ...rest });

describe('readers of a write tool', () => {
  const chosen = (write: string, tools: readonly Tool[], excluded: readonly string[] = []) =>
    readersFor(named(write), tools, excluded).map(({ tool: { name }, noun }) => [name, noun]);

  it('of the memory server are its three read tools', () => {
    expect(chosen('create_entities', listing('memory'))).toEqual([
      ['read_graph', undefined],
      ['search_nodes', undefined],
      ['open_nodes', undefined],
    ]);
  });

  it('of the filesystem server are those about directories, then others, six in all', () => {
    expect(chosen('create_directory', listing('filesystem'))).toEqual([
      ['list_directory', 'directory'],
      ['list_directory_with_sizes', 'directory'],
      ['directory_tree', 'directory'],
      ['list_allowed_directories', 'directory'],
      ['read_file', undefined],
      ['read_text_file', undefined],
    ]);
  });

  it('are neither excluded nor the tool itself, and each name once', () => {
    const tools = ['list_notes', 'get_note', 'list_notes', 'get_and_delete_note', 'save_note'].map((name) =>
      named(name),
    );
    expect(chosen('get_note', tools, ['search_notes'])).toEqual([['list_notes', 'note']]);
    expect(chosen('save_note', tools, ['get_note'])).toEqual([['list_notes', 'note']]);
  });
});

describe('the arguments of a reader', () => {
  const NOTE = taking({ title: TEXT, body: TEXT, tags: LIST, kind: { enum: ['a'] } });

  async function recordOf(write: Tool, keys?: Keys): Promise<ProbeRecord> {
    const planned = await planRecord(write, { values: new Map(), optional: true });
    if ('impossible' in planned) throw new Error(planned.impossible);
    return makeRecord(planned.plan, keys ?? likelyKeys(planned.plan), 'aaaaaa');
  }
  async function argumentsFor(
    properties: JsonObject,
    {
      required = [],
      values = {},
      declared,
      write = NOTE,
    }: {
      readonly required?: readonly string[];
      readonly values?: JsonObject;
      readonly declared?: JsonObject;
      readonly write?: Tool;
    } = {},
  ): Promise<JsonObject | undefined> {
    const reader = tool({ inputSchema: { type: 'object', properties, required } });
    const made = await readerArguments({ tool: reader, values: new Map(Object.entries(values)), declared });
    return made(await recordOf(write));
  }

  it.each<[string, JsonObject, JsonObject]>([
    ['a field of the same name', { body: TEXT }, { body: 'tspaaaaaa-body' }],
    ['a field of the same name as a list', { title: LIST }, { title: ['tspaaaaaa-title'] }],
    ['a list of the same name', { tags: LIST }, { tags: ['tspaaaaaa-tags'] }],
    ['the key in a query', { query: TEXT }, { query: 'tspaaaaaa-title' }],
    ['the key in a filter of several words', { search_term: TEXT }, { search_term: 'tspaaaaaa-title' }],
    ['keys in the plural', { titles: LIST }, { titles: ['tspaaaaaa-title'] }],
    ['a hundred items', { limit: { type: 'integer' } }, { limit: 100 }],
    ['as many items as there may be', { page_size: { type: 'integer', maximum: 20 } }, { page_size: 20 }],
    ['fewer than a bound', { maxResults: { type: 'number', exclusiveMaximum: 50 } }, { maxResults: 49 }],
    ['nothing that is not asked for', { offset: { type: 'integer' }, verbose: { type: 'boolean' } }, {}],
    ['no field of another type', { kind: { type: 'integer' }, body: { enum: ['x'] } }, {}],
    ['no query that is no text', { query: { type: 'object' } }, {}],
  ])('are %s', async (_, properties, made) => {
    expect(await argumentsFor(properties)).toEqual(made);
  });

  it('are the first marker in a query when there is no key', async () => {
    const write = taking({ from: TEXT, to: TEXT });
    expect(await argumentsFor({ q: TEXT }, { write })).toEqual({ q: 'tspaaaaaa-from' });
  });

  it('are generated where they are demanded, or none at all', async () => {
    const demanded = { required: ['depth', 'mode'] };
    expect(await argumentsFor({ depth: { type: 'integer' }, mode: { enum: ['x'] } }, demanded)).toEqual({
      depth: 1,
      mode: 'x',
    });
    expect(await argumentsFor({ depth: false as never }, { required: ['depth'] })).toBeUndefined();
  });

  it('are what the user gave before anything else', async () => {
    const values = { title: 'Mine', other: 1 };
    expect(await argumentsFor({ title: TEXT, query: TEXT }, { values })).toEqual({
      title: 'Mine',
      query: 'tspaaaaaa-title',
      other: 1,
    });
  });

  it('are what a pair declares, and only what is demanded besides', async () => {
    const declared = { query: 'title:{key}', deep: [{ text: '{marker}' }] };
    expect(
      await argumentsFor(
        { query: TEXT, title: TEXT, limit: { type: 'integer' }, body: TEXT },
        { declared, required: ['body'] },
      ),
    ).toEqual({ query: 'title:tspaaaaaa-title', deep: [{ text: 'tspaaaaaa-title' }], body: 'tspaaaaaa-body' });
  });

  it('of the memory server ask for the record by its name', async () => {
    const memory = listing('memory');
    const record = await recordOf(memory.find(({ name }) => name === 'create_entities') as Tool);
    const ask = async (name: string): Promise<unknown> => {
      const reader = memory.find((one) => one.name === name) as Tool;
      return (await readerArguments({ tool: reader, values: new Map() }))(record);
    };
    expect(await ask('read_graph')).toEqual({});
    expect(await ask('search_nodes')).toEqual({ query: 'tspaaaaaa-name' });
    expect(await ask('open_nodes')).toEqual({ names: ['tspaaaaaa-name'] });
  });
});
