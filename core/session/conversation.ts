/** JSON-RPC with one server over some wire: sends requests, settles them by id, answers questions, counts the rest. */

import { isObject, type JsonObject } from '../json.js';
import { Counts } from './counts.js';
import { Incoming } from './incoming.js';
import type { Redact } from './line.js';
import type { LineSink } from './line-reader.js';
import { idOfHead, isVersioned, whatIs } from './message.js';
import type { OpenRequest } from './open-request.js';
import { OpenRequests } from './open-requests.js';
import type { Answer, Questions, RequestOptions } from './port.js';
import { withEnvelope } from './protocol.js';
import { type Outlet, Sender } from './sender.js';
import { mayBeAnswered, reply } from './server-question.js';
import {
  aborted,
  answered,
  type Settlement,
  silent,
  tooLong,
  tooManyQuestions,
  unanswered,
  unheard,
  unwritable,
} from './settlements.js';
import { Strictness } from './strictness.js';

/** Members of a batch that are looked at; the rest counts as one orphan. */
const MAX_BATCH = 10_000;

export interface ConversationWire extends Outlet {
  readonly maxFrameBytes: number;
  /** Applied to what comes in before it is parsed. */
  readonly redact?: Redact;
  /** From now on lines up to so many bytes are read. */
  readUpTo(bytes: number): void;
  /** Set when each request has a stream of its own, as over HTTP. In the stateless era closing it cancels the request, and no message does. */
  readonly streams?: Streams;
}

export interface Streams {
  /** A request settled. `answered` false: nothing that its stream may still bring is wanted. */
  settled(id: number, answered: boolean): void;
  /** What has come of an answer that is not whole yet, for a reader. */
  soFar(id: number): string | undefined;
}

/** The handshake may not be cancelled, and who does not know the stateless era may end on anything before it. */
const UNCANCELLABLE: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

