/** Every guard twice: with it the verdict is right, without it the verdict is wrong. Scorecard specification, 2.5 and 11.2. */

import { describe, expect, test } from 'vitest';
import type { Guards } from '../../plugins/effect-checks/guards.js';
import { ALL_GUARDS } from '../../plugins/effect-checks/guards.js';
import { type Around, data, type FakeTool, json, probeOne, refusal, text, TEXT } from './fake.js';
import { listNotes, type Note, Notes, searchNotes, seeded, writer } from './stores.js';

interface Case {
  readonly server: () => readonly FakeTool[];
  /** What is right. */
  readonly right: object;
  /** What comes out without the guard. */
  readonly wrong: object;
}

const PASS = { result: 'pass', confidence: 'high' };
const saving = (notes: Notes): FakeTool =>
  writer((args) => {
    notes.put(args);
    return text('saved');
  });

/** Keeps the first note of each title, and says what is wanted about the others. */
function keeping(say: (isNew: boolean) => ReturnType<typeof text>, tool: Partial<FakeTool> = {}): readonly FakeTool[] {
  const notes = new Notes();
  const save = writer((args) => {
    const isNew = notes.at(args['title']) === undefined;
    if (isNew) notes.add(args);
    return say(isNew);
  }, tool);
  return [save, listNotes(notes)];
}

const cases: Record<keyof Guards, Case> = {
  echo: {
    server: () => [writer(() => text('saved')), searchNotes(new Notes())],
    right: { result: 'probe-write-not-observable', confidence: 'medium' },
    wrong: { result: 'pass' },
  },
  addressed: {
    server: () => {
      const folders = new Set<string>();
      return [
        {
          name: 'create_directory',
          takes: { path: TEXT },
          run: ({ path }) => {
            folders.add(path);
            return text('created');
          },
        },
        {
          name: 'list_directory',
          takes: { path: TEXT },
          run: ({ path }) => (folders.has(path) ? text('') : refusal(`ENOENT: no such directory ${path}`)),
        },
      ];
    },
    right: PASS,
    wrong: { result: 'probe-write-not-observable', confidence: 'medium' },
  },
  secondAttempt: {
    server: () => {
      const notes = new Notes();
      const save = writer(
        (args) => {
          if (args['body'] !== undefined) return refusal('body must be an id of a file');
          notes.put(args);
          return text('saved');
        },
        { required: ['title'] },
      );
      return [save, listNotes(notes)];
    },
    right: PASS,
    wrong: { result: 'inconclusive' },
  },
  boilerplate: {
    server: () => keeping(() => text('saved; an existing item is left unchanged')),
    right: { result: 'probe-silent-noop', confidence: 'high' },
    wrong: { result: 'pass' },
  },
  negation: {
    server: () => keeping((isNew) => json({ saved: 1, skipped: isNew ? 0 : [] })),
    right: { result: 'probe-silent-noop', confidence: 'high' },
    wrong: { result: 'pass' },
  },
  singleValue: {
    server: () => {
      let setting = '';
      return [
        {
          name: 'set_greeting',
          takes: { greeting: TEXT },
          run: ({ greeting }) => {
            setting = greeting;
            return text('set');
          },
        },
        { name: 'list_greetings', run: () => json([setting]) },
      ];
    },
    right: { result: 'pass', confidence: 'medium' },
    wrong: { result: 'probe-data-lost', confidence: 'high' },
  },
  pageWindow: {
    server: () => {
      const notes = seeded(3);
      return [saving(notes), listNotes(notes, { name: 'get_latest_note', run: () => json(notes.all[0]) })];
    },
    right: { result: 'probe-data-lost', confidence: 'medium', severity: 'warning' },
    wrong: { result: 'probe-data-lost', confidence: 'high', severity: 'error' },
  },
  noOpDoubts: {
    server: () => keeping(() => text('done'), { description: 'Saves a note unless one with this title exists.' }),
    right: { result: 'probe-silent-noop', confidence: 'medium', severity: 'warning' },
    wrong: { result: 'probe-silent-noop', confidence: 'high', severity: 'error' },
  },
  failureWords: {
    server: () => keeping((isNew) => json(isNew ? { ok: true } : { ok: false, reason: 'title in use' })),
    right: PASS,
    wrong: { result: 'probe-silent-noop', confidence: 'high' },
  },
};

describe.each(Object.keys(ALL_GUARDS) as readonly (keyof Guards)[])('the guard %s', (guard) => {
  const { server, right, wrong } = cases[guard];
  test('keeps the verdict right', async () => {
    expect(await probeOne(server())).toMatchObject(right);
  });
  test('is what keeps it right', async () => {
    expect(right).not.toEqual(wrong);
    expect(await probeOne(server(), { without: guard })).toMatchObject(wrong);
  });
});

describe('settle reads', () => {
  const PATIENT: Around = { settleMs: [0, 0] };

  /** Notes that show what was written only from the third look on. */
  class SlowNotes extends Notes {
    #shown: readonly Note[] = [];
    #looks = 0;

    override put(args: Note): void {
      super.put(args);
      this.#looks = 0;
    }

    look(): readonly Note[] {
      this.#looks += 1;
      if (this.#looks > 2) this.#shown = this.all;
      return this.#shown;
    }
  }
  const slow = (): readonly FakeTool[] => {
    const notes = new SlowNotes();
    return [saving(notes), listNotes(notes, { run: () => data({ notes: notes.look() }) })];
  };
  /** An index that is empty for two looks after a new title came in. */
  const rebuilding = (): readonly FakeTool[] => {
    const notes = new Notes();
    let missing = 0;
    const save = writer((args) => {
      if (notes.all.length > 0 && notes.at(args['title']) === undefined) missing = 2;
      notes.put(args);
      return text('saved');
    });
    const list = (): ReturnType<typeof text> => {
      missing -= 1;
      return data({ notes: missing >= 0 ? [] : notes.all });
    };
    return [save, listNotes(notes, { run: list })];
  };

  test('keep a slow reader from being taken for one that shows nothing', async () => {
    expect(await probeOne(slow(), PATIENT)).toMatchObject(PASS);
    expect(await probeOne(slow())).toMatchObject({ result: 'probe-write-not-observable' });
  });

  test('keep a slow second write from being taken for a silent no-op', async () => {
    const stale = (): readonly FakeTool[] => {
      const notes = new Notes();
      let looks = 0;
      let before: Note[] = [];
      const save = writer((args) => {
        before = notes.all;
        if (notes.at(args['title']) !== undefined) looks = -2;
        notes.put(args);
        return text('saved');
      });
      const list = (): ReturnType<typeof text> => {
        looks += 1;
        return data({ notes: looks > 0 ? notes.all : before });
      };
      return [save, listNotes(notes, { run: list })];
    };
    expect(await probeOne(stale(), PATIENT)).toMatchObject(PASS);
    expect(await probeOne(stale())).toMatchObject({ result: 'probe-silent-noop' });
  });

  test('keep an index that is being rebuilt from being taken for a loss', async () => {
    expect(await probeOne(rebuilding(), PATIENT)).toMatchObject(PASS);
    expect(await probeOne(rebuilding())).toMatchObject({ result: 'probe-data-lost' });
  });
});
