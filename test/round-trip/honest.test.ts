/** Honest servers that look like broken ones: none of them may be accused at high confidence. */

import { describe, expect, test } from 'vitest';
import { data, type FakeTool, json, probeOne, refusal, type Result, text, TEXT } from './fake.js';
import { getNote, listNotes, Notes, seeded, writer } from './stores.js';

const PASS = { result: 'pass', confidence: 'high' };
const saving = (notes: Notes, tool: Partial<FakeTool> = {}): FakeTool =>
  writer((args) => {
    notes.put(args);
    return text('saved');
  }, tool);

describe('a record that has moved', () => {
  test('is found by the values of the second write where a reader filters by them', async () => {
    const tasks = new Map<string, string>();
    const row = await probeOne([
      {
        name: 'save_task',
        takes: { title: TEXT, project: TEXT },
        run: ({ title, project }) => {
          tasks.set(title, project);
          return text('saved');
        },
      },
      {
        name: 'list_tasks',
        takes: { project: TEXT },
        run: ({ project }) => json([...tasks].filter(([, of]) => of === project)),
      },
    ]);
    expect(row).toMatchObject(PASS);
    expect(row.data).toMatchObject({ sameKey: 'updated', otherRecord: 'kept' });
  });

  test('is found although the second write gave no answer in time', async () => {
    const notes = new Notes();
    const row = await probeOne([
      writer((args) => {
        const known = notes.at(args['title']) !== undefined;
        notes.put(args);
        return known ? { kind: 'timeout', reason: 'no answer within 1 s' } : text('saved');
      }),
      // Shows texts only, so that nothing but the newest values tells that the record is there.
      listNotes(notes, { run: () => text(...notes.all.map(({ body }) => body)) }),
    ]);
    expect(row).toMatchObject(PASS);
    expect(row.data).toMatchObject({ sameKey: 'unknown', otherRecord: 'kept' });
  });
});

describe('a reader that fails', () => {
  const failing = (how: Result, from: number): readonly FakeTool[] => {
    const notes = new Notes();
    let writes = 0;
    const save = writer((args) => {
      writes += 1;
      notes.put(args);
      return text('saved');
    });
    return [save, listNotes(notes, { run: () => (writes >= from ? how : data({ notes: notes.all })) })];
  };

  test.each<[string, Result]>([
    ['gives no answer in time', { kind: 'timeout', reason: 'no answer within 1 s' }],
    ['is over its limit', refusal('rate limit exceeded')],
    ['refuses everything', refusal('internal error')],
    ['answers an error', { kind: 'error', error: { code: -32603, message: 'oops' } }],
    ['asks for input', { content: [], resultType: 'input_required' }],
  ])('and %s after the second write says nothing of the record', async (_, how) => {
    const row = await probeOne(failing(how, 2));
    expect(row.result).toBe('inconclusive');
    expect(row.message).toMatch(/^list_notes could not be read after the second write: /);
    expect(row.data).toMatchObject({ firstRecord: 'shown', sameKey: 'unknown', otherRecord: 'not-run' });
  });

  test('after another record was written says nothing of the first', async () => {
    const row = await probeOne(failing(refusal('database is locked'), 3));
    expect(row.result).toBe('inconclusive');
    expect(row.message).toBe('list_notes could not be read after another record was written: database is locked');
  });

  test('is no reason to doubt another that shows the record', async () => {
    const notes = new Notes();
    let looks = 0;
    const flaky = listNotes(notes, {
      run: () => ((looks += 1) > 1 ? refusal('service unavailable') : data({ notes: notes.all })),
    });
    expect(await probeOne([saving(notes), flaky, getNote(notes)])).toMatchObject(PASS);
  });
});

