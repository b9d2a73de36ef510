import { describe, expect, it } from 'vitest';
import values from '../../plugins/values.js';
import { type Args, json, type Probed, probeField, refusal, type SlowTool, text, TEXT } from './fake.js';

const probe = (tools: readonly SlowTool[]): Promise<Probed> => probeField(tools, [values]);
const rulesOf = ({ findings }: Probed): readonly string[] =>
  findings.map(({ rule, subject, confidence }) => `${rule} ${subject} ${confidence}`);

interface StoreOptions {
  /** Why a record is refused; undefined when it is taken. */
  readonly check?: (args: Args) => string | undefined;
  readonly kept?: (args: Args) => Args;
  readonly search?: (all: readonly Args[], query: string) => readonly Args[];
}

/** A store of nodes that are read as data. */
function nodes({ check = () => undefined, kept = (args) => args, search }: StoreOptions = {}): readonly SlowTool[] {
  const all = new Map<unknown, Args>();
  return [
    {
      name: 'add_node',
      takes: { name: TEXT, text: TEXT, kind: { type: 'string', enum: ['a', 'b'] } },
      run: (args) => {
        const refused = check(args);
        if (refused !== undefined) return refusal(refused);
        all.set(args['name'], kept(args));
        return text('Added');
      },
    },
    { name: 'list_nodes', run: () => json([...all.values()]) },
    ...(search === undefined
      ? []
      : [
          {
            name: 'search_nodes',
            takes: { query: TEXT },
            run: ({ query }: Args) => {
              try {
                return json(search([...all.values()], query));
              } catch (error) {
                return refusal((error as Error).message);
              }
            },
          },
        ]),
  ];
}

describe('a value that the schema refuses', () => {
  it('is found where it is stored', async () => {
    const found = await probe(nodes());
    expect(rulesOf(found)).toEqual(['probe-schema-not-enforced add_node high']);
    expect(found.findings[0]?.message).toMatch(
      /kind "tsp\w+-kind", stored and shown, where its schema says one of a, b/,
    );
    expect(found.findings[0]?.message).toMatch(/name 19\d+, stored and shown/);
  });

  it('may be refused', async () => {
    const check = (args: Args): string | undefined =>
      typeof args['name'] === 'string' && typeof args['text'] === 'string' && ['a', 'b'].includes(args['kind'])
        ? undefined
        : 'invalid arguments';
    expect(rulesOf(await probe(nodes({ check })))).toEqual([]);
  });

  it('may be refused without the error flag', async () => {
    const [add, list] = nodes() as [SlowTool, SlowTool];
    const lenient: SlowTool = {
      ...add,
      run: (args) =>
        typeof args['name'] === 'string' && typeof args['text'] === 'string' && ['a', 'b'].includes(args['kind'])
          ? add.run(args)
          : json({ success: false, error: 'invalid' }),
    };
    expect(rulesOf(await probe([lenient, list]))).toEqual([]);
  });

  it('may be taken for what it looks like', async () => {
    const kept = (args: Args): Args => ({ name: String(args['name']), text: String(args['text']), kind: 'a' });
    const check = (args: Args): string | undefined =>
      ['name', 'text', 'kind'].some((name) => args[name] === undefined) || !['a', 'b'].includes(args['kind'])
        ? 'invalid arguments'
        : undefined;
    expect(rulesOf(await probe(nodes({ kept, check })))).toEqual([]);
  });

  it('is a warning for a reader', async () => {
    const reader: SlowTool = { name: 'list_colors', takes: { kind: { enum: ['a', 'b'] } }, run: () => json(['red']) };
    expect(rulesOf(await probe([reader]))).toEqual(['probe-schema-not-enforced list_colors medium']);
  });

  it('is certain for a writer that nobody reads when it has one meaning', async () => {
    const writer: SlowTool = {
      name: 'add_thought',
      takes: { thought: TEXT, number: { type: 'integer', minimum: 1 } },
      run: () => text('noted'),
    };
    expect(rulesOf(await probe([writer]))).toEqual(['probe-schema-not-enforced add_thought high']);
  });

  it('is never sent to tools that start, send or destroy something', async () => {
    const kind = { enum: ['a'] };
    const { calls } = await probe([
      { name: 'start_job', takes: { kind }, run: () => text('ok') },
      { name: 'send_mail', takes: { kind }, run: () => text('ok') },
      { name: 'delete_note', takes: { kind, id: TEXT }, run: () => text('ok') },
    ]);
    expect(calls).toEqual([]);
  });
});

describe('a store that took a wrong value', () => {
  const search = (all: readonly Args[], query: string): readonly Args[] =>
    all.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));

  it('is poisoned when a reader fails since', async () => {
    const found = await probe(nodes({ search }));
    expect(rulesOf(found)).toContain('probe-poisoned-store search_nodes high');
    expect(found.findings.find(({ rule }) => rule === 'probe-poisoned-store')?.message).toContain('toLowerCase');
  });

  it('is not when the reader bears it', async () => {
    const careful = (all: readonly Args[], query: string): readonly Args[] =>
      all.filter(({ name }) => String(name).toLowerCase().includes(query.toLowerCase()));
    expect(rulesOf(await probe(nodes({ search: careful })))).toEqual(['probe-schema-not-enforced add_node high']);
  });
});

