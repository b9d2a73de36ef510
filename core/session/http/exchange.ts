/** One HTTP request and what comes back: status and headers, then events or one body, in bounded memory. */

import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Endpoint, Headers, IncomingHttpHeaders } from './endpoint.js';
import { EventReader, type StreamEvent } from './event-stream.js';
import { Gathered } from './gathered.js';

const HEAD_BYTES = 512;

/** Status line and headers. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The media type in small letters, without parameters; empty when the server names none. */
  readonly type: string;
}

/** How the body of a reply is read. */
export type Reading = 'events' | 'whole' | 'not';

export interface ExchangeSink {
  /** Called at most once. `not` ends the exchange. */
  replied(reply: Reply): Reading;
  event(event: StreamEvent): void;
  /** The whole body, when it is read so. */
  body(bytes: Buffer): void;
  /** An event or the body passed the limit; the exchange ends, and `ended` is not called. */
  tooLong(head: Buffer): void;
  /** Nothing more comes. `failure`: the connection was not made, or broke. Not called after `stop`. */
  ended(failure: NodeJS.ErrnoException | undefined): void;
}

export class Exchange {
  readonly #request: ClientRequest;
  readonly #sink: ExchangeSink;
  readonly #maxBytes: () => number;
  #events: EventReader | undefined;
  #over = false;
  /** Bytes of the body so far. */
  received = 0;
  reply: Reply | undefined;

  constructor(
    endpoint: Endpoint,
    {
      method,
      headers,
      body,
    }: { readonly method: string; readonly headers: Headers; readonly body?: Buffer | undefined },
    sink: ExchangeSink,
    maxBytes: () => number,
  ) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
    this.#request = endpoint.request(method, headers);
    this.#request.on('error', (error) => this.#end(error));
    this.#request.on('response', (response) => this.#replied(response));
    // Told by the response, once there is one.
    this.#request.on('close', () => this.reply === undefined && this.#end(broken()));
    this.#request.end(body);
  }

  /** Where a server may resume the stream behind, and when it wants to be asked. */
  get resumption(): { readonly lastEventId: string | undefined; readonly retryMs: number | undefined } {
    return { lastEventId: this.#events?.lastEventId, retryMs: this.#events?.retryMs };
  }

  /** Whether it went over a connection that was there before. */
  get reused(): boolean {
    return this.#request.reusedSocket;
  }

  /** Closes the connection, unless all of the answer has come; nothing more is heard of it. */
  stop(): void {
    if (this.#over) return;
    this.#over = true;
    this.#request.destroy();
  }

  /** What is left of an event whose end never came counts as one. */
  flush(): void {
    this.#events?.end();
  }

  #end(failure?: NodeJS.ErrnoException): void {
    if (this.#over) return;
    this.#over = true;
    this.#sink.ended(failure);
  }

  #replied(response: IncomingMessage): void {
    response.on('error', (error) => this.#end(error));
    if (this.#over) return void response.resume();
    const { statusCode: status = 0, headers } = response;
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    this.reply = { status, headers, type };
    const reading = this.#sink.replied(this.reply);
    if (this.#over) return;
    if (reading === 'not') return this.stop();
    if (reading === 'events') this.#readEvents(response);
    else this.#readWhole(response);
    response.on('close', () => this.#end(response.complete ? undefined : broken()));
  }

  #readEvents(response: IncomingMessage): void {
    const tooLong = (head: Buffer): void => this.#tooLong(head);
    const event = (one: StreamEvent): void => this.#sink.event(one);
    const events = new EventReader({ event, tooLong }, this.#maxBytes);
    this.#events = events;
    response.on('data', (chunk: Buffer) => {
      this.received += chunk.length;
      if (!this.#over) events.push(chunk);
    });
    response.on('end', () => this.#end());
  }

  #readWhole(response: IncomingMessage): void {
    const gathered = new Gathered();
    response.on('data', (chunk: Buffer) => {
      this.received += chunk.length;
      if (this.#over) return;
      if (this.received <= this.#maxBytes()) gathered.add(chunk);
      else this.#tooLong(Buffer.concat([gathered.take().subarray(0, HEAD_BYTES), chunk.subarray(0, HEAD_BYTES)]));
    });
    response.on('end', () => {
      if (this.#over) return;
      this.#sink.body(gathered.take());
      this.#end();
    });
  }

  #tooLong(head: Buffer): void {
    this.stop();
    this.#sink.tooLong(head.subarray(0, HEAD_BYTES));
  }
}

function broken(): NodeJS.ErrnoException {
  return Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
}
