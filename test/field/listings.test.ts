import { describe, expect, it } from 'vitest';
import listings from '../../plugins/listings.js';
import { type Args, json, type Probed, probeField, refusal, type Result, type SlowTool, text, TEXT } from './fake.js';

const probe = (tools: readonly SlowTool[]): Promise<Probed> => probeField(tools, [listings]);
const rulesOf = ({ findings }: Probed): readonly string[] =>
  findings.map(({ rule, subject, confidence }) => `${rule} ${subject} ${confidence}`);

function notes(list: (all: readonly Args[], args: Args) => Result, more: Partial<SlowTool> = {}): readonly SlowTool[] {
  const all = new Map<string, Args>();
  return [
    {
      name: 'save_note',
      takes: { key: TEXT, tag: TEXT, text: TEXT },
      run: (args) => {
        all.set(args['key'], args);
        return text('Saved');
      },
    },
    { name: 'list_notes', run: (args) => list([...all.values()], args), ...more },
    {
      name: 'get_note',
      takes: { key: TEXT },
      run: ({ key }) => (all.has(key) ? json(all.get(key)) : refusal('no such note')),
    },
  ];
}

describe('a list', () => {
  it('that leaves out what is there and says nothing is found', async () => {
    const found = await probe(notes((all) => json(all.slice(0, 20))));
    expect(rulesOf(found)).toEqual(['probe-hidden-truncation list_notes high']);
    expect(found.findings[0]?.message).toMatch(
      /shows 20 of 21 records that save_note stored .* get_note knows key "tsp/,
    );
  });

  it.each<[string, readonly SlowTool[]]>([
    ['shows all', notes((all) => json(all))],
    ['says how many there are', notes((all) => json({ notes: all.slice(0, 20), total: all.length }))],
    ['says that there is more', notes((all) => json({ notes: all.slice(0, 20), hasMore: all.length > 20 }))],
    [
      'says that it shows the recent ones',
      notes((all) => json(all.slice(-20)), { description: 'The 20 most recent notes' }),
    ],
  ])('passes when it %s', async (_what, tools) => {
    expect(rulesOf(await probe(tools))).toEqual([]);
  });

  it('is not blamed for what was lost', async () => {
    const all: Args[] = [];
    const { findings, undecided } = await probe([
      { name: 'save_note', takes: { key: TEXT, text: TEXT }, run: (args) => (all.push(args), text('Saved')) },
      { name: 'list_notes', run: () => json(all.slice(0, 20)) },
    ]);
    expect(findings).toEqual([]);
    expect(undecided.join()).toContain('no tool shows one record by its key');
  });
});

describe('a filter', () => {
  const takes = { takes: { tag: TEXT }, required: [] };
  it('that leaves everything in is found', async () => {
    const found = await probe(notes((all) => json(all), takes));
    expect(rulesOf(found)).toEqual(['probe-filter-ineffective list_notes medium']);
  });

  it.each<[string, readonly SlowTool[]]>([
    [
      'leaves out what does not match',
      notes((all, { tag }) => json(all.filter((note) => tag === undefined || note['tag'] === tag)), takes),
    ],
    ['matches in another way and finds nothing', notes((all, { tag }) => json(tag === undefined ? all : []), takes)],
    [
      'only ranks',
      notes((all) => json(all), {
        takes: { tag: { ...TEXT, description: 'Rank notes with this tag first' } },
        required: [],
      }),
    ],
  ])('passes when it %s', async (_what, tools) => {
    expect(rulesOf(await probe(tools))).toEqual([]);
  });
});
