import { describe, expect, it } from 'vitest';
import references from '../../plugins/references/index.js';
import { json, probeField, refusal, type SlowTool, text, TEXT } from '../field/fake.js';

interface Note {
  readonly key: string;
  readonly text: string;
}
interface Link {
  readonly from: string;
  readonly to: string;
}

class Notebook {
  notes: Note[] = [{ key: 'welcome', text: 'Welcome.' }];
  links: Link[] = [];

  has(key: unknown): boolean {
    return this.notes.some((note) => note.key === key);
  }
}

const saveNote = (book: Notebook): SlowTool => ({
  name: 'save_note',
  takes: { key: TEXT, text: TEXT },
  run: (note) => {
    book.notes = [...book.notes.filter(({ key }) => key !== note['key']), note as Note];
    return text('Saved.');
  },
});

const listNotes = (book: Notebook): SlowTool => ({ name: 'list_notes', run: () => json(book.notes) });

const listLinks = (book: Notebook, tool: Partial<SlowTool> = {}): SlowTool => ({
  name: 'list_links',
  run: () => json(book.links),
  ...tool,
});

const addLink = (book: Notebook, tool: Partial<SlowTool> = {}): SlowTool => ({
  name: 'add_note_link',
  takes: { from: TEXT, to: TEXT },
  run: ({ from, to }) => {
    book.links.push({ from, to });
    return text('Linked.');
  },
  ...tool,
});

const carefully =
  (book: Notebook, missing: () => ReturnType<SlowTool['run']>): SlowTool['run'] =>
  ({ from, to }) => {
    if (!book.has(from) || !book.has(to)) return missing();
    book.links.push({ from, to });
    return text('Linked.');
  };

const rows = ({ findings }: Awaited<ReturnType<typeof probeField>>): readonly unknown[] =>
  findings.map(({ rule, subject, confidence }) => [rule, subject, confidence]);

describe('a link between records that do not exist', () => {
  it('is a fault when it is stored', async () => {
    const book = new Notebook();
    const probed = await probeField([saveNote(book), listNotes(book), addLink(book), listLinks(book)], [references]);
    expect(rows(probed)).toEqual([['probe-dangling-reference', 'add_note_link', 'high']]);
    expect(probed.findings[0]?.message).toMatch(
      /^add_note_link reported success for from "tsp[0-9a-f]{6}-from" and to "tsp[0-9a-f]{6}-to", which names nothing that exists, and list_links shows it$/,
    );
    expect(probed.findings[0]?.evidence.map(({ params }) => params['name'])).toEqual(['add_note_link', 'list_links']);
  });

  it('may be refused, or reported as not done', async () => {
    for (const missing of [
      () => refusal('There is no such note.'),
      () => json({ linked: false }),
      () => json({ added: 0 }),
      () => text('Skipped: no such note.'),
    ]) {
      const book = new Notebook();
      const tools = [
        saveNote(book),
        listNotes(book),
        addLink(book, { run: carefully(book, missing) }),
        listLinks(book),
      ];
      const { findings, undecided } = await probeField(tools, [references]);
      expect([findings, undecided]).toEqual([[], []]);
    }
  });

  it('is no fault when the description allows it, when the link is marked, or when the ends are made', async () => {
    const allowing = new Notebook();
    const marking = new Notebook();
    const making = new Notebook();
    const marked: Partial<SlowTool> = {
      run: () => json(marking.links.map((link) => (marking.has(link.to) ? link : { ...link, missing: true }))),
    };
    const run: SlowTool['run'] = ({ from, to }) => {
      for (const key of [from, to]) if (!making.has(key)) making.notes.push({ key, text: '' });
      making.links.push({ from, to });
      return text('Linked.');
    };
    for (const tools of [
      [
        saveNote(allowing),
        listNotes(allowing),
        addLink(allowing, { description: 'Links notes. The ends may be created later.' }),
        listLinks(allowing),
      ],
      [saveNote(marking), listNotes(marking), addLink(marking), listLinks(marking, marked)],
      [saveNote(making), listNotes(making), addLink(making, { run }), listLinks(making)],
    ]) {
      const { findings, undecided } = await probeField(tools, [references]);
      expect([findings, undecided]).toEqual([[], []]);
    }
  });

  it('is a warning when it is dropped under a success', async () => {
    const book = new Notebook();
    const run = carefully(book, () => text('Linked.'));
    const probed = await probeField(
      [saveNote(book), listNotes(book), addLink(book, { run }), listLinks(book)],
      [references],
    );
    expect(rows(probed)).toEqual([['probe-dangling-reference', 'add_note_link', 'medium']]);
    expect(probed.findings[0]?.message).toMatch(/and dropped it: list_links shows one to records that exist only$/);
  });

  it('is not made up where nothing is known that could be linked', async () => {
    const book = new Notebook();
    const { report } = await probeField([addLink(book), listLinks(book)], [references]);
    expect(report.observations.filter(({ kind }) => kind === 'tool.reference')).toEqual([]);
  });

  it('proves nothing by a reader that repeats what it is asked for', async () => {
    const book = new Notebook();
    const echo: SlowTool = {
      name: 'find_links',
      takes: { from: TEXT },
      run: ({ from }) => text(`No link from ${from}.`),
    };
    const run = carefully(book, () => text('Linked.'));
    const { findings } = await probeField(
      [saveNote(book), listNotes(book), addLink(book, { run }), echo],
      [references],
    );
    expect(findings).toEqual([]);
  });
});

describe('a story that does not exist', () => {
  const stories: { id: string; title: string }[] = [];
  const createStory: SlowTool = {
    name: 'create_story',
    takes: { title: TEXT },
    run: ({ title }) => {
      stories.push({ id: `s-${stories.length + 1}`, title });
      return json({ id: `s-${stories.length}` });
    },
  };
  const listStories: SlowTool = { name: 'list_stories', run: () => json(stories) };
  const server = (description: string): SlowTool[] => {
    const tasks: unknown[] = [];
    const createTask: SlowTool = {
      name: 'create_task',
      description,
      takes: { label: TEXT, story_id: TEXT },
      run: ({ label, story_id }) => {
        tasks.push({ label, story_id });
        return text('Created.');
      },
    };
    return [createStory, listStories, createTask, { name: 'list_tasks', run: () => json(tasks) }];
  };

  it('is a fault where the description says that it has to exist, and a warning elsewhere', async () => {
    expect(rows(await probeField(server('Creates a task in an existing story.'), [references]))).toEqual([
      ['probe-dangling-reference', 'create_task', 'high'],
    ]);
    const probed = await probeField(server('Creates a task.'), [references]);
    expect(rows(probed)).toEqual([['probe-dangling-reference', 'create_task', 'medium']]);
    expect(probed.findings[0]?.message).toMatch(/^create_task reported success for story_id "s-19\d{8}", /);
  });
});
