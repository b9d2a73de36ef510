import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import overlap from '../../plugins/overlap/index.js';
import { data, json, probeField, refusal, type SlowTool, text, TEXT } from '../field/fake.js';
import { getNote, listNotes, type Note, Notes, seeded } from '../round-trip/stores.js';

const NOTE = { title: TEXT, body: TEXT };
const RULE = 'probe-lost-update';

/** Reads, waits and saves: calls that overlap lose all but the last. */
async function careless(notes: Notes, change: (copy: Note[]) => Note[]): Promise<void> {
  const copy = [...notes.all];
  await turn();
  await turn();
  notes.all = change(copy);
}

const put =
  ({ title, body }: Note) =>
  (all: Note[]): Note[] => [{ title, body }, ...all.filter((note) => note.title !== title)];

const saveCarelessly = (notes: Notes, tool: Partial<SlowTool> = {}): SlowTool => ({
  name: 'save_note',
  takes: NOTE,
  run: async (args) => {
    await careless(notes, put(args as unknown as Note));
    return text('Saved.');
  },
  ...tool,
});

const saveCarefully = (notes: Notes, tool: Partial<SlowTool> = {}): SlowTool =>
  saveCarelessly(notes, {
    run: async (args) => {
      await turn();
      notes.put(args);
      return text('Saved.');
    },
    ...tool,
  });

describe('records that are sent at once', () => {
  it('are lost where each call saves the copy it began with', async () => {
    const notes = new Notes();
    const { findings } = await probeField([saveCarelessly(notes), listNotes(notes), getNote(notes)], [overlap]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ rule: RULE, subject: 'save_note', confidence: 'high', severity: 'error' });
    expect(findings[0]?.message).toMatch(
      /^save_note was sent 8 new records at once: 8 reported as stored, 1 shown by list_notes, get_note; missing (?:title "tsp[0-9a-f]{6}-title"(?:, )?){7}$/,
    );
    expect(findings[0]?.evidence.filter(({ params }) => params['name'] === 'save_note')).toHaveLength(16);
  });

  it('are found lost by a list alone, too', async () => {
    const notes = seeded(3);
    const { findings } = await probeField([saveCarelessly(notes), listNotes(notes)], [overlap]);
    expect(findings.map(({ rule, confidence }) => [rule, confidence])).toEqual([[RULE, 'high']]);
  });

  it('all show on an honest server, which is asked little', async () => {
    const notes = new Notes();
    const { findings, undecided, calls } = await probeField([saveCarefully(notes), listNotes(notes)], [overlap]);
    expect([findings, undecided]).toEqual([[], []]);
    expect(calls.filter(({ name }) => name === 'save_note')).toHaveLength(3 + 16);
  });

  it('may be refused', async () => {
    const notes = new Notes();
    let busy = false;
    const run: SlowTool['run'] = async (args) => {
      if (busy) return refusal('Busy with another change.');
      busy = true;
      await careless(notes, put(args as unknown as Note));
      busy = false;
      return text('Saved.');
    };
    const { findings, undecided } = await probeField([saveCarelessly(notes, { run }), listNotes(notes)], [overlap]);
    expect([findings, undecided]).toEqual([[], []]);
  });

  it('may be reported as skipped', async () => {
    const notes = new Notes();
    let busy = false;
    const run: SlowTool['run'] = async (args) => {
      if (busy) return json({ skipped: true });
      busy = true;
      await careless(notes, put(args as unknown as Note));
      busy = false;
      return json({ saved: true });
    };
    const { findings } = await probeField([saveCarelessly(notes, { run }), listNotes(notes)], [overlap]);
    expect(findings).toEqual([]);
  });

  it('count where the server makes the ids, and the message says when all got the same', async () => {
    const requests: { id: string; text: string }[] = [];
    let next = 1;
    const plan: SlowTool = {
      name: 'add_request',
      takes: { wish: TEXT },
      run: async ({ wish }) => {
        const [copy, id] = [[...requests], `req-${next}`];
        await turn();
        next = copy.length + 2;
        requests.splice(0, requests.length, ...copy, { id, text: wish });
        return json({ id });
      },
    };
    const list: SlowTool = { name: 'list_requests', run: () => json(requests) };
    const { findings, report } = await probeField([plan, list], [overlap]);
    expect(findings).toMatchObject([{ rule: RULE, confidence: 'high' }]);
    expect(report.observations.find(({ kind }) => kind === 'tool.overlap')?.basis).toMatch(
      /all 8 were given the request_id "req-\d+"|all 8 were given the id "req-\d+"/,
    );
  });

  it('are not accused when a page shows only some', async () => {
    const notes = seeded(2);
    const oldestFirst = listNotes(notes, { run: () => data({ notes: notes.all.toReversed().slice(0, 8) }) });
    const { findings, undecided } = await probeField([saveCarefully(notes), oldestFirst], [overlap]);
    expect(findings).toEqual([]);
    expect(undecided).toHaveLength(1);
    expect(undecided[0]).toMatch(/of 8 sent one after the other only 0 do/);
  });

  it('may show later, when that is all it is', async () => {
    const notes = new Notes();
    const late: Note[] = [];
    let open = 0;
    const run: SlowTool['run'] = async (args) => {
      open += 1;
      await turn();
      if (open > 1) late.push(args as unknown as Note);
      else for (const note of [...late.splice(0), args]) notes.put(note);
      open -= 1;
      return text('Saved.');
    };
    const { findings } = await probeField([saveCarelessly(notes, { run }), listNotes(notes)], [overlap]);
    expect(findings).toEqual([]);
  });

  it('are a warning where the description says that writing takes time', async () => {
    const notes = new Notes();
    const description = 'Saves a note. Notes are queued and written in the background.';
    const { findings } = await probeField([saveCarelessly(notes, { description }), listNotes(notes)], [overlap]);
    expect(findings).toMatchObject([{ rule: RULE, confidence: 'medium', severity: 'warning' }]);
  });

  it('are not sent to what loses records one after the other, what sets one value, or what the config excludes', async () => {
    const forgetful = new Notes();
    const run: SlowTool['run'] = ({ title, body }) => {
      forgetful.all = [{ title, body }];
      return text('Saved.');
    };
    const setting = { theme: '' };
    const setTheme: SlowTool = {
      name: 'set_theme',
      takes: { theme: TEXT },
      run: ({ theme }) => {
        setting.theme = theme;
        return text('Set.');
      },
    };
    const getTheme: SlowTool = { name: 'get_theme', run: () => json(setting) };
    for (const [tools, exclude] of [
      [[saveCarelessly(forgetful, { run }), listNotes(forgetful)], []],
      [[setTheme, getTheme], []],
      [[saveCarelessly(new Notes()), listNotes(new Notes())], ['save_note']],
    ] as const) {
      const { report, findings } = await probeField(tools, [overlap], { effects: { exclude } });
      expect(findings).toEqual([]);
      expect(report.observations.filter(({ kind }) => kind === 'tool.overlap')).toEqual([]);
    }
  });
});
