import { describe, expect, test } from 'vitest';
import { noSession } from '../../core/api/lent-session.js';
import { runApi } from '../../core/api/run.js';
import { listed, type ToolDef } from '../../core/api/tool-def.js';
import { findingIds, type JsonObject, type Observation, type Report, type Verdict } from '../../core/index.js';
import { identityFaults } from '../../core/rules/check-identity.js';
import { identityIn } from '../../core/rules/identity.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

interface Seen {
  readonly rule?: string;
  readonly tool?: string;
  readonly index?: number;
  readonly data?: JsonObject;
  readonly outcome?: Verdict['outcome'];
  readonly message?: string;
}

/** The ids of findings, in order, of a run that saw this. */
function idsOf(seen: readonly Seen[], identity: readonly string[] = ['param']): readonly string[] {
  const observations: Observation[] = [];
  const verdicts: Verdict[] = [];
  for (const [number, one] of seen.entries()) {
    const { rule = 'bound-broken', tool = 'list', index = 0, data = {}, outcome = 'fail', message = 'broken' } = one;
    const subject = tool.startsWith('server ') ? { kind: 'server', name: tool } : { kind: 'tool', name: tool, index };
    observations.push({ number, kind: 'tool.x', subject, state: 'observed', data, evidence: [number], probe: 'x' });
    const severity = number % 2 === 0 ? 'error' : 'warning';
    verdicts.push({ rule, observation: number, outcome, severity, confidence: 'high', subject, message, evidence: [] });
  }
  const ids = findingIds({ observations, verdicts, identities: new Map([['tool.x', identity]]) });
  return [...ids.values()];
}

const BROKEN: readonly Seen[] = [
  { tool: 'list', index: 0, data: { param: 'limit', ms: 12, markers: ['tspaaaaaa-1'] } },
  { tool: 'list', index: 0, data: { param: 'depth' } },
  { tool: 'find', index: 1, data: { param: 'limit' } },
  { tool: 'find', index: 1, data: { param: 'limit' }, rule: 'other-rule' },
  { tool: 'server notes 1.0', data: { param: 'limit' } },
];

describe('the ids of findings', () => {
  test('are 16 hexadecimal digits, one for each finding and for nothing else', () => {
    const ids = idsOf([...BROKEN, { outcome: 'pass' }, { outcome: 'inconclusive' }]);
    expect(ids).toHaveLength(BROKEN.length);
    expect(new Set(ids).size).toBe(BROKEN.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
  });

  test('are these, in every version: baselines hold them', () => {
    expect(idsOf(BROKEN)).toMatchInlineSnapshot(`
      [
        "582d4f3bf64a8e43",
        "a3e1c3fabe8ecfb4",
        "3043f64b213f177a",
        "ff5e760212938fa0",
        "70d8f0952b729f31",
      ]
    `);
  });

  test('stay the same when tools change places, others come, and findings are fixed', () => {
    const moved = BROKEN.toReversed().map((one, place) => ({ ...one, index: place + 7 }));
    expect(idsOf(moved).toReversed()).toEqual(idsOf(BROKEN));
    expect(idsOf([{ tool: 'new', data: { param: 'limit' } }, ...BROKEN]).slice(1)).toEqual(idsOf(BROKEN));
    expect(idsOf(BROKEN.slice(2))).toEqual(idsOf(BROKEN).slice(2));
  });

  test('stay the same with other words, times, markers and severities', () => {
    const later = BROKEN.map((one) => ({
      ...one,
      message: 'said differently, 17 times',
      data: { ...one.data, ms: 999, markers: ['tspbbbbbb-1'], call: 4 },
    }));
    // One pass in front changes every number of an observation, and here the severity of every finding.
    expect(idsOf([{ outcome: 'pass' }, ...later])).toEqual(idsOf(BROKEN));
  });

  test('stay the same when a server names itself otherwise, as with every version', () => {
    expect(idsOf([{ tool: 'server notes 2.0' }])).toEqual(idsOf([{ tool: 'server notes 1.0' }]));
  });

  test('take the members of a list, in any order', () => {
    const fields = (names: readonly string[]): readonly string[] => idsOf([{ data: { names } }], ['names']);
    expect(fields(['b', 'a'])).toEqual(fields(['a', 'b']));
    expect(fields(['a', 'c'])).not.toEqual(fields(['a', 'b']));
  });

  test('number what nothing tells apart, as with two tools of one name', () => {
    const twins = [{ index: 3 }, { index: 9 }];
    const ids = idsOf(twins);
    expect(new Set(ids).size).toBe(2);
    expect(new Set(idsOf([{ index: 20 }, { index: 4 }]))).toEqual(new Set(ids));
    expect(idsOf([{ index: 1 }])).toEqual(ids.slice(0, 1));
  });

  test('do not mix up the parts they are made of', () => {
    const pairs = [
      { data: { param: 'a', b: 'c' } },
      { data: { param: 'a,b', b: '' } },
      { data: { param: ['a'], b: 'b' } },
      { data: { param: null, b: 'b' } },
      { data: JSON.parse('{"__proto__":{"param":"a"},"b":"c"}') as JsonObject },
    ];
    expect(new Set(idsOf(pairs, ['param', 'b'])).size).toBe(pairs.length);
    expect(
      new Set(
        idsOf([
          { rule: 'a', tool: 'b' },
          { rule: 'a/b', tool: '' },
        ]),
      ).size,
    ).toBe(2);
  });

  test('take what a server nests as deep as it likes', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(idsOf([{ data: { param: deep } }])).toHaveLength(1);
    expect(idsOf([{ data: { param: { deep } } }])).toHaveLength(1);
  });
});

