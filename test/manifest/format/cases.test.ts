import { describe, expect, it } from 'vitest';
import {
  EITHER,
  example,
  faultsOf,
  KIND_NAMES,
  KINDS,
  manifest,
  OWN_FIELDS,
  parse,
  TOLERATED,
  without,
} from './examples.js';

const one = (given: unknown, more: object = {}): Promise<readonly string[]> =>
  faultsOf(manifest([given], { sandboxes: { scratch: { description: 'x' } }, ...more }));
const PLAIN = example('degradation-over-n', { id: 'a' });
const IDENTIFIER = 'takes an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".';

it('there are the twenty kinds of the specification, in its order', () => {
  expect([...KINDS.keys()]).toEqual(KIND_NAMES);
});

describe.each([...KINDS.keys()])('a case of %s', (probe) => {
  const kind = KINDS.get(probe);

  it('is valid as it is in the examples', async () => {
    const [read] = (await parse(manifest([example(probe)]))).cases;
    expect(read).toMatchObject({ id: probe, probe, access: 'read_only', index: 0, line: 1 });
    expect(read?.fields).toEqual(OWN_FIELDS[probe]);
  });

  it.each(Object.keys(example(probe)))('takes %s: null as if it were left out, where it may be', async (name) => {
    const asNull = await one(example(probe, { [name]: null }));
    const leftOut = await one(without(example(probe), name));
    // Without it, the arguments that go with it are the problem.
    const blamed = name === 'trigger_tool' ? 'trigger_arguments' : name;
    const isFree = kind?.fields[name]?.optional === true && blamed === name;
    const expected = isFree ? [] : [expect.stringContaining(`/probes/0/${blamed}  `)];
    expect(asNull).toEqual(expected);
    expect(leftOut).toEqual(expected);
  });

  it('has no other fields', async () => {
    const [first, ...more] = await one(example(probe, { surplus: 1 }));
    expect(first).toMatch(new RegExp(`^/probes/0/surplus  probe case ${probe}: surplus is no field here\\.`));
    expect(more).toEqual([]);
  });

  it('is mutating where its kind says so, and then with a declared sandbox', async () => {
    const mutating = await one(
      example(probe, { access: 'mutating', ...(kind?.sandbox === 'yes' && { sandbox: 'scratch' }) }),
    );
    expect(mutating).toEqual(
      EITHER.includes(probe)
        ? []
        : [`/probes/0/access  probe case ${probe}: access must be "read_only": ${probe} only reads.`],
    );
  });

  it('names no sandbox while it only reads', async () => {
    const said = await one(example(probe, { sandbox: 'scratch' }));
    if (EITHER.includes(probe))
      expect(said).toEqual([
        `/probes/0/sandbox  probe case ${probe}: sandbox goes with the access "mutating" only. Leave it out, or declare the case mutating.`,
      ]);
    else if (TOLERATED.includes(probe))
      expect(said).toEqual([`/probes/0/sandbox  probe case ${probe}: sandbox must be left out: ${probe} only reads.`]);
    else expect(said).toEqual([expect.stringContaining(`probe case ${probe}: sandbox is no field here.`)]);
  });

  it('takes null for a sandbox where it knows one', async () => {
    const said = await one(example(probe, { sandbox: null }));
    expect(said).toHaveLength(EITHER.includes(probe) || TOLERATED.includes(probe) ? 0 : 1);
  });
});

describe('every case', () => {
  it.each(['a', 'Z', 'A1_.:-', 'x'.repeat(64)])('may be called %s', async (id) => {
    expect(await one({ ...PLAIN, id })).toEqual([]);
  });

  it.each(['', '1', '_a', 'a b', 'a/b', 'a\n', '\u00e4', 'x'.repeat(65), 5, null, ['a']])(
    'may not be called %j, which is not repeated',
    async (id) => {
      expect(await one({ ...PLAIN, id })).toEqual([`/probes/0/id  probe case number 1: id ${IDENTIFIER}`]);
    },
  );

  it('has an id of its own', async () => {
    const probes = [PLAIN, { ...PLAIN, id: 'b' }, { ...PLAIN, probe: 'none' }, PLAIN];
    expect(await faultsOf(manifest(probes))).toEqual([
      expect.stringContaining('/probes/2/probe  probe case a: probe names no kind.'),
      '/probes/2/id  probe case a: id is also the id of /probes/0; each case has its own.',
      '/probes/3/id  probe case a: id is also the id of /probes/0; each case has its own.',
    ]);
  });

  it.each([5, null, 'a', ['a']])('is an object, not %j', async (given) => {
    expect(await one(given)).toEqual(['/probes/0  probe case number 1: takes an object.']);
  });

  it('knows its line, which is that of its own id', async () => {
    const text = JSON.stringify(
      manifest([
        { ...PLAIN, arguments: { id: 'x' } },
        { ...PLAIN, id: 'b' },
      ]),
      null,
      2,
    );
    const lines = text.split('\n');
    for (const { id, line } of (await parse(text)).cases) expect(lines[line - 1]).toContain(`"id": "${id}"`);
  });
});

