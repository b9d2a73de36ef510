import { answerOf, type CallRecord, type ProbeScope, shownIn } from '../../core/index.js';
import type { ToolAfterRefusal } from '../../schemas/observations.gen.js';
import { CannotTell, type Check } from '../effect-checks/check.js';
import type { OwnStore } from '../effect-checks/stores.js';
import { listed, shortened } from '../effect-checks/words.js';
import { markersIn, type Refused, shownValue, type WrongValues } from './wrong-values.js';

/** Looks with a reader that shows all it has whether something of refused calls is there. */
export class AfterRefusal implements Check<'tool.after-refusal'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #own: OwnStore;
  readonly #refused: readonly Refused[];
  readonly #taken: ReadonlySet<string>;
  readonly #evidence: CallRecord[] = [];
  #found: readonly Refused[] = [];
  #reader = '';

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
    this.#found = this.#refused.filter(({ violation }) => {
      const texts = markersIn(violation.arguments).filter((text) => !this.#taken.has(text));
      return shownIn(answer.result, texts).size > 0;
    });
    if (this.#found.length === 0) return;
    this.#reader = reader.name;
    this.#evidence.push(...this.#found.map((refused) => refused.call), call);
  }

  data(): ToolAfterRefusal {
    const [first] = this.#found;
    return {
      check: 'after-refusal',
      tool: this.#scope.subject.name,
      id: '',
      refused: this.#refused.length,
      reader: this.#reader,
      stored: this.#words(),
      reason: shortened(first?.reason ?? '', 100),
      markers: [],
      summary: `nothing of ${this.#refused.length} refused calls is stored`,
      details: [],
    };
  }

  /** The calls are about one record, so that nobody knows which of several left it. */
  #words(): string {
    const each = this.#found.map(({ violation }) => `${violation.path} ${shownValue(violation)}`);
    if (each.length < 2) return each.map((one) => `a record with ${one}`).join('');
    return `${each.length} calls for a record, with ${listed(each)}`;
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
