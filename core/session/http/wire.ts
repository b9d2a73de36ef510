/** One session over HTTP: a POST for each message, the session id, and the streams that are open. */

import { isObject, type JsonObject } from '../../json.js';
import { Conversation, type Streams } from '../conversation.js';
import type { Redact } from '../line.js';
import type { Settlement } from '../settlements.js';
import type { Taps } from '../taps.js';
import type { Endpoint, Headers } from './endpoint.js';
import type { Reply } from './exchange.js';
import { brokeOff, isRefused, SESSION_CHANGED, SESSION_GONE, SESSION_ID_UNUSABLE } from './faults.js';
import { isSessionId, messageHeaders, ownVersion } from './message-headers.js';
import { notAccepted, Outbox } from './outbox.js';
import type { ParamMarks } from './param-headers.js';
import { RequestStream, type StreamHost } from './request-stream.js';
import { StandingStream } from './standing-stream.js';

const POST_HEADERS: Headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
const GET_HEADERS: Headers = { Accept: 'text/event-stream' };

export interface WireParts {
  readonly endpoint: Endpoint;
  readonly taps: Taps;
  readonly redact: Redact;
  readonly maxFrameBytes: number;
  /** For a message that wants no answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly marks: ParamMarks;
  /** A notification must be accepted with the status 202. */
  readonly strict: boolean;
}

export class HttpWire implements StreamHost, Streams {
  readonly endpoint: Endpoint;
  readonly conversation: Conversation;
  readonly redact: Redact;
  readonly #taps: Taps;
  readonly #marks: ParamMarks;
  readonly #strict: boolean;
  readonly #outbox: Outbox;
  readonly #standing: StandingStream;
  readonly #open = new Map<number, RequestStream>();
  #maxBytes: number;
  #sessionId: string | undefined;
  /** Of the handshake, as the server wrote it. */
  #version: string | undefined;
  #stateless = false;
  #over = false;
  #brokeOff = false;
  #early = false;
  /** The server answered something. */
  #heard = false;
  /** What became of the notification that completes the handshake. */
  #completed: Promise<Settlement | undefined> = Promise.resolve(undefined);