export class Conversation implements LineSink {
  readonly counts = new Counts();
  readonly #wire: ConversationWire;
  readonly #sender: Sender;
  readonly #incoming: Incoming;
  readonly #open = new OpenRequests({
    expired: (request) => this.#expired(request),
    aborted: (request) => this.#giveUp(request, aborted(request.options.signal)),
    longest: (bytes) => this.#readUpTo(Math.max(bytes, this.#wire.maxFrameBytes)),
    settled: ({ id }, { kind }) => this.#wire.streams?.settled(id, kind === 'result' || kind === 'error'),
  });
  readonly #strictness: Strictness;
  #maxLineBytes: number;
  /** What goes into the envelope on each request; undefined in the initialize era. */
  #stateless: { readonly version: string; readonly capabilities: JsonObject | undefined } | undefined;
  #ended: string | undefined;
  /** Why the server hears nothing any more. */
  #unheard: string | undefined;
  /** The line that is read but not kept, because it is too long. */
  #skipping: { readonly answers: OpenRequest | undefined; readonly text: string } | undefined;

  constructor(wire: ConversationWire) {
    this.#wire = wire;
    this.#sender = new Sender(wire);
    this.#incoming = new Incoming(wire.taps, this.counts, wire.redact);
    this.#strictness = new Strictness(this.#open, wire.maxFrameBytes);
    this.#maxLineBytes = wire.maxFrameBytes;
  }

  /** From now on requests carry the envelope of this stateless revision. */
  speakStateless(version: string, capabilities?: JsonObject): void {
    this.#stateless = { version, capabilities };
  }

  /** Sends a request and settles with whatever came of it. Never rejects. */
  request(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<Answer> {
    if (this.#ended !== undefined) return settled({ kind: 'closed', reason: this.#ended });
    if (options.signal?.aborted) return settled(aborted(options.signal));
    const strayed = this.#strictness.begin();
    if (strayed !== undefined && options.strict) return settled(strayed);
    const stateless = this.#stateless;
    const sent = stateless === undefined ? params : withEnvelope(params, stateless.version, stateless.capabilities);
    const request = this.#open.add(method, sent, options);
    this.#ask(request, sent);
    return request.answer;
  }

  notify(method: string, params?: JsonObject): void {
    this.#sender.send({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) });
  }

  sendRaw(text: string): void {
    this.#sender.text(text);
  }

  /** The wire is gone: whatever is open, and whatever is asked from now on, settles as closed. */
  end(reason: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = reason;
    this.#open.settleAll({ kind: 'closed', reason });
  }

  /** The server hears nothing any more. What it said before may still be on its way, so nothing settles yet. */
  unheard(problem: string): void {
    this.#unheard = problem;
  }

  /**
   * The stream of a request is over, or cannot be read: what would answer it does not come. `inOrder`: the server ended
   * it as one does; after a cancellation that is the silence that was asked for.
   */
  over(id: number, settlement: Settlement, inOrder = false): void {
    const request = this.#open.find(id);
    if (request === undefined) return;
    this.#open.abandon(request, inOrder && request.cancelled ? silent() : settlement);
  }

  /** Whether nothing but a matching answer counts for an open request. */
  isStrict(id: number): boolean {
    return this.#open.find(id)?.options.strict === true;
  }

  /** Whether the server was told that the answer to an open request is not wanted any more. */
  isCancelled(id: number): boolean {
    return this.#open.find(id)?.cancelled === true;
  }

  /** The stream of request `via`, or one of no request, passed the limit and was closed. */
  dropped(via: number | undefined, head: Buffer, bytes: number): void {
    this.#incoming.dropped(head.toString('utf8'), bytes);
    if (via !== undefined) this.over(via, tooLong(this.#maxLineBytes));
  }

  /** `via`: the request in whose stream it came. */
  line(bytes: Buffer, start: number, end: number, terminated: boolean, via?: number): void {
    const line = this.#incoming.read(bytes, start, end, terminated);
    if (line === undefined) return;
    const { json } = line;
    const size = end - start;
    if (Array.isArray(json)) this.#batch(json, size);
    else if (this.#open.strict && !isVersioned(json)) this.#orphan(json, 'no JSON-RPC 2.0 message');
    else this.#receive(json, size, via);
  }

  /** The line answers the request that its first bytes name, or else the only one open. */
  oversize(head: Buffer): void {
    const text = head.toString('utf8');
    const named = idOfHead(text);
    const id = typeof named === 'object' ? named.id : undefined;
    this.#strictness.longLine(id, this.#maxLineBytes);
    const answers = named === 'unknown' ? this.#open.only() : this.#open.find(id);
    this.#skipping = { answers, text };
  }

  /** Not before the line is over, or the next request would be asked, and timed, while the server still writes this one. */
  skipped(bytes: number): void {
    const { answers, text = '' } = this.#skipping ?? {};
    this.#skipping = undefined;
    this.#incoming.dropped(text, bytes);
    if (answers !== undefined) this.#open.settle(answers, tooLong(this.#maxLineBytes));
  }

  #readUpTo(bytes: number): void {
    this.#maxLineBytes = bytes;
    this.#wire.readUpTo(bytes);
  }

  #ask(request: OpenRequest, params: JsonObject | undefined): void {
    const { id, method } = request;
    const { noiseLines, orphans } = this.counts;
    try {
      const problem = this.#sender.send({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) });
      request.before = { noiseLines, orphans, problem };
    } catch (error) {
      this.#open.settle(request, unwritable(error));
      return;
    }
    const { cancel } = request.options;
    if (cancel === undefined) return;
    if (request.before.problem !== undefined)
      this.#open.settle(request, unheard('the request', request.before.problem));
    else if (cancel.afterMs <= 0) this.#cancel(request, cancel.reason, cancel.graceMs);
  }

  /** Tells the server, as the caller asked for, and goes on waiting. */
  #cancel(request: OpenRequest, reason: string, graceMs: number): void {
    if (this.#closesToCancel) {
      request.cancelled = true;
      return this.#open.abandon(request, silent());
    }
    const problem = this.#tellCancelled(request, reason);
    if (problem !== undefined) return this.#open.abandon(request, unheard('the cancellation', problem));
    request.cancelled = true;
    this.#open.postpone(request, graceMs);
  }

  get #closesToCancel(): boolean {
    return this.#wire.streams !== undefined && this.#stateless !== undefined;
  }

  #tellCancelled({ id }: OpenRequest, reason: string): string | undefined {
    return this.#sender.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason } });
  }

  #expired(request: OpenRequest): void {
    const { cancel } = request.options;
    if (cancel === undefined || request.cancelled) this.#giveUp(request, this.#silence(request));
    else this.#cancel(request, cancel.reason, cancel.graceMs);
  }

  /** The answer is not wanted any more; the server is told so, once. */
  #giveUp(request: OpenRequest, settlement: Settlement): void {
    this.#open.abandon(request, settlement);
    if (request.cancelled || this.#closesToCancel || UNCANCELLABLE.has(request.method)) return;
    this.#tellCancelled(request, settlement.kind);
  }

  #silence(request: OpenRequest): Settlement {
    const { before, cancelled, options } = request;
    const waitedMs = cancelled ? (options.cancel?.graceMs ?? 0) : options.timeoutMs;
    if (this.#skipping?.answers === request) return tooLong(this.#maxLineBytes, waitedMs);
    if (this.#unheard !== undefined && (cancelled || options.strict))
      return { kind: 'closed', reason: `the server does not hear any more: ${this.#unheard}` };
    const noiseLines = this.counts.noiseLines - before.noiseLines;
    const orphans = this.counts.orphans - before.orphans;
    const after = cancelled ? ' after the cancellation' : '';
    const soFar = this.#wire.streams?.soFar(request.id);
    return unanswered(waitedMs, { noiseLines, orphans, problem: before.problem, soFar }, after);
  }

  /** Revision 2025-03-26 knew batches; every member counts as if it had come alone. To a strict request a batch is none of them. */
  #batch(members: readonly unknown[], size: number): void {
    this.counts.batches += 1;
    if (this.#open.strict) return this.#orphan(members, 'a batch');
    if (members.length === 0) this.#orphan(members, 'an empty batch');
    for (let at = 0; at < Math.min(members.length, MAX_BATCH); at += 1) this.#receive(members[at], size);
    if (members.length > MAX_BATCH) this.#orphan(null, `the rest of a batch of ${members.length}`);
  }

  #receive(json: unknown, size: number, via?: number): void {
    const message = whatIs(json);
    if (message.kind === 'notification') this.#notified(message.json, size);
    else if (message.kind === 'question') this.#asked(message.json, message.id, message.method);
    else if (message.kind === 'answer') this.#answered(message.json, via);
    else this.#stray(json, undefined, 'no JSON-RPC message');
  }

  #answered(json: JsonObject, via: number | undefined): void {
    const { id, result, error } = json as { id?: unknown; result?: unknown; error?: unknown };
    // An error of a server that could not read the id belongs to the request it came back to.
    const unnamed = (id === undefined || id === null) && result === undefined;
    const request = this.#open.find(unnamed ? via : id);
    if (request !== undefined && (typeof id === 'number' || !request.options.strict)) {
      this.#strictness.answered();
      return this.#open.settle(request, answered(json));
    }
    const empty = result === undefined && error === undefined;
    this.#stray(json, id, empty ? 'no JSON-RPC message' : this.#open.whyOrphan(id));
  }

  #notified(json: JsonObject, size: number): void {
    if (this.#open.size === 0 || !this.#strictness.bears(size) || !isObject(json['params'])) return;
    const { progressToken, requestId } = json['params'];
    const token = progressToken ?? requestId;
    if (token === undefined || token === null) return;
    for (const request of this.#open.all()) if (request.isMeantBy(token)) request.note(json, size);
  }

  /** What a server asks is answered at once, or it would wait. */
  #asked(json: JsonObject, id: unknown, method: string): void {
    const ping = method === 'ping';
    if (!ping && this.#open.find(id)?.method === method) return this.#orphan(json, 'the request itself, sent back');
    const request = ping ? undefined : this.#open.whoIsAsked();
    const questions = request === undefined ? undefined : this.#count(request);
    if (!mayBeAnswered(id)) return this.#orphan(json, 'a request with an id that is no number and no short text');
    const stateless = this.#stateless !== undefined;
    if (stateless) this.#orphan(json, 'a request from the server, which the stateless revision does not have');
    const send = (message: JsonObject): void => void this.#sender.send(message);
    reply(id, method, json['params'], stateless ? undefined : questions, send);
  }

  /** Counts a request of the server, and returns how it is answered: not at all when it is one too many. */
  #count(request: OpenRequest): Questions | undefined {
    const { questions } = request.options;
    request.questions += 1;
    if (questions === undefined || request.questions <= questions.max) return questions;
    this.#open.abandon(request, tooManyQuestions(questions.max));
    return undefined;
  }

  /** An answer, or what should be one, that settles nothing. */
  #stray(json: unknown, id: unknown, reason: string): void {
    this.#orphan(json, reason);
    this.#strictness.stray(json, id, reason);
  }

  #orphan(json: unknown, reason: string): void {
    this.counts.orphans += 1;
    this.#wire.taps.emit({ dir: 'in', kind: 'orphan', json, reason });
  }
}

function settled(settlement: Settlement): Promise<Answer> {
  return Promise.resolve({ ...settlement, ms: 0, notes: [] });
}
