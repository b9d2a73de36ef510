/** A session over Streamable HTTP, in either era. Source: revisions 2025-11-25 and 2026-07-28, transports. */

import type { JsonObject } from '../../json.js';
import type { HttpTarget } from '../../model.js';
import { redactorFor } from '../../secrets.js';
import { type Negotiation, negotiate } from '../eras.js';
import { keepTrack } from '../live-servers.js';
import type { Answer, Era, Opening, RequestOptions, Session, SessionInfo, WireCounts, WireEvent } from '../port.js';
import { type Pin, pinnedFailure, pinOf } from '../pin.js';
import { STATELESS_VERSION } from '../protocol.js';
import { aborted, type Settlement } from '../settlements.js';
import { Taps } from '../taps.js';
import { Endpoint } from './endpoint.js';
import { saysNothing } from './faults.js';
import { handshakeFailure } from './handshake-failure.js';
import { speaksOlderTransport } from './older-transport.js';
import { admitted } from './oauth/admitted.js';
import { type Authorization, authorizationOf } from './oauth/authorization.js';
import { marksOf, type ParamMarks } from './param-headers.js';
import { HttpWire } from './wire.js';

const MAX_FRAME_BYTES = 8 * 1024 * 1024;
/** How long a server may take to say whether it offers a standing stream, and whether it speaks the older transport. */
const LOOK_MS = 1000;
/** How long it is waited for that a server ends its session. */
const GOODBYE_MS = { patient: 2000, hurry: 500 };

export interface HttpOptions extends Opening {
  /** Milliseconds the whole handshake may take. */
  readonly timeoutMs: number;
  /** Gives the handshake up. Does nothing to the session once there is one. */
  readonly signal?: AbortSignal;
  /** The longest event or body that is read, 8 MiB when left out. */
  readonly maxFrameBytes?: number;
  /** Listens from the first message on, the handshake included. */
  readonly tap?: (event: WireEvent) => void;
}

/**
 * Finds out which era a server speaks, and begins a session where that has one. Rejects with ServerError when there is
 * no session; then no connection is left.
 */
export async function openHttp(target: HttpTarget, options: HttpOptions): Promise<Session> {
  const { timeoutMs, maxFrameBytes = MAX_FRAME_BYTES, strict = false } = options;
  const taps = new Taps();
  if (options.tap !== undefined) taps.add(options.tap);
  const asked = { ...pinOf(target.protocol), ...options };
  const marks = marksOf(target);
  // At the wire, so that nothing behind it can ever hold what the user gave the server in confidence.
  const redact = redactorFor(target);
  const authorization = authorizationOf(target);
  const endpoint = new Endpoint(target, authorization);
  const wire = new HttpWire({ endpoint, taps, redact, maxFrameBytes, timeoutMs, marks, strict });
  let until = performance.now() + timeoutMs;
  const left = (most = Infinity): number => Math.min(most, Math.max(1, until - performance.now()));
  const { outcome, noToken } = await admitted(() => begin(wire, asked, left), {
    authorization,
    patience: { timeoutMs, signal: options.signal },
    refusalOf: (tried) => (tried.agreed === undefined ? tried.refusal : undefined),
    // Whoever signs in does not do so in the server's time.
    waited: (ms) => (until += ms),
  });
  if (outcome.agreed !== undefined)
    return new HttpSession(wire, outcome.agreed, { taps, marks, authorization, timeoutMs });
  const { refusal, versions } = outcome;
  const older = await speaksOlderTransport(wire, refusal.status, left(LOOK_MS));
  const { early } = wire;
  const failure = handshakeFailure({ endpoint, timeoutMs, refusal, versions, early, older, noToken });
  await wire.close(left(GOODBYE_MS.hurry));
  throw pinnedFailure(failure, target.protocol);
}

type TimeLeft = (most?: number) => number;
type Asked = HttpOptions & Pick<Pin, 'version'>;

async function begin(wire: HttpWire, options: Asked, left: TimeLeft): Promise<Negotiation> {
  if (options.handshake === false) return withoutHandshake(wire, options);
  const outcome = await agree(wire, options, left);
  if (outcome.agreed?.era === 'stateless') wire.speakStateless();
  if (outcome.agreed?.era !== 'initialize') return outcome;
  const refused = await inTime(wire.completed(), left(), options.signal);
  if (refused !== undefined) return refusedWith(refused);
  await wire.listen(left(LOOK_MS));
  return outcome;
}