describe('a call that was refused', () => {
  it('may leave nothing behind', async () => {
    const [add, list] = nodes() as [SlowTool, SlowTool];
    const late: SlowTool = {
      ...add,
      run: (args) => {
        const answer = add.run(args);
        return ['a', 'b'].includes(args['kind']) && typeof args['name'] === 'string' && typeof args['text'] === 'string'
          ? answer
          : refusal('unknown kind');
      },
    };
    const found = await probe([late, list]);
    expect(rulesOf(found)).toEqual(['probe-error-after-effect add_node high']);
    expect(found.findings[0]?.message).toMatch(
      /refused \d calls for a record, with kind "tsp.* \(unknown kind\), and list_nodes shows it all the same/,
    );
  });
});

describe('letters outside ASCII', () => {
  const valid = (args: Args): string | undefined =>
    typeof args['name'] === 'string' && typeof args['text'] === 'string' && ['a', 'b'].includes(args['kind'])
      ? undefined
      : 'invalid arguments';
  it('come back as they were, or that is found', async () => {
    const kept = (args: Args): Args => ({ ...args, text: Buffer.from(args['text'], 'utf8').toString('latin1') });
    const found = await probe(nodes({ check: valid, kept }));
    expect(rulesOf(found)).toEqual(['probe-text-altered add_node high']);
    expect(found.findings[0]?.message).toContain('add_node stored é 漢字 🎉, and list_nodes shows Ã©');
  });

  it('may come in another form', async () => {
    const kept = (args: Args): Args => ({ ...args, text: args['text'].normalize('NFD') });
    expect(rulesOf(await probe(nodes({ check: valid, kept })))).toEqual([]);
  });
});

describe('a bound', () => {
  const all = ['a', 'b', 'c', 'd'];
  const listing = (limit: object, pick: (limit: number) => readonly string[] | undefined): SlowTool => ({
    name: 'list_words',
    takes: { limit },
    required: [],
    run: ({ limit: given }) => {
      const found = given === undefined ? all : pick(given);
      return found === undefined ? refusal('limit must be at least 1') : json(found);
    },
  });
  const NUMBER = { type: 'number' };

  it('that takes numbers without a meaning is a warning', async () => {
    const found = await probe([listing(NUMBER, (limit) => all.slice(0, limit))]);
    expect(rulesOf(found)).toEqual(['probe-odd-number list_words medium']);
    expect(found.findings[0]?.message).toContain('-1 returns 3 items and 1.5 returns 1 item');
  });

  it('that reads 0 as everything is one', async () => {
    const found = await probe([
      listing({ type: 'integer' }, (limit) => (limit < 0 ? undefined : limit === 0 ? all : all.slice(0, limit))),
    ]);
    expect(found.findings[0]?.message).toContain('0 returns all there is (4 items)');
  });

  it('may refuse them, return nothing for 0, or say what they mean', async () => {
    expect(
      rulesOf(
        await probe([
          listing(NUMBER, (limit) => (Number.isInteger(limit) && limit >= 0 ? all.slice(0, limit) : undefined)),
        ]),
      ),
    ).toEqual([]);
    const explained = { ...NUMBER, description: 'At most this many, -1 for all' };
    expect(rulesOf(await probe([listing(explained, (limit) => (limit < 0 ? all : all.slice(0, limit)))]))).toEqual([]);
  });
});

describe('a text with CR LF', () => {
  const files = (slice: (content: string, head: number) => string): readonly SlowTool[] => {
    const store = new Map<string, string>();
    return [
      {
        name: 'write_file',
        takes: { path: TEXT, content: TEXT },
        run: ({ path, content }) => {
          if (typeof path !== 'string' || typeof content !== 'string') return refusal('invalid arguments');
          store.set(path, content);
          return text('written');
        },
      },
      {
        name: 'read_file',
        takes: { path: TEXT, head: { type: 'integer', minimum: 1 } },
        required: ['path'],
        run: ({ path, head }) => {
          const content = store.get(path);
          if (content === undefined || (head !== undefined && !(Number.isInteger(head) && head > 0)))
            return refusal('invalid');
          return text(head === undefined ? content : slice(content, head));
        },
      },
    ];
  };

  it('keeps its line ends in every part, or that is a warning', async () => {
    const found = await probe(files((content, head) => content.split('\n').slice(0, head).join('\n')));
    expect(rulesOf(found)).toEqual(['probe-line-ends-changed read_file medium']);
    const honest = files((content, head) => content.split('\r\n').slice(0, head).join('\r\n'));
    expect(rulesOf(await probe(honest))).toEqual([]);
  });

  it('tells nothing when the server gives back another text as a whole', async () => {
    const [write, read] = files((content) => content) as [SlowTool, SlowTool];
    const normalizing: SlowTool = {
      ...write,
      run: ({ path, content }) => write.run({ path, content: String(content).replaceAll('\r', '') }),
    };
    expect(rulesOf(await probe([normalizing, read]))).toEqual([]);
  });
});
