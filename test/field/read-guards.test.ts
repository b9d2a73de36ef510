import { describe, expect, it } from 'vitest';
import readGuards from '../../plugins/read-guards/index.js';
import { json, type Probed, probeField, refusal, type Result, type SlowTool, text, TEXT } from './fake.js';

const probe = (tool: SlowTool, around: Parameters<typeof probeField>[2] = {}): Promise<Probed> =>
  probeField([tool], [readGuards], around);

/** A database that knows the three statements it is sent. */
function database(): { readonly tables: Set<string>; run(sql: string): Result } {
  const tables = new Set(['users']);
  return {
    tables,
    run: (sql) => {
      const [, verb = '', table = ''] = /^(SELECT COUNT\(\*\) FROM|CREATE TABLE|DROP TABLE) (\w+)/.exec(sql) ?? [];
      if (sql === 'SELECT 1') return json([{ 1: 1 }]);
      if (verb === 'CREATE TABLE') return (void tables.add(table), json([]));
      if (!tables.has(table)) return refusal(`no such table: ${table}`);
      if (verb === 'DROP TABLE') return (void tables.delete(table), json([]));
      return json([{ 'COUNT(*)': 0 }]);
    },
  };
}

const reading = (run: (sql: string) => Result, tool: Partial<SlowTool> = {}): SlowTool => ({
  name: 'read_query',
  description: 'Execute a SELECT query on the database.',
  takes: { query: TEXT },
  run: ({ query }) => run(String(query)),
  ...tool,
});
const guarded =
  (run: (sql: string) => Result) =>
  (sql: string): Result =>
    sql.startsWith('SELECT') ? run(sql) : refusal('only SELECT');

describe('a tool that is to read only', () => {
  it('creates a table', async () => {
    const { tables, run } = database();
    const { findings, calls } = await probe(reading(run));
    expect(findings).toMatchObject([
      { rule: 'probe-read-guard', subject: 'read_query', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.message).toMatch(
      /^read_query says "SELECT query", and the CREATE TABLE that it was sent made the table tsp[0-9a-f]{6}_guard$/,
    );
    // Nothing but the table of its own, and that is gone again.
    const named = calls.map(({ args }) => String(args['query'])).filter((sql) => sql !== 'SELECT 1');
    expect(named.every((sql) => /\btsp[0-9a-f]{6}_guard\b/.test(sql))).toBe(true);
    expect([...tables]).toEqual(['users']);
  });

  it('refuses to', async () => {
    const { run } = database();
    const { findings, undecided, calls } = await probe(reading(guarded(run)));
    expect([findings, undecided, calls.length]).toEqual([[], [], 4]);
  });

  it('answers and creates nothing', async () => {
    const { run } = database();
    const rolledBack = (sql: string): Result => (sql.startsWith('CREATE') ? json([]) : run(sql));
    expect((await probe(reading(rolledBack))).findings).toEqual([]);
  });

  it('says nothing where a missing table can be read, or nothing can', async () => {
    const { findings, undecided } = await probe(reading(() => json([{ count: 0 }])));
    expect([findings, undecided.join()]).toEqual([[], expect.stringContaining('can be read')]);
    const refused = await probe(reading(() => refusal('no database')));
    expect([refused.findings, refused.undecided.join()]).toEqual([[], expect.stringContaining('SELECT 1 fails')]);
  });

  it('says nothing where the answer is no count', async () => {
    let sent = 0;
    const locked = (sql: string): Result =>
      sql === 'SELECT 1' ? json([]) : (sent += 1) < 2 ? refusal('no such table') : text('this session is blocked');
    expect((await probe(reading(locked))).findings).toEqual([]);
  });

  it('leaves the table behind', async () => {
    const { run } = database();
    const keeping = (sql: string): Result => (sql.startsWith('DROP') ? refusal('no') : run(sql));
    expect((await probe(reading(keeping))).findings[0]?.message).toContain(', which it does not drop again');
  });
});

describe('what a tool says of itself', () => {
  it.each([
    ['a hint', { name: 'execute_sql', description: 'Runs SQL.', annotations: { readOnlyHint: true } }, 'high'],
    ['a sentence', { name: 'query', description: 'Runs SQL, read-only.' }, 'high'],
    ['a name', { name: 'read_query', description: 'Runs SQL on the database.' }, 'medium'],
    ['other words for the argument', { name: 'select', description: '', takes: { sql: TEXT } }, 'none'],
  ] as const)('%s', async (_, tool, confidence) => {
    const { run } = database();
    const { findings } = await probe(reading(run, { ...tool }));
    expect(findings.map((one) => one.confidence)).toEqual(confidence === 'none' ? [] : [confidence]);
  });

  it.each([
    ['it does not only read', { name: 'execute_query', description: 'Runs SQL.' }],
    ['it declares to write', { annotations: { readOnlyHint: false } }],
    ['it takes any statement', { name: 'query', description: 'Runs any SQL statement.' }],
    ['it speaks of others', { description: 'Runs SQL: SELECT, INSERT or UPDATE.' }],
    ['nobody speaks of SQL', { name: 'read_query', description: 'Searches the documents.' }],
    ['a tool called query may do all', { name: 'query', description: 'Runs SQL on the database.' }],
    ['it takes no statement', { takes: { text: TEXT } }],
  ] as const)('nothing, because %s', async (_, tool) => {
    const { run } = database();
    const { findings, calls } = await probe(reading(run, { ...tool } as Partial<SlowTool>));
    expect([findings, calls.filter(({ args }) => String(Object.values(args)).includes('CREATE'))]).toEqual([[], []]);
  });
});

describe('what is sent', () => {
  it.each([
    [{ allowWrites: false }],
    [{ allowWrites: true, readOnly: true }],
    [{ effects: { exclude: ['read_query'] } }],
  ])('is nothing that writes with %j', async (around) => {
    const { run } = database();
    const { calls } = await probe(reading(run), around);
    expect(calls.filter(({ args }) => String(args['query']).includes('CREATE'))).toEqual([]);
  });

  it('is nothing where the user gave something else than a statement that reads', async () => {
    const { run } = database();
    const given = (query: string): Promise<Probed> => probe(reading(run), { values: { read_query: { query } } });
    expect((await given('users')).findings).toEqual([]);
    expect((await given('SELECT * FROM users')).findings).toHaveLength(1);
  });
});
