/** One request on its way: its POST, the answer in JSON or as events, and what is asked for again when its stream ends too soon. */

import { isObject } from '../../json.js';
import type { Conversation } from '../conversation.js';
import type { Redact } from '../line.js';
import type { Settlement } from '../settlements.js';
import type { Endpoint, Headers } from './endpoint.js';
import { Exchange, type ExchangeSink, type Reading, type Reply } from './exchange.js';
import type { StreamEvent } from './event-stream.js';
import { mayAnswer, statusWords, unreached, unreadable, wasIdle, wrongStatus } from './faults.js';

/** How long a stream may stay open behind the answer that it is for. */
const LINGER_MS = 1000;
/** How long the text is waited for that explains an error status, and how long it may be. */
const EXPLAIN_MS = 1000;
const EXPLAIN_BYTES = 64 * 1024;
/** When the server does not say how long to wait before it is asked to resume; and never less than the other. */
export const RETRY_MS = 1000;
const SHORTEST_RETRY_MS = 50;

/** What a stream needs of the session it belongs to. */
export interface StreamHost {
  readonly endpoint: Endpoint;
  readonly conversation: Conversation;
  readonly redact: Redact;
  /** Whether streams can be resumed at all: not in the stateless era. */
  readonly resumes: boolean;
  maxBytes(): number;
  /** Headers of a GET. */
  getHeaders(lastEventId: string | undefined): Headers;
  /** What the headers of a reply say about the session that is a fault. `method`: of the message that was sent. */
  faultIn(reply: Reply, method?: string): Settlement | undefined;
  /** A connection could not be made, or broke before an answer. */
  failed(failure: NodeJS.ErrnoException): void;
}

export interface SentRequest {
  readonly id: number;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

interface ExchangeRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Buffer;
}

export class RequestStream {
  readonly #host: StreamHost;
  readonly #id: number;
  readonly #method: string;
  readonly #post: ExchangeRequest;
  readonly #done: () => void;
  #exchange: Exchange;
  #settled = false;
  #lastEventId: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Type of an event that is none of the protocol. */
  #foreign: string | undefined;
  #resuming = false;
  #sentAgain = false;

  /** `done` is called when nothing more will come. */
  constructor(host: StreamHost, { id, method, headers, body }: SentRequest, done: () => void) {
    this.#host = host;
    this.#id = id;
    this.#method = method;
    this.#done = done;
    this.#post = { method: 'POST', headers, body };
    this.#exchange = this.#start(this.#post);
  }

