import { answerOf, type CallRecord, type ProbeScope, shownIn } from '../../core/index.js';
import type { ToolAfterRefusal } from '../../schemas/observations.gen.js';
import { CannotTell, type Check } from '../effect-checks/check.js';
import type { OwnStore } from '../effect-checks/stores.js';
import { shortened } from '../effect-checks/words.js';
import { markersIn, type Refused, shownValue, type WrongValues } from './wrong-values.js';

/** Looks with a reader that shows all it has whether something of refused calls is there. */
export class AfterRefusal implements Check<'tool.after-refusal'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #own: OwnStore;
  readonly #refused: readonly Refused[];
  readonly #taken: ReadonlySet<string>;
  readonly #evidence: CallRecord[] = [];
  #found: (Refused & { readonly reader: string }) | undefined;

  /** `taken`: texts that other calls were allowed to store. */
  constructor(scope: ProbeScope<'tool'>, own: OwnStore, { refused, taken }: Pick<WrongValues, 'refused' | 'taken'>) {
    this.#scope = scope;
    this.#own = own;
    this.#refused = refused;
    this.#taken = taken;
  }

  async run(): Promise<void> {
    if (this.#refused.length === 0) throw new CannotTell('no call was refused', 'skipped');
    const { record } = this.#own.store.first;
    const reader = this.#own.readers.find((one) => !one.isAskedFor(record));
    const args = reader?.argumentsFor(record);
    if (reader === undefined || args === undefined)
      throw new CannotTell('no read tool shows all records, so nobody could see what a refused call left', 'skipped');
    const call = await this.#scope.call('tools/call', { name: reader.name, arguments: args });
    const answer = answerOf(call);
    if (answer.kind !== 'answered')
      throw new CannotTell(`${reader.name} could not be read: ${shortened(answer.reason, 100)}`);
    for (const refused of this.#refused) {
      const texts = markersIn(refused.violation.arguments).filter((text) => !this.#taken.has(text));
      if (shownIn(answer.result, texts).size === 0) continue;
      this.#found = { ...refused, reader: reader.name };
      this.#evidence.push(refused.call, call);
      return;
    }
  }

  data(): ToolAfterRefusal {
    const found = this.#found;
    return {
      check: 'after-refusal',
      tool: this.#scope.subject.name,
      id: '',
      refused: this.#refused.length,
      reader: found?.reader ?? '',
      stored: found === undefined ? '' : `a record with ${found.violation.path} ${shownValue(found.violation)}`,
      reason: shortened(found?.reason ?? '', 100),
      markers: [],
      summary: `nothing of ${this.#refused.length} refused calls is stored`,
      details: [],
    };
  }

  basis(): string {
    return 'a read tool that shows all records';
  }

  confidence(): 'high' {
    return 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#evidence;
  }
}
