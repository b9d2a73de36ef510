/** Calls of a tool that stores references: to records of our own, or to records that do not exist. */

import {
  inventedLike,
  makeRecord,
  planRecord,
  type ProbeRecord,
  type ProbeScope,
  readerArguments,
  readersFor,
  type RecordPlan,
  type Tool,
} from '../../core/index.js';
import { CannotTell } from './check.js';
import { ALL_GUARDS } from './guards.js';
import { showsJournal } from './journal-names.js';
import { Reader } from './reader.js';
import { keyed, nameOf, type Reference, referencesIn } from './references.js';
import { OwnStore } from './stores.js';

type Scope = Pick<ProbeScope<'tool'>, 'call' | 'catalog' | 'effects' | 'values'>;

export interface LinkPlan {
  readonly tool: Tool;
  /** Never empty. */
  readonly references: readonly Reference[];
  /** A call whose references name these; a reference without one keeps what the plan says. */
  record(hex: string, names: readonly unknown[]): ProbeRecord;
  /** Names of nothing, one for each reference, each with digits of its own. */
  invented(nextHex: () => string): readonly unknown[];
  /** Read tools that may show what was stored. */
  readers(nextHex: () => string): Promise<readonly Reader[]>;
}

/** Undefined when the tool refers to nothing that this run has stored, or the user fixed what it refers to. Never rejects. */
export async function linkPlanOf(scope: Scope, tool: Tool): Promise<LinkPlan | undefined> {
  const values = scope.values(tool);
  const planned = await planRecord(tool, { values, optional: true });
  if ('impossible' in planned) return undefined;
  const references = referencesIn(tool, planned.plan, scope.catalog);
  const isFixed = ({ leaf: { path } }: Reference): boolean => values.has(/^[^.[]*/.exec(path)?.[0] ?? '');
  if (references.length === 0 || references.some(isFixed)) return undefined;
  return new Planned(scope, tool, planned.plan, references);
}

class Planned implements LinkPlan {
  readonly tool: Tool;
  readonly references: readonly Reference[];
  readonly #scope: Scope;
  readonly #plan: RecordPlan;

  constructor(scope: Scope, tool: Tool, plan: RecordPlan, references: readonly Reference[]) {
    this.tool = tool;
    this.references = references;
    this.#scope = scope;
    this.#plan = plan;
  }

  record(hex: string, names: readonly unknown[]): ProbeRecord {
    const given = new Map(this.references.map(({ leaf }, at) => [leaf.path, names[at]]));
    return makeRecord(this.#plan, new Set(), hex, { given: ({ path }) => given.get(path) });
  }

  invented(nextHex: () => string): readonly unknown[] {
    return this.references.map((reference) => {
      const own = keyed(reference.store, this.#scope.catalog);
      const real = own === undefined ? '' : nameOf(own, reference);
      return inventedLike(real, nextHex(), reference.leaf.name);
    });
  }

  async readers(nextHex: () => string): Promise<readonly Reader[]> {
    const { call, catalog, effects, values } = this.#scope;
    const never = this.record(nextHex(), this.invented(nextHex));
    const ask = (name: string, args: object): ReturnType<Scope['call']> =>
      call('tools/call', { name, arguments: args });
    return Promise.all(
      // A journal of what was asked is no store of what there is.
      readersFor(
        this.tool,
        catalog.tools.filter(({ name }) => !showsJournal(name)),
        effects.exclude,
      ).map(
        async (choice) =>
          new Reader(
            choice,
            await readerArguments({ tool: choice.tool, values: values(choice.tool) }),
            never,
            ask,
            ALL_GUARDS,
          ),
      ),
    );
  }
}

/**
 * Names of records that are written for this, another one for each reference.
 * @throws CannotTell when there is none that could be named
 */
export async function namesOfOurs(
  scope: Scope & Pick<ProbeScope, 'signal'>,
  { references }: LinkPlan,
): Promise<readonly unknown[]> {
  const names: unknown[] = [];
  for (const reference of references) {
    const store = new OwnStore(scope, reference.store);
    const record = store.record();
    await store.send('write a record to refer to', record);
    const own = store.own(record);
    const name = own === undefined ? undefined : nameOf(own, reference);
    if (name === undefined) throw new CannotTell(`no record of ours can be named as ${reference.leaf.name}`);
    names.push(name);
  }
  return names;
}