describe('the ids of a run', () => {
  const typed = (names: readonly string[]): ToolDef['inputSchema'] => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  });
  const tools: readonly ToolDef[] = [
    {
      name: 'find_notes',
      description: 'Use read_all for everything, and get_one for a single note.',
      inputSchema: typed(['a', 'b']),
    },
    { name: 'addNote', description: '', inputSchema: typed(['a']) },
    { name: 'twin', description: 'Short.', inputSchema: typed(['a']) },
    { name: 'twin', description: 'Short.', inputSchema: typed(['a']) },
  ];
  const run = (defs: readonly ToolDef[], rules = {}): Promise<Report> =>
    runApi({
      target: { kind: 'stdio', command: ['-'] },
      session: noSession('Call find_everything first.'),
      timeoutMs: 60_000,
      tools: listed(defs),
      only: ['read'],
      config: { rules },
    });
  const ids = (report: Report): readonly string[] => [...findingIds(report).values()].toSorted();

  test('are one for each finding, and the same when tools change places', async () => {
    const [report, turned] = await Promise.all([run(tools), run(tools.toReversed())]);
    const found = report.verdicts.filter(({ outcome }) => outcome === 'fail');
    expect(found.length).toBeGreaterThan(12);
    expect(new Set(ids(report)).size).toBe(found.length);
    expect(ids(turned)).toEqual(ids(report));
  });

  test('do not depend on severities and limits', async () => {
    const [plain, strict] = await Promise.all([
      run(tools),
      run(tools, { 'description-missing': 'info', 'description-short': { options: { minimum: 19 } } }),
    ]);
    expect(ids(strict)).toEqual(ids(plain));
  });

  test('tell which finding is new', async () => {
    const [first, ...others] = tools;
    const worse = { ...first, name: 'find_notes', inputSchema: typed(['a', 'c', 'b']) };
    const [before, after] = await Promise.all([run(tools), run([worse, ...others])]);
    const known = new Set(ids(before));
    const fresh = [...findingIds(after)].filter(([, id]) => !known.has(id)).map(([{ message }]) => message);
    expect(fresh).toEqual(['The property "c" declares no type, so a model has to guess what to send.']);
  });
});

describe('x-identity', () => {
  const schema = { type: 'object', properties: { param: { type: 'string' }, left: { properties: { tool: {} } } } };

  test('names fields that the schema has', () => {
    expect(identityFaults({ ...schema, 'x-identity': ['param', 'left.tool'] })).toEqual([]);
    expect(identityFaults(schema)).toEqual([]);
    expect(identityFaults({ ...schema, 'x-identity': ['parm', 'left.name', '__proto__'] })).toEqual([
      'x-identity lists "parm", which the schema does not have. It has: param, left. Did you mean "param"?',
      'x-identity lists "left.name", which the schema does not have. It has: param, left.',
      'x-identity lists "__proto__", a path that names "__proto__", which is part of the language and not of the data.',
    ]);
    expect(identityFaults({ ...schema, 'x-identity': 'param' })).toEqual([
      'x-identity is "param". It takes a list of fields of the data, as in ["param"].',
    ]);
  });

  test('is never made of what changes from run to run', () => {
    const changing = /^(?:markers|details|summary|number|durationMs|tokens|message)$/;
    const declared = Object.values<JsonObject>(observationSchemas).flatMap(identityIn);
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter((field) => changing.test(field))).toEqual([]);
  });
});