  /** What has come of an answer that is not whole, for a reader. */
  get soFar(): string | undefined {
    const { reply, received } = this.#exchange;
    if (this.#resuming) return 'its stream had ended and was to be resumed';
    if (reply === undefined) return undefined;
    if (reply.status !== 200) return `HTTP status ${statusWords(reply.status)} came`;
    return reply.type === 'text/event-stream'
      ? `its stream was open${this.#foreignWords()}`
      : `the answer had begun, ${received} bytes of it, and did not end`;
  }

  /** The request settled. An answer may be followed by more on its stream, for a moment. */
  settled(answered: boolean): void {
    this.#settled = true;
    if (!answered) return this.stop();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), LINGER_MS).unref();
  }

  /** Closes the connection. */
  stop(): void {
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#exchange.stop();
    this.#done();
  }

  #start(request: ExchangeRequest): Exchange {
    const sink: ExchangeSink = {
      replied: (reply) => (this.#resuming ? this.#resumed(reply) : this.#replied(reply)),
      event: (event) => this.#event(event),
      body: (bytes) => this.#body(bytes),
      tooLong: (head) => this.#tooLong(head),
      ended: (failure) => this.#ended(failure),
    };
    return new Exchange(this.#host.endpoint, request, sink, () =>
      this.#explains ? EXPLAIN_BYTES : this.#host.maxBytes(),
    );
  }

  /** Whether the body only explains an error status. */
  get #explains(): boolean {
    const status = this.#exchange?.reply?.status ?? 200;
    return status !== 200 && !mayAnswer(status);
  }

  #replied(reply: Reply): Reading {
    const fault = this.#host.faultIn(reply, this.#method);
    if (fault !== undefined) return this.#refuse(fault);
    const problem = unreadable(reply);
    if (reply.status === 200) {
      if (problem !== undefined) return this.#refuse(problem);
      return reply.type === 'text/event-stream' ? 'events' : 'whole';
    }
    const { status, type } = reply;
    if (status < 400 || (type !== 'application/json' && type !== 'text/plain'))
      return this.#refuse(this.#wrongStatus(undefined));
    this.#timer = setTimeout(() => this.#over(this.#wrongStatus(undefined)), EXPLAIN_MS).unref();
    return 'whole';
  }

  #resumed(reply: Reply): Reading {
    const fault = this.#host.faultIn(reply);
    if (fault !== undefined) return this.#refuse(fault);
    if (reply.status === 200 && reply.type === 'text/event-stream') {
      this.#resuming = false;
      return 'events';
    }
    const reason = `the stream ended before the answer, and the server did not resume it (HTTP status ${statusWords(reply.status)})`;
    return this.#refuse({ kind: 'closed', reason });
  }

  #refuse(settlement: Settlement): 'not' {
    this.#over(settlement);
    return 'not';
  }

  #event({ type, data, terminated }: StreamEvent): void {
    if (type !== 'message') this.#foreign ??= type;
    else this.#host.conversation.line(data, 0, data.length, terminated, this.#id);
  }

  #body(bytes: Buffer): void {
    const { conversation } = this.#host;
    const { status = 0 } = this.#exchange.reply ?? {};
    if (status === 200) {
      const { noiseLines } = conversation.counts;
      conversation.line(bytes, 0, bytes.length, true, this.#id);
      const noise = conversation.counts.noiseLines > noiseLines;
      const reason = isBlank(bytes)
        ? 'the answer is empty'
        : `the answer ${noise ? 'is no JSON' : 'answers no request of ours'}`;
      return this.#over({ kind: 'malformed', reason });
    }
    if (this.#answersWith(status, bytes)) conversation.line(bytes, 0, bytes.length, true, this.#id);
    this.#over(this.#wrongStatus(bytes));
  }

  /** An error status may come with a JSON-RPC error: in the stateless era by rule, and elsewhere in practice. P-9 knows only the rule. */
  #answersWith(status: number, body: Buffer): boolean {
    const { conversation, resumes } = this.#host;
    if (!mayAnswer(status) || (resumes && conversation.isStrict(this.#id))) return false;
    const json = parsed(body);
    if (!isObject(json) || json['jsonrpc'] !== '2.0' || !isObject(json['error'])) return false;
    const { id } = json;
    return id === this.#id || id === String(this.#id) || id === undefined || id === null;
  }

  #wrongStatus(body: Buffer | undefined): Settlement {
    const { reply } = this.#exchange;
    const text = body?.toString('utf8', 0, EXPLAIN_BYTES);
    return wrongStatus(reply as Reply, text, this.#host.redact);
  }

  #tooLong(head: Buffer): void {
    if (this.#explains) return this.#over(this.#wrongStatus(undefined));
    this.#host.conversation.dropped(this.#id, head, this.#exchange.received);
    this.stop();
  }

  #ended(failure: NodeJS.ErrnoException | undefined): void {
    const { reply, resumption } = this.#exchange;
    this.#lastEventId = resumption.lastEventId ?? this.#lastEventId;
    if (this.#settled) return this.stop();
    if (reply === undefined) return this.#unreached(failure as NodeJS.ErrnoException);
    if (reply.type !== 'text/event-stream') return this.#over(cut(this.#exchange.received));
    if (this.#host.resumes && this.#lastEventId !== undefined && !this.#host.conversation.isCancelled(this.#id))
      return this.#resume(resumption.retryMs);
    this.#exchange.flush();
    const reason =
      failure === undefined
        ? `the stream ended without an answer${this.#foreignWords()}`
        : 'the connection broke before the answer was complete';
    this.#over({ kind: 'closed', reason }, failure === undefined);
  }

  #unreached(failure: NodeJS.ErrnoException): void {
    if (!this.#sentAgain && this.#method !== 'tools/call' && wasIdle(this.#exchange, failure)) {
      this.#sentAgain = true;
      this.#exchange = this.#start(this.#post);
      return;
    }
    this.#over(unreached(failure));
    this.#host.failed(failure);
  }

  #resume(retryMs = RETRY_MS): void {
    this.#resuming = true;
    this.#timer = setTimeout(
      () => {
        const headers = this.#host.getHeaders(this.#lastEventId);
        this.#exchange = this.#start({ method: 'GET', headers });
      },
      Math.max(retryMs, SHORTEST_RETRY_MS),
    );
  }

  #over(settlement: Settlement, inOrder = false): void {
    clearTimeout(this.#timer);
    this.#host.conversation.over(this.#id, settlement, inOrder);
    if (!this.#settled) this.stop();
  }

  #foreignWords(): string {
    return this.#foreign === undefined
      ? ''
      : `; an event of the type ${JSON.stringify(this.#foreign)} came, and only "message" is one of the protocol`;
  }
}

function cut(received: number): Settlement {
  return { kind: 'closed', reason: `the connection broke after ${received} bytes of the answer` };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 1024).trim() === '' && bytes.length <= 1024;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
