/**
 * The port to a server: what the kernel needs of a connection, whatever carries it. Everything a server does is a
 * value here, never an exception, because odd answers are what this tool is made to see.
 */

import type { JsonObject } from '../json.js';

/** How the connection talks: the handshake of 2025-11-25 and older, or the stateless revision 2026-07-28. */
export type Era = 'initialize' | 'stateless';

/** One thing seen on the wire, in the order it happened. `at` is milliseconds since the session began. */
export type WireEvent =
  | {
      readonly dir: 'in' | 'out';
      readonly kind: 'frame';
      readonly at: number;
      readonly json: unknown;
      /** The frame as text, without its line end. Cut after 64 KiB. */
      readonly text: string;
      readonly bytes: number;
      readonly crlf?: boolean;
      /** It began with a byte order mark, which `text` and `json` leave out. */
      readonly bom?: boolean;
      /** Bytes that are not UTF-8 became U+FFFD. */
      readonly invalidUtf8?: boolean;
      /** False when the stream ended without a line end after this frame. */
      readonly terminated?: boolean;
    }
  /**
   * A line on stdout that is no JSON (`noise`), an empty line, or a line above the frame limit, dropped while it was
   * read. `text` is its start, at most 200 characters.
   */
  | {
      readonly dir: 'in';
      readonly kind: 'noise' | 'blank' | 'oversize';
      readonly at: number;
      readonly text?: string;
      readonly bytes: number;
    }
  /** A frame, or a member of a batch, that settles nothing: unknown, null or missing id, a second or late answer, no JSON-RPC at all. */
  | {
      readonly dir: 'in';
      readonly kind: 'orphan';
      readonly at: number;
      readonly json: unknown;
      readonly reason: string;
    }
  | { readonly dir: 'in'; readonly kind: 'stderr'; readonly at: number; readonly text: string }
  | { readonly dir: 'out'; readonly kind: 'write-error'; readonly at: number; readonly text: string }
  | {
      readonly dir: 'in';
      readonly kind: 'closed';
      readonly at: number;
      readonly code: number | null;
      readonly signal: string | null;
    };

/** What became of one request. Never thrown. */
export interface Answer {
  /** `malformed`: a frame that is neither a result nor an error, or one above the frame limit. `closed`: the server went away. */
  readonly kind: 'result' | 'error' | 'malformed' | 'timeout' | 'aborted' | 'closed';
  /** Milliseconds from sending to settling. */
  readonly ms: number;
  /** Exactly as sent, unknown fields kept. */
  readonly result?: unknown;
  readonly error?: unknown;
  /** The whole frame of a malformed answer, or a text that says why there is none (exit code, frame limit …). */
  readonly raw?: unknown;
  readonly reason?: string;
  /** How the server wrote the id, when it was not the number that was sent. */
  readonly idType?: 'string';
  /** The HTTP status of a malformed answer, when it was not that of an answer. */
  readonly status?: number;
  /** Of a status that wants authorization: what the server says of it, as its header WWW-Authenticate came. */
  readonly challenge?: string;
  /** Notifications that named this request (progress) while it was open. At most 100, and 1 MiB, are kept. */
  readonly notes: readonly JsonObject[];
  /**
   * How many requests the server made while it was open, pings left out; undefined when there were none. With several
   * open each counts for one: the oldest with `questions`, or else the oldest.
   */
  readonly questions?: number;
  /** The server was told that the answer is not wanted any more, as `cancel` asked for, before it settled. */
  readonly cancelled?: true;
}

export interface RequestOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /**
   * Nothing but a matching answer is tolerated while it is open. An answer to another request or to none settles it as
   * `malformed` with that frame as `raw`; a line above the frame limit, more than 128 notifications, or more of them
   * than one frame limit in bytes, as `closed`. Lines that are no JSON-RPC 2.0 object are skipped, batches among them,
   * and late answers to requests given up earlier are dropped. An answer that nobody waits for, or a line above the
   * limit, that comes between two strict requests is the fault of the second, which is then not sent.
   * Source: manifest specification, P-2 to P-4.
   */
  readonly strict?: true;
  /** Tells the server that the answer is not wanted any more, and waits a while for it all the same. */
  readonly cancel?: Cancel;
  /** How requests of the server are answered while this one is open. Left out: refused, however many there are. */
  readonly questions?: Questions;
  /** The longest answer that is read, when that is more than the session's frame limit. */
  readonly maxAnswerBytes?: number;
}

