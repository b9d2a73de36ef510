/** A session over the standard input and output of a server that this program starts. */

import type { JsonObject } from '../json.js';
import type { StdioTarget } from '../model.js';
import { redactor, secretsOf } from '../secrets.js';
import { Conversation } from './conversation.js';
import { type Negotiation, negotiate } from './eras.js';
import { handshakeFailure, wayOut } from './handshake-failure.js';
import { LineReader } from './line-reader.js';
import type { Answer, Era, Opening, RequestOptions, Session, SessionInfo, WireCounts, WireEvent } from './port.js';
import { type Pin, pinnedFailure, pinOf } from './pin.js';
import { STATELESS_VERSION } from './protocol.js';
import { type ClosedServer, type ServerEnd, ServerProcess } from './server-process.js';
import { aborted, type Settlement } from './settlements.js';
import { StringDecoder } from 'node:string_decoder';
import { Taps } from './taps.js';

const MAX_FRAME_BYTES = 8 * 1024 * 1024;

export interface StdioOptions extends Opening {
  /** Milliseconds the whole handshake may take. */
  readonly timeoutMs: number;
  /** Gives the handshake up. Does nothing to the session once there is one. */
  readonly signal?: AbortSignal;
  /** The longest line that is read, 8 MiB when left out. A longer one is dropped while it is read. */
  readonly maxFrameBytes?: number;
  /** Listens from the first byte on, the handshake included. */
  readonly tap?: (event: WireEvent) => void;
}

/**
 * Starts a server before returning, and finds out which era it speaks. A server that leaves when asked for the stateless
 * era is started once more. Rejects with ServerError when there is no session; then nothing it started is left.
 */
export function openStdio(target: StdioTarget, options: StdioOptions): Promise<Session> {
  const session = connect(target, options);
  // The caller may load the rest of the program before it looks; a failure until then is not an unhandled one.
  session.catch(() => {});
  return session;
}

async function connect(target: StdioTarget, options: StdioOptions): Promise<Session> {
  const taps = new Taps();
  if (options.tap !== undefined) taps.add(options.tap);
  const { timeoutMs, maxFrameBytes = MAX_FRAME_BYTES } = options;
  const asked = { ...pinOf(target.protocol), ...options };
  const until = performance.now() + timeoutMs;
  let link = new Link(target, taps, maxFrameBytes);
  let outcome = await begin(link, asked);
  if (mayStartAgain(outcome, link)) {
    await link.process.close('hurry');
    link = new Link(target, taps, maxFrameBytes);
    const left = Math.max(1, until - performance.now());
    outcome = await negotiate(link.conversation, { ...asked, timeoutMs: left, era: 'initialize' });
  }
  if (outcome.agreed !== undefined) return new StdioSession(link, outcome.agreed, taps);
  const { process, conversation, end } = link;
  const { counts } = conversation;
  const failure = handshakeFailure({ ...outcome, target, timeoutMs, counts, end, stderr: process.stderr.text() });
  await process.close(options.signal?.aborted ? 'hurry' : 'patient');
  throw pinnedFailure(failure, target.protocol);
}

type Asked = StdioOptions & Pick<Pin, 'version'>;

function begin(link: Link, options: Asked): Promise<Negotiation> {
  if (options.handshake === false) return withoutHandshake(link, options);
  return negotiate(link.conversation, { ...options, work: () => link.process.work() });
}

/** Nothing is asked, so nothing is known but the era, and that from the caller. */
async function withoutHandshake({ process, conversation }: Link, options: StdioOptions): Promise<Negotiation> {
  const { era = 'initialize', capabilities, signal } = options;
  if (signal?.aborted) return refusedWith(aborted(signal));
  if (!(await process.started())) return refusedWith({ kind: 'closed' });
  if (era === 'stateless') conversation.speakStateless(STATELESS_VERSION, capabilities);
  return { agreed: { era, version: '', capabilities: {}, serverInfo: undefined, instructions: undefined } };
}

function refusedWith(settlement: Settlement): Negotiation {
  return { refusal: { ...settlement, ms: 0, notes: [] }, leftOnDiscover: false, versions: [] };
}

/** Some servers end on any request before `initialize`. Not when it never ran, and not when it was ended from here. */
function mayStartAgain(outcome: Negotiation, { process, end }: Link): boolean {
  return outcome.agreed === undefined && outcome.leftOnDiscover && end?.failure === undefined && !process.closing;
}

/** One started server and the conversation with it. */
class Link {
  readonly process: ServerProcess;
  readonly conversation: Conversation;
  /** How the server went away by itself. */
  end: ServerEnd | undefined;

  constructor(target: StdioTarget, taps: Taps, maxFrameBytes: number) {
    // At the wire, so that nothing behind it can ever hold what the user gave the server in confidence.
    const redact = redactor(secretsOf(target));
    this.conversation = new Conversation({
      taps,
      maxFrameBytes,
      redact,
      send: (text) => this.process.send(text),
      readUpTo: (bytes) => reader.readUpTo(bytes),
    });
    const reader = new LineReader(maxFrameBytes, this.conversation);
    const decoder = new StringDecoder('utf8');
    this.process = new ServerProcess(
      target,
      {
        stdout: (chunk) => reader.push(chunk),
        stderr: (chunk) => {
          if (taps.used) taps.emit({ dir: 'in', kind: 'stderr', text: redact(decoder.write(chunk)) });
        },
        writeError: (text) => {
          this.conversation.unheard(text);
          taps.emit({ dir: 'out', kind: 'write-error', text });
        },
        ended: (end) => {
          reader.end();
          this.end = end;
          this.conversation.end(`the server ${wayOut(end)}`);
          taps.emit({ dir: 'in', kind: 'closed', code: end.code, signal: end.signal });
        },
      },
      redact,
    );
  }
}

class StdioSession implements Session {
  readonly era: Era;
  readonly version: string;
  readonly capabilities: unknown;
  readonly serverInfo: unknown;
  readonly instructions: unknown;
  readonly #link: Link;
  readonly #taps: Taps;

  constructor(link: Link, { era, version, capabilities, serverInfo, instructions }: SessionInfo, taps: Taps) {
    this.era = era;
    this.version = version;
    this.capabilities = capabilities;
    this.serverInfo = serverInfo;
    this.instructions = instructions;
    this.#link = link;
    this.#taps = taps;
  }

  get counts(): WireCounts {
    return this.#link.conversation.counts;
  }

  get closed(): boolean {
    return this.#link.end !== undefined || this.#link.process.closing;
  }

  request(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<Answer> {
    return this.#link.conversation.request(method, params, options);
  }

  notify(method: string, params?: JsonObject): void {
    this.#link.conversation.notify(method, params);
  }

  sendRaw(text: string): void {
    this.#link.conversation.sendRaw(text);
  }

  tap(listener: (event: WireEvent) => void): () => void {
    return this.#taps.add(listener);
  }

  stderrTail(): string {
    return this.#link.process.stderr.text();
  }

  close(): Promise<ClosedServer> {
    this.#link.conversation.end('the session was closed');
    return this.#link.process.close('patient');
  }
}
