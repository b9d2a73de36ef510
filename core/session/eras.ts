/** Finds out which era a server speaks, on one connection: `server/discover` first, then the handshake. Spec: protocol notes 1.3. */

import { oneLine } from '../excerpt.js';
import { isObject, type JsonObject } from '../json.js';
import type { Conversation } from './conversation.js';
import type { Answer, Opening, SessionInfo } from './port.js';
import {
  initializeParams,
  SERVER_INFO_META,
  STATELESS_VERSION,
  STATELESS_VERSIONS,
  UNSUPPORTED_VERSION,
  withEnvelope,
} from './protocol.js';

/** How long a server may think about a question that it need not know. */
const DISCOVER_MS = 3000;
/** A server that used no processor time for so long has started, and waits. */
const IDLE_MS = 500;
const SPENT: Answer = { kind: 'aborted', reason: 'no request may be sent any more', ms: 0, notes: [] };

export interface NegotiateOptions extends Omit<Opening, 'handshake'> {
  /** The one revision that is offered and accepted in a handshake. Left out: the newest is offered, any is accepted. */
  readonly version?: string | undefined;
  /** Milliseconds for all of it. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Changes while the server works. */
  readonly work?: () => number;
  /** True for an answer that says nothing about what the server speaks, so that asking on is no use. */
  readonly isFinal?: (answer: Answer) => boolean;
  /** Called when the handshake was answered, before the server is told that it is complete. */
  readonly agreed?: (info: SessionInfo) => void;
}

export type Negotiation =
  | { readonly agreed: SessionInfo }
  /** `leftOnDiscover`: the server went away without a word on `server/discover`. `versions`: what it says it speaks instead. */
  | {
      readonly agreed?: never;
      readonly refusal: Answer;
      readonly leftOnDiscover: boolean;
      readonly versions: readonly string[];
    };

/** Asks for the era, unless that is known, and completes the handshake in the initialize era. Never rejects. */
export async function negotiate(conversation: Conversation, options: NegotiateOptions): Promise<Negotiation> {
  const { era, capabilities, version } = options;
  const discovery = new Discovery(conversation, options);
  if (era !== 'initialize') {
    await discovery.ask();
    if (discovery.agreed !== undefined) return accept(conversation, discovery.agreed, options);
    const final = era === 'stateless' ? discovery.last : discovery.lost;
    if (final !== undefined) return refuse(final, discovery, options);
  }
  const answer = await discovery.request('initialize', initializeParams(capabilities, version));
  if (answer.kind === 'result' && isObject(answer.result)) {
    discovery.over = true;
    const agreed = fromInitialize(answer.result);
    if (version !== undefined && agreed.version !== version)
      return refuse(otherVersion(answer, agreed), discovery, options);
    options.agreed?.(agreed);
    conversation.notify('notifications/initialized');
    return accept(conversation, agreed, options);
  }
  // A slow server read both requests one after the other: its refusal of the second makes the first the answer.
  if (answer.kind === 'error') await discovery.settle();
  if (discovery.agreed !== undefined) return accept(conversation, discovery.agreed, options);
  return refuse(answer, discovery, options);
}

function otherVersion({ ms, notes }: Answer, { version }: SessionInfo): Answer {
  const named = version === '' ? 'no version' : `the version ${oneLine(version, 40)}`;
  return { kind: 'malformed', reason: `it names ${named}`, ms, notes };
}

function accept(conversation: Conversation, agreed: SessionInfo, { capabilities }: NegotiateOptions): Negotiation {
  if (agreed.era === 'stateless') conversation.speakStateless(agreed.version, capabilities);
  return { agreed };
}

function refuse(refusal: Answer, { answered, versions }: Discovery, { era }: NegotiateOptions): Negotiation {
  return { refusal, leftOnDiscover: refusal.kind === 'closed' && era === undefined && !answered, versions };
}

/** `server/discover` on its way: answered, refused, or silent and still open while the handshake goes on. */
class Discovery {
  agreed: SessionInfo | undefined;
  /** What became of the last question. */
  last: Answer | undefined;
  /** Set when the connection was lost, or the caller gave up, before an answer. */
  lost: Answer | undefined;
  answered = false;
  /** Set when the handshake settled the matter: nothing more is asked. */
  over = false;
  /** Versions the server names that this client does not speak without a handshake. */
  versions: readonly string[] = [];
  readonly #conversation: Conversation;
  readonly #options: NegotiateOptions;
  readonly #until: number;
  #answer: Promise<boolean> = Promise.resolve(true);

