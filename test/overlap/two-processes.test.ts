import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import overlap from '../../plugins/overlap/index.js';
import twoProcesses from '../../plugins/overlap/two-processes.js';
import { probeField, refusal, type SlowTool, text, TEXT } from '../field/fake.js';
import { getNote, listNotes, Notes } from '../round-trip/stores.js';

const PROBES = [overlap, twoProcesses];

/** One process: it lets one change after the other read, wait and save. */
function processOn(store: Notes, isLocked: () => boolean = () => false): SlowTool[] {
  let last: Promise<unknown> = Promise.resolve();
  const save = async ({ title, body }: Record<string, string>): Promise<void> => {
    const copy = store.all.filter((note) => note.title !== title);
    await turn();
    await turn();
    store.all = [{ title: title ?? '', body: body ?? '' }, ...copy];
  };
  return [
    {
      name: 'save_note',
      takes: { title: TEXT, body: TEXT },
      run: async (args) => {
        if (isLocked()) return refusal('The store is locked by another process.');
        const mine = last.then(async () => save(args));
        last = mine;
        await mine;
        return text('Saved.');
      },
    },
    listNotes(store),
    getNote(store),
  ];
}

const rows = ({ findings }: Awaited<ReturnType<typeof probeField>>): readonly unknown[] =>
  findings.map(({ rule, subject, confidence, severity }) => [rule, subject, confidence, severity]);

describe('records that go to two processes at once', () => {
  it('are a warning when they are lost, although each process alone keeps all', async () => {
    const store = new Notes();
    const probed = await probeField(processOn(store), PROBES, { again: () => processOn(store) });
    expect(rows(probed)).toEqual([['probe-lost-update', 'save_note', 'medium', 'warning']]);
    expect(probed.findings[0]?.message).toMatch(
      /^save_note was sent 8 new records at once through two server processes: 8 reported as stored, \d shown by list_notes, get_note; missing title "/,
    );
  });

  it('may be refused by one of them', async () => {
    const store = new Notes();
    const second = { open: false };
    const again = (): SlowTool[] => processOn(store, () => second.open || (second.open = true));
    const { findings, undecided } = await probeField(processOn(store), PROBES, { again });
    expect([findings, undecided]).toEqual([[], []]);
  });

  it('prove nothing when each has a store of its own', async () => {
    const { report } = await probeField(processOn(new Notes()), PROBES, { again: () => processOn(new Notes()) });
    expect(report.observations.filter(({ kind }) => kind === 'tool.overlap')).toHaveLength(1);
  });

  it('are not sent where no second one starts', async () => {
    const { report } = await probeField(processOn(new Notes()), PROBES);
    expect(report.observations.filter(({ kind }) => kind === 'tool.overlap')).toHaveLength(1);
  });
});
