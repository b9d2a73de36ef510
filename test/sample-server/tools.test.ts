import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERAS, startServer } from './wire.js';

const SEEDS = ['Reading list', 'Release checklist', 'Groceries'];

describe.each(ERAS)('the sample server, %s era', (era) => {
  let server: ReturnType<typeof startServer>;
  beforeEach(() => {
    server = startServer();
  });
  afterEach(async () => {
    expect(await server.end()).toEqual({ code: 0, stderr: '' });
  });

  it('starts with three notes of different titles, newest first', async () => {
    const answer = await server.call(era, 'list_notes');
    expect(answer.structuredContent.notes.map((note: { id: string }) => note.id)).toEqual(['n3', 'n2', 'n1']);
    expect(JSON.parse(answer.content[0].text)).toEqual(answer.structuredContent);
    expect(await server.titles(era)).toEqual(SEEDS);
  });

  it('stores a new note in front and replaces the body of an existing title', async () => {
    const stored = await server.call(era, 'create_note', { title: 'Plan', body: 'one' });
    expect(stored).toMatchObject({
      structuredContent: { id: 'n4', title: 'Plan' },
      content: [{ text: 'Note n4 stored.' }],
    });
    const updated = await server.call(era, 'create_note', { title: 'Plan', body: 'two' });
    expect(updated).toMatchObject({ structuredContent: { id: 'n4' }, content: [{ text: 'Note n4 updated.' }] });
    expect(await server.titles(era)).toEqual(['Plan', ...SEEDS]);
    const found = await server.call(era, 'search_notes', { query: 'TWO' });
    expect(found.structuredContent.notes).toContainEqual({ id: 'n4', title: 'Plan', body: 'two' });
  });

  it.each([[{}], [{ title: '  ' }], [{ title: 5 }], [{ title: 'x', body: 5 }]])('refuses to store %j', async (args) => {
    expect(await server.call(era, 'create_note', args)).toMatchObject({ isError: true });
    expect(await server.titles(era)).toEqual(SEEDS);
  });

  it('lists at most `limit` notes and refuses a limit that is no whole number from 1', async () => {
    expect(await server.titles(era, { limit: 2 })).toEqual(SEEDS.slice(0, 2));
    expect(await server.titles(era, { limit: 9 })).toEqual(SEEDS);
    for (const limit of [0, -1, 1.5, '2', null]) {
      expect(await server.call(era, 'list_notes', { limit })).toMatchObject({ isError: true });
    }
  });

  it('searches title and body without regard to case; an empty query finds all', async () => {
    const ids = async (query: unknown) =>
      (await server.call(era, 'search_notes', { query })).structuredContent.notes.map(
        (note: { id: string }) => note.id,
      );
    expect(await ids('GROC')).toEqual(['n1']);
    expect(await ids('publish')).toEqual(['n2']);
    expect(await ids('')).toEqual(['n3', 'n2', 'n1']);
    expect(await ids('nowhere')).toEqual([]);
    expect(await server.call(era, 'search_notes', { query: 1 })).toMatchObject({ isError: true });
  });

  it('deletes by id, and says so when there was nothing to delete', async () => {
    expect(await server.call(era, 'delete_note', { note_id: 'n2' })).toMatchObject({
      structuredContent: { deleted: 1 },
    });
    const again = await server.call(era, 'delete_note', { note_id: 'n2' });
    expect(again).toMatchObject({ structuredContent: { deleted: 0 } });
    expect(again.isError).toBeUndefined();
    expect(again.content[0].text).toContain('nothing was deleted');
    expect(await server.titles(era)).toEqual(['Reading list', 'Groceries']);
  });

  it('never exports', async () => {
    expect(await server.call(era, 'export_notes', { format: 'json' })).toMatchObject({
      isError: true,
      content: [{ text: 'No storage backend configured.' }],
    });
  });

  it('refuses a tool it does not have, also one named like a part of every object', async () => {
    for (const name of ['nope', 'constructor', '__proto__']) {
      expect((await server.request(era, 'tools/call', { name })).error?.code).toBe(-32602);
    }
    expect((await server.request(era, 'toString')).error?.code).toBe(-32601);
  });
});
