import {
  type CallRecord,
  type Confidence,
  distinctHex,
  failureReport,
  isObject,
  type JsonObject,
  lookUntil,
  markerPrefix,
  nameWords,
  type NextHex,
  nothingReport,
  oneLine,
  type ProbeScope,
  randomHex,
  readerArguments,
  readersFor,
  statementsOf,
  textItems,
} from '../../core/index.js';
import type { ToolMissingTarget } from '../../schemas/observations.gen.js';
import { ask, failureAdvice } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { ALL_GUARDS } from '../effect-checks/guards.js';
import { Journal } from '../effect-checks/journal.js';
import { Reader } from '../effect-checks/reader.js';
import { lookAt, textsOf } from '../effect-checks/sights.js';
import { type Act, promiseOf } from './acts.js';
import { aimAtNothing, type Nothing, targetWords } from './nothing.js';
import { askForRealOne } from './real-one.js';
import { refusingSibling } from './siblings.js';

export interface MissingTargetInput {
  readonly scope: ProbeScope<'tool'>;
  readonly act: Act;
  readonly settleMs: readonly number[];
  readonly nextHex?: NextHex;
}

/** Readers that are asked whether the call made the record. */
const MOST_READERS = 3;
/** Members that claim a deed. */
const DEEDS: ReadonlySet<string> = new Set([
  ...'success ok succeeded successful deleted removed dropped updated changed completed renamed moved'.split(' '),
  ...'deleted_count removed_count updated_count affected affected_rows rows_affected'.split(' '),
]);
const STATES: ReadonlySet<string> = new Set('status result outcome action'.split(' '));
const DONE =
  /^(?:success(?:ful)?|ok|done|deleted|removed|dropped|updated|completed|moved|renamed|[a-z]+_(?:updated|deleted|removed|completed))$/;

/** Asks one tool for a record that does not exist. */
export class MissingTarget implements Check<'tool.missing-target'> {
  readonly #input: MissingTargetInput;
  readonly #nextHex: NextHex;
  readonly #journal = new Journal();
  #answer: ToolMissingTarget['answer'] = 'unknown';
  #target = '';
  #said = '';
  #proof = '';
  #summary = '';
  #confidence: Confidence = 'medium';

  constructor(input: MissingTargetInput) {
    this.#input = input;
    this.#nextHex = distinctHex(input.nextHex ?? randomHex);
  }