describe('a view that is narrow by design', () => {
  const lost = (row: { result: string; confidence: unknown; basis: string }): string => {
    expect(row).toMatchObject({ result: 'probe-data-lost', confidence: 'medium' });
    return row.basis;
  };

  test('holds the one thing there is', async () => {
    let plan = {};
    const row = await probeOne([
      {
        name: 'create_plan',
        takes: { title: TEXT, goal: TEXT },
        run: (args) => {
          plan = args;
          return text('created');
        },
      },
      { name: 'get_plan', run: () => json(plan) },
    ]);
    expect(lost(row)).toBe('the read tool get_plan had shown this record, but get_plan may show one record only');
  });

  test('holds the list that was set as a whole', async () => {
    let todos: unknown[] = [];
    const item = { type: 'object', properties: { id: TEXT, content: TEXT }, required: ['id', 'content'] };
    const row = await probeOne([
      {
        name: 'write_todos',
        takes: { todos: { type: 'array', items: item } },
        run: (args) => {
          todos = args['todos'];
          return text('written');
        },
      },
      { name: 'read_todos', run: () => json(todos) },
    ]);
    expect(lost(row)).toMatch(/but write_todos may set the whole list$/);
  });

  test('is replaced as the description says', async () => {
    const notes = new Notes();
    const row = await probeOne([
      writer(
        (args) => {
          notes.all = [];
          notes.put(args);
          return text('saved');
        },
        { description: 'Replaces all notes with this one.' },
      ),
      listNotes(notes),
    ]);
    expect(lost(row)).toMatch(/but the description of save_note speaks of replacing what is there$/);
  });

  test('shows each record once', async () => {
    const notes = new Notes();
    const row = await probeOne([
      saving(notes),
      listNotes(notes, {
        run: () => {
          const unread = notes.all;
          notes.all = [];
          return data({ notes: unread });
        },
      }),
    ]);
    expect(lost(row)).toMatch(/but the read tools do not show the new record either$/);
  });

  test('answers in pages', async () => {
    const notes = new Notes();
    const row = await probeOne([
      saving(notes),
      listNotes(notes, { run: () => data({ notes: notes.all.slice(0, 1), next_cursor: 'c' }) }),
    ]);
    expect(lost(row)).toMatch(/but list_notes answers in pages$/);
  });

  test('has nothing to say when a reader that is asked for the record misses it', async () => {
    const notes = new Notes();
    const row = await probeOne([
      writer((args) => {
        if (notes.at(args['title']) === undefined) notes.all = [];
        notes.put(args);
        return text('saved');
      }),
      listNotes(notes, { name: 'get_latest_note' }),
      getNote(notes),
    ]);
    expect(row).toMatchObject({ result: 'probe-data-lost', confidence: 'high' });
  });
});

describe('a second write whose values do not show', () => {
  const doubted = (row: { result: string; confidence: unknown; basis: string }): string => {
    expect(row).toMatchObject({ result: 'probe-silent-noop', confidence: 'medium', severity: 'warning' });
    return row.basis;
  };

  test('made another record, as its id says', async () => {
    const notes: { id: number; title: string; body: string }[] = [];
    const row = await probeOne([
      writer(({ title, body }) => {
        notes.push({ id: notes.length + 1, title, body });
        return json({ id: notes.length });
      }),
      {
        name: 'get_note',
        takes: { title: TEXT },
        run: ({ title }) => json(notes.find((note) => note.title === title) ?? null),
      },
    ]);
    expect(doubted(row)).toMatch(/but its answer names another record \(id 2\)$/);
  });

  test('changed something else that shows', async () => {
    const notes: { title: string; body: string }[] = [];
    const row = await probeOne(
      [
        writer(({ title, body }) => {
          notes.push({ title, body });
          return text('saved');
        }),
        { name: 'list_notes', run: () => data({ notes: notes.slice(0, 1), total: notes.length }) },
      ],
      { settleMs: [0, 0] },
    );
    expect(doubted(row)).toMatch(/but list_notes answers something else than before$/);
  });

  test('says that it created nothing', async () => {
    const notes = new Notes();
    const row = await probeOne([
      writer((args) => {
        const created = notes.at(args['title']) === undefined;
        if (created) notes.add(args);
        return json({ created });
      }),
      listNotes(notes),
    ]);
    expect(doubted(row)).toMatch(/but its answer says created: false$/);
  });

  test('is not doubted because a reader counts how often it was asked', async () => {
    const notes = new Notes();
    let looks = 0;
    const row = await probeOne(
      [
        writer((args) => {
          if (notes.at(args['title']) === undefined) notes.add(args);
          return text('saved');
        }),
        { name: 'list_notes', run: () => data({ notes: notes.all, looks: (looks += 1) }) },
      ],
      { settleMs: [0, 0] },
    );
    expect(row).toMatchObject({ result: 'probe-silent-noop', confidence: 'high' });
  });

  test('is fine when only the key shows', async () => {
    const notes = seeded(0);
    let shown: string[] = [];
    const row = await probeOne([
      writer((args) => {
        const isNew = notes.at(args['title']) === undefined;
        notes.put(args);
        shown = isNew ? [args['title'], args['body']] : [args['title']];
        return text('saved');
      }),
      { name: 'list_notes', run: () => text(...shown, ...notes.all.map(({ title }) => title)) },
    ]);
    expect(row).toMatchObject(PASS);
    expect(row.data.sameKey).toBe('not-shown');
  });
});

describe('a first write', () => {
  test('that says it failed is no reported success', async () => {
    const row = await probeOne([
      writer(() => json({ status: 'error', message: 'no such folder' })),
      listNotes(new Notes()),
    ]);
    expect(row.result).toBe('inconclusive');
    expect(row.message).toBe(
      'the first write fails (its answer says status: "error"); give it values it accepts with --arg save_note:title=VALUE',
    );
  });

  test('that says it skipped the record is none either', async () => {
    const row = await probeOne([writer(() => text('Skipped: notes are frozen.')), listNotes(new Notes())]);
    expect(row.result).toBe('inconclusive');
    expect(row.message).toBe('no read tool shows the record, and the write says "skipped: notes are frozen"');
  });
});
