import { answerOf, type CallRecord, type ProbeScope, type Tool } from '../../core/index.js';
import { startingArguments } from '../effect-checks/call.js';
import { CannotTell } from '../effect-checks/check.js';
import { stateOf } from '../effect-checks/state.js';

/** Enough to see a job at work; each is a call, made only before somebody is accused. */
const LOOKS_AT_REST = 4;

/** A read tool, and what it showed last. */
export class Witness {
  readonly tool: Tool;
  readonly #scope: ProbeScope<'server'>;
  #calls: CallRecord[] = [];
  #state: string | undefined;

  constructor(scope: ProbeScope<'server'>, tool: Tool) {
    this.#scope = scope;
    this.tool = tool;
  }

  /** What it showed at the last look. */
  get state(): string | undefined {
    return this.#state;
  }

  /**
   * Looks anew; false when it shows nothing.
   * @throws CannotTell when the connection or the run is over
   */
  async look(): Promise<boolean> {
    this.#calls = [];
    this.#state = await this.#read();
    return this.#state !== undefined;
  }

  /**
   * Looks again, and remembers what it shows now.
   * @throws CannotTell when the connection or the run is over
   */
  async isUnchanged(): Promise<boolean> {
    const before = this.#state;
    const after = await this.#read();
    if (after === undefined) return true;
    this.#state = after;
    return before === after;
  }

  /**
   * Whether it keeps to what it shows when nothing is called in between: what moves by itself is no witness.
   * @throws CannotTell when the connection or the run is over
   */
  async isAtRest(): Promise<boolean> {
    for (let looks = 0; looks < LOOKS_AT_REST; looks += 1) if (!(await this.isUnchanged())) return false;
    return true;
  }

  /** Its calls since it looked anew, and one between them. */
  calls(between: CallRecord): readonly CallRecord[] {
    return [...this.#calls, between].toSorted((one, other) => one.id - other.id);
  }

  async #read(): Promise<string | undefined> {
    const args = await startingArguments(this.#scope, this.tool);
    const call = await this.#scope.call('tools/call', { name: this.tool.name, arguments: args });
    this.#calls.push(call);
    const answer = answerOf(call);
    if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
    return answer.kind === 'answered' ? stateOf(answer.result) : undefined;
  }
}
