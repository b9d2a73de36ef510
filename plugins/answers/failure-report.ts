/** Whether a tool tells of failures as failures. */

import {
  answerOf,
  type CallRecord,
  type Catalog,
  type Confidence,
  excerptOf,
  failureSign,
  isObject,
  isReadOnlyTool,
  isWriteTool,
  type JsonObject,
  type Ledger,
  ledgerOf,
  nameVerbs,
  nameWords,
  type ProbeScope,
  statedFormat,
  textItems,
} from '../../core/index.js';
import type { ToolFailureReport } from '../../schemas/observations.gen.js';
import { listed, shortened } from '../effect-checks/words.js';
import type { Garbled } from './asking.js';
import { type Good, type Heard, type HeardCall, heardOf, type Signed } from './heard.js';
import { aimsAtNothing, withoutInvented } from './invented.js';

interface Finding {
  readonly confidence: Confidence;
  readonly asked: string;
  readonly says: string;
  readonly control: CallRecord | undefined;
  readonly record: CallRecord;
}

const RANK: Readonly<Record<Confidence, number>> = { high: 0, medium: 1, low: 2 };
/** Arguments by which a caller says yes to what is dangerous. */
const CONSENT: ReadonlySet<string> = new Set(
  'confirm confirmed confirmation force approve approved acknowledge sure'.split(' '),
);
const ASKS_CONSENT = /\bconfirm|\bapprov|\bforce\b|\backnowledg|\bconsent\b|\bdry.?run\b/i;
/** What these answer is a verdict, and `false` is one. */
const JUDGING: ReadonlySet<string> = new Set(
  'validate check verify test lint is has can compare match assert'.split(' '),
);
const STATES: ReadonlySet<string> = new Set('status state health job build deployment'.split(' '));
const FLAGS: ReadonlySet<string> = new Set('success ok status succeeded successful'.split(' '));
const COMPLAINS =
  /\b(?:invalid|unknown|unrecogni[sz]ed|error|failed|cannot|could not|couldn't|unable|not (?:a |an )?valid|not found|no (?:\w+ ){0,3}found|malformed|warning|ignor\w+|fall(?:ing)? ?back|default\w*|unparsable)\b/i;

/** One observation for the tool: its surest fault, or that all bad calls were refused. */
export function observeFailures(scope: ProbeScope<'tool'>, heard: Heard, garbled: readonly Garbled[]): Promise<void> {
  return new Look(scope, heard, garbled).observe();
}

class Look {
  readonly #scope: ProbeScope<'tool'>;
  readonly #heard: Heard;
  readonly #garbled: readonly Garbled[];
  readonly #ledger: Ledger;

  constructor(scope: ProbeScope<'tool'>, heard: Heard, garbled: readonly Garbled[]) {
    this.#scope = scope;
    this.#heard = heard;
    this.#garbled = garbled;
    this.#ledger = ledgerOf(scope.catalog);
  }

  async observe(): Promise<void> {
    const told = await Promise.all(this.#heard.signed.map((signed) => this.#ofSign(signed)));
    const all = [...told, ...this.#garbled.map((one) => ofGarbled(one)), this.#ofBareSuccess()];
    const [surest] = all
      .filter((finding) => finding !== undefined)
      .toSorted((one, other) => RANK[one.confidence] - RANK[other.confidence] || one.record.id - other.record.id);
    if (surest === undefined) return this.#pass();
    const alike = alikeTools(this.#scope.catalog, this.#heard);
    // One cause that no tool can do anything about is told once.
    if (alike.length >= LEAST_ALIKE && alike[0] !== this.#heard.tool.name) return;
    const { control, record, confidence, says } = surest;
    const asked = alike.length >= LEAST_ALIKE ? `every call, as ${alike.length - 1} other tools do,` : surest.asked;
    const data = this.#data({
      reported: true,
      asked,
      says,
      control: control === undefined ? '' : shownAnswer(control),
    });
    const evidence = [control, record].filter((one) => one !== undefined).toSorted((one, other) => one.id - other.id);
    this.#scope.emit('tool.failure-report', data, { confidence, evidence, basis: BASIS });
  }

  #pass(): void {
    const { refusals } = this.#heard;
    const refused = refusals.filter(({ invalid, sent }) => invalid || aimsAtNothing(sent, this.#ledger));
    if (refused.length === 0) return;
    const summary = `${refused.length} bad ${refused.length === 1 ? 'call was' : 'calls were'} refused`;
    const data = this.#data({ reported: false, asked: '', says: '', control: '' }, summary);
    this.#scope.emit('tool.failure-report', data, {
      confidence: 'medium',
      evidence: refused.slice(0, 3).map(({ record }) => record),
      basis: BASIS,
    });
  }

  #data(found: Pick<ToolFailureReport, 'reported' | 'asked' | 'says' | 'control'>, summary = ''): ToolFailureReport {
    const step = { step: found.asked, outcome: 'answered', note: shortened(found.says, 200) };
    return {
      check: 'error-as-success',
      tool: this.#heard.tool.name,
      id: '',
      markers: [],
      ...found,
      summary,
      details: found.reported ? [step] : [],
    };
  }

  /** What an answer says itself. */
  async #ofSign(signed: Signed): Promise<Finding | undefined> {
    const { sign, sent, invalid, record } = signed;
    if (isConsentAsked(signed) || this.#isListOfTargets(signed)) return undefined;
    const nothing = aimsAtNothing(sent, this.#ledger);
    const judges = JUDGING.has(nameVerbs(this.#heard.tool.name)[0] ?? '');
    if (judges && (sign.kind !== 'member' || sign.reason === '')) return undefined;
    if (!invalid && !nothing && this.#tellsOfStates(signed)) return undefined;
    const control = this.#heard.goods.find((good) => !aimsAtNothing(good.sent, this.#ledger));
    const finding = {
      asked: asked(signed, nothing && !isWriteTool(this.#heard.tool)),
      says: saidBy(signed),
      record,
      control: control?.record,
    };
    if (sign.kind === 'value') return this.#ofValue(signed, finding);
    const certain =
      sign.kind === 'member' &&
      sign.reason !== '' &&
      !judges &&
      ((control !== undefined && (invalid || nothing)) || (await signed.contradicts));
    // `false` may be the honest result of a question.
    const bare = sign.kind === 'member' && sign.reason === '';
    return { ...finding, confidence: certain ? 'high' : bare ? 'low' : 'medium' };
  }

  /** A value that no computation should give; in a text that somebody may have written it says nothing. */
  #ofValue({ record, sent }: Signed, finding: Omit<Finding, 'confidence'>): Finding | undefined {
    const garbled = this.#garbled.find((one) => one.record.id === record.id);
    if (garbled !== undefined) {
      const { control, format } = garbled;
      if (hasSign(control)) return undefined;
      return {
        ...finding,
        asked: askedGarbled(garbled),
        control,
        confidence: format.stated === '' ? 'medium' : 'high',
      };
    }
    return this.#isGarbledItself(sent) ? { ...finding, confidence: 'medium' } : undefined;
  }

  /** What it is asked for is a state, and `failed` is one. */
  #tellsOfStates({ sign }: Signed): boolean {
    return (
      /^(?:status|state|result|outcome): (?!.*not.?found)/.test(sign.words) &&
      nameWords(this.#heard.tool.name).some((word) => STATES.has(word))
    );
  }

  /** A generated text stands where a date must. */
  #isGarbledItself(sent: JsonObject): boolean {
    const { properties } = this.#heard.tool.inputSchema;
    return (
      isObject(properties) &&
      Object.entries(sent).some(
        ([name, value]) =>
          typeof value === 'string' && !/\d/.test(value) && statedFormat(name, properties[name])?.what === 'date',
      )
    );
  }

  /** Of a list of targets each may have a line of its own that says what is wrong with it. */
  #isListOfTargets({ sign, sent }: Signed): boolean {
    return sign.kind === 'words' && Object.values(sent).some((value) => Array.isArray(value) && value.length > 0);
  }

  /** `success: true` and nothing else for what does not exist, where others get their record. */
  #ofBareSuccess(): Finding | undefined {
    const { goods, tool } = this.#heard;
    if (!isReadOnlyTool(tool)) return undefined;
    const isBare = ({ members }: Good): boolean =>
      members?.length === 1 && FLAGS.has(nameWords(members[0] ?? '').join('_'));
    const bare = goods.find((good) => isBare(good) && aimsAtNothing(good.sent, this.#ledger));
    const full = goods.find(
      (good) => !isBare(good) && (good.members?.length ?? 0) > 1 && !aimsAtNothing(good.sent, this.#ledger),
    );
    if (bare === undefined || full === undefined) return undefined;
    const lacking = (full.members ?? []).filter((name) => !bare.members?.includes(name));
    return {
      confidence: 'medium',
      asked: asked(bare, true),
      says: `it says "${bare.members?.[0]}" and lacks ${listed(lacking.slice(0, 3).map((name) => `"${shortened(name)}"`))}, which a good call gives`,
      record: bare.record,
      control: full.record,
    };
  }
}

/** What speaks of the arguments is no fault that tools share. */
const ABOUT_ARGUMENTS = /not[ _]?found|no such|does(?: not|n't) exist|unknown|invalid|required|missing|must be/i;
/** Tools of one server that fail alike before it is taken for one cause. */
const LEAST_ALIKE = 3;
const BASIS = 'heard in all answers of the run';

/** Tools that never worked and say the same of every call: what they all need is not there. */
function alikeTools({ tools }: Catalog, heard: Heard): readonly string[] {
  const words = onlyWords(heard);
  if (words === undefined) return [];
  return tools.filter((tool) => onlyWords(heardOf(tool)) === words).map(({ name }) => name);
}

function onlyWords(heard: Heard | undefined): string | undefined {
  if (heard === undefined || heard.goods.length > 0) return undefined;
  const said = new Set(heard.signed.map(({ sign: { words, reason } }) => `${words} ${reason}`.replaceAll(/\d+/g, '#')));
  const [words = ''] = said;
  const aboutNothing = heard.signed.some(({ sign }) => sign.reason === '') || ABOUT_ARGUMENTS.test(words);
  return said.size !== 1 || aboutNothing ? undefined : words;
}

/** A text that cannot be a date, answered as if it were one. */
function ofGarbled(garbled: Garbled): Finding | undefined {
  const { record, control, format, decides } = garbled;
  const answer = answerOf(record);
  const isSilent = answer.kind === 'answered' && !hasSign(record);
  if (!isSilent || !decides || format.what !== 'date' || format.stated === '') return undefined;
  const sent = String((record.params['arguments'] as JsonObject)[garbled.name]);
  const text = textItems(answer.result).join(' ').replaceAll(sent, '').trim();
  if (text === '' || /^[[{]\s*[\]}]$/.test(text) || COMPLAINS.test(text)) return undefined;
  return {
    confidence: 'medium',
    asked: askedGarbled(garbled),
    says: `it answers "${shortened(text, 80)}"`,
    record,
    control,
  };
}

function askedGarbled({ name, format: { what } }: Garbled): string {
  return `a text that is no ${what} for "${shortened(name)}"`;
}

function hasSign({ result, params }: CallRecord): boolean {
  const sent = params['arguments'];
  return isObject(result) && failureSign(result, isObject(sent) ? sent : {}) !== undefined;
}

/** The call lacked a yes, and the answer asks for it. */
function isConsentAsked({ sent, sign }: Signed): boolean {
  const withheld = Object.entries(sent).some(
    ([name, value]) => value !== true && nameWords(name).some((word) => CONSENT.has(word)),
  );
  return withheld || ASKS_CONSENT.test(sign.reason);
}

function asked({ invalid }: HeardCall, nothing: boolean): string {
  if (nothing) return 'a call for what does not exist';
  return invalid ? 'a call with wrong arguments' : 'a call that fails';
}

function saidBy({ sign: { kind, words, reason } }: Signed): string {
  const why = kind === 'member' && reason !== '' && !words.includes(reason) ? ` ("${shortened(reason, 80)}")` : '';
  return withoutInvented(`it says ${words}${why}`);
}

function shownAnswer(record: CallRecord): string {
  return shortened(excerptOf(record, 120), 120);
}
