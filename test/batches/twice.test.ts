import { describe, expect, it } from 'vitest';
import batches from '../../plugins/batches/index.js';
import { type Args, json, probeField, refusal, type SlowTool, text, TEXT } from '../field/fake.js';

interface Entity {
  readonly name: string;
  readonly kind: string;
  readonly observations: string[];
}

const ENTITIES = {
  entities: {
    type: 'array',
    items: { type: 'object', properties: { name: TEXT, kind: TEXT }, required: ['name', 'kind'] },
  },
};

const create = (all: Entity[], tool: Partial<SlowTool> = {}): SlowTool => ({
  name: 'create_entities',
  takes: ENTITIES,
  run: ({ entities }) => {
    const fresh = entities.filter(({ name }: Args) => all.every((one) => one.name !== name));
    all.push(...fresh.map(({ name, kind }: Args) => ({ name, kind, observations: [] })));
    return text('Created.');
  },
  ...tool,
});

const readGraph = (all: readonly unknown[]): SlowTool => ({ name: 'read_graph', run: () => json({ entities: all }) });

const openEntities = (all: readonly Entity[]): SlowTool => ({
  name: 'open_entities',
  takes: { names: { type: 'array', items: TEXT } },
  run: ({ names }) => json({ entities: all.filter(({ name }) => names.includes(name)) }),
});

const addObservations = (all: readonly Entity[], add: (to: string[], texts: string[]) => void): SlowTool => ({
  name: 'add_observations',
  takes: { entityName: TEXT, contents: { type: 'array', items: TEXT } },
  run: ({ entityName, contents }) => {
    const found = all.find(({ name }) => name === entityName);
    if (found === undefined) return refusal('unknown entity');
    add(found.observations, contents);
    return text('Added.');
  },
});

const rows = ({ findings }: Awaited<ReturnType<typeof probeField>>): readonly unknown[] =>
  findings.map(({ rule, subject, confidence }) => [rule, subject, confidence]);

describe('one key twice in one list', () => {
  it('is stored twice where only the store is looked through', async () => {
    const all: Entity[] = [];
    const probed = await probeField([create(all), readGraph(all), openEntities(all)], [batches]);
    expect(rows(probed)).toEqual([['probe-duplicate', 'create_entities', 'high']]);
    expect(probed.findings[0]?.message).toMatch(
      /^create_entities was given name "tsp[0-9a-f]{6}-name" twice in one call and reported success, and read_graph shows it 2 times$/,
    );
    expect(probed.findings[0]?.evidence.map(({ params }) => params['name'])).toEqual([
      'create_entities',
      'create_entities',
      'read_graph',
    ]);
  });

  it('is less certain when no other tool names records by it', async () => {
    const all: Entity[] = [];
    expect(rows(await probeField([create(all), readGraph(all)], [batches]))).toEqual([
      ['probe-duplicate', 'create_entities', 'medium'],
    ]);
  });

  it('may be stored once, be refused, or be reported', async () => {
    const honest: ((all: Entity[]) => SlowTool['run'])[] = [
      (all) =>
        ({ entities }) => {
          for (const { name, kind } of entities) {
            const at = all.findIndex((one) => one.name === name);
            all.splice(at < 0 ? all.length : at, at < 0 ? 0 : 1, { name, kind, observations: [] });
          }
          return text('Created.');
        },
      (all) =>
        ({ entities }) => {
          if (new Set(entities.map(({ name }: Args) => name)).size < entities.length) return refusal('name twice');
          all.push(...entities);
          return text('Created.');
        },
      (all) =>
        ({ entities }) => {
          const fresh = entities.filter(
            ({ name }: Args, at: number) => entities.findIndex((one: Args) => one['name'] === name) === at,
          );
          all.push(...fresh);
          return text(fresh.length < entities.length ? 'Created 1, skipped 1.' : 'Created.');
        },
    ];
    for (const run of honest) {
      const all: Entity[] = [];
      const tools = [create(all, { run: run(all) }), readGraph(all), openEntities(all)];
      const { findings, undecided } = await probeField(tools, [batches]);
      expect([findings, undecided]).toEqual([[], []]);
    }
  });

  it('is none when the server tells records apart by ids, or when the description speaks of duplicates', async () => {
    const tasks: { id: number; name: string; kind: string }[] = [];
    const run: SlowTool['run'] = ({ entities }) => {
      for (const { name, kind } of entities) tasks.push({ id: tasks.length + 1, name, kind });
      return text('Created.');
    };
    expect(rows(await probeField([create([], { run }), readGraph(tasks)], [batches]))).toEqual([]);
    const all: Entity[] = [];
    const description = 'Creates entities. Duplicates are kept.';
    expect(rows(await probeField([create(all, { description }), readGraph(all)], [batches]))).toEqual([]);
  });
});

