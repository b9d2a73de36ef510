import {
  answerOf,
  type CallRecord,
  type Confidence,
  distinctHex,
  failureReport,
  isObject,
  isRequired,
  ledgerOf,
  nameWords,
  pause,
  type ProbeScope,
  randomHex,
  requiredArguments,
  skipReport,
  type Tool,
} from '../../core/index.js';
import type { ToolTakeover } from '../../schemas/observations.gen.js';
import { failureAdvice } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { asGiven, Place, type Placed } from '../effect-checks/place.js';
import { promiseOfPlace } from './contract.js';
import { Facts } from './facts.js';

const FROM: ReadonlySet<string> = new Set('source src from old current origin original'.split(' '));
const TO: ReadonlySet<string> = new Set('destination dest dst target to new'.split(' '));

/** Moves a record of our own to where another one is. */
export class Moving implements Check<'tool.takeover'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #settleMs: readonly number[];
  readonly #facts: Facts;
  readonly #nextHex = distinctHex(randomHex);

  constructor(scope: ProbeScope<'tool'>, settleMs: readonly number[]) {
    this.#scope = scope;
    this.#settleMs = settleMs;
    this.#facts = new Facts(scope.subject.tool, 'move');
  }

  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    demandPermission(this.#scope, tool);
    const ends = endsOf(asGiven(this.#scope, tool));
    if (ends === undefined) throw new CannotTell(`${tool.name} does not take a source and a destination`, 'skipped');
    const { journal } = this.#facts;
    const { place, first: taken } = await Place.find(this.#scope, tool, journal, this.#nextHex);
    this.#facts.record = taken.record;
    this.#facts.readers = [place.reader.name];
    const moved = await place.put(this.#nextHex());
    if (moved === undefined) throw new CannotTell(`${place.writer.name} did not take a second record`);
    if (!(await place.read(moved.key)).shows(moved.record))
      throw new CannotTell(`${place.reader.name} does not show the second record`);
    if (!(await this.#isMoved(ends, moved, taken))) return;
    const reading = await this.#lookAt(place, taken);
    journal.keep([reading.call]);
    if (reading.shows(taken.record)) return this.#facts.is('kept', 'what was at the destination is still there');
    if (!reading.shows(moved.record))
      throw new CannotTell(`${place.reader.name} shows neither record at the destination`);
    if (promiseOfPlace(tool) === 'overwrites')
      return this.#facts.is('allowed', `the description of ${tool.name} speaks of overwriting`);
    this.#facts.is('replaced', 'the moved record is at the destination, and the earlier one is gone');
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

  /** Whether the tool reports that it did it. Both ends are records of this run, or nothing is called. */
  async #isMoved([from, to]: readonly [string, string], moved: Placed, taken: Placed): Promise<boolean> {
    const { subject, catalog, values, call } = this.#scope;
    const ledger = ledgerOf(catalog);
    if (!ledger.owns(moved.key) || !ledger.owns(taken.key)) throw new CannotTell('the records are not our own');
    const given = new Map<string, unknown>([...values(subject.tool), [from, moved.key], [to, taken.key]]);
    const made = await requiredArguments(asGiven(this.#scope, subject.tool), given);
    if (!made.ok) throw new CannotTell(`no valid arguments could be made for ${subject.name}: ${made.reason}`);
    const record = await call('tools/call', { name: subject.name, arguments: made.arguments });
    this.#facts.journal.keep([record]);
    const answer = answerOf(record);
    if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
    if (answer.kind === 'silent') throw new CannotTell(failureAdvice('the call', answer.reason, subject.tool));
    const no = answer.kind === 'refused' ? answer.reason : undefined;
    const said =
      answer.kind === 'answered' ? (failureReport(answer.result) ?? skipReport(answer.result, undefined)) : no;
    if (said === undefined) return true;
    this.#facts.is(no === undefined ? 'reported' : 'refused', `a destination that is taken is refused`);
    return false;
  }

  async #lookAt(place: Place, taken: Placed): ReturnType<Place['read']> {
    let reading = await place.read(taken.key);
    for (const ms of this.#settleMs) {
      if (reading.shows(taken.record)) break;
      await pause(ms, this.#scope.signal);
      reading = await place.read(taken.key);
    }
    return reading;
  }
}

/** The names of the arguments for what is moved and for where to. */
function endsOf(tool: Tool): readonly [string, string] | undefined {
  const { properties } = tool.inputSchema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const demanded = names.filter((name) => isRequired(tool, name));
  const named = (words: ReadonlySet<string>): string | undefined =>
    demanded.find((name) => nameWords(name).some((word) => words.has(word)));
  const to = named(TO);
  const from = named(FROM) ?? demanded.find((name) => name !== to && /path|name|file|key|id$/i.test(name));
  return from === undefined || to === undefined || from === to ? undefined : [from, to];
}
