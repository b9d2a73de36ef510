/** Finds out which era a server speaks, on one connection: `server/discover` first, then the handshake. Spec: protocol notes 1.3. */

import { isObject, type JsonObject } from '../json.js';
import type { Conversation } from './conversation.js';
import type { Answer, RequestOptions, SessionInfo } from './port.js';
import {
  INITIALIZE_PARAMS,
  SERVER_INFO_META,
  STATELESS_VERSIONS,
  UNSUPPORTED_VERSION,
  withEnvelope,
} from './protocol.js';

/** How long a server may think about a question that it need not know. */
const DISCOVER_MS = 3000;
/** A server that used no processor time for so long has started, and waits. */
const IDLE_MS = 500;

export interface NegotiateOptions {
  /** Milliseconds for all of it. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** False: straight to the handshake, for a server that is known to end when asked anything else. */
  readonly discover: boolean;
  /** Changes while the server works. */
  readonly work?: () => number;
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

/** Asks for the era and, in the initialize era, completes the handshake. Never rejects. */
export async function negotiate(conversation: Conversation, options: NegotiateOptions): Promise<Negotiation> {
  const discovery = new Discovery(conversation, options);
  if (options.discover) {
    await discovery.ask();
    if (discovery.agreed !== undefined) return accept(conversation, discovery.agreed);
    if (discovery.lost !== undefined) return refuse(discovery.lost, discovery, options);
  }
  const answer = await conversation.request('initialize', INITIALIZE_PARAMS, discovery.limits());
  if (answer.kind === 'result' && isObject(answer.result)) {
    discovery.over = true;
    conversation.notify('notifications/initialized');
    return accept(conversation, fromInitialize(answer.result));
  }
  // A slow server read both requests one after the other: its refusal of the second makes the first the answer.
  if (answer.kind === 'error') await discovery.settle();
  if (discovery.agreed !== undefined) return accept(conversation, discovery.agreed);
  return refuse(answer, discovery, options);
}

function accept(conversation: Conversation, agreed: SessionInfo): Negotiation {
  if (agreed.era === 'stateless') conversation.speakStateless(agreed.version);
  return { agreed };
}

function refuse(refusal: Answer, { answered, versions }: Discovery, { discover }: NegotiateOptions): Negotiation {
  return { refusal, leftOnDiscover: refusal.kind === 'closed' && discover && !answered, versions };
}

/** `server/discover` on its way: answered, refused, or silent and still open while the handshake goes on. */
class Discovery {
  agreed: SessionInfo | undefined;
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

  /** What is left of the time. */
  limits(): RequestOptions {
    const { signal } = this.#options;
    return { timeoutMs: Math.max(1, this.#until - performance.now()), ...(signal && { signal }) };
  }

  /**
   * Asks, and waits for the answer as long as leaves time for the handshake: 3 s, and longer while the server is visibly
   * busy, or the era of a server that speaks both would depend on how fast it starts today.
   */
  async ask(): Promise<void> {
    const { timeoutMs, work } = this.#options;
    const half = this.#until - timeoutMs / 2;
    this.#answer = this.#ask(STATELESS_VERSIONS[0] ?? '').then(() => true);
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
    return this.#conversation.request('server/discover', withEnvelope(undefined, version), this.limits());
  }

  /** Takes an answer in; returns a version to try when the server refused this one and named one that both speak. */
  #read(answer: Answer): string | undefined {
    if (answer.kind === 'closed' || answer.kind === 'aborted') this.lost = answer;
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
