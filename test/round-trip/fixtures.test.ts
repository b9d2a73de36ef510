/** Small servers, each with what a round trip must make of it. Scorecard specification, 10.4. */

import { describe, expect, test } from 'vitest';
import { data, json, probeOne, refusal, text, TEXT } from './fake.js';
import { getNote, listNotes, Notes, searchNotes, seeded, writer } from './stores.js';

const NOT_SHOWN = 'probe-write-not-observable';
const NO_OP = { result: 'probe-silent-noop', confidence: 'high', severity: 'error' };
const LOST = { result: 'probe-data-lost', confidence: 'high', severity: 'error' };
const PASS = { result: 'pass', confidence: 'high' };

describe('a first write', () => {
  test('that stores nothing, with a search that repeats its query', async () => {
    const notes = new Notes();
    const row = await probeOne([writer(() => text('saved')), searchNotes(notes)]);
    expect(row).toMatchObject({ result: NOT_SHOWN, confidence: 'medium', severity: 'warning' });
    expect(row.basis).toBe('search_notes shares the noun "note"');
    expect(row.message).toMatch(
      /^save_note reported success for a record with title "tsp[0-9a-f]{6}-title", but no read tool shows it \(asked: search_notes\)$/,
    );
  });

  test('under an id that the server assigns, with a reader that takes only ids', async () => {
    const kept = new Map<string, string>();
    const row = await probeOne([
      {
        name: 'add_entry',
        takes: { body: TEXT },
        run: ({ body }) => {
          kept.set(`e${kept.size + 1}`, body);
          return json({ entry: `e${kept.size}` });
        },
      },
      {
        name: 'get_entry',
        takes: { entry: TEXT },
        run: ({ entry }) => (kept.has(entry) ? text(kept.get(entry) ?? '') : refusal('no such entry')),
      },
    ]);
    expect(row).toMatchObject({ result: 'inconclusive', confidence: undefined });
    expect(row.message).toBe(
      'no read tool answered: get_entry (no such entry); give them values they accept with --arg TOOL:NAME=VALUE',
    );
  });

  test('of an update with an id that nothing has, answered with success', async () => {
    const tasks = new Map([['t1', 'old']]);
    const row = await probeOne([
      {
        name: 'update_task',
        takes: { id: TEXT, title: TEXT },
        run: ({ id, title }) => {
          if (tasks.has(id)) tasks.set(id, title);
          return json({ success: true });
        },
      },
      { name: 'list_tasks', run: () => data({ tasks: [...tasks].map(([id, title]) => ({ id, title })) }) },
    ]);
    expect(row).toMatchObject({ result: NOT_SHOWN, confidence: 'medium' });
  });

  test('in a store that writes everything in capitals', async () => {
    const notes = new Notes();
    const row = await probeOne([
      writer(({ title, body }) => {
        notes.put({ title: title.toUpperCase(), body: body.toUpperCase() });
        return text('saved');
      }),
      listNotes(notes),
    ]);
    expect(row).toMatchObject(PASS);
    expect(row.data).toMatchObject({ sameKey: 'updated', otherRecord: 'kept' });
  });
});