  constructor({ endpoint, taps, redact, maxFrameBytes, timeoutMs, marks, strict }: WireParts) {
    this.endpoint = endpoint;
    this.redact = redact;
    this.#taps = taps;
    this.#marks = marks;
    this.#strict = strict;
    this.#maxBytes = maxFrameBytes;
    this.#outbox = new Outbox(this, timeoutMs);
    this.#standing = new StandingStream(this);
    this.conversation = new Conversation({
      taps,
      maxFrameBytes,
      redact,
      send: (text, json) => this.#send(text, json),
      readUpTo: (bytes) => void (this.#maxBytes = bytes),
      streams: this,
    });
  }

  get over(): boolean {
    return this.#over;
  }

  /** Whether the server broke a connection off before it answered. */
  get brokeOff(): boolean {
    return this.#brokeOff;
  }

  /** Whether the server gave out a session id before the handshake, where there is no session yet. */
  get early(): boolean {
    return this.#early;
  }

  failed(failure: NodeJS.ErrnoException): void {
    this.#brokeOff ||= brokeOff(failure);
    if (isRefused(failure) && this.#heard) this.gone('the server cannot be reached any more');
  }

  get resumes(): boolean {
    return !this.#stateless;
  }

  maxBytes(): number {
    return this.#maxBytes;
  }

  /** From now on there are no session, no standing stream and no messages but requests. */
  speakStateless(): void {
    this.#stateless = true;
  }

  /** The version of the handshake, which each message names from now on. */
  agree(version: string): void {
    this.#version = version;
  }

  /** Resolves to what was wrong with the end of the handshake. */
  completed(): Promise<Settlement | undefined> {
    return this.#completed;
  }

  /** Opens the standing stream, as ordinary clients do: a server may ask there at any time. Waits at most `ms` for it. */
  listen(ms: number): Promise<void> {
    return this.#standing.open(ms);
  }

  settled(id: number, answered: boolean): void {
    this.#open.get(id)?.settled(answered);
  }

  soFar(id: number): string | undefined {
    return this.#open.get(id)?.soFar;
  }

  getHeaders(lastEventId: string | undefined): Headers {
    return {
      ...GET_HEADERS,
      ...messageHeaders(undefined, this.#version),
      ...this.#session(),
      ...(lastEventId !== undefined && { 'Last-Event-ID': headerText(lastEventId) }),
    };
  }

  faultIn({ status, headers }: Reply, method?: string): Settlement | undefined {
    this.#heard = true;
    const given = headers['mcp-session-id'];
    // Whoever does not know the stateless era may hand out a session to whatever asks for it.
    if (method === 'server/discover') this.#early ||= given !== undefined;
    if (this.#stateless || method === 'server/discover') return undefined;
    if (typeof given === 'string') {
      if (!isSessionId(given)) return SESSION_ID_UNUSABLE;
      if (method !== 'initialize' && this.#sessionId !== undefined && given !== this.#sessionId) return SESSION_CHANGED;
      if (status === 200) this.#sessionId = given;
    }
    if (status !== 404 || this.#sessionId === undefined || method === 'initialize') return undefined;
    this.#sessionId = undefined;
    // The request that learned of it says so itself; the others hear that the connection is over.
    queueMicrotask(() => this.gone('the server has ended the session'));
    return SESSION_GONE;
  }

  gone(reason: string): void {
    if (this.#over) return;
    this.#over = true;
    this.conversation.end(reason);
    this.#stop();
    this.#taps.emit({ dir: 'in', kind: 'closed', code: null, signal: null });
  }

  /** Ends the session, and tells a server that keeps one. Waits at most `ms` for it. Safe to call twice. */
  async close(ms: number): Promise<void> {
    this.gone('the session was closed');
    const session = this.#session();
    this.#sessionId = undefined;
    if (Object.keys(session).length > 0) await this.#delete(session, ms);
    this.endpoint.close();
  }

  #stop(): void {
    this.#standing.stop();
    this.#outbox.stop();
    for (const stream of this.#open.values()) stream.stop();
  }

  #session(): Headers {
    return this.#sessionId === undefined ? {} : { 'Mcp-Session-Id': this.#sessionId };
  }

  #send(text: string, json: unknown): string | undefined {
    if (this.#over) return 'the connection is closed';
    const message: JsonObject = isObject(json) ? json : {};
    const { id, method } = message;
    const body = Buffer.from(text);
    const headers = { ...this.#postHeaders(json), 'Content-Length': String(body.length) };
    if (typeof id === 'number' && typeof method === 'string') {
      const done = (): void => void this.#open.delete(id);
      this.#open.set(id, new RequestStream(this, { id, method, headers, body }, done));
      return undefined;
    }
    if (this.#stateless && id !== undefined) return 'the stateless revision has no answers to requests of a server';
    return this.#tell(message, headers, body);
  }

  #postHeaders(json: unknown): Headers {
    const call = isObject(json) && json['method'] === 'tools/call' && isObject(json['params']) ? json['params'] : {};
    const first = isObject(json) && json['method'] === 'initialize';
    return {
      ...POST_HEADERS,
      ...messageHeaders(json, this.#version),
      ...(ownVersion(json) === undefined ? {} : this.#marks.headersFor(call)),
      ...(first || this.#stateless ? {} : this.#session()),
    };
  }

  /** Sends what wants no answer. */
  #tell({ method, params }: JsonObject, headers: Headers, body: Buffer): string | undefined {
    const name = typeof method === 'string' ? method : undefined;
    let completed: ((fault: Settlement | undefined) => void) | undefined;
    if (name === 'notifications/initialized') this.#completed = new Promise((resolve) => (completed = resolve));
    // A cancellation that was not accepted says nothing about the call, whoever asks. Manifest specification, 2.14.
    const exactly = name !== undefined && (this.#strict || name === 'notifications/cancelled');
    const done = (status: number | undefined, problem: Settlement | undefined): void => {
      const fault = problem ?? (exactly && status !== 202 ? notAccepted(name, status ?? 0) : undefined);
      completed?.(fault);
      if (name === 'notifications/cancelled' && fault !== undefined) this.#notCancelled(params, fault);
      if (fault !== undefined && !this.#over)
        this.#taps.emit({ dir: 'out', kind: 'write-error', text: fault.reason ?? fault.kind });
    };
    const problem = this.#outbox.add({ headers, body, method: name, done });
    if (problem !== undefined) completed?.({ kind: 'closed', reason: problem });
    return problem;
  }

  #notCancelled(params: unknown, fault: Settlement): void {
    const id = isObject(params) ? params['requestId'] : undefined;
    if (typeof id === 'number') this.conversation.over(id, fault);
  }

  #delete(session: Headers, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const request = this.endpoint.request('DELETE', { ...messageHeaders(undefined, this.#version), ...session });
      const timer = setTimeout(() => request.destroy(), ms);
      request.on('response', (response) => response.resume());
      // Whatever the server makes of it, this side is done.
      request.on('error', () => {});
      request.on('close', () => {
        clearTimeout(timer);
        resolve();
      });
      request.end();
    });
  }
}

/** An id of the server's own, as bytes: it may be no ASCII. */
function headerText(id: string): string {
  return Buffer.from(id).toString('latin1');
}
