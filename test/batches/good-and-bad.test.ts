import { describe, expect, it } from 'vitest';
import batches from '../../plugins/batches/index.js';
import { type Args, json, probeField, refusal, type SlowTool, text, TEXT } from '../field/fake.js';

const OBSERVED = {
  entities: {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: TEXT, observations: { type: 'array', items: TEXT } },
      required: ['name', 'observations'],
    },
  },
};

type Store = Map<string, Args>;

/** The call ends at the first record without a name or without observations. */
const isBad = ({ name, observations }: Args): boolean => name === '' || observations.length === 0;

const server = (run: (store: Store, entities: readonly Args[]) => ReturnType<SlowTool['run']>): SlowTool[] => {
  const store: Store = new Map();
  return [
    { name: 'create_entities', takes: OBSERVED, run: ({ entities }) => run(store, entities) },
    { name: 'read_graph', run: () => json({ entities: [...store.values()] }) },
  ];
};

const put = (store: Store, entities: readonly Args[]): void =>
  entities.forEach((entity) => store.set(entity['name'], entity));

const rows = ({ findings }: Awaited<ReturnType<typeof probeField>>): readonly unknown[] =>
  findings.map(({ rule, subject, confidence }) => [rule, subject, confidence]);

describe('a good record and a bad one in one list', () => {
  it('are a fault when the error comes after the good one is stored', async () => {
    const probed = await probeField(
      server((store, entities) => {
        for (const entity of entities) {
          if (isBad(entity)) return refusal('an entity needs observations');
          put(store, [entity]);
        }
        return text('Done.');
      }),
      [batches],
    );
    expect(rows(probed)).toEqual([['probe-batch-partial', 'create_entities', 'high']]);
    expect(probed.findings[0]?.message).toMatch(
      /^create_entities was given name "tsp[0-9a-f]{6}-name" and another record with an empty list as observations in one call, which it refuses alone: it answered with an error, and read_graph shows the good one all the same$/,
    );
  });

  it('are a fault when success hides the bad one, whatever is counted', async () => {
    for (const answer of [() => text('Done.'), () => json({ processed: 2 })]) {
      const probed = await probeField(
        server((store, entities) => {
          if (entities.every(isBad)) return refusal('nothing to store');
          put(
            store,
            entities.filter((entity) => !isBad(entity)),
          );
          return answer();
        }),
        [batches],
      );
      expect(rows(probed)).toEqual([['probe-batch-partial', 'create_entities', 'high']]);
    }
  });

  it('may be refused together, reported one by one, or all be good', async () => {
    const honest: ((store: Store, entities: readonly Args[]) => ReturnType<SlowTool['run']>)[] = [
      (store, entities) => {
        if (entities.some(isBad)) return refusal('an entity needs observations');
        put(store, entities);
        return text('Done.');
      },
      (store, entities) => {
        const good = entities.filter((entity) => !isBad(entity));
        put(store, good);
        if (good.length === 0) return refusal('nothing to store');
        return json({ created: good.map(({ name }) => name) });
      },
      (store, entities) => {
        const good = entities.filter((entity) => !isBad(entity));
        put(store, good);
        return good.length < entities.length ? refusal(`${good.length} of ${entities.length} stored`) : text('Done.');
      },
      (store, entities) => {
        put(store, entities);
        return text('Done.');
      },
    ];
    for (const run of honest) {
      const { findings, undecided } = await probeField(server(run), [batches]);
      expect([findings, undecided]).toEqual([[], []]);
    }
  });
});

describe('a number in an answer', () => {
  it('is a warning when it is not what was stored', async () => {
    const of = (answer: (sent: number, stored: number) => unknown): Promise<Awaited<ReturnType<typeof probeField>>> =>
      probeField(
        server((store, entities) => {
          const before = store.size;
          put(store, entities);
          const said = answer(entities.length, store.size - before);
          return typeof said === 'string' ? text(said) : json(said);
        }),
        [batches],
      );
    const wrong = await of((created) => ({ created }));
    expect(rows(wrong)).toEqual([['probe-count-mismatch', 'create_entities', 'medium']]);
    expect(rows(await of((_, created) => ({ created })))).toEqual([]);
    expect(rows(await of((received) => ({ received })))).toEqual([]);
    expect(rows(await of((sent) => `Processed ${sent} entities (created new or updated existing)`))).toEqual([]);
  });
});
