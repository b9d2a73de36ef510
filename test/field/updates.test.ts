import { describe, expect, it } from 'vitest';
import updates from '../../plugins/updates/index.js';
import { type Args, json, type Probed, probeField, refusal, type Result, type SlowTool, text, TEXT } from './fake.js';

const INTEGER = { type: 'integer' };
const TASK = { title: TEXT, details: TEXT };
const CHANGE = { id: TEXT, title: TEXT, details: TEXT, tag: TEXT, effort: INTEGER };

interface Task extends Record<string, unknown> {
  id: string;
}

/** Tasks with ids of the server's own, and a tool that changes them as wanted. */
function tasksWith(
  change: (task: Task, given: Args) => void | Result,
  tool: Partial<SlowTool> = {},
): readonly SlowTool[] {
  const tasks: Task[] = [{ id: 't-1', title: 'Old', details: 'old' }];
  const at = (id: unknown): Task | undefined => tasks.find((task) => task.id === id);
  return [
    {
      name: 'create_task',
      takes: TASK,
      run: (args) => {
        const task = { ...args, id: `t-${tasks.length + 1}` };
        tasks.push(task);
        return json(task);
      },
    },
    { name: 'list_tasks', run: () => json(tasks) },
    {
      name: 'get_task',
      takes: { id: TEXT },
      run: ({ id }) => json(at(id) ?? null),
    },
    {
      name: 'update_task',
      takes: CHANGE,
      required: ['id'],
      run: ({ id, ...given }) => {
        const task = at(id);
        if (task === undefined) return refusal('no such task');
        return change(task, given) ?? json({ updated: id });
      },
      ...tool,
    },
  ];
}

const probe = (tools: readonly SlowTool[], around: Parameters<typeof probeField>[2] = {}): Promise<Probed> =>
  probeField(tools, [updates], around);
const laidOver = (task: Task, given: Args): void => void Object.assign(task, given);

