import { describe, expect, it } from 'vitest';
import missingTargets from '../../plugins/missing-targets/index.js';
import { getNote, listNotes, Notes, writer } from '../round-trip/stores.js';
import {
  type Args,
  data,
  json,
  type Probed,
  probeField,
  refusal,
  type Result,
  type SlowTool,
  text,
  TEXT,
} from './fake.js';

const KEY = { title: TEXT };
const probe = (tools: readonly SlowTool[], around: Parameters<typeof probeField>[2] = {}): Promise<Probed> =>
  probeField(tools, [missingTargets], around);

/** A store of notes whose tool for ending one answers as wanted. */
function notesWith(answer: (was: boolean, args: Args) => Result, tool: Partial<SlowTool> = {}): readonly SlowTool[] {
  const notes = new Notes();
  const dropping: SlowTool = {
    name: 'delete_note',
    takes: KEY,
    run: (args) => {
      const was = notes.at(args['title']) !== undefined;
      notes.all = notes.all.filter(({ title }) => title !== args['title']);
      return answer(was, args);
    },
    ...tool,
  };
  const saving = writer((args) => {
    notes.put(args);
    return text('Saved.');
  });
  return [saving, listNotes(notes), dropping];
}

const deleted = (): Result => text('Deleted.');

describe('a record that does not exist', () => {
  it('is reported as deleted by an answer that a real one gets', async () => {
    const { findings } = await probe(notesWith(deleted));
    expect(findings).toMatchObject([
      { rule: 'probe-missing-target-success', subject: 'delete_note', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message).toMatch(
      /^delete_note reported success for title "tsp[0-9a-f]{6}-title", which does not exist: its answer is the one for/,
    );
    expect(findings[0]?.evidence.map(({ params }) => params['name'])).toEqual(['delete_note', 'delete_note']);
  });

  it('is reported as deleted although another tool refuses it', async () => {
    const notes = new Notes();
    const { findings } = await probe([...notesWith(deleted), getNote(notes)]);
    expect(findings).toMatchObject([{ confidence: 'high' }]);
    expect(findings[0]?.message).toContain('get_note refuses it');
  });

  it('is reported as deleted by a flag', async () => {
    const { findings } = await probe([{ name: 'delete_note', takes: KEY, run: () => data({ success: true }) }]);
    expect(findings).toMatchObject([{ confidence: 'high' }]);
  });

  it('is reported as deleted against the description', async () => {
    const description = 'Deletes a note. Fails when there is no such note.';
    const { findings } = await probe([{ name: 'delete_note', description, takes: KEY, run: deleted }]);
    expect(findings).toMatchObject([{ confidence: 'high' }]);
  });

  it('may be, for all one knows, where nothing else shows it', async () => {
    const { findings } = await probe([{ name: 'delete_note', takes: KEY, run: deleted }]);
    expect(findings).toMatchObject([{ confidence: 'medium', severity: 'warning' }]);
  });

  it('has a number that nobody counts to', async () => {
    const takes = { id: { type: 'integer' } };
    const { findings, calls } = await probe([{ name: 'delete_note', takes, run: deleted }]);
    expect(findings).toMatchObject([{ subject: 'delete_note', confidence: 'medium' }]);
    expect(calls.map(({ args }) => args['id'] > 1_900_000_000)).toEqual([true]);
  });

  it('is reported as changed', async () => {
    const takes = { task_id: { type: 'integer' }, text: TEXT };
    const { findings, calls } = await probe([{ name: 'update_task', takes, run: () => json({ success: true }) }]);
    expect(findings).toMatchObject([{ subject: 'update_task', confidence: 'high' }]);
    expect(calls.find(({ name, args }) => name === 'update_task' && args['task_id'] > 1_900_000_000)).toBeDefined();
  });
});

describe('an honest answer for a record that does not exist', () => {
  it.each<[string, Result]>([
    ['an error', refusal('No such note.')],
    ['a failure without the flag, which another rule is about', json({ success: false, error: 'not found' })],
    ['a count of 0', json({ success: true, deleted: 0 })],
    ['a count in words', text('Successfully deleted 0 notes.')],
    ['false', json({ deleted: false })],
    ['an empty list', json({ deleted: [] })],
    ['a list of what is missing', json({ success: true, notFound: ['x'] })],
    ['words', text('There was nothing to delete.')],
    ['words about the record', text('Note "x" was not found, so it is gone already.')],
    ['nothing', { content: [] }],
  ])('is %s', async (_what, answer) => {
    expect((await probe(notesWith((was) => (was ? deleted() : answer)))).findings).toEqual([]);
  });

  it.each([
    'Deletes a note. A note that is missing is no error.',
    'Deletes a note if it exists.',
    'Idempotent: deletes a note.',
  ])('is a success that the description allows: %s', async (description) => {
    expect((await probe(notesWith(deleted, { description }))).findings).toEqual([]);
  });

  it('is a success that made the record', async () => {
    const notes = new Notes();
    const updating = writer(
      (args) => {
        notes.put(args);
        return json({ success: true });
      },
      { name: 'update_note' },
    );
    expect((await probe([updating, listNotes(notes)])).findings).toEqual([]);
    const { findings } = await probe([{ ...updating, run: () => json({ success: true }) }, listNotes(notes)]);
    expect(findings).toMatchObject([{ subject: 'update_note', confidence: 'high' }]);
  });
});

describe('what is not tried', () => {
  const takes = { id: TEXT };

  it.each([
    ['kill_task', takes],
    ['task_reset', takes],
    ['send_update', takes],
    ['delete_before', takes],
    ['delete_notes', { older_than_id: TEXT }],
    ['create_change', takes],
    ['clear_notes', {}],
  ])('%s', async (name, properties) => {
    const { calls } = await probe([{ name, takes: properties, run: deleted }]);
    expect(calls).toEqual([]);
  });

  it('a tool whose targets the user gave', async () => {
    const tools = [{ name: 'delete_note', takes: KEY, run: deleted }];
    const { calls, undecided } = await probe(tools, { values: { delete_note: { title: 'mine' } } });
    expect(calls).toEqual([]);
    expect(undecided[0]).toContain('none of the arguments of delete_note');
  });

  it('a new value that may be no target at all', async () => {
    const { calls } = await probe([
      { name: 'update_profile', takes: { name: TEXT }, run: () => json({ success: true }) },
    ]);
    expect(calls.filter(({ args }) => String(args['name']).startsWith('tsp')).length).toBeLessThanOrEqual(2);
  });

  it('any tool of a run that may not write', async () => {
    const { calls, findings } = await probe([{ name: 'delete_note', takes: KEY, run: deleted }], {
      allowWrites: false,
    });
    expect([calls, findings]).toEqual([[], []]);
  });
});

it('is gone afterwards only where it was ours', async () => {
  const notes = new Notes();
  notes.add({ title: 'Old', body: 'text' });
  const tools = [
    writer((args) => {
      notes.put(args);
      return text('Saved.');
    }),
    listNotes(notes),
    {
      name: 'delete_note',
      takes: KEY,
      run: ({ title }: Args) => {
        notes.all = notes.all.filter((note) => note.title !== title);
        return deleted();
      },
    },
  ];
  await probe(tools);
  expect(notes.at('Old')).toBeDefined();
});
