import { describe, expect, it } from 'vitest';
import annotations from '../../plugins/annotations.js';
import hints from '../../plugins/annotations/hints.js';
import { json, type Probed, probeField, refusal, type Result, type SlowTool, text, TEXT } from './fake.js';

const READ_ONLY = { annotations: { readOnlyHint: true } };

interface Task {
  id: string;
  status: string;
  viewed?: number;
}

function tasks(): Task[] {
  return ['a', 'b', 'c', 'd'].map((id) => ({ id, status: 'todo' }));
}

const listing = (of: readonly Task[]): SlowTool => ({ name: 'list_tasks', ...READ_ONLY, run: () => json(of) });
const probe = (tools: readonly SlowTool[], readOnly = false): Promise<Probed> =>
  probeField(tools, [annotations], { readOnly });

describe('a tool that declares to be read-only', () => {
  const claiming = (of: Task[]): SlowTool => ({
    name: 'next_task',
    ...READ_ONLY,
    run: () => {
      const task = of.find(({ status }) => status === 'todo');
      if (task === undefined) return text('none');
      task.status = 'doing';
      return json(task);
    },
  });

  it('is found when another one shows that it changed something', async () => {
    const of = tasks();
    const { findings } = await probe([claiming(of), listing(of)]);
    expect(findings).toMatchObject([
      { rule: 'probe-annotation-untrue', subject: 'next_task', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message).toContain('list_tasks answers something else');
    expect(findings[0]?.evidence.map(({ params }) => params['name'])).toEqual([
      'list_tasks',
      'next_task',
      'list_tasks',
    ]);
  });

  it('is a warning when it changes something once only, which may be chance', async () => {
    const of = tasks();
    const first: SlowTool = {
      name: 'next_task',
      ...READ_ONLY,
      run: () => {
        if (of[0] !== undefined) of[0].status = 'seen by somebody';
        return text('a');
      },
    };
    const { findings } = await probe([listing(of), first]);
    expect(findings).toMatchObject([{ rule: 'probe-annotation-untrue', confidence: 'medium', severity: 'warning' }]);
  });

  it('is found in a run that may not write', async () => {
    const of = tasks();
    expect((await probe([listing(of), claiming(of)], true)).findings).toHaveLength(1);
  });

  it('may count in its own answer', async () => {
    const of = tasks();
    let looks = 0;
    const { findings } = await probe([
      listing(of),
      { name: 'next_task', ...READ_ONLY, run: () => json({ looks: (looks += 1) }) },
    ]);
    expect(findings).toEqual([]);
  });

  it('may be noted when and how often it was called', async () => {
    const of = tasks();
    const calls: string[] = [];
    const { findings } = await probe([
      listing(of),
      {
        name: 'get_task',
        ...READ_ONLY,
        run: () => {
          calls.push('get_task');
          for (const task of of) task.viewed = (task.viewed ?? 0) + 1;
          return json(of[0]);
        },
      },
      { name: 'list_history', ...READ_ONLY, run: () => json(calls) },
    ]);
    expect(findings).toEqual([]);
  });

  it('is not blamed for what moves by itself', async () => {
    let ticks = 0;
    const { findings } = await probe([
      { name: 'list_jobs', ...READ_ONLY, run: () => json([{ progress: Math.floor((ticks += 1) / 3) }]) },
      { name: 'get_color', ...READ_ONLY, run: () => text('blue') },
      { name: 'get_size', ...READ_ONLY, run: () => text('small') },
    ]);
    expect(findings).toEqual([]);
  });

  it.each([
    (at: number) => `Created at 8:08:${10 + at} PM`,
    (at: number) => `Since 2026-11-30T08:08:${10 + at}.000Z`,
    (at: number) => `Stamp ${1_764_000_000_000 + at}, up ${at} seconds`,
  ])('is not blamed for a clock', async (words) => {
    let at = 0;
    const clock: SlowTool = { name: 'get_page', ...READ_ONLY, run: () => text(words(at)) };
    const other: SlowTool = {
      name: 'get_color',
      ...READ_ONLY,
      run: () => {
        at += 1;
        return text('blue');
      },
    };
    expect((await probe([clock, listing(tasks()), other])).findings).toEqual([]);
  });

  it('tells nothing when nobody could show a change, or it cannot be called', async () => {
    const { undecided } = await probe([{ name: 'next_task', ...READ_ONLY, run: () => text('x') }]);
    expect(undecided[0]).toContain('no other read tool answers without arguments');
    const refused = await probe([
      listing(tasks()),
      { name: 'get_task', ...READ_ONLY, takes: { id: TEXT }, run: () => refusal('unknown') },
    ]);
    expect(refused.undecided.join()).toContain('it could not be called: unknown');
  });

  it('is not looked at when it declares nothing', async () => {
    const of = tasks();
    const { annotations: _, ...undeclared } = claiming(of);
    expect((await probe([listing(of), undeclared])).findings).toEqual([]);
  });
});

/** Notes by title; `add`: what a second one with the title of the first does. */
function notesWith(
  add: (notes: object[], note: { readonly title: unknown; readonly body: unknown }) => Result | void,
  tool: Partial<SlowTool> = {},
): readonly SlowTool[] {
  const notes: object[] = [];
  return [
    {
      name: 'add_note',
      takes: { title: TEXT, body: TEXT },
      annotations: { idempotentHint: true },
      run: ({ title, body }) => add(notes, { title, body }) ?? text('done'),
      ...tool,
    },
    { name: 'list_notes', run: () => json(notes) },
  ];
}
const at = (notes: readonly object[], title: unknown): number =>
  notes.findIndex((note) => 'title' in note && note.title === title);
const adding = (notes: object[], note: object): void => void notes.push(note);
const putting = (notes: object[], note: { readonly title: unknown }): void => {
  const found = at(notes, note.title);
  if (found < 0) notes.push(note);
  else notes[found] = note;
};
const probeHints = (tools: readonly SlowTool[], around?: Parameters<typeof probeField>[2]): Promise<Probed> =>
  probeField(tools, [annotations, hints], around);

describe('a tool that declares to be idempotent', () => {
  it('is found when the same call leaves two records', async () => {
    const { findings } = await probeHints(notesWith(adding));
    expect(findings).toMatchObject([
      { rule: 'probe-annotation-untrue', subject: 'add_note', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message.replace(/[0-9a-f]{6}/, 'x')).toBe(
      'add_note declares idempotentHint: true, but the same call twice left it 2 times (title "tspx-title"), counted with list_notes',
    );
  });

  it('is a warning when the two have ids of their own', async () => {
    let ids = 0;
    const { findings } = await probeHints(
      notesWith((notes, note) => void notes.push({ id: `n-${String((ids += 1))}`, ...note })),
    );
    expect(findings).toMatchObject([{ rule: 'probe-annotation-untrue', confidence: 'medium', severity: 'warning' }]);
  });

  it('is fine when there is one, or the second call is refused', async () => {
    const { findings, undecided } = await probeHints(notesWith(putting));
    expect([findings, undecided]).toEqual([[], []]);
    const refusing = notesWith((notes, note) =>
      at(notes, note.title) < 0 ? adding(notes, note) : refusal('there is one already'),
    );
    expect((await probeHints(refusing)).findings).toEqual([]);
  });

  it('may note both calls in a history', async () => {
    const notes = notesWith(putting);
    const asked: unknown[] = [];
    const [add, ...others] = notes as [SlowTool, ...SlowTool[]];
    const noting: SlowTool = {
      ...add,
      run: (args) => {
        asked.push(args);
        return add.run(args);
      },
    };
    const history: SlowTool = { name: 'list_note_history', run: () => json(asked) };
    expect((await probeHints([history, noting, ...others])).findings).toEqual([]);
  });

  it('is found when a text is there twice', async () => {
    const files = new Map<string, string>();
    const { findings } = await probeHints([
      {
        name: 'append_file',
        takes: { path: TEXT, content: TEXT },
        annotations: { idempotentHint: true },
        run: ({ path, content }) => {
          files.set(String(path), `${files.get(String(path)) ?? ''}${String(content)}`);
          return text('done');
        },
      },
      {
        name: 'read_file',
        takes: { path: TEXT },
        run: ({ path }) => {
          const body = files.get(String(path));
          return body === undefined ? refusal('no such file') : text(body);
        },
      },
    ]);
    expect(findings).toMatchObject([{ rule: 'probe-annotation-untrue', subject: 'append_file', confidence: 'high' }]);
  });

  it('is not looked at when it declares nothing, or the run may not write', async () => {
    expect((await probeHints(notesWith(adding, { annotations: {} }))).findings).toEqual([]);
    const { calls } = await probeHints(notesWith(adding), { allowWrites: false });
    expect(calls.filter(({ name }) => name === 'add_note')).toEqual([]);
  });
});

describe('a tool that declares to destroy nothing', () => {
  const harmless = { annotations: { destructiveHint: false } };

  it('is a warning when it replaced a record', async () => {
    const { findings } = await probeHints(notesWith(putting, harmless));
    expect(findings).toMatchObject([
      { rule: 'probe-annotation-untrue', subject: 'add_note', confidence: 'low', severity: 'warning' },
    ]);
    expect(findings[0]?.message).toContain('replaced the values of the first');
    expect(findings[0]?.evidence.length).toBeGreaterThan(0);
  });

  it.each([
    ['it says so', { ...harmless, description: 'Adds a note, or replaces the one with its title.' }],
    ['it is called so', { ...harmless, name: 'put_note' }],
  ])('is fine because %s', async (_, tool) => {
    expect((await probeHints(notesWith(putting, tool))).findings).toEqual([]);
  });

  it('is fine where the record stays, or there are two', async () => {
    const keeping = notesWith(
      (notes, note) => (at(notes, note.title) < 0 ? adding(notes, note) : refusal('taken')),
      harmless,
    );
    expect((await probeHints(keeping)).findings).toEqual([]);
    expect((await probeHints(notesWith(adding, harmless))).findings).toEqual([]);
  });
});
