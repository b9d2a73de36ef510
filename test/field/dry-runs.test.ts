import { describe, expect, it } from 'vitest';
import dryRuns from '../../plugins/dry-runs/index.js';
import { json, type Probed, probeField, refusal, type SlowTool, text, TEXT } from './fake.js';

const BOOLEAN = { type: 'boolean' };
const NOTE = { key: TEXT, text: TEXT };
const probe = (tools: readonly SlowTool[], around: Parameters<typeof probeField>[2] = {}): Promise<Probed> =>
  probeField(tools, [dryRuns], around);

/** Notes under keys; `dry`: what saving does when the flag is set. */
function notesWith(
  dry: (save: () => void) => ReturnType<SlowTool['run']>,
  {
    flag = 'dry_run',
    schema = BOOLEAN as object,
    more = [] as readonly SlowTool[],
    save = {} as Partial<SlowTool>,
  } = {},
): readonly SlowTool[] {
  const notes = new Map<string, string>();
  return [
    {
      name: 'save_note',
      takes: { ...NOTE, [flag]: schema },
      required: ['key', 'text'],
      run: ({ [flag]: isDry, ...args }) => {
        const store = (): void => void notes.set(String(args['key']), String(args['text']));
        if (isDry === true) return dry(store);
        store();
        return text('saved');
      },
      ...save,
    },
    {
      name: 'get_note',
      takes: { key: TEXT },
      run: ({ key }) =>
        notes.has(String(key)) ? text(notes.get(String(key)) ?? '') : refusal(`no note ${String(key)}`),
    },
    { name: 'list_notes', run: () => json([...notes].map(([key, body]) => ({ key, body }))) },
    ...more,
  ];
}
const storing = (save: () => void): ReturnType<SlowTool['run']> => {
  save();
  return text('would save 1 note');
};
const honest = (): ReturnType<SlowTool['run']> => text('would save 1 note');

describe('a record of a dry run', () => {
  it('is stored', async () => {
    const { findings } = await probe(notesWith(storing));
    expect(findings).toMatchObject([
      { rule: 'probe-dry-run-writes', subject: 'save_note', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message.replace(/[0-9a-f]{6}/, 'x')).toBe(
      'save_note was called with dry_run: true, and a record (key "tspx-key") is there all the same (read with get_note, list_notes)',
    );
    expect(findings[0]?.evidence.map(({ params }) => params['name'])).toContain('save_note');
  });

  it('is not stored', async () => {
    const { findings, undecided, calls } = await probe(notesWith(honest));
    expect([findings, undecided]).toEqual([[], []]);
    expect(calls.filter(({ args }) => args['dry_run'] === true)).toHaveLength(1);
  });

  it('may be refused', async () => {
    expect((await probe(notesWith(() => refusal('not supported')))).findings).toEqual([]);
  });

  it('may show in a history', async () => {
    const asked: string[] = [];
    const notes = notesWith(honest, { more: [{ name: 'list_note_history', run: () => json(asked) }] });
    const noting = notes.map((tool) =>
      tool.name === 'save_note'
        ? {
            ...tool,
            run: (args: Parameters<SlowTool['run']>[0]) => {
              asked.push(String(args['key']));
              return tool.run(args);
            },
          }
        : tool,
    );
    expect((await probe(noting)).findings).toEqual([]);
  });

  it.each([
    ['dryRun', undefined, 'high'],
    ['validate_only', undefined, 'high'],
    ['preview', 'Show the note without saving it', 'high'],
    ['preview', undefined, 'medium'],
    ['simulate', 'Simulates.', 'medium'],
  ] as const)('is stored under %s: %s', async (flag, description, confidence) => {
    const schema = { ...BOOLEAN, ...(description !== undefined && { description }) };
    expect((await probe(notesWith(storing, { flag, schema }))).findings).toMatchObject([{ confidence }]);
  });

  it.each([
    ['pinned', undefined],
    ['preview', 'Store the note as a draft'],
  ])('is none under %s: %s', async (flag, description) => {
    const schema = { ...BOOLEAN, ...(description !== undefined && { description }) };
    const { findings, calls } = await probe(notesWith(storing, { flag, schema }));
    expect(findings).toEqual([]);
    expect(calls.filter(({ args }) => args[flag] === true)).toEqual([]);
  });

  it('is none where the flag is a text, or the user has set it', async () => {
    expect((await probe(notesWith(storing, { schema: TEXT }))).findings).toEqual([]);
    const values = { save_note: { dry_run: false } };
    expect((await probe(notesWith(storing), { values })).findings).toEqual([]);
  });

  it('is not tried where nothing may be written, or the author excludes the tool', async () => {
    const { calls } = await probe(notesWith(storing), { allowWrites: false });
    expect(calls.filter(({ name }) => name === 'save_note')).toEqual([]);
    expect((await probe(notesWith(storing), { effects: { exclude: ['save_note'] } })).findings).toEqual([]);
  });
});

describe('an edit of a dry run', () => {
  type Edit = (files: Map<string, string>, edited: () => void) => ReturnType<SlowTool['run']>;

  function filesWith(dry: Edit, real: Edit = (_, edit) => (edit(), text('edited'))): readonly SlowTool[] {
    const files = new Map<string, string>();
    return [
      {
        name: 'write_file',
        takes: { path: TEXT, content: TEXT },
        run: ({ path, content }) => {
          files.set(String(path), String(content));
          return text('written');
        },
      },
      {
        name: 'read_file',
        takes: { path: TEXT },
        run: ({ path }) => {
          const body = files.get(String(path));
          return body === undefined ? refusal(`no file ${String(path)}`) : text(body);
        },
      },
      {
        name: 'edit_file',
        takes: { path: TEXT, old_text: TEXT, new_text: TEXT, dryRun: BOOLEAN },
        required: ['path', 'old_text', 'new_text'],
        run: ({ path, old_text: before, new_text: after, dryRun }) => {
          const body = files.get(String(path));
          if (body?.includes(String(before)) !== true) return refusal('no such text');
          const edit = (): void => void files.set(String(path), body.replace(String(before), String(after)));
          return (dryRun === true ? dry : real)(files, edit);
        },
      },
    ];
  }

  it('shows', async () => {
    const { findings } = await probe(filesWith((_, edit) => (edit(), text('diff'))));
    expect(findings).toMatchObject([
      { rule: 'probe-dry-run-writes', subject: 'edit_file', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message).toMatch(
      /with dryRun: true, and the line "tsp[0-9a-f]{6}-line_1" is there all the same/,
    );
  });

  it('does not show, while the real one does', async () => {
    const { findings, undecided, calls } = await probe(filesWith(() => text('diff')));
    expect([findings, undecided]).toEqual([[], []]);
    const edits = calls.filter(({ args }) => /line_\d/.test(String(args['old_text'])));
    expect(edits.map(({ args }) => args['dryRun'])).toEqual([true, undefined]);
  });

  it('says nothing where the real one does not show either', async () => {
    const { findings, undecided } = await probe(
      filesWith(
        () => text('diff'),
        () => text('edited'),
      ),
    );
    expect(findings).toEqual([]);
    expect(undecided.join()).toContain('an edit does not show in the text');
  });
});
