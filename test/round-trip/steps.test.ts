/** What is called, in which order and with what, and what is written down of it. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { CallEntry } from '../../core/model.js';
import { observationSchemas } from '../../schemas/observations.gen.js';
import { data, type FakeTool, json, probe, probeOne, refusal, text, TEXT } from './fake.js';
import { getNote, listNotes, Notes, searchNotes, seeded, writer } from './stores.js';

const PASS = { result: 'pass', confidence: 'high' };
const saving = (notes: Notes, tool: Partial<FakeTool> = {}): FakeTool =>
  writer((args) => {
    notes.put(args);
    return text('saved');
  }, tool);
const namesOf = (calls: readonly { readonly name: string }[]): readonly string[] => calls.map(({ name }) => name);

describe('what is called', () => {
  test('is the write tool three times, and after each time the readers that showed the record', async () => {
    const notes = new Notes();
    const { calls } = await probe([saving(notes), listNotes(notes), { name: 'get_time', run: () => text('noon') }]);
    expect(namesOf(calls)).toEqual([
      'save_note',
      'list_notes',
      'get_time',
      'save_note',
      'list_notes',
      'save_note',
      'list_notes',
    ]);
    const [first, second, third] = calls.filter(({ name }) => name === 'save_note').map(({ args }) => args);
    expect(first?.['title']).toMatch(/^tsp[0-9a-f]{6}-title$/);
    expect(second?.['title']).toBe(first?.['title']);
    expect(second?.['body']).not.toBe(first?.['body']);
    expect(third?.['title']).not.toBe(first?.['title']);
  });

  test('is at most six readers, those that share a noun first', async () => {
    const notes = new Notes();
    const others = Array.from({ length: 8 }, (_, at) => ({ name: `get_other_${at}`, run: () => text('x') }));
    const { calls } = await probe([saving(notes), ...others, listNotes(notes)]);
    const [, ...read] = namesOf(calls).slice(0, 8);
    expect(read).toEqual(['list_notes', ...others.slice(0, 5).map(({ name }) => name), 'save_note']);
  });

  test('is nothing when writes are not allowed', async () => {
    const { rows, calls } = await probe([saving(new Notes()), listNotes(new Notes())], { allowWrites: false });
    expect(calls).toEqual([]);
    expect(rows).toMatchObject([
      {
        tool: 'save_note',
        result: 'skipped',
        message: 'not read-only; --allow-writes runs it, against a disposable server',
      },
    ]);
  });

  test('is nothing in a run that only reads, allowed or not', async () => {
    const { rows, calls } = await probe([saving(new Notes()), listNotes(new Notes())], { readOnly: true });
    expect(calls).toEqual([]);
    expect(rows).toMatchObject([{ result: 'skipped', message: 'not read-only, and this run is read-only' }]);
  });

  test('is nothing when nobody could read, or nothing could be marked', async () => {
    const blind = await probe([saving(new Notes())]);
    expect(blind.calls).toEqual([]);
    expect(blind.rows).toMatchObject([
      { message: 'the server has no read tool that could show what was written; declare a pair' },
    ]);
    const numbers = { takes: { amount: { type: 'number' } } };
    const unmarked = await probe([saving(new Notes(), numbers), listNotes(new Notes())]);
    expect(unmarked.calls).toEqual([]);
    expect(unmarked.rows[0]?.message).toMatch(/^none of its arguments takes a text of ours/);
  });

  test('is one of two tools with the same name', async () => {
    const notes = new Notes();
    const { rows } = await probe([saving(notes), saving(notes), listNotes(notes)]);
    expect(rows).toHaveLength(1);
  });

  test('is no tool that sends, deletes or reads', async () => {
    const notes = new Notes();
    const names = ['send_note', 'delete_note', 'get_record', 'save_and_publish'];
    const { rows } = await probe([...names.map((name) => saving(notes, { name })), listNotes(notes)]);
    expect(rows).toEqual([]);
  });
});

describe('the probe config', () => {
  test('takes tools away, as writers and as readers', async () => {
    const notes = new Notes();
    const tools = [saving(notes), saving(notes, { name: 'add_note' }), listNotes(notes), getNote(notes)];
    const { rows, calls } = await probe(tools, { effects: { exclude: ['add_note', 'list_notes'] } });
    expect(rows).toMatchObject([{ tool: 'save_note', ...PASS, data: { readers: ['get_note'] } }]);
    expect(namesOf(calls)).not.toContain('list_notes');
    expect(namesOf(calls)).not.toContain('add_note');
  });

  test('names writers that do not look like one', async () => {
    const notes = new Notes();
    const { rows } = await probe([saving(notes, { name: 'jot' }), listNotes(notes)], { effects: { writes: ['jot'] } });
    expect(rows).toMatchObject([{ tool: 'jot', ...PASS }]);
  });

  test('pairs a writer with its reader alone, and asks it as declared', async () => {
    const notes = new Notes();
    const pair = { write: 'save_note', read: 'search_notes', readArgs: { query: 'of {key}' } };
    const { rows, calls } = await probe([saving(notes), listNotes(notes), searchNotes(notes)], {
      effects: { pairs: [pair] },
    });
    expect(new Set(namesOf(calls))).toEqual(new Set(['save_note', 'search_notes']));
    const title = calls[0]?.args['title'];
    expect(calls[1]).toEqual({ name: 'search_notes', args: { query: `of ${title}` } });
    expect(rows).toMatchObject([
      {
        result: 'probe-write-not-observable',
        confidence: 'high',
        severity: 'error',
        basis: 'declared in the probe config',
      },
    ]);
  });

  test('pairs one writer with several readers, each a result', async () => {
    const notes = new Notes();
    const pairs = ['list_notes', 'get_note'].map((read) => ({ write: 'save_note', read }));
    const { rows } = await probe([saving(notes), listNotes(notes), getNote(notes)], { effects: { pairs } });
    expect(rows.map(({ data: { readers }, ...row }) => [row.result, row.confidence, ...readers])).toEqual([
      ['pass', 'high', 'list_notes'],
      ['pass', 'high', 'get_note'],
    ]);
  });

  test('makes a write testable that needs a record which is there', async () => {
    const people = new Map([['Alice', ['likes tea']]]);
    const item = {
      type: 'object',
      properties: { entityName: TEXT, contents: { type: 'array', items: TEXT } },
      required: ['entityName', 'contents'],
    };
    const tools: readonly FakeTool[] = [
      {
        name: 'add_observations',
        takes: { observations: { type: 'array', items: item } },
        run: ({ observations: [{ entityName, contents }] }) => {
          if (!people.has(entityName)) return refusal(`Entity ${entityName} not found`);
          people.get(entityName)?.push(...contents);
          return json(contents);
        },
      },
      {
        name: 'open_nodes',
        annotations: { readOnlyHint: true },
        takes: { names: { type: 'array', items: TEXT } },
        run: ({ names }) => json(names.map((name: string) => [name, people.get(name)])),
      },
    ];
    expect(await probeOne(tools)).toMatchObject({
      result: 'inconclusive',
      message: expect.stringMatching(
        /^the first write fails \(Entity tsp[0-9a-f]{6}-entityName not found\); give it values it accepts with --arg add_observations:observations=VALUE$/,
      ) as unknown,
    });
    const pair = {
      write: 'add_observations',
      writeArgs: { observations: [{ entityName: 'Alice', contents: ['{marker}'] }] },
      read: 'open_nodes',
      readArgs: { names: ['Alice'] },
    };
    const row = await probeOne(tools, { effects: { pairs: [pair] } });
    expect(row).toMatchObject({ ...PASS, data: { sameKey: 'updated', otherRecord: 'not-run' } });
    expect(row.data.details.at(-1)).toEqual({
      step: 'another record',
      outcome: 'not applicable',
      note: 'its key is the same in every record',
    });
    expect(people.get('Alice')).toHaveLength(3);
  });

  test('takes names that end alike as one key', async () => {
    const files = new Map<string, string>();
    const tools: readonly FakeTool[] = [
      {
        name: 'write_file',
        takes: { projectName: TEXT, fileName: TEXT, content: TEXT },
        run: ({ projectName, fileName, content }) => {
          const path = `${projectName}/${fileName}`;
          if (!files.has(path)) files.set(path, content);
          return text('written');
        },
      },
      {
        name: 'read_file',
        takes: { projectName: TEXT, fileName: TEXT },
        run: ({ projectName, fileName }) => text(files.get(`${projectName}/${fileName}`) ?? 'none'),
      },
    ];
    const found = await probeOne(tools);
    expect(found).toMatchObject({ result: 'probe-silent-noop', confidence: 'high' });
    expect(found.message).toMatch(/projectName "tsp\w+-projectName" and fileName "tsp\w+-fileName" and changed/);
  });

  test('names the fields that make up the key', async () => {
    const files = new Map<string, string>();
    const tools: readonly FakeTool[] = [
      {
        name: 'write_file',
        takes: { fileName: TEXT, project: TEXT, content: TEXT },
        run: ({ project, fileName, content }) => {
          const path = `${project}/${fileName}`;
          if (!files.has(path)) files.set(path, content);
          return text('written');
        },
      },
      {
        name: 'read_file',
        takes: { fileName: TEXT, project: TEXT },
        run: ({ project, fileName }) => text(files.get(`${project}/${fileName}`) ?? 'none'),
      },
    ];
    const pair = { write: 'write_file', read: 'read_file' };
    expect(await probeOne(tools, { effects: { pairs: [pair] } })).toMatchObject({ result: 'pass' });
    const declared = await probeOne(tools, { effects: { pairs: [{ ...pair, key: ['project', 'fileName'] }] } });
    expect(declared).toMatchObject({ result: 'probe-silent-noop', confidence: 'high' });
    expect(declared.message).toMatch(/fileName "tsp\w+-fileName" and project "tsp\w+-project" and changed/);
    const typo = await probeOne(tools, { effects: { pairs: [{ ...pair, key: 'filename' }] } });
    expect(typo).toMatchObject({
      result: 'inconclusive',
      message: 'a record has no field filename, which the pair declares as its key',
    });
  });

  test('cannot make a reader of a tool that may not be called', async () => {
    const notes = new Notes();
    const pairs = [{ write: 'save_note', read: 'list_notes' }];
    const excluded = await probeOne([saving(notes), listNotes(notes)], { effects: { pairs, exclude: ['list_notes'] } });
    expect(excluded).toMatchObject({
      result: 'inconclusive',
      message: 'the probe config lists list_notes under exclude',
    });
    const missing = await probeOne([saving(notes)], { effects: { pairs } });
    expect(missing.message).toBe('the server has no tool "list_notes", which the pair declares');
  });
});

describe('values of the user', () => {
  test('replace generated ones in every record, and a key that is fixed allows no other record', async () => {
    const notes = new Notes();
    const { rows, calls } = await probe([saving(notes), listNotes(notes)], {
      values: { save_note: { title: 'Mine' } },
    });
    expect(rows).toMatchObject([{ ...PASS, data: { sameKey: 'updated', otherRecord: 'not-run' } }]);
    expect(calls.filter(({ name }) => name === 'save_note').map(({ args }) => args['title'])).toEqual(['Mine', 'Mine']);
  });

  test('are what readers start from', async () => {
    const notes = new Notes();
    const { calls } = await probe([saving(notes), searchNotes(notes)], { values: { search_notes: { query: 'all' } } });
    expect(calls[1]).toEqual({ name: 'search_notes', args: { query: 'all' } });
  });
});

describe('a loss', () => {
  test('shows in a reader that refuses what it answered for', async () => {
    const notes = new Notes();
    const row = await probeOne([
      writer((args) => {
        if (notes.at(args['title']) === undefined) notes.all = [];
        notes.put(args);
        return text('saved');
      }),
      getNote(notes),
    ]);
    expect(row).toMatchObject({ result: 'probe-data-lost', confidence: 'high', data: { otherRecord: 'lost' } });
  });

  test('may come with the second write of the same key', async () => {
    const notes = seeded(2);
    const row = await probeOne([
      writer((args) => {
        if (notes.at(args['title']) === undefined) notes.add(args);
        else notes.all = notes.all.filter(({ title }) => title !== args['title']);
        return text('saved');
      }),
      listNotes(notes),
      getNote(notes),
    ]);
    expect(row).toMatchObject({ result: 'probe-data-lost', confidence: 'high', data: { sameKey: 'lost' } });
  });

  test('shows in a reader that only answers for what is there', async () => {
    let folders: string[] = [];
    const row = await probeOne([
      {
        name: 'create_directory',
        takes: { path: TEXT },
        run: ({ path }) => {
          folders = [path];
          return text('created');
        },
      },
      {
        name: 'list_directory',
        takes: { path: TEXT },
        run: ({ path }) => (folders.includes(path) ? text('') : refusal(`no directory ${path}`)),
      },
    ]);
    expect(row).toMatchObject({ result: 'probe-data-lost', confidence: 'high' });
    expect(row.basis).toBe('the read tool list_directory answered for this record and for no other');
  });
});

describe('confidence', () => {
  const once = (reader: FakeTool, notes: Notes): readonly FakeTool[] => [
    writer((args) => {
      if (notes.all.length > 0) return refusal('service unavailable');
      notes.put(args);
      return text('saved');
    }),
    reader,
  ];
  test.each([
    ['list_notes', 'medium', 'list_notes shares the noun "note"'],
    ['list_everything', 'low', 'any read tool'],
  ])('is earned by what was compared: %s showing one record once is %s', async (name, confidence, basis) => {
    const notes = new Notes();
    const row = await probeOne(once(listNotes(notes, { name }), notes));
    expect(row).toMatchObject({ result: 'pass', confidence, basis });
    expect(row.data).toMatchObject({ sameKey: 'unknown', otherRecord: 'unknown' });
  });

  test('is high for one record that a declared reader shows', async () => {
    const notes = new Notes();
    const effects = { pairs: [{ write: 'save_note', read: 'list_everything' }] };
    const row = await probeOne(once(listNotes(notes, { name: 'list_everything' }), notes), { effects });
    expect(row).toMatchObject(PASS);
  });

  test('is low when no reader that answered shares a noun', async () => {
    const row = await probeOne([writer(() => text('saved')), { name: 'list_events', run: () => json([]) }]);
    expect(row).toMatchObject({ result: 'probe-write-not-observable', confidence: 'low', severity: 'warning' });
    expect(row.basis).toBe('any read tool');
  });
});

describe('what is written down', () => {
  const NAMES = ['pass', 'fail', 'inconclusive', 'skipped'] as const;
  const row = async (kind: (typeof NAMES)[number]) => {
    const notes = new Notes();
    if (kind === 'skipped') return probeOne([saving(notes), listNotes(notes)], { allowWrites: false });
    if (kind === 'inconclusive') return probeOne([writer(() => refusal('no')), listNotes(notes)]);
    return probeOne([kind === 'pass' ? saving(notes) : writer(() => text('saved')), listNotes(notes)]);
  };

  test.each(NAMES)('fits its schema: %s', async (kind) => {
    const ajv = new Ajv2020({ keywords: ['x-identity'] });
    ajv.validate(observationSchemas['tool.round-trip'], (await row(kind)).data);
    expect(ajv.errors).toBeNull();
  });

  test('is every marker that was sent to the write tool, also those of refused writes', async () => {
    const { data: pass } = await row('pass');
    expect(pass.markers).toHaveLength(3);
    expect(new Set(pass.markers).size).toBe(3);
    for (const marker of pass.markers) expect(marker).toMatch(/^tsp[0-9a-f]{6}-$/);
    expect((await row('inconclusive')).data.markers).toHaveLength(1);
    expect((await row('skipped')).data.markers).toEqual([]);
  });

  test('is what was done, and what it came to', async () => {
    const { data: seen } = await row('pass');
    expect(seen.summary).toBe(
      'list_notes knows the record; new values under its key show; it is still there after another one',
    );
    expect(seen.details).toEqual([
      { step: 'write', outcome: 'stored', note: '' },
      { step: 'read back with list_notes', outcome: 'shown', note: '' },
      { step: 'second write, same key', outcome: 'stored', note: '' },
      { step: 'read again', outcome: 'the new values show', note: '' },
      { step: 'another record', outcome: 'stored', note: '' },
      { step: 'read the first record again', outcome: 'still there', note: '' },
    ]);
  });

  test('rests on the writes and on what readers said in the end', async () => {
    const notes = new Notes();
    const keep = writer((args) => {
      if (notes.at(args['title']) === undefined) notes.add(args);
      return text('saved');
    });
    const { evidence } = await probeOne([keep, { name: 'get_time', run: () => text('noon') }, listNotes(notes)], {
      settleMs: [0, 0],
    });
    const tools = evidence.map(({ params }: CallEntry) => params['name']);
    expect(tools).toEqual(['save_note', 'list_notes', 'save_note', 'list_notes']);
    expect(evidence.map(({ id }) => id)).toEqual(evidence.map(({ id }) => id).toSorted((a, b) => a - b));
  });

  test('is that the connection was lost, with the markers so far', async () => {
    const notes = new Notes();
    let writes = 0;
    const save = writer((args) => {
      writes += 1;
      notes.put(args);
      return writes === 2 ? { kind: 'closed', reason: 'the server ended with code 1' } : text('saved');
    });
    const lost = await probeOne([save, listNotes(notes)]);
    expect(lost).toMatchObject({ result: 'incomplete', message: 'the server ended with code 1' });
    expect(lost.data.markers).toHaveLength(2);
  });
});

describe('a hostile server', () => {
  test('may call its properties as it likes', async () => {
    const kept: unknown[] = [];
    const { rows, calls } = await probe([
      {
        name: 'save_thing',
        takes: JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as object as never,
        required: ['__proto__', 'constructor'],
        run: (args) => {
          kept.push(...Object.values(args));
          return text('saved');
        },
      },
      { name: 'list_things', run: () => json(kept) },
    ]);
    expect(rows).toMatchObject([{ result: 'pass' }]);
    expect(Object.keys(calls[0]?.args ?? {})).toEqual(['__proto__', 'constructor']);
    expect(Object.prototype).not.toHaveProperty('tsp');
  });

  test('may nest its answers as deep as it likes', async () => {
    const notes = new Notes();
    let deep: unknown = 'x';
    for (let level = 0; level < 20_000; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
    const row = await probeOne([
      writer((args) => {
        notes.put(args);
        return { content: [], structuredContent: deep };
      }),
      listNotes(notes, { run: () => ({ ...data({ notes: notes.all, deep }) }) }),
    ]);
    expect(row).toMatchObject(PASS);
  });

  test('may answer with a megabyte of markers', async () => {
    const notes = new Notes();
    const row = await probeOne([
      saving(notes),
      listNotes(notes, {
        run: () => text(notes.all.map(({ title, body }) => `${title} ${body}`.repeat(10_000)).join('')),
      }),
    ]);
    expect(row).toMatchObject(PASS);
  });
});