  async run(): Promise<void> {
    const { scope, act } = this.#input;
    const { tool } = scope.subject;
    demandPermission(scope, tool);
    const nothing = await aimAtNothing(scope, this.#nextHex);
    this.#target = targetWords(nothing);
    this.#journal.markers.push(markerPrefix(nothing.record.hex));
    const answer = await ask(this.#keeping(), tool, nothing.record.arguments);
    this.#journal.note(
      'ask for a record that does not exist',
      answer.kind,
      answer.kind === 'answered' ? '' : answer.reason,
    );
    if (answer.kind === 'refused') return this.#fine('refused', `${this.#target} is refused`);
    if (answer.kind !== 'answered') throw new CannotTell(failureAdvice('the call', answer.reason, tool));
    const failure = failureReport(answer.result);
    if (failure !== undefined) return this.#fine('failure-said', `the answer says ${failure}`);
    const nothingSaid = nothingReport(answer.result);
    if (nothingSaid !== undefined) return this.#fine('nothing-said', `the answer says "${nothingSaid}"`);
    const promise = promiseOf(tool);
    if (promise === 'allows') return this.#fine('allowed', `the description of ${tool.name} allows it`);
    if (act === 'changes' && (await this.#wasMade(nothing)))
      return this.#fine('made', `${tool.name} makes the record when it is missing`);
    this.#answer = 'success';
    this.#said = saidIn(answer.result);
    const proof = await this.#proofOf(nothing, answer.result, promise === 'forbids');
    this.#proof =
      proof ?? (this.#said === '' ? 'nothing in its answer says that it did nothing' : `its answer is "${this.#said}"`);
    this.#confidence = proof === undefined ? 'medium' : 'high';
  }

  data(): ToolMissingTarget {
    return {
      check: 'missing-target',
      tool: this.#input.scope.subject.name,
      id: '',
      target: this.#target,
      answer: this.#answer,
      proof: this.#proof,
      markers: [...this.#journal.markers],
      summary: this.#summary,
      details: this.#journal.details,
    };
  }

  basis(): string {
    return this.#target === '' ? '' : `asked for ${this.#target}, which no tool was ever given to store`;
  }

  confidence(): Confidence {
    return this.#answer === 'success' ? this.#confidence : 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#journal.evidence;
  }

  #fine(answer: ToolMissingTarget['answer'], summary: string): void {
    this.#answer = answer;
    this.#summary = oneLine(summary, 200);
  }

  #keeping(): Pick<ProbeScope, 'call'> {
    return {
      call: async (...request) => {
        const call = await this.#input.scope.call(...request);
        this.#journal.keep([call]);
        return call;
      },
    };
  }

  /** Whether a reader shows the record now: the tool makes what is missing, and is right to report success. */
  async #wasMade({ record, aimer, like }: Nothing): Promise<boolean> {
    const { scope, settleMs } = this.#input;
    const never = aimer.atNothing(this.#nextHex(), like)?.record;
    const readers: Reader[] = [];
    const choices = readersFor(scope.subject.tool, scope.catalog.tools, scope.effects.exclude);
    for (const choice of choices.slice(0, MOST_READERS)) {
      const made = await readerArguments({ tool: choice.tool, values: scope.values(choice.tool) });
      const asking = (name: string, args: JsonObject): Promise<CallRecord> =>
        scope.call('tools/call', { name, arguments: args });
      if (never !== undefined) readers.push(new Reader(choice, made, never, asking, ALL_GUARDS));
    }
    const sought = textsOf([record]);
    const looks = await lookUntil(
      (seen) => seen.show(sought),
      () => lookAt(readers, [record], sought),
      { settleMs, signal: scope.signal },
    );
    const seen = looks.at(-1);
    const shows = seen?.show(sought) === true;
    this.#journal.note('look for the record', shows ? 'shown' : 'not shown');
    return shows;
  }

  /** Why it is certain that the server knows better; undefined when it is not. */
  async #proofOf(nothing: Nothing, result: JsonObject, forbidden: boolean): Promise<string | undefined> {
    const { scope } = this.#input;
    if (forbidden) return 'its description says that this fails';
    const sibling = await refusingSibling(scope, nothing);
    if (sibling !== undefined) {
      this.#journal.keep([sibling.call]);
      this.#journal.note(`ask ${sibling.tool} for it`, 'refused');
      return `${sibling.tool} refuses it`;
    }
    const claim = claimIn(result);
    if (claim !== undefined) return `its answer says ${claim}`;
    const real = await askForRealOne(scope, nothing, result, this.#nextHex);
    if (real === undefined) return undefined;
    this.#journal.markers.push(markerPrefix(real.hex));
    this.#journal.note('ask for a record of our own', real.answersAlike ? 'the same answer' : 'another answer');
    if (!real.answersAlike) return undefined;
    this.#journal.keep(real.calls);
    return 'its answer is the one for a record that exists';
  }
}

/** A member by which the answer claims a deed: `success: true`, `deleted: 1`, `status: "updated"`. */
function claimIn(result: JsonObject): string | undefined {
  const found = statementsOf(result).members.find(({ name, value, top }) => {
    const words = nameWords(name).join('_');
    if (!top) return false;
    if (STATES.has(words)) return typeof value === 'string' && DONE.test(value.trim().toLowerCase());
    return DEEDS.has(words) && (value === true || (typeof value === 'number' && value > 0));
  });
  return found === undefined ? undefined : `${found.name}: ${JSON.stringify(found.value)}`;
}

function saidIn(result: JsonObject): string {
  const { structuredContent } = result;
  const text = textItems(result).find((one) => one.trim() !== '');
  return oneLine(text ?? (isObject(structuredContent) ? JSON.stringify(structuredContent) : ''), 100);
}
