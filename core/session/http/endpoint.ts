/** Where a server is reached over HTTP, and what the user wants sent along. */

import { Agent as HttpAgent, type IncomingHttpHeaders, type RequestOptions, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { HttpTarget } from '../../model.js';
import { ServerError } from '../port.js';
import { CLIENT_INFO } from '../protocol.js';
import { whyNotSendable } from './headers.js';
import type { Authorization } from './oauth/authorization.js';

/**
 * How long an unused connection is kept. Servers close theirs after five seconds and more; one that they closed while a
 * request is on its way looks like a server that broke down.
 */
const IDLE_MS = 2000;
/** How long one address of a host may take to answer before the next is tried. Node's own 250 ms is less than a far host needs. */
const ADDRESS_MS = 2500;
const MAX_IDLE_CONNECTIONS = 8;

export type Headers = Readonly<Record<string, string>>;
export type { IncomingHttpHeaders };

export class Endpoint {
  readonly url: URL;
  readonly #headers: Headers;
  readonly #options: RequestOptions;
  readonly #agent: HttpAgent;
  readonly #secure: boolean;
  readonly #authorization: Pick<Authorization, 'header'> | undefined;

  /**
   * `authorization`: has the token that goes with each request.
   * @throws ServerError when the address or a header cannot be used; says no value of a header
   */
  constructor(target: HttpTarget, authorization?: Pick<Authorization, 'header'>) {
    this.#authorization = authorization;
    this.url = parse(target.url);
    this.#secure = this.url.protocol === 'https:';
    const { auth, ...options } = urlToHttpOptions(this.url);
    this.#options = options;
    this.#headers = {
      'User-Agent': `${CLIENT_INFO.name}/${CLIENT_INFO.version}`,
      // Whatever is compressed could be a thousand times as long as it looks.
      'Accept-Encoding': 'identity',
      ...(typeof auth === 'string' && { Authorization: `Basic ${Buffer.from(auth).toString('base64')}` }),
      ...checked(target.headers ?? {}),
    };
    const kept = {
      keepAlive: true,
      timeout: IDLE_MS,
      maxFreeSockets: MAX_IDLE_CONNECTIONS,
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    };
    this.#agent = this.#secure ? new HttpsAgent(kept) : new HttpAgent(kept);
  }

  /** Whether the user sends some authorization along. */
  get authorizes(): boolean {
    return Object.keys(this.#headers).some((name) => name.toLowerCase() === 'authorization');
  }

  /** Begins a request; nothing is sent before its `end`. Never follows a redirect and never decompresses. */
  request(method: string, headers: Headers) {
    const make = this.#secure ? httpsRequest : httpRequest;
    const token = this.#authorization?.header;
    const all = { ...this.#headers, ...(token !== undefined && { Authorization: token }), ...headers };
    return make({ ...this.#options, agent: this.#agent, method, headers: all });
  }

  /** Closes all connections. */
  close(): void {
    this.#agent.destroy();
  }
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new ServerError('The address of the server is none of http or https, such as http://127.0.0.1:3000/mcp.');
}

function checked(headers: Headers): Headers {
  for (const [name, value] of Object.entries(headers)) {
    const why = whyNotSendable(name, value);
    if (why !== undefined) throw new ServerError(`The header ${JSON.stringify(name)} ${why}.`);
  }
  return headers;
}
