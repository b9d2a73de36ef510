import { describe, expect, it } from 'vitest';
import takeover from '../../plugins/takeover/index.js';
import { type Args, json, type Probed, probeField, refusal, type Result, type SlowTool, text, TEXT } from './fake.js';

const probe = (tools: readonly SlowTool[], around: Parameters<typeof probeField>[2] = {}): Promise<Probed> =>
  probeField(tools, [takeover], around);

describe('a record made under a key that is taken', () => {
  const agentsWith = (put: (taken: boolean) => 'put' | Result, tool: Partial<SlowTool> = {}): readonly SlowTool[] => {
    const agents = new Map<unknown, Args>();
    return [
      {
        name: 'register_agent',
        takes: { id: TEXT, context: TEXT },
        run: (args) => {
          const answer = put(agents.has(args['id']));
          if (answer !== 'put') return answer;
          agents.set(args['id'], args);
          return json({ success: true });
        },
        ...tool,
      },
      { name: 'list_agents', run: () => json([...agents.values()]) },
    ];
  };

  it('destroys what was there', async () => {
    const { findings } = await probe(agentsWith(() => 'put'));
    expect(findings).toMatchObject([
      { rule: 'probe-clobber', subject: 'register_agent', confidence: 'medium', severity: 'warning' },
    ]);
    expect(findings[0]?.message).toMatch(/the record with id "tsp[0-9a-f]{6}-id" was, and what that held is gone \(/);
  });

  it('destroys what was there against the description', async () => {
    const description = 'Registers an agent. Fails if the id exists.';
    const { findings } = await probe(agentsWith(() => 'put', { description }));
    expect(findings).toMatchObject([{ confidence: 'high', severity: 'error' }]);
  });

  it('destroys what a description says that it leaves alone', async () => {
    const description = 'Stores an agent. Existing ones are skipped.';
    const { findings } = await probe(agentsWith(() => 'put', { name: 'store_agent', description }));
    expect(findings).toMatchObject([{ subject: 'store_agent', confidence: 'high' }]);
  });

  it.each([
    ['may be refused', agentsWith((taken) => (taken ? refusal('taken') : 'put'))],
    ['may be said to change nothing', agentsWith((taken) => (taken ? text('It already exists, skipped.') : 'put'))],
    ['may replace by its description', agentsWith(() => 'put', { description: 'Registers or updates an agent.' })],
    ['may replace by its name', agentsWith(() => 'put', { name: 'save_agent' })],
  ])('%s', async (_what, tools) => {
    expect((await probe(tools)).findings).toEqual([]);
  });
});

describe('a record moved to where another one is', () => {
  const PATH = { path: TEXT };
  interface Files {
    readonly tools: readonly SlowTool[];
    readonly files: Map<unknown, unknown>;
  }
  const filesWith = (
    move: (files: Map<unknown, unknown>, args: Args) => Result,
    tool: Partial<SlowTool> = {},
  ): Files => {
    const files = new Map<unknown, unknown>([['data/old.txt', 'old']]);
    const tools: readonly SlowTool[] = [
      {
        name: 'write_file',
        takes: { path: TEXT, content: TEXT },
        annotations: { destructiveHint: true },
        run: ({ path, content }) => {
          files.set(path, content);
          return text('Written.');
        },
      },
      {
        name: 'read_file',
        takes: PATH,
        run: ({ path }) => (files.has(path) ? text(String(files.get(path))) : refusal('no such file')),
      },
      {
        name: 'move_file',
        takes: { source: TEXT, destination: TEXT },
        run: (args) => move(files, args),
        ...tool,
      },
    ];
    return { tools, files };
  };
  const renaming = (files: Map<unknown, unknown>, { source, destination }: Args): Result => {
    files.set(destination, files.get(source));
    files.delete(source);
    return text('Moved.');
  };
  const description = 'Moves a file. If the destination exists, the operation will fail.';

  it('destroys it against the description', async () => {
    const { tools } = filesWith(renaming, { description });
    const { findings } = await probe(tools);
    expect(findings).toMatchObject([
      { rule: 'probe-clobber', subject: 'move_file', confidence: 'high', severity: 'error' },
    ]);
    expect(findings[0]?.evidence.map(({ params }) => params['name'])).toEqual([
      'write_file',
      'write_file',
      'move_file',
      'read_file',
    ]);
  });

  it('destroys it where the description says nothing', async () => {
    expect((await probe(filesWith(renaming).tools)).findings).toMatchObject([{ confidence: 'medium' }]);
  });

  it.each([
    ['may be refused', filesWith(() => refusal('the destination exists'), { description })],
    ['may stay where it is', filesWith(() => text('Moved.'), { description })],
    [
      'may replace by its description',
      filesWith(renaming, { description: 'Moves a file, overwriting the destination.' }),
    ],
  ])('%s', async (_what, { tools }) => {
    expect((await probe(tools)).findings).toEqual([]);
  });

  it('is put beside a path that the user gave, and nothing else is touched', async () => {
    const { tools, files } = filesWith(renaming, { description });
    const { calls, findings } = await probe(tools, { values: { read_file: { path: 'data/old.txt' } } });
    expect(findings).toHaveLength(1);
    expect(files.get('data/old.txt')).toBe('old');
    const ours = calls.filter(({ name }) => name === 'move_file').flatMap(({ args }) => Object.values(args));
    expect(ours).toHaveLength(2);
    for (const path of ours) expect(path).toMatch(/^data\/tsp[0-9a-f]{6}-path\.txt$/);
  });

  it('is known by the values that the user gave where schemas have been lost', async () => {
    const { tools } = filesWith(renaming, { description });
    const values = {
      write_file: { path: 'data/w.txt', content: 'w' },
      read_file: { path: 'data/old.txt' },
      move_file: { source: 'data/w.txt', destination: 'data/v.txt' },
    };
    const { findings } = await probe(
      tools.map((tool) => ({ ...tool, takes: {} })),
      { values },
    );
    expect(findings).toHaveLength(1);
  });

  it('cannot be tried without a reader', async () => {
    const { tools } = filesWith(renaming, { description });
    const { undecided } = await probe(tools.filter(({ name }) => name !== 'read_file'));
    expect(undecided[0]).toContain('no pair of a write tool and a read tool');
  });
});

describe('an id that is taken', () => {
  interface Node {
    readonly id: string;
    readonly title: string;
  }
  const nodesWith = (
    add: (nodes: Node[], node: Node) => Result,
    shown: (nodes: readonly Node[]) => Result,
  ): SlowTool[] => {
    const nodes: Node[] = [];
    return [
      {
        name: 'add_node',
        takes: { title: TEXT, id: TEXT },
        run: (args) => add(nodes, args as unknown as Node),
      },
      { name: 'list_nodes', run: () => shown(nodes) },
    ];
  };
  const asJson = (nodes: readonly Node[]): Result => json(nodes);
  const asTags = (nodes: readonly Node[]): Result =>
    text(nodes.map(({ id, title }) => `<cell id="${id}" value="${title}"/>`).join('\n'));
  const renumbering =
    (answer: (id: string) => Result) =>
    (nodes: Node[], node: Node): Result => {
      const id = nodes.some((one) => one.id === node.id) ? String(nodes.length) : node.id;
      nodes.push({ ...node, id });
      return answer(id);
    };

  it.each([
    ['in objects', asJson],
    ['in tags', asTags],
  ])('is changed without a word, as a reader shows %s', async (_where, shown) => {
    const { findings } = await probe(
      nodesWith(
        renumbering(() => text('Added.')),
        shown,
      ),
    );
    expect(findings).toMatchObject([{ rule: 'probe-id-ignored', subject: 'add_node', confidence: 'high' }]);
    expect(findings[0]?.message).toMatch(/was given id "tsp[0-9a-f]{6}-id", which is taken, reported success/);
  });

  it('may be named in the answer', async () => {
    const tools = nodesWith(
      renumbering((id) => json({ id })),
      asJson,
    );
    expect((await probe(tools)).findings).toEqual([]);
  });

  it('may be refused', async () => {
    const tools = nodesWith((nodes, node) => {
      if (nodes.some(({ id }) => id === node.id)) return refusal('taken');
      nodes.push(node);
      return text('Added.');
    }, asJson);
    expect((await probe(tools)).findings).toEqual([]);
  });
});