describe('one text twice in one list', () => {
  const server = (add: (to: string[], texts: string[]) => void): SlowTool[] => {
    const all: Entity[] = [];
    const run: SlowTool['run'] = ({ entities }) => {
      for (const { name, kind } of entities)
        if (all.every((one) => one.name !== name)) all.push({ name, kind, observations: [] });
      return text('Created.');
    };
    return [create(all, { run }), addObservations(all, add), readGraph(all), openEntities(all)];
  };

  it('is a warning when it is stored twice', async () => {
    const probed = await probeField(
      server((to, texts) => to.push(...texts.filter((one) => !to.includes(one)))),
      [batches],
    );
    expect(rows(probed)).toEqual([['probe-duplicate', 'add_observations', 'medium']]);
    expect(probed.findings[0]?.severity).toBe('warning');
  });

  it('is fine when it is stored once', async () => {
    const { findings, undecided } = await probeField(
      server((to, texts) => to.push(...new Set(texts))),
      [batches],
    );
    expect([findings, undecided]).toEqual([[], []]);
  });
});

describe('the identical link in two calls', () => {
  interface Edge {
    readonly id?: number;
    readonly source: string;
    readonly target: string;
  }
  const server = (add: (edges: Edge[], edge: Edge) => unknown): SlowTool[] => {
    const all: Entity[] = [];
    const edges: Edge[] = [];
    const run: SlowTool['run'] = ({ entities }) => {
      for (const { name, kind } of entities)
        if (all.every((one) => one.name !== name)) all.push({ name, kind, observations: [] });
      return text('Created.');
    };
    const link: SlowTool = {
      name: 'create_relation',
      takes: { source: TEXT, target: TEXT },
      run: ({ source, target }) => {
        const known = new Set(all.map(({ name }) => name));
        if (!known.has(source) || !known.has(target)) return refusal('no such entity');
        return json(add(edges, { source, target }));
      },
    };
    return [create(all, { run }), link, { name: 'read_graph', run: () => json({ entities: all, edges }) }];
  };

  it('is a warning when it is stored twice', async () => {
    const probed = await probeField(
      server((edges, edge) => ({ edges: edges.push(edge) })),
      [batches],
    );
    expect(rows(probed)).toEqual([['probe-duplicate', 'create_relation', 'medium']]);
    expect(probed.findings[0]?.message).toMatch(
      /^create_relation was given the same link, source "tsp[0-9a-f]{6}-name" and target "tsp[0-9a-f]{6}-name", in two calls and reported success, and read_graph shows it 2 times$/,
    );
  });

  it('may be kept once, or have an id of its own', async () => {
    for (const add of [
      (edges: Edge[], edge: Edge) => {
        if (edges.every(({ source, target }) => source !== edge.source || target !== edge.target)) edges.push(edge);
        return { ok: true };
      },
      (edges: Edge[], edge: Edge) => {
        edges.push({ id: edges.length + 1, ...edge });
        return { id: edges.length };
      },
    ]) {
      const { findings, undecided } = await probeField(server(add), [batches]);
      expect([findings, undecided]).toEqual([[], []]);
    }
  });
});
