/** JSON-RPC with one server over some wire: sends requests, settles them by id, answers questions, counts the rest. */

import { isObject, type JsonObject } from '../json.js';
import { Counts } from './counts.js';
import { NOISE_CHARS, type Redact, readLine } from './line.js';
import type { LineSink } from './line-reader.js';
import { type OpenRequest, OpenRequests, type Settlement } from './open-requests.js';
import { idOfHead, whatIs } from './message.js';
import type { Answer, RequestOptions } from './port.js';
import { METHOD_NOT_FOUND, withEnvelope } from './protocol.js';
import { aborted, tooLong, unanswered, unwritable } from './settlements.js';
import { eventText, type Taps } from './taps.js';

/** A longer id of a server's question is not repeated back. */
const MAX_ID_CHARS = 1000;
/** Members of a batch that are looked at; the rest counts as one orphan. */
const MAX_BATCH = 10_000;

export interface ConversationWire {
  /** Sends one frame without its line end. Returns why it could not be sent. */
  send(text: string): string | undefined;
  readonly taps: Taps;
  readonly maxFrameBytes: number;
  /** Applied to what comes in before it is parsed. */
  readonly redact?: Redact;
}

/** The handshake may not be cancelled, and who does not know the stateless era may end on anything before it. */
const UNCANCELLABLE: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

