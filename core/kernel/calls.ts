/**
 * Every request of every plugin goes through here: `prepareCall`, then `call`, whose last tap is the kernel's own and
 * the only thing that holds the session. Gate, budget, timeout and journal sit in that tap and around it.
 */

import { excerptOf } from '../excerpt.js';
import type { CallOptions } from '../hooks.js';
import { isObject, type JsonObject } from '../json.js';
import type { CallAnswer, CallEntry, CallOutcome, CallRecord, CallRequest } from '../model.js';
import type { Logger } from '../log.js';
import type { Session, SessionInfo } from '../session/port.js';
import type { Asker, Gate } from './gate.js';
import type { KernelHooks } from './taps.js';

export interface CallLimits {
  /** Milliseconds one call may take when its probe asks for nothing else. */
  readonly timeoutMs: number;
  /** Requests that may reach the server in this run. */
  readonly maxRequests: number;
}

export class Calls {
  readonly journal: CallEntry[] = [];
  readonly #hooks: KernelHooks;
  readonly #gate: Gate;
  readonly #limits: CallLimits;
  readonly #signal: AbortSignal;
  readonly #log: Logger | undefined;
  #session: Session | undefined;
  #info: SessionInfo | undefined;
  #lost: string | undefined;
  #asked = 0;
  #sent = 0;

  constructor(hooks: KernelHooks, gate: Gate, limits: CallLimits, signal: AbortSignal, log?: Logger) {
    this.#hooks = hooks;
    this.#gate = gate;
    this.#limits = limits;
    this.#signal = signal;
    this.#log = log;
    // Behind every plugin's tap: whoever answers instead of the server has done so by now.
    hooks.call.tapPromise({ name: 'kernel', stage: Number.MAX_SAFE_INTEGER }, (request) => this.#send(request));
  }

  /** From now on requests go to this session, and plugins see `info` of it. */
  use(session: Session, info: SessionInfo): void {
    this.#session = session;
    this.#info = info;
  }

  /** From now on every request is answered as closed, for this reason. */
  lose(reason: string): void {
    this.#lost = reason;
  }

  /** Asks the server for a plugin. Never rejects: whatever happens is the record. */
  async ask(asker: Asker, method: string, params: JsonObject, options: CallOptions = {}): Promise<CallRecord> {
    const asked: CallRequest = {
      method,
      params,
      timeoutMs: options.timeoutMs ?? this.#limits.timeoutMs,
      plugin: asker.plugin,
      effects: asker.effects,
    };
    const info = this.#info as SessionInfo;
    const prepared = this.#hooks.prepareCall.isUsed() ? await this.#hooks.prepareCall.promise(asked, info) : asked;
    // Who asks and what it declared is not a plugin's to change.
    const request = { ...prepared, plugin: asker.plugin, effects: asker.effects };
    const answer = await this.#hooks.call.promise(request, info);
    const record = recordOf(++this.#asked, request, answer);
    this.#keep(record);
    this.#log?.debug(
      {
        plugin: asker.plugin,
        method,
        tool: request.params['name'],
        outcome: record.outcome,
        ms: Math.round(record.ms * 100) / 100,
      },
      'called',
    );
    this.#hooks.called.call(record);
    return record;
  }

  async #send(request: CallRequest): Promise<CallAnswer> {
    const permitted = this.#gate.check(request);
    if (!permitted.allowed) return { outcome: 'refused', ms: 0, reason: permitted.reason };
    if (this.#lost !== undefined) return { outcome: 'closed', ms: 0, reason: this.#lost };
    if (this.#signal.aborted) return { outcome: 'aborted', ms: 0, reason: String(this.#signal.reason) };
    if (this.#sent >= this.#limits.maxRequests)
      return {
        outcome: 'refused',
        ms: 0,
        reason: `the run's budget of ${this.#limits.maxRequests} requests is used up`,
      };
    this.#sent += 1;
    const { kind, ...rest } = await this.#open().request(request.method, request.params, {
      timeoutMs: request.timeoutMs,
      signal: this.#signal,
    });
    // What nobody answered took as long as it was given, on every machine.
    return { outcome: kind, ...rest, ...(kind === 'timeout' && { ms: request.timeoutMs }) };
  }

  #open(): Session {
    if (this.#session === undefined) throw new Error('no session yet');
    return this.#session;
  }

  #keep({ id, plugin, method, params, outcome, ms, ...answer }: CallRecord): void {
    this.journal.push({ id, plugin, method, params, outcome, ms, excerpt: excerptOf({ outcome, ...answer }) });
  }
}

function recordOf(id: number, request: CallRequest, answer: CallAnswer): CallRecord {
  const { method, params, plugin } = request;
  return { id, method, params, plugin, ok: isOk(answer.outcome, answer.result), ...answer };
}

/** A result that neither carries the error flag nor asks for more. */
function isOk(outcome: CallOutcome, result: unknown): boolean {
  return (
    outcome === 'result' &&
    !(isObject(result) && (result['isError'] === true || result['resultType'] === 'input_required'))
  );
}