describe('fields that were left out', () => {
  const dropping = (task: Task, given: Args): void => {
    for (const name of ['details', 'tag', 'effort']) task[name] = null;
    Object.assign(task, given);
  };

  it('stay', async () => {
    const { findings, undecided } = await probe(tasksWith(laidOver));
    expect([findings, undecided]).toEqual([[], []]);
  });

  it('are gone', async () => {
    const { findings } = await probe(tasksWith(dropping));
    expect(findings).toMatchObject([
      { rule: 'probe-fields-dropped', subject: 'update_task', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message).toBe(
      'update_task changed one field of a record, and the record lost "tag" and "effort" (read with list_tasks, get_task)',
    );
  });

  it('are gone although only the tool that made the record takes them', async () => {
    const takes = { id: TEXT, tag: TEXT };
    const keeping = await probe(tasksWith(laidOver, { takes, required: ['id'] }));
    expect(keeping.findings).toEqual([]);
    const dropped = await probe(tasksWith(dropping, { takes, required: ['id'] }));
    expect(dropped.findings).toMatchObject([{ rule: 'probe-fields-dropped', confidence: 'high' }]);
    expect(dropped.findings[0]?.message).toContain('the record lost "details"');
  });

  it.each(['Replaces a task.', 'Sets the whole task.', 'Updates a task; fields that are omitted are set to null.'])(
    'may be gone: %s',
    async (description) => {
      expect((await probe(tasksWith(dropping, { description }))).findings).toEqual([]);
    },
  );

  it('are asked for again where the tool demands them', async () => {
    const required = ['id', 'title', 'details', 'tag'];
    const { findings } = await probe(tasksWith(dropping, { takes: { ...CHANGE }, required }));
    expect(findings.every(({ message }) => !message.includes('tag'))).toBe(true);
  });
});

describe('an empty value', () => {
  const truthy = (task: Task, given: Args): void => {
    for (const [name, value] of Object.entries(given)) if (value) task[name] = value;
  };

  it('is ignored under a success', async () => {
    const { findings } = await probe(tasksWith(truthy));
    expect(findings).toMatchObject([{ rule: 'probe-update-ignored', subject: 'update_task', confidence: 'high' }]);
    expect(findings[0]?.message).toContain(
      '"details" keeps its old value instead of "" and "effort" keeps its old value instead of 0',
    );
  });

  it('may be refused', async () => {
    const tools = tasksWith((task, given) =>
      Object.values(given).some((value) => !value) ? refusal('empty') : laidOver(task, given),
    );
    expect((await probe(tools)).findings).toEqual([]);
  });

  it('may be said to change nothing', async () => {
    const tools = tasksWith((task, given) => {
      truthy(task, given);
      return Object.values(given).some((value) => !value) ? text('No changes.') : undefined;
    });
    expect((await probe(tools)).findings).toEqual([]);
  });

  it('may be excluded by the schema or the description', async () => {
    const full = { ...CHANGE, details: { type: 'string', minLength: 1 }, effort: { type: 'integer', minimum: 1 } };
    expect((await probe(tasksWith(truthy, { takes: full }))).findings).toEqual([]);
    const description = 'Updates a task. Empty values are ignored.';
    expect((await probe(tasksWith(truthy, { description }))).findings).toEqual([]);
  });

  it('says nothing where values are added to what is there', async () => {
    const adding = tasksWith((task, { details, ...given }) => {
      if (details !== undefined) task['details'] = `${String(task['details'])} ${String(details)}`;
      Object.assign(task, given);
    });
    expect((await probe(adding)).findings).toEqual([]);
  });
});

describe('parts of an object', () => {
  const LABELS = { type: 'object', additionalProperties: TEXT };
  const description = 'Changes a task. Only the given fields change.';
  const labelled = { description, takes: { ...CHANGE, labels: LABELS }, required: ['id'] };
  const replacing = laidOver;
  const merging = (task: Task, { labels, ...given }: Args): void => {
    Object.assign(task, given);
    if (labels !== undefined) task['labels'] = { ...(task['labels'] as object), ...labels };
  };

  it('stay', async () => {
    expect((await probe(tasksWith(merging, labelled))).findings).toEqual([]);
  });

  it('are gone against the description', async () => {
    const { findings } = await probe(tasksWith(replacing, labelled));
    expect(findings).toMatchObject([{ rule: 'probe-fields-dropped', confidence: 'high', severity: 'error' }]);
    expect(findings[0]?.message).toContain('the record lost "labels.alpha"');
  });

  it('may be gone where the description does not promise anything', async () => {
    expect((await probe(tasksWith(replacing, { ...labelled, description: 'Changes a task.' }))).findings).toEqual([]);
  });

  it('are stored by one tool and ignored by the other', async () => {
    const declared = { ...LABELS, properties: { source: TEXT } };
    const maker = (tool: SlowTool): SlowTool =>
      tool.name === 'create_task'
        ? { ...tool, takes: { ...TASK, labels: declared }, required: ['title', 'details'] }
        : tool;
    const ignoring = tasksWith((task, { labels, ...given }) => {
      const { source: _, ...others } = labels ?? {};
      merging(task, { ...given, ...(labels !== undefined && { labels: others }) });
    }, labelled);
    const { findings } = await probe(ignoring.map(maker));
    expect(findings).toMatchObject([{ rule: 'probe-update-ignored', confidence: 'high' }]);
    expect(findings[0]?.message).toContain('"source" in "labels" does not show, although create_task stores it');
    expect((await probe(tasksWith(merging, labelled).map(maker))).findings).toEqual([]);
  });
});

it('is found on a record that a tool made which is not known to write, and another shows that is not known to read', async () => {
  const tools = tasksWith((task, given) => {
    for (const [name, value] of Object.entries(given)) if (value) task[name] = value;
  });
  const renamed: Record<string, string> = { create_task: 'plan_task', get_task: 'open_task_details' };
  const { findings, calls } = await probe(
    tools
      .filter(({ name }) => name !== 'list_tasks')
      .map((tool) => ({ ...tool, name: renamed[tool.name] ?? tool.name })),
  );
  expect(findings).toMatchObject([{ rule: 'probe-update-ignored', subject: 'update_task' }]);
  // What is not known to read is only asked for our own record.
  const shown = calls.filter(({ name }) => name === 'open_task_details').map(({ args }) => args['id']);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown).not.toContain('t-1');
});

describe('what cannot be tried', () => {
  it('is a tool of which no record is known', async () => {
    const { findings, undecided } = await probe(tasksWith(laidOver).filter(({ name }) => name !== 'create_task'));
    expect(findings).toEqual([]);
    expect(undecided).toEqual([
      'tool.update update_task: no write tool of this run is known to make a record that update_task could change',
    ]);
  });

  it('is a tool whose changes no reader shows', async () => {
    const hidden = tasksWith(() => undefined);
    expect((await probe(hidden)).findings).toEqual([]);
  });

  it('is any tool of a run that may not write', async () => {
    const { calls, findings } = await probe(tasksWith(laidOver), { allowWrites: false });
    expect([calls.filter(({ name }) => name === 'update_task'), findings]).toEqual([[], []]);
  });
});

it('never changes a record that was there before', async () => {
  const changed = new Set<unknown>();
  await probe(
    tasksWith((task, given) => {
      changed.add(task.id);
      laidOver(task, given);
    }),
  );
  expect(changed.size).toBeGreaterThan(0);
  expect(changed.has('t-1')).toBe(false);
});

describe('a record that is saved again with fewer fields', () => {
  const NOTE = { key: TEXT, text: TEXT, tag: TEXT };
  type Save = (notes: Map<unknown, Args>, note: Args) => void | Result;

  function notesWith(save: Save, tool: Partial<SlowTool> = {}): readonly SlowTool[] {
    const notes = new Map<unknown, Args>();
    return [
      {
        name: 'save_note',
        takes: NOTE,
        required: ['key', 'text'],
        run: (note) => save(notes, note) ?? text('saved'),
        ...tool,
      },
      { name: 'list_notes', run: () => json([...notes.values()]) },
    ];
  }
  const replacing: Save = (notes, note) => void notes.set(note['key'], note);
  const merging: Save = (notes, note) => void notes.set(note['key'], { ...notes.get(note['key']), ...note });

  it('lost the others', async () => {
    const { findings } = await probe(notesWith(replacing));
    expect(findings).toMatchObject([
      { rule: 'probe-fields-dropped', subject: 'save_note', confidence: 'medium', severity: 'warning' },
    ]);
    expect(findings[0]?.message).toBe(
      'save_note saved a record again without its optional fields, and the record lost "tag" (read with list_notes)',
    );
  });

  it('lost them against the description', async () => {
    const description = 'Saves a note. Only the given fields change.';
    expect((await probe(notesWith(replacing, { description }))).findings).toMatchObject([{ confidence: 'high' }]);
  });

  it('kept them', async () => {
    const { findings, undecided } = await probe(notesWith(merging));
    expect([findings, undecided]).toEqual([[], []]);
  });

  it.each([
    ['it says so', { description: 'Saves a note, and overwrites the one under its key.' }],
    ['it sets', { description: 'Sets a note.' }],
    ['it is called so', { name: 'put_note' }],
    ['it asks for all', { required: ['key', 'text', 'tag'] }],
    ['it asks for the key only', { required: ['key'] }],
  ])('may lose them because %s', async (_, tool) => {
    expect((await probe(notesWith(replacing, tool))).findings).toEqual([]);
  });

  it('may be refused, or reported as skipped', async () => {
    const whole =
      (answer: Result): Save =>
      (notes, note) =>
        note['tag'] === undefined ? answer : replacing(notes, note);
    expect((await probe(notesWith(whole(refusal('tag is missing'))))).findings).toEqual([]);
    expect((await probe(notesWith(whole(text('Skipped: it exists already.'))))).findings).toEqual([]);
  });

  it('says nothing where what is saved again does not show', async () => {
    const once: Save = (notes, note) => (note['tag'] === undefined ? notes.clear() : replacing(notes, note));
    const { findings, undecided } = await probe(notesWith(once));
    expect([findings, undecided.join()]).toEqual([[], expect.stringContaining('no read tool shows what it saved')]);
  });
});
