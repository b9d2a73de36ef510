/** A strict client over one session: an answer is evidence or a fault, and nothing in between. Source: manifest specification, 2.0 and 3.5. */

import type { CallOptions, OpenSession, Sessions } from '../hooks.js';
import { isObject, type JsonObject } from '../json.js';
import type { CallRecord } from '../model.js';
import type { SessionInfo } from '../session/port.js';
import type { Fault } from './case.js';

/** Requests of the server that are refused during one call before that call counts as broken. P-6. */
const MAX_QUESTIONS = 8;
/** The code that a result with the error flag counts as. */
export const TOOL_ERROR_CODE = -32000;

/** A request that was answered with something that is evidence. Times in milliseconds. */
export type Completed = Success | ToolError | ProtocolError;

export interface Success {
  readonly kind: 'success';
  readonly result: JsonObject;
  readonly ms: number;
}

/** A result with `isError: true`. */
export interface ToolError {
  readonly kind: 'tool-error';
  readonly result: JsonObject;
  readonly code: typeof TOOL_ERROR_CODE;
  readonly ms: number;
}

export interface ProtocolError {
  readonly kind: 'protocol-error';
  readonly error: JsonObject;
  readonly code: number;
  readonly ms: number;
}

/** No usable answer came. Never evidence about a tool, unless its kind says so. */
export class CaseFault extends Error {
  override readonly name = 'CaseFault';
  readonly fault: Fault;
  /** What became of the request; undefined when there was none, as when no session could be opened. */
  readonly record: CallRecord | undefined;

  constructor(fault: Fault, record?: CallRecord) {
    super(fault);
    this.fault = fault;
    this.record = record;
  }
}

/** What a promise came to: its value, or the fault. A budget that is used up is no fault of the server and is thrown on. P-13. */
export async function orFault<T>(asked: Promise<T>): Promise<T | CaseFault> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CaseFault && error.fault !== 'budget') return error;
    throw error;
  }
}

export class Peer {
  readonly session: OpenSession;
  /** What was asked so far, in order. */
  readonly calls: CallRecord[] = [];
  readonly #sessions: Pick<Sessions, 'exhausted'>;
  readonly #spoil: () => void;

  /** `spoil` is called on every fault: the session is not to be used for another case. */
  constructor(session: OpenSession, sessions: Pick<Sessions, 'exhausted'>, spoil: () => void = () => {}) {
    this.session = session;
    this.#sessions = sessions;
    this.#spoil = spoil;
  }

  get info(): SessionInfo {
    return this.session.info;
  }

  /**
   * Calls a tool.
   * @throws CaseFault when no usable answer comes; a result that is no object, or whose `isError` is no boolean, is none (P-5)
   */
  call(tool: string, args: JsonObject, options?: CallOptions): Promise<Completed> {
    return this.callWith({ name: tool, arguments: args }, options);
  }

  /**
   * Calls a tool with these parameters: for a call that goes on after the server asked for more.
   * @throws CaseFault as `call` does
   */
  async callWith(params: JsonObject, options?: CallOptions): Promise<Completed> {
    const record = await this.exchange('tools/call', params, options);
    return completedCall(record) ?? this.#broken(record);
  }

  /**
   * Sends any request; every result object is a success.
   * @throws CaseFault when no usable answer comes
   */
  async request(method: string, params: JsonObject, options?: CallOptions): Promise<Success | ProtocolError> {
    const record = await this.exchange(method, params, options);
    return completedRequest(record) ?? this.#broken(record);
  }

  /**
   * Sends any request and hands on whatever became of it, for kinds that read the wire themselves.
   * @throws CaseFault when the run's budget is used up
   */
  async exchange(method: string, params: JsonObject, options: CallOptions = {}): Promise<CallRecord> {
    const record = await this.session.call(method, params, {
      strict: true,
      questions: { max: MAX_QUESTIONS },
      ...options,
    });
    this.calls.push(record);
    if (this.#sessions.exhausted && record.outcome !== 'result' && record.outcome !== 'error')
      throw this.#fault('budget', record);
    if (record.outcome === 'refused') throw new Error(record.reason ?? 'the call was refused');
    return record;
  }

  /** Marks the session as not to be used again, for a fault that a kind found in a record. */
  spoil(): void {
    this.#spoil();
  }

  #broken(record: CallRecord): never {
    throw this.#fault(faultOf(record), record);
  }

  #fault(fault: Fault, record?: CallRecord): CaseFault {
    this.#spoil();
    return new CaseFault(fault, record);
  }
}

/** What the record of any request is evidence of; undefined when it is no usable answer. */
function completedRequest({ outcome, result, error, ms }: CallRecord): Success | ProtocolError | undefined {
  if (outcome === 'result' && isObject(result)) return { kind: 'success', result, ms };
  if (outcome === 'error' && isObject(error) && Number.isInteger(error['code']))
    return { kind: 'protocol-error', error, code: error['code'] as number, ms };
  return undefined;
}

/** What the record of a `tools/call` is evidence of; undefined when it is no usable answer. P-5 */
export function completedCall(record: CallRecord): Completed | undefined {
  const completed = completedRequest(record);
  if (completed?.kind !== 'success') return completed;
  const flag = completed.result['isError'];
  if (flag !== undefined && typeof flag !== 'boolean') return undefined;
  return flag === true ? { ...completed, kind: 'tool-error', code: TOOL_ERROR_CODE } : completed;
}

/** The fault in a record that holds no evidence. */
export function faultOf({ outcome }: CallRecord): Fault {
  return outcome === 'timeout' || outcome === 'closed' ? outcome : 'protocol';
}