describe('the kind of a case', () => {
  it('is matched exactly, and the nearest is suggested', async () => {
    for (const [probe, near] of [
      ['latency_budget', 'latency-budget'],
      ['Degradation-Over-N', 'degradation-over-n'],
    ])
      expect(await one({ ...PLAIN, probe })).toEqual([
        `/probes/0/probe  probe case a: probe names no kind. Did you mean "${near}"?`,
      ]);
  });

  it('is one of those there are, which are told when nothing is near', async () => {
    const all = `/probes/0/probe  probe case a: probe names no kind. There are: ${[...KINDS.keys()].join(', ')}.`;
    for (const probe of ['SECRETWORD', 'degradation over n', '__proto__', 'constructor', ''])
      expect(await one({ ...PLAIN, probe })).toEqual([all]);
  });

  it('is a text, and required', async () => {
    expect(await one({ ...PLAIN, probe: 5 })).toEqual([
      '/probes/0/probe  probe case a: probe takes the name of a kind.',
    ]);
    expect(await one(without(PLAIN, 'probe'))).toEqual([
      '/probes/0/probe  probe case a: probe is missing; it takes the name of a kind.',
    ]);
  });

  it('does not keep the rest from being checked', async () => {
    expect(await one({ id: '1', probe: 'x y z', access: 'write' })).toEqual([
      expect.stringContaining('/probes/0/probe  '),
      expect.stringContaining('/probes/0/id  '),
      '/probes/0/access  probe case number 1: access takes "read_only" or "mutating".',
    ]);
  });
});

describe('access and sandbox', () => {
  const mutating = { ...PLAIN, access: 'mutating' };

  it('a mutating case names a sandbox that is declared', async () => {
    expect(await one({ ...mutating, sandbox: 'scratch' })).toEqual([]);
    const [read] = (await parse(manifest([{ ...mutating, sandbox: 's' }], { sandboxes: { s: { description: '' } } })))
      .cases;
    expect(read).toMatchObject({ access: 'mutating', sandbox: 's' });
    const missing = '/probes/0/sandbox  probe case a: sandbox is missing; a mutating case names one of "sandboxes".';
    expect(await one(mutating)).toEqual([missing]);
    expect(await one({ ...mutating, sandbox: null })).toEqual([missing]);
    const undeclared =
      '/probes/0/sandbox  probe case a: sandbox is not declared; it takes a name that stands in "sandboxes".';
    expect(await one({ ...mutating, sandbox: 'other' })).toEqual([undeclared]);
    expect(await one({ ...mutating, sandbox: 'other' }, { sandboxes: null })).toEqual([undeclared]);
    expect(await one({ ...mutating, sandbox: 'other' }, { sandboxes: {} })).toEqual([undeclared]);
    // Names of the language are no sandboxes.
    expect(await one({ ...mutating, sandbox: 'constructor' })).toEqual([undeclared]);
  });

  it('a name that can be none is told as such, once', async () => {
    for (const sandbox of ['a b', 5, ['scratch']])
      expect(await one({ ...mutating, sandbox })).toEqual([`/probes/0/sandbox  probe case a: sandbox ${IDENTIFIER}`]);
  });

  it('what is wrong with the sandboxes themselves is told once', async () => {
    expect(await one({ ...mutating, sandbox: 'scratch' }, { sandboxes: [] })).toEqual([
      '/sandboxes  sandboxes takes an object from names to sandboxes.',
    ]);
    expect(await one({ ...mutating, sandbox: 'scratch' }, { sandboxes: { scratch: 1 } })).toHaveLength(1);
  });

  it.each(['readonly', 'READ_ONLY', '', true, null])('there is no access %j', async (access) => {
    expect(await one({ ...PLAIN, access })).toEqual([
      '/probes/0/access  probe case a: access takes "read_only" or "mutating".',
    ]);
  });
});

it('the tools of a case are those it may call, each once, the primary one first', async () => {
  const read = await parse(manifest([...KINDS.keys()].map((probe) => example(probe))));
  const tools = Object.fromEntries(read.cases.map(({ id, primaryTool, tools: all }) => [id, [primaryTool, ...all]]));
  const none = [null];
  const own = ['read', 'read'];
  const expected: Record<string, unknown> = {
    'state-recovery': ['lock', 'lock', 'unlock', 'list'],
    workflow: ['read', 'read', 'search'],
    'discovery-cost': none,
    'token-cost': none,
    pagination: none,
    'surface-listing': none,
    'protocol-negotiation': none,
    'resource-subscription': [null, 'touch'],
    completion: none,
  };
  for (const [id, seen] of Object.entries(tools)) expect([id, seen]).toEqual([id, expected[id] ?? own]);
});