describe('a second write with the same key', () => {
  const skipping = (say: (title: string, isNew: boolean) => ReturnType<typeof text>) => {
    const notes = new Notes();
    const save = writer((args) => {
      const isNew = notes.at(args['title']) === undefined;
      if (isNew) notes.add(args);
      return say(args['title'], isNew);
    });
    return [save, getNote(notes), listNotes(notes)];
  };

  test.each<[string, Parameters<typeof skipping>[0]]>([
    ['says the same as before', (title) => text(`Saved ${title}.`)],
    ['counts one saved and none skipped', () => text('1 saved, 0 skipped')],
    ['lists nothing as skipped', () => json({ saved: [], skipped: [] })],
    ['lists nothing as created', () => data({ notes: [] })],
    ['says on every write what it leaves alone', () => text('saved; an existing item is left unchanged')],
  ])('that does nothing and %s', async (_, say) => {
    const row = await probeOne(skipping(say));
    expect(row).toMatchObject(NO_OP);
    expect(row.message).toMatch(
      /^save_note reported success for a second write with title "tsp[0-9a-f]{6}-title" and changed nothing \(read with get_note, list_notes\)$/,
    );
    expect(row.basis).toBe('the read tool get_note had shown this record');
  });

  test.each<[string, Parameters<typeof skipping>[0]]>([
    ['names it as skipped', (title, isNew) => json({ skipped: isNew ? [] : [title] })],
    ['says that it exists', (_, isNew) => text(isNew ? 'item saved' : 'item already exists, not modified')],
    ['counts it as skipped', (_, isNew) => text(isNew ? '1 saved, 0 skipped' : '0 saved, 1 skipped')],
    ['refuses it', (_, isNew) => (isNew ? text('saved') : refusal('title taken'))],
    ['says that it failed', (_, isNew) => json(isNew ? { ok: true } : { ok: false, reason: 'title taken' })],
  ])('that does nothing and %s', async (_, say) => {
    expect(await probeOne(skipping(say))).toMatchObject(PASS);
  });

  test('that is added to the first', async () => {
    const notes = new Notes();
    const row = await probeOne([
      writer(({ title, body }) => {
        notes.put({ title, body: [notes.at(title)?.body, body].filter(Boolean).join('\n') });
        return text('appended');
      }),
      getNote(notes),
    ]);
    expect(row).toMatchObject(PASS);
    expect(row.data.sameKey).toBe('updated');
  });
});

describe('another record', () => {
  test('is not written where there is one value: set_theme and get_theme', async () => {
    let theme = 'light';
    const { result, data: seen } = await probeOne([
      {
        name: 'set_theme',
        takes: { theme: TEXT },
        run: (args) => {
          theme = args['theme'];
          return text('set');
        },
      },
      { name: 'get_theme', run: () => text(theme) },
    ]);
    expect(result).toBe('pass');
    expect(seen).toMatchObject({ sameKey: 'not-run', otherRecord: 'not-run' });
  });

  test('leaves the first in a list of titles', async () => {
    const notes = new Notes();
    const row = await probeOne([
      writer((args) => {
        notes.put(args);
        return text('saved');
      }),
      listNotes(notes, { run: () => text(notes.all.map(({ title }) => title).join('\n')) }),
    ]);
    expect(row).toMatchObject(PASS);
    expect(row.data).toMatchObject({ sameKey: 'not-run', otherRecord: 'kept' });
    expect(row.data.details).toContainEqual({
      step: 'second write, same key',
      outcome: 'not applicable',
      note: 'the read tools show only its key',
    });
  });

  test('pushes the first out of no list that shows the newest two', async () => {
    const notes = seeded(3);
    const row = await probeOne([
      writer((args) => {
        notes.put(args);
        return text('saved');
      }),
      listNotes(notes, { run: () => data({ notes: notes.all.slice(0, 2) }) }),
    ]);
    expect(row).toMatchObject(PASS);
  });

  test.each([
    ['list_notes', LOST],
    ['get_latest_note', { result: 'probe-data-lost', confidence: 'medium', severity: 'warning' }],
  ])('pushes the first out of %s, which shows only the newest of many', async (name, expected) => {
    const notes = seeded(3);
    const row = await probeOne([
      writer((args) => {
        notes.put(args);
        return text('saved');
      }),
      listNotes(notes, { name, run: () => data({ notes: notes.all.slice(0, 1) }) }),
    ]);
    expect(row).toMatchObject(expected);
  });

  test('takes the place of the whole store', async () => {
    const notes = seeded(2);
    const row = await probeOne([
      writer((args) => {
        if (notes.at(args['title']) === undefined) notes.all = [];
        notes.put(args);
        return text('saved');
      }),
      listNotes(notes),
    ]);
    expect(row).toMatchObject(LOST);
    expect(row.message).toMatch(
      /^save_note reported success for a later write, and the record with title "tsp[0-9a-f]{6}-title" is gone \(read with list_notes\)$/,
    );
  });
});
