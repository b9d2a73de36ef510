import {
  type CallRecord,
  type Confidence,
  distinctHex,
  type ProbeScope,
  randomHex,
  skipReport,
  valueMarkers,
  type Waiting,
} from '../../core/index.js';
import type { ToolTakeover } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { lookFor } from '../effect-checks/sights.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import { promiseOfPlace } from './contract.js';
import { Facts } from './facts.js';

/** Makes a record, then another one under the same key. */
export class SameKey implements Check<'tool.takeover'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #store: OwnStore;
  readonly #waiting: Waiting;
  readonly #facts: Facts;

  constructor(scope: ProbeScope<'tool'>, store: Store, settleMs: readonly number[]) {
    this.#scope = scope;
    this.#store = new OwnStore(scope, store, { settleMs, nextHex: distinctHex(randomHex) });
    this.#waiting = { settleMs, signal: scope.signal };
    this.#facts = new Facts(scope.subject.tool, 'same-key', this.#store.journal);
    this.#facts.readers = this.#store.readers.map(({ name }) => name);
  }

  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    demandPermission(this.#scope, tool);
    if (promiseOfPlace(tool) === 'overwrites')
      return this.#facts.is('allowed', `the description of ${tool.name} speaks of replacing or updating`);
    const first = await this.#store.send('make a record');
    if (first.kind !== 'stored') throw new CannotTell(`a record could not be made: ${first.reason}`);
    this.#facts.record = first.record;
    const held = valueMarkers(first.record);
    const before = await lookFor(this.#store.readers, [first.record], (seen) => seen.show(held), this.#waiting);
    if (before.at(-1)?.show(held) !== true) throw new CannotTell('no read tool shows what the record holds');
    const again = this.#store.record({ keyOf: first.record });
    const second = await this.#store.send('make another one under its key', again);
    if (second.kind === 'refused') return this.#facts.is('refused', 'a second record under its key is refused');
    if (second.kind !== 'stored') throw new CannotTell(second.reason);
    const skipped = skipReport(second.result, first.result);
    if (skipped !== undefined) return this.#facts.is('reported', `the answer says "${skipped}"`);
    const taken = valueMarkers(again);
    const looks = await lookFor(
      this.#store.readers,
      [first.record, again],
      (seen) => seen.show(held) || seen.show(taken),
      this.#waiting,
      [first.record, again],
    );
    const seen = looks.at(-1);
    this.#facts.journal.keep(seen?.all.flatMap(({ calls }) => calls) ?? []);
    if (seen?.show(held) === true) return this.#facts.is('kept', 'what the first record held is still there');
    if (seen?.show(taken) !== true) throw new CannotTell('the read tools show neither record any more');
    this.#facts.is('replaced', 'the new values show, and the earlier ones do not');
  }

  data(): ToolTakeover {
    return this.#facts.data();
  }

  basis(): string {
    return this.#facts.basis();
  }

  confidence(): Confidence {
    return this.#facts.confidence();
  }

  evidence(): readonly CallRecord[] {
    return this.#facts.evidence();
  }
}