export class Conversation implements LineSink {
  readonly counts = new Counts();
  readonly #wire: ConversationWire;
  readonly #open = new OpenRequests({
    expired: (request) => this.#giveUp(request, this.#expired(request)),
    aborted: (request) => this.#giveUp(request, aborted(request.signal)),
  });
  /** The version whose envelope goes on each request; undefined in the initialize era. */
  #stateless: string | undefined;
  #ended: string | undefined;
  /** The line that is read but not kept, because it is too long. */
  #skipping: { readonly answers: OpenRequest | undefined; readonly text: string } | undefined;

  constructor(wire: ConversationWire) {
    this.#wire = wire;
  }

  /** From now on requests carry the envelope of this stateless revision. */
  speakStateless(version: string): void {
    this.#stateless = version;
  }

  /** Sends a request and settles with whatever came of it. Never rejects. */
  request(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<Answer> {
    const sent = this.#stateless === undefined ? params : withEnvelope(params, this.#stateless);
    if (this.#ended !== undefined) return settled({ kind: 'closed', reason: this.#ended });
    if (options.signal?.aborted) return settled(aborted(options.signal));
    const request = this.#open.add(method, sent, options);
    this.#ask(request, sent);
    return request.answer;
  }

  notify(method: string, params?: JsonObject): void {
    this.#send({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) });
  }

  sendRaw(text: string): void {
    this.#sendText(text, undefined);
  }

  /** The wire is gone: whatever is open, and whatever is asked from now on, settles as closed. */
  end(reason: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = reason;
    this.#open.settleAll({ kind: 'closed', reason });
  }

  line(bytes: Buffer, start: number, end: number, terminated: boolean): void {
    const line = readLine(bytes, start, end, this.#wire.redact);
    const size = end - start;
    const { taps } = this.#wire;
    if (line.kind !== 'frame') {
      if (line.kind === 'noise') this.counts.noise(line.text);
      taps.emit({ dir: 'in', ...line, bytes: size });
      return;
    }
    const { json, text, crlf, bom, invalidUtf8 } = line;
    if (taps.used) {
      const oddities = {
        ...(crlf && { crlf }),
        ...(bom && { bom }),
        ...(invalidUtf8 && { invalidUtf8 }),
        ...(!terminated && { terminated }),
      };
      taps.emit({ dir: 'in', kind: 'frame', json, text: eventText(text), bytes: size, ...oddities });
    }
    if (Array.isArray(json)) this.#batch(json, size);
    else this.#receive(json, size);
  }

  /** The line answers the request that its first bytes name, or else the only one open. */
  oversize(head: Buffer): void {
    const text = head.toString('utf8');
    const named = idOfHead(text);
    const answers =
      named === 'no answer' ? undefined : named === 'unknown' ? this.#open.only() : this.#open.find(named.id);
    this.#skipping = { answers, text: (this.#wire.redact?.(text) ?? text).slice(0, NOISE_CHARS) };
  }

  /** Not before the line is over, or the next request would be asked, and timed, while the server still writes this one. */
  skipped(bytes: number): void {
    const { answers, text = '' } = this.#skipping ?? {};
    this.#skipping = undefined;
    this.counts.oversize += 1;
    this.#wire.taps.emit({ dir: 'in', kind: 'oversize', text, bytes });
    if (answers !== undefined) this.#open.settle(answers, tooLong(this.#wire.maxFrameBytes));
  }

  #ask(request: OpenRequest, params: JsonObject | undefined): void {
    const { noiseLines, orphans } = this.counts;
    try {
      const problem = this.#send({
        jsonrpc: '2.0',
        id: request.id,
        method: request.method,
        ...(params !== undefined && { params }),
      });
      request.before = { noiseLines, orphans, problem };
    } catch (error) {
      this.#open.settle(request, unwritable(error));
    }
  }

  /** The answer is not wanted any more; the server is told so. */
  #giveUp(request: OpenRequest, settlement: Settlement): void {
    this.#open.settle(request, settlement);
    if (UNCANCELLABLE.has(request.method)) return;
    this.notify('notifications/cancelled', { requestId: request.id, reason: settlement.kind });
  }

  #expired(request: OpenRequest): Settlement {
    const { timeoutMs, before } = request;
    if (this.#skipping?.answers === request) return tooLong(this.#wire.maxFrameBytes, timeoutMs);
    const noiseLines = this.counts.noiseLines - before.noiseLines;
    const orphans = this.counts.orphans - before.orphans;
    return unanswered(timeoutMs, { noiseLines, orphans, problem: before.problem });
  }

  /** Revision 2025-03-26 knew batches; every member counts as if it had come alone. */
  #batch(members: readonly unknown[], size: number): void {
    this.counts.batches += 1;
    if (members.length === 0) this.#orphan(members, 'an empty batch');
    for (let at = 0; at < Math.min(members.length, MAX_BATCH); at += 1) this.#receive(members[at], size);
    if (members.length > MAX_BATCH) this.#orphan(null, `the rest of a batch of ${members.length}`);
  }

  #receive(json: unknown, size: number): void {
    const message = whatIs(json);
    if (message.kind === 'notification') this.#notified(message.json, size);
    else if (message.kind === 'question') this.#asked(message.json, message.id, message.method);
    else if (message.kind === 'answer') this.#answered(message.json);
    else this.#orphan(json, 'no JSON-RPC message');
  }

  #answered(json: JsonObject): void {
    const { id, result, error } = json as { id?: unknown; result?: unknown; error?: unknown };
    const request = this.#open.find(id);
    if (request === undefined)
      return this.#orphan(
        json,
        result === undefined && error === undefined ? 'no JSON-RPC message' : this.#open.whyOrphan(id),
      );
    const spelling = typeof id === 'string' ? ({ idType: 'string' } as const) : {};
    if (result !== undefined && error !== undefined)
      this.#open.settle(request, {
        kind: 'malformed',
        raw: json,
        reason: 'the answer has a result and an error',
        ...spelling,
      });
    else if (result !== undefined) this.#open.settle(request, { kind: 'result', result, ...spelling });
    else if (error !== undefined) this.#open.settle(request, { kind: 'error', error, ...spelling });
    else
      this.#open.settle(request, {
        kind: 'malformed',
        raw: json,
        reason: 'the answer has neither a result nor an error',
        ...spelling,
      });
  }

  #notified(json: JsonObject, size: number): void {
    if (this.#open.size === 0 || !isObject(json['params'])) return;
    const { progressToken, requestId } = json['params'];
    const token = progressToken ?? requestId;
    if (token === undefined || token === null) return;
    for (const request of this.#open.all()) if (request.isMeantBy(token)) request.note(json, size);
  }

  /** Nothing but a ping can be done for a server; it is told so at once, or it would wait. */
  #asked(json: JsonObject, id: unknown, method: string): void {
    if (this.#open.find(id)?.method === method && method !== 'ping')
      return this.#orphan(json, 'the request itself, sent back');
    if (typeof id !== 'number' && (typeof id !== 'string' || id.length > MAX_ID_CHARS))
      return this.#orphan(json, 'a request with an id that is no number and no short text');
    if (this.#stateless !== undefined)
      this.#orphan(json, 'a request from the server, which the stateless revision does not have');
    this.#send({ jsonrpc: '2.0', id, ...(method === 'ping' ? { result: {} } : { error: NOT_OFFERED }) });
  }

  #orphan(json: unknown, reason: string): void {
    this.counts.orphans += 1;
    this.#wire.taps.emit({ dir: 'in', kind: 'orphan', json, reason });
  }

  #send(message: JsonObject): string | undefined {
    return this.#sendText(JSON.stringify(message), message);
  }

  #sendText(text: string, json: unknown): string | undefined {
    const problem = this.#wire.send(text);
    const { taps } = this.#wire;
    if (!taps.used) return problem;
    if (problem === undefined)
      taps.emit({ dir: 'out', kind: 'frame', json, text: eventText(text), bytes: Buffer.byteLength(text) });
    else taps.emit({ dir: 'out', kind: 'write-error', text: problem });
    return problem;
  }
}

const NOT_OFFERED = { code: METHOD_NOT_FOUND, message: 'This client offers no such capability' };

function settled(settlement: Settlement): Promise<Answer> {
  return Promise.resolve({ ...settlement, ms: 0, notes: [] });
}
