import {
  type CallRecord,
  type Confidence,
  distinctHex,
  failureReport,
  markerPrefix,
  oneLine,
  type ProbeScope,
  randomHex,
} from '../../core/index.js';
import type { ToolPromise } from '../../schemas/observations.gen.js';
import { ask, failureAdvice, startingArguments } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { Journal } from '../effect-checks/journal.js';
import { saysOfTheMoment } from '../effect-checks/reader.js';
import type { Promised, Trial } from './table.js';

/** Does what a description promises to work. When that is refused, does the same without what is promised, for comparison. */
export class Kept implements Check<'tool.promise'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #promise: Promised;
  readonly #words: string;
  readonly #journal = new Journal();
  readonly #nextHex = distinctHex(randomHex);
  #outcome: ToolPromise['outcome'] = 'unknown';
  #happened = '';

  constructor(scope: ProbeScope<'tool'>, promise: Promised, words: string) {
    this.#scope = scope;
    this.#promise = promise;
    this.#words = words;
  }

  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    demandPermission(this.#scope, tool);
    const refusal = await this.#refusal('do what is promised', (hex) => this.#promise.trial(this.#scope, hex));
    if (refusal === undefined) {
      this.#outcome = 'kept';
      return;
    }
    if (saysOfTheMoment(refusal)) throw new CannotTell(failureAdvice('the call', refusal, tool));
    const other = await this.#refusal('do the same without it', (hex) => this.#promise.control(this.#scope, hex));
    if (other !== undefined) throw new CannotTell(failureAdvice('a plain call', other, tool));
    this.#outcome = 'broken';
    this.#happened = `and the call that needs it fails (${oneLine(refusal, 120)})`;
  }

  data(): ToolPromise {
    return {
      check: 'promise',
      tool: this.#scope.subject.name,
      id: '',
      says: this.#promise.says,
      words: oneLine(this.#words, 120),
      outcome: this.#outcome,
      happened: this.#happened,
      markers: [...this.#journal.markers],
      summary: this.#outcome === 'kept' ? `it ${this.#promise.says}` : '',
      details: this.#journal.details,
    };
  }

  basis(): string {
    return `the description says "${oneLine(this.#words, 120)}"`;
  }

  confidence(): Confidence {
    return 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#journal.evidence;
  }

  /** Why the call was refused; undefined when it was not. */
  async #refusal(step: string, trialOf: (hex: string) => Trial): Promise<string | undefined> {
    const { subject, call } = this.#scope;
    const hex = this.#nextHex();
    const { name, value } = trialOf(hex);
    const args = await startingArguments(this.#scope, subject.tool, { [name]: value });
    this.#journal.markers.push(markerPrefix(hex));
    const keeping: Pick<ProbeScope, 'call'> = {
      call: async (...request) => {
        const made = await call(...request);
        this.#journal.keep([made]);
        return made;
      },
    };
    const answer = await ask(keeping, subject.tool, args);
    if (answer.kind === 'silent') throw new CannotTell(failureAdvice('the call', answer.reason, subject.tool));
    const reason = answer.kind === 'answered' ? failureReport(answer.result) : answer.reason;
    this.#journal.note(step, reason === undefined ? 'done' : 'refused', reason ?? '');
    return reason;
  }
}
