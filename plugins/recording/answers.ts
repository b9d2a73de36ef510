import { createHash } from 'node:crypto';
import type { Answer, CallLine, CallRequest, JsonObject, Lacking, RecordedRun } from '../../core/index.js';
import { keyOf, redacted } from './redacted.js';

/** Who asks, as far as it tells two askers of the same apart. */
type Asker = Pick<CallRequest, 'plugin' | 'subject'>;

/** More different calls than anybody reads. */
const MAX_LACKING = 1_000;

/**
 * The answers of a record by what was asked, each given once and in the order of the run: a reader that is asked before
 * and after a write is answered both times as it was. Who asks is part of it, so that a plugin that is left out takes
 * its answers along; a call that this plugin never made is answered with what others got, when that was always the same.
 */
export class RecordedAnswers {
  readonly #run: RecordedRun;
  readonly #redact: (text: string) => string;
  readonly #own = new Map<string, CallLine[]>();
  readonly #anybody = new Map<string, CallLine[]>();
  readonly #lacking = new Map<string, { -readonly [K in keyof Lacking]: Lacking[K] }>();

  constructor(run: RecordedRun, redact: (text: string) => string) {
    this.#run = run;
    this.#redact = redact;
    // Asked in the order of their ids, whenever each of them was answered.
    for (const call of run.calls.toSorted((a, b) => a.id - b.id)) {
      // What the gate kept back was never answered; the gate of this run decides again.
      if (call.outcome === 'refused' && call.status === undefined) continue;
      const what = `${call.method} ${call.paramsHash ?? hashed(keyOf(call.params, (text) => text))}`;
      put(this.#own, `${who(call)} ${what}`, call);
      put(this.#anybody, what, call);
    }
  }

  /** The answer to a call, or why there is none. */
  take(method: string, params: JsonObject, asker: Asker): CallLine | { readonly lacks: string } {
    const what = `${method} ${hashed(keyOf(params, this.#redact))}`;
    const own = this.#own.get(`${who(asker)} ${what}`);
    const call = own === undefined ? sameFor(this.#anybody.get(what) ?? []) : own.shift();
    if (call !== undefined && call.cut?.parts.some((part) => part !== 'params') !== true) return call;
    const why =
      call === undefined
        ? `${this.#run.source} has no answer to this call`
        : `${this.#run.source} did not keep the answer to this call: ${call.cut?.why}`;
    const shown = redacted(params, this.#redact);
    this.#lack(what, { method, params: shown, plugin: asker.plugin, times: 1, unkept: call?.cut?.why });
    return { lacks: why };
  }

  /** Calls without an answer, in the order they were first asked. */
  get lacking(): readonly Lacking[] {
    return [...this.#lacking.values()];
  }

  #lack(what: string, call: Lacking): void {
    const key = `${call.plugin} ${what}`;
    const known = this.#lacking.get(key);
    if (known !== undefined) known.times += 1;
    else if (this.#lacking.size < MAX_LACKING) this.#lacking.set(key, { ...call });
  }
}

function who({ plugin, subject }: Asker): string {
  return JSON.stringify([plugin, subject?.kind, subject?.name, subject?.index]);
}

function hashed(key: string | undefined): string {
  return createHash('sha256')
    .update(key ?? '')
    .digest('hex');
}

function put(map: Map<string, CallLine[]>, key: string, call: CallLine): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [call]);
  else list.push(call);
}

/** What everybody was answered; undefined when that differs. Then it depends on what was done before, which only they know. */
function sameFor(calls: readonly CallLine[]): CallLine | undefined {
  const texts = calls.map(({ outcome, result, error, raw }) => keyOf({ outcome, result, error, raw }, (text) => text));
  return new Set(texts).size === 1 ? calls[0] : undefined;
}

/** The answer as the wire gave it, before the kernel made sense of its status. */
export function answerOf({ outcome, ms, status, ...call }: CallLine): Answer {
  const kind = status === undefined && outcome !== 'refused' ? outcome : 'malformed';
  const { result, error, raw, reason, challenge, idType, notes = [], questions, cancelled } = call;
  return {
    kind,
    ms,
    notes,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
    ...(raw !== undefined && { raw }),
    ...(reason !== undefined && { reason }),
    ...(status !== undefined && { status }),
    ...(challenge !== undefined && { challenge }),
    ...(idType !== undefined && { idType }),
    ...(questions !== undefined && { questions }),
    ...(cancelled !== undefined && { cancelled }),
  };
}