  constructor(conversation: Conversation, options: NegotiateOptions) {
    this.#conversation = conversation;
    this.#options = options;
    this.#until = performance.now() + options.timeoutMs;
  }

  /** Sends one request of the handshake, in what is left of the time, if it may be spent. */
  async request(method: string, params: JsonObject): Promise<Answer> {
    const { signal, spend } = this.#options;
    if (spend?.() === false) return SPENT;
    const timeoutMs = Math.max(1, this.#until - performance.now());
    return this.#conversation.request(method, params, { timeoutMs, ...(signal && { signal }) });
  }

  /**
   * Asks, and waits for the answer as long as leaves time for the handshake: 3 s, and longer while the server is visibly
   * busy, or the era of a server that speaks both would depend on how fast it starts today. A server that is known to
   * be stateless has all the time there is.
   */
  async ask(): Promise<void> {
    const { timeoutMs, era, work } = this.#options;
    const half = this.#until - timeoutMs / 2;
    this.#answer = this.#ask(STATELESS_VERSION).then(() => true);
    if (era === 'stateless') return void (await this.#answer);
    let done = await this.#settlesWithin(Math.min(DISCOVER_MS, timeoutMs / 2));
    while (!done && work !== undefined && performance.now() < half) {
      const before = work();
      done = await this.#settlesWithin(IDLE_MS);
      if (work() === before) return;
    }
  }

  /** Waits a moment for an answer that is still out. */
  async settle(): Promise<void> {
    await this.#settlesWithin(DISCOVER_MS);
  }

  async #settlesWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, ms, false);
    });
    const settled = await Promise.race([this.#answer, limit]);
    clearTimeout(timer);
    return settled;
  }

  async #ask(version: string): Promise<void> {
    const answer = await this.#discover(version);
    const other = this.#read(answer);
    // One more try with a version that the server named itself.
    if (other !== undefined && !this.over) this.#read(await this.#discover(other));
  }

  #discover(version: string): Promise<Answer> {
    return this.request('server/discover', withEnvelope(undefined, version, this.#options.capabilities));
  }

  /** Takes an answer in; returns a version to try when the server refused this one and named one that both speak. */
  #read(answer: Answer): string | undefined {
    this.last = answer;
    const { isFinal } = this.#options;
    if (answer.kind === 'closed' || answer.kind === 'aborted' || isFinal?.(answer)) this.lost = answer;
    else if (answer.kind !== 'timeout') this.answered = true;
    const offered = answer.kind === 'result' ? supported(answer.result) : versionsRefused(answer.error);
    if (offered === undefined) return undefined;
    const version = STATELESS_VERSIONS.find((known) => offered.includes(known));
    if (version === undefined) this.versions = offered;
    else if (answer.kind === 'error') return version;
    else this.agreed = fromDiscover(answer.result as JsonObject, version);
    return undefined;
  }
}

/** The versions of a DiscoverResult; undefined when it is none. */
function supported(result: unknown): readonly string[] | undefined {
  return isObject(result) ? texts(result['supportedVersions']) : undefined;
}

function versionsRefused(error: unknown): readonly string[] | undefined {
  if (!isObject(error) || error['code'] !== UNSUPPORTED_VERSION || !isObject(error['data'])) return undefined;
  return texts(error['data']['supported']);
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}

function fromDiscover(result: JsonObject, version: string): SessionInfo {
  const { capabilities, instructions, _meta: meta } = result;
  return {
    era: 'stateless',
    version,
    capabilities,
    instructions,
    serverInfo: isObject(meta) ? meta[SERVER_INFO_META] : undefined,
  };
}

/** Whatever version the server names is kept: whether it is one is a rule's question. */
function fromInitialize(result: JsonObject): SessionInfo {
  const { protocolVersion: version, capabilities, instructions, serverInfo } = result;
  return {
    era: 'initialize',
    version: typeof version === 'string' || typeof version === 'number' ? String(version) : '',
    capabilities,
    instructions,
    serverInfo,
  };
}
