import { describe, expect, it } from 'vitest';
import promises from '../../plugins/promises/index.js';
import { type Args, json, type Probed, probeField, refusal, type SlowTool, text, TEXT } from './fake.js';

const probe = (tools: readonly SlowTool[], around: Parameters<typeof probeField>[2] = {}): Promise<Probed> =>
  probeField(tools, [promises], around);

const making = (run: (path: string) => ReturnType<SlowTool['run']>, tool: Partial<SlowTool> = {}): SlowTool => ({
  name: 'create_directory',
  description: 'Creates a directory. Can create multiple nested directories in one operation.',
  takes: { path: TEXT },
  run: ({ path }: Args) => run(String(path)),
  ...tool,
});
const flat = (path: string): ReturnType<SlowTool['run']> =>
  path.split('/').length > 2 ? refusal('Parent directory does not exist.') : text('Created.');

describe('nested folders that a description promises', () => {
  it('are refused', async () => {
    const { findings, calls } = await probe([making(flat)], { values: { create_directory: { path: 'data/x' } } });
    expect(findings).toMatchObject([
      { rule: 'probe-contract', subject: 'create_directory', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message).toContain(
      'says "create multiple nested directories", and the call that needs it fails',
    );
    const paths = calls.map(({ args }) => String(args['path'])).filter((path) => path.includes('tsp'));
    expect(paths.map((path) => path.replace(/[0-9a-f]{6}/, ''))).toEqual(['data/tsp-path/inner', 'data/tsp-path']);
  });

  it('are refused where the schema has been lost', async () => {
    const lost = making(flat, { takes: {} });
    const { findings } = await probe([lost], { values: { create_directory: { path: 'data/x' } } });
    expect(findings).toHaveLength(1);
  });

  it('are made', async () => {
    expect((await probe([making(() => text('Created.'))])).findings).toEqual([]);
  });

  it('are made of files', async () => {
    const description = 'Writes a file and creates missing parent directories.';
    const writing = making(flat, { name: 'write_file', description, takes: { path: TEXT, content: TEXT } });
    const { findings, calls } = await probe([writing], { values: { write_file: { path: 'data/x.md' } } });
    expect(findings).toHaveLength(1);
    expect(calls.some(({ args }) => /^data\/tsp[0-9a-f]{6}-path\/inner\.md$/.test(String(args['path'])))).toBe(true);
  });

  it('say nothing where plain ones are refused as well', async () => {
    const { findings, undecided } = await probe([making(() => refusal('Access denied.'))]);
    expect(findings).toEqual([]);
    expect(undecided).toHaveLength(1);
  });

  it('are not asked for where nobody promises them', async () => {
    const { calls } = await probe([making(flat, { description: 'Creates a directory. The parent must exist.' })], {
      values: { create_directory: { path: 'data/x' } },
    });
    expect(calls.filter(({ args }) => String(args['path']).includes('inner'))).toEqual([]);
  });
});

describe('a number of results that a description promises', () => {
  const listing = (count: number, description: string, tool: Partial<SlowTool> = {}): SlowTool => ({
    name: 'list_notes',
    description,
    run: () => json(Array.from({ length: count }, (_, at) => ({ id: at }))),
    ...tool,
  });

  it.each([
    ['Returns at most 3 results.', 'high'],
    ['Returns no more than 3 notes.', 'high'],
    ['Returns up to 3 matching items.', 'medium'],
  ] as const)('is exceeded: %s', async (description, confidence) => {
    const { findings } = await probe([listing(4, description)]);
    expect(findings).toMatchObject([{ rule: 'probe-contract', subject: 'list_notes', confidence }]);
    expect(findings[0]?.message).toMatch(/^The description of list_notes says "[^"]+", and a call answers 4$/);
  });

  it.each(['Returns at most 3 results per folder.', 'Shows at most 3 lines of each note.', 'Returns the notes.'])(
    'is about something else: %s',
    async (description) => {
      expect((await probe([listing(4, description)])).findings).toEqual([]);
    },
  );

  it('is kept, or cannot be counted', async () => {
    const description = 'Returns at most 3 results.';
    expect((await probe([listing(3, description)])).findings).toEqual([]);
    const prose = listing(0, description, { run: () => text('a\nb\nc\nd\ne') });
    const { findings, undecided } = await probe([prose]);
    expect([findings, undecided.join()]).toEqual([[], expect.stringContaining('no list that could be counted')]);
  });
});

describe('a default value that a description states', () => {
  const LIMIT = { type: 'integer', description: 'Most notes to return (default: 3)' };
  const ARCHIVED = { type: 'boolean', description: 'Also what is archived; defaults to false.' };
  const notes = Array.from({ length: 9 }, (_, id) => ({ id, archived: id > 6 }));

  const listing = (run: (args: Args) => ReturnType<SlowTool['run']>, takes: object): SlowTool => ({
    name: 'list_notes',
    takes: takes as NonNullable<SlowTool['takes']>,
    required: [],
    run,
  });
  const limited =
    (by: number) =>
    ({ limit = by }: Args) =>
      json({ notes: notes.slice(0, Number(limit)), limit });

  it('is not the one that is taken', async () => {
    const { findings } = await probe([listing(limited(5), { limit: LIMIT })]);
    expect(findings).toMatchObject([
      { rule: 'probe-contract', subject: 'list_notes', confidence: 'medium', severity: 'warning' },
    ]);
    expect(findings[0]?.message).toBe(
      'The description of list_notes says "default: 3", and the call with limit: 3 answers something else than the call without it',
    );
  });

  it('is taken', async () => {
    const { findings, undecided } = await probe([listing(limited(3), { limit: LIMIT })]);
    expect([findings, undecided]).toEqual([[], []]);
  });

  it('is refused by the tool', async () => {
    const refusing = ({ limit }: Args): ReturnType<SlowTool['run']> =>
      limit === undefined ? json(notes) : refusal('limit must be 10 or more');
    const { findings } = await probe([listing(refusing, { limit: LIMIT })]);
    expect(findings[0]?.message).toContain('the call with limit: 3 fails (limit must be 10 or more)');
  });

  it('of a flag is another one', async () => {
    const all = ({ archived = true }: Args): ReturnType<SlowTool['run']> =>
      json(notes.filter((note) => archived === true || !note.archived));
    expect((await probe([listing(all, { archived: ARCHIVED })])).findings).toHaveLength(1);
    const flag = { ...ARCHIVED, description: 'Archived ones as well. Default is true' };
    const none = ({ archived = false }: Args): ReturnType<SlowTool['run']> =>
      json(notes.filter((note) => archived === true || !note.archived));
    expect((await probe([listing(none, { archived: flag })])).findings).toMatchObject([{ confidence: 'medium' }]);
    expect((await probe([listing(all, { archived: flag })])).findings).toEqual([]);
  });

  it('may be named in the answer', async () => {
    const flag = { ...ARCHIVED, description: 'Archived ones as well. Default is true' };
    const prose = ({ archived }: Args): ReturnType<SlowTool['run']> => text(`archived: ${String(archived)}\none\ntwo`);
    const { findings, undecided } = await probe([listing(prose, { archived: flag })]);
    expect([findings, undecided]).toEqual([[], []]);
  });

  it('tells nothing where answers differ from call to call', async () => {
    let calls = 0;
    const growing = (): ReturnType<SlowTool['run']> => json(notes.slice(0, (calls += 1)));
    const { findings, undecided } = await probe([listing(growing, { limit: LIMIT })]);
    expect([findings, undecided.join()]).toEqual([[], expect.stringContaining('differ from call to call')]);
  });

  it('is not tried where the user has set it, the tool demands it, or it is neither flag nor limit', async () => {
    const tool = listing(limited(5), { limit: LIMIT });
    expect((await probe([tool], { values: { list_notes: { limit: 2 } } })).findings).toEqual([]);
    expect((await probe([{ ...tool, required: ['limit'] }])).findings).toEqual([]);
    const other = listing(limited(5), { retries: { ...LIMIT } });
    const { calls } = await probe([other]);
    expect(calls).toEqual([]);
  });
});
