/**
 * Every request of every plugin goes through here: `prepareCall`, then `call`, whose last tap is the kernel's own and
 * the only thing that holds the session. Gate, budget, timeout and journal sit in that tap and around it.
 */

import { excerptOf } from '../excerpt.js';
import type { CallOptions } from '../hooks.js';
import { isObject, type JsonObject } from '../json.js';
import type { CallAnswer, CallEntry, CallOutcome, CallRecord, CallRequest } from '../model.js';
import type { Logger } from '../log.js';
import type { Budget } from './budget.js';
import type { Connections, Member } from './connections.js';
import type { Asker, Gate } from './gate.js';
import type { KernelHooks } from './taps.js';

export interface CallLimits {
  /** Milliseconds one call may take when its probe asks for nothing else. */
  readonly timeoutMs: number;
  readonly budget: Budget;
}

export interface CallParts {
  readonly hooks: KernelHooks;
  readonly gate: Gate;
  readonly connections: Connections;
  readonly limits: CallLimits;
}

/** Statuses with which a server turns this client away whatever it asks: it has to sign in, or to come less often. */
const TURNED_AWAY: ReadonlySet<number | undefined> = new Set([401, 407, 429]);
/** It may ask, but not for this. */
const FORBIDDEN = 403;

export class Calls {
  readonly journal: CallEntry[] = [];
  readonly #hooks: KernelHooks;
  readonly #gate: Gate;
  readonly #limits: CallLimits;
  readonly #connections: Connections;
  readonly #signal: AbortSignal;
  readonly #log: Logger | undefined;
  #lost: string | undefined;
  #turnedAway: string | undefined;
  #asked = 0;

  constructor({ hooks, gate, connections, limits }: CallParts, signal: AbortSignal, log?: Logger) {
    this.#hooks = hooks;
    this.#gate = gate;
    this.#connections = connections;
    this.#limits = limits;
    this.#signal = signal;
    this.#log = log;
    // Behind every plugin's tap: whoever answers instead of the server has done so by now.
    hooks.call.tapPromise({ name: 'kernel', stage: Number.MAX_SAFE_INTEGER }, (request) => this.#send(request));
  }

  /** In what words the server turned a call away, which says nothing of its tools; undefined when it did not. */
  get turnedAway(): string | undefined {
    return this.#turnedAway;
  }

  /** From now on every request is answered as closed, for this reason. */
  lose(reason: string): void {
    this.#lost = reason;
  }

  /** Asks the server for a plugin, on the main session unless another is named. Never rejects: whatever happens is the record. */
  async ask(
    asker: Asker,
    method: string,
    params: JsonObject,
    { timeoutMs = this.#limits.timeoutMs, ...wire }: CallOptions = {},
    { number: session, info }: Member = this.#connections.main,
  ): Promise<CallRecord> {
    const id = ++this.#asked;
    // Who asks, where, how and what it declared is not a plugin's to change.
    const fixed = { ...asker, session, ...(Object.keys(wire).length > 0 && { wire }) };
    const asked: CallRequest = { method, params, timeoutMs, ...fixed };
    const prepared = this.#hooks.prepareCall.isUsed() ? await this.#hooks.prepareCall.promise(asked, info) : asked;
    const request = prepared === asked ? asked : { ...prepared, ...fixed };
    const answer = await this.#hooks.call.promise(request, info);
    const record = recordOf(id, request, answer);
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

  async #send({ session, method, params, timeoutMs, wire, ...asker }: CallRequest): Promise<CallAnswer> {
    const permitted = this.#gate.check({ ...asker, method, params });
    if (!permitted.allowed) return { outcome: 'refused', ms: 0, reason: permitted.reason };
    if (this.#lost !== undefined) return { outcome: 'closed', ms: 0, reason: this.#lost };
    if (this.#signal.aborted) return { outcome: 'aborted', ms: 0, reason: String(this.#signal.reason) };
    const { budget } = this.#limits;
    if (!budget.take()) return { outcome: 'refused', ms: 0, reason: budget.reason };
    const options = { timeoutMs, signal: this.#signal, ...wire };
    const { kind, ...rest } = await this.#connections.get(session).session.request(method, params, options);
    // Whoever is strict makes its own sense of every answer.
    if (method === 'tools/call' && wire?.strict !== true && kind === 'malformed') {
      if (rest.status === FORBIDDEN) return { outcome: 'refused', ...rest };
      if (TURNED_AWAY.has(rest.status)) {
        this.#turnedAway ??= rest.reason;
        return { outcome: 'aborted', ...rest };
      }
    }
    // What nobody answered took as long as it was given, on every machine.
    const given = wire?.cancel === undefined ? timeoutMs : wire.cancel.afterMs + wire.cancel.graceMs;
    return { outcome: kind, ...rest, ...(kind === 'timeout' && { ms: given }) };
  }

  #keep({ id, plugin, method, params, outcome, ms, ...answer }: CallRecord): void {
    this.journal.push({ id, plugin, method, params, outcome, ms, excerpt: excerptOf({ outcome, ...answer }) });
  }
}

function recordOf(id: number, request: CallRequest, answer: CallAnswer): CallRecord {
  const { method, params, plugin, subject, session } = request;
  const ok = isOk(answer.outcome, answer.result);
  return { id, method, params, plugin, ...(subject !== undefined && { subject }), session, ok, ...answer };
}

/** A result that neither carries the error flag nor asks for more. */
function isOk(outcome: CallOutcome, result: unknown): boolean {
  return (
    outcome === 'result' &&
    !(isObject(result) && (result['isError'] === true || result['resultType'] === 'input_required'))
  );
}