/** What was wrong with the end of the handshake, or that it took too long. */
async function inTime(
  completed: Promise<Settlement | undefined>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Settlement | undefined> {
  if (signal?.aborted) return aborted(signal);
  let stop: () => void = () => {};
  const late = new Promise<Settlement>((resolve) => {
    const giveUp = (): void => resolve(aborted(signal));
    const timer = setTimeout(() => resolve({ kind: 'timeout', reason: 'no answer to notifications/initialized' }), ms);
    signal?.addEventListener('abort', giveUp);
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
  });
  try {
    return await Promise.race([completed, late]);
  } finally {
    stop();
  }
}

async function agree(wire: HttpWire, options: Asked, left: TimeLeft): Promise<Negotiation> {
  const how = {
    ...options,
    // A far server may still be starting, and nobody sees whether it works: half of the time is for the first question.
    work: () => performance.now(),
    isFinal: ({ status }: Answer) => status !== undefined && saysNothing(status),
    agreed: ({ version }: SessionInfo) => wire.agree(version),
  };
  const outcome = await negotiate(wire.conversation, how);
  if (outcome.agreed !== undefined || !outcome.leftOnDiscover || !wire.brokeOff) return outcome;
  // It hung up on a question it does not know. Each message has a connection of its own, so the next can be another.
  return negotiate(wire.conversation, { ...how, timeoutMs: left(), era: 'initialize' });
}

/** Nothing is asked, so nothing is known but the era, and that from the caller. */
function withoutHandshake(wire: HttpWire, { era = 'initialize', capabilities, signal }: HttpOptions): Negotiation {
  if (signal?.aborted) return refusedWith(aborted(signal));
  if (era === 'stateless') {
    wire.conversation.speakStateless(STATELESS_VERSION, capabilities);
    wire.speakStateless();
  }
  return { agreed: { era, version: '', capabilities: {}, serverInfo: undefined, instructions: undefined } };
}

function refusedWith(settlement: Settlement): Negotiation {
  return { refusal: { ...settlement, ms: 0, notes: [] }, leftOnDiscover: false, versions: [] };
}

interface SessionParts {
  readonly taps: Taps;
  readonly marks: ParamMarks;
  readonly authorization: Authorization | undefined;
  /** Milliseconds for one request on the way to a token. */
  readonly timeoutMs: number;
}

class HttpSession implements Session {
  readonly era: Era;
  readonly version: string;
  readonly capabilities: unknown;
  readonly serverInfo: unknown;
  readonly instructions: unknown;
  readonly #wire: HttpWire;
  readonly #taps: Taps;
  readonly #marks: ParamMarks;
  readonly #authorization: Authorization | undefined;
  readonly #timeoutMs: number;
  readonly #forget: () => void;
  #closing: Promise<void> | undefined;

  constructor(wire: HttpWire, info: SessionInfo, { taps, marks, authorization, timeoutMs }: SessionParts) {
    this.era = info.era;
    this.version = info.version;
    this.capabilities = info.capabilities;
    this.serverInfo = info.serverInfo;
    this.instructions = info.instructions;
    this.#wire = wire;
    this.#taps = taps;
    this.#marks = marks;
    this.#authorization = authorization;
    this.#timeoutMs = timeoutMs;
    // An interrupted program still tells the server that its session is over.
    this.#forget = keepTrack({ close: (how) => this.#close(GOODBYE_MS[how]), killNow: () => {} });
  }

  get counts(): WireCounts {
    return this.#wire.conversation.counts;
  }

  get closed(): boolean {
    return this.#wire.over;
  }

  async request(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<Answer> {
    // What it wants authorization for is between the server and this session.
    const { challenge: _, ...answer } = await this.#ask(method, params, options);
    if (method === 'tools/list' && answer.kind === 'result' && this.era === 'stateless')
      this.#marks.learn(answer.result);
    return answer;
  }

  /** Once more with another token where the server wants one; each time has the whole time. */
  async #ask(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<Answer> {
    const ask = (): Promise<Answer> => this.#wire.conversation.request(method, params, options);
    const authorization = this.#authorization;
    if (authorization === undefined) return ask();
    const patience = { timeoutMs: this.#timeoutMs, signal: options.signal };
    await authorization.refresh(patience);
    const refusalOf = (answer: Answer): Answer | undefined =>
      answer.kind === 'result' || answer.kind === 'error' ? undefined : answer;
    const { outcome, noToken } = await admitted(ask, { authorization, patience, refusalOf });
    return noToken === undefined ? outcome : { ...outcome, reason: `${outcome.reason}; no token: ${noToken.message}` };
  }

  notify(method: string, params?: JsonObject): void {
    this.#wire.conversation.notify(method, params);
  }

  sendRaw(text: string): void {
    this.#wire.conversation.sendRaw(text);
  }

  tap(listener: (event: WireEvent) => void): () => void {
    return this.#taps.add(listener);
  }

  /** Whatever the server writes there, it is on another machine. */
  stderrTail(): string {
    return '';
  }

  async close(): Promise<{ readonly code: null; readonly signal: null; readonly forced: false }> {
    await this.#close(GOODBYE_MS.patient);
    return { code: null, signal: null, forced: false };
  }

  #close(ms: number): Promise<void> {
    this.#closing ??= this.#wire.close(ms).finally(this.#forget);
    return this.#closing;
  }
}