/** All times in milliseconds. */
export interface Cancel {
  /** From sending the request to sending `notifications/cancelled`; 0: at once. */
  readonly afterMs: number;
  readonly reason: string;
  /** How long an answer is waited for after that; without one the request settles as `timeout`. */
  readonly graceMs: number;
}

export interface Questions {
  /** One more settles the request as `malformed`; `ping` does not count. */
  readonly max: number;
  /** The result for a request of the server; undefined, or whatever is thrown, refuses it with -32601. Never asked in the stateless era. */
  answer?(method: string, params: unknown): JsonObject | undefined | Promise<JsonObject | undefined>;
}

/** How a session begins, where that is not the ordinary way. */
export interface Opening {
  /** What the client says it can do; nothing when left out. */
  readonly capabilities?: JsonObject;
  /** Which era the server speaks, when that is known: then it is not asked. */
  readonly era?: Era;
  /** False: no handshake at all, only the connection. The session then has no version and no capabilities, and the era `initialize` unless `era` says another. */
  readonly handshake?: false;
  /** Hold the connection to the letter of its transport: over HTTP, a notification must be answered with 202. Source: manifest specification, P-9. */
  readonly strict?: true;
  /** Called before each request of the handshake. False: it is not sent, and the session is not opened. */
  readonly spend?: () => boolean;
}

/** What everybody may know of a connection. */
export interface SessionInfo {
  readonly era: Era;
  /** The negotiated protocol version, exactly as the server wrote it. */
  readonly version: string;
  readonly capabilities: unknown;
  /** Name and version as the server wrote them; anything at all, not yet checked. */
  readonly serverInfo: unknown;
  readonly instructions: unknown;
}

/** Counts of what the wire saw besides answers, for reports and for the rules about them. */
export interface WireCounts {
  readonly noiseLines: number;
  readonly orphans: number;
  readonly oversize: number;
  /** Frames that were a list of messages; each member was taken as if it had come alone. */
  readonly batches: number;
  /** The first few noise lines, each cut to 200 characters. */
  readonly noiseSamples: readonly string[];
}

/** One live connection. Only the kernel holds it; plugins see `SessionInfo` and ask through the `call` hook. */
export interface Session extends SessionInfo {
  /** Sends one request and settles with whatever came of it. Adds the stateless envelope where the era wants it. Never rejects. */
  request(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<Answer>;
  notify(method: string, params?: JsonObject): void;
  /** Listens to every wire event from now on; returns how to stop. */
  tap(listener: (event: WireEvent) => void): () => void;
  /** Sends text as it is, followed by a line end: malformed on purpose. */
  sendRaw(text: string): void;
  readonly counts: WireCounts;
  /** True once the server process is gone or the connection is closed. */
  readonly closed: boolean;
  /** The last lines of the server's stderr, at most 2,000 characters. Not escaped. */
  stderrTail(): string;
  /** Ends the connection and everything the server started. Safe to call twice. `forced`: it had to be killed. */
  close(): Promise<{ readonly code: number | null; readonly signal: string | null; readonly forced: boolean }>;
}

/** The server could not be started, reached, understood or listed. Ends the run with exit code 1 and this one line. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  /** More for the reader below the line, such as the tail of stderr. Not escaped. */
  readonly detail: string | undefined;
  /** In one word what went wrong: no answer in time, a connection that ended, or an answer that cannot be used. */
  readonly fault: 'timeout' | 'closed' | 'protocol';
  /** The HTTP status that said so. */
  readonly status: number | undefined;
  /** How it ended, behind the program's name, in words of ours alone; undefined where the server had a hand in it. */
  plain: string | undefined;
  constructor(message: string, detail?: string, fault: ServerError['fault'] = 'protocol', status?: number) {
    super(message);
    this.detail = detail;
    this.fault = fault;
    this.status = status;
  }
}
