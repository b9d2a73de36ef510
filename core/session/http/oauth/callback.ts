/** Where the browser comes back to after a sign-in: one address of this machine, for one answer. Source: RFC 8252, 7.3 and 8. */

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../../errors.js';
import { interrupted } from './ask.js';
import { OAuthFailure, refusedWith } from './failure.js';

const DEFAULT_REDIRECT = 'http://127.0.0.1:0/callback';
const MAX_CODE = 8192;

export interface Expected {
  readonly state: string;
  /** Who must have answered. Source: RFC 9207. */
  readonly issuer: string | undefined;
  /** Whether an answer says who it is from. */
  readonly namesIssuer: boolean;
}

export class Callback {
  /** What the authorization server sends the browser to. */
  readonly url: URL;
  readonly #server: Server;
  #expected: Expected | undefined;
  #settle: (outcome: string | OAuthFailure) => void = () => {};

  private constructor(server: Server, url: URL) {
    this.#server = server;
    this.url = url;
    server.on('request', (request, response) => this.#requested(request, response));
  }

  /** Listens. @throws OAuthFailure when the port is taken */
  static async open(redirect = DEFAULT_REDIRECT): Promise<Callback> {
    const url = new URL(redirect);
    const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname.replaceAll(/[[\]]/g, '');
    // Browsers open connections that they do not use.
    const server = createServer({ requestTimeout: 10_000, keepAlive: false });
    server.maxConnections = 20;
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(Number(url.port === '' ? 80 : url.port), host, resolve);
      });
    } catch (error) {
      throw new OAuthFailure(`the browser cannot come back to ${url.href}: ${messageOf(error)}`);
    }
    url.port = String((server.address() as AddressInfo).port);
    return new Callback(server, url);
  }

  /**
   * The code that the browser brings. Waits at most `ms`.
   * @throws OAuthFailure when the person refuses, somebody else answers, or nobody does
   */
  async code(expected: Expected, ms: number, signal: AbortSignal | undefined): Promise<string> {
    const outcome = await new Promise<string | OAuthFailure>((resolve) => {
      const timer = setTimeout(() => this.#settle(new OAuthFailure(`nobody signed in within ${ms / 1000} s`)), ms);
      const abort = (): void => this.#settle(interrupted(signal));
      this.#settle = (found) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#settle = () => {};
        resolve(found);
      };
      this.#expected = expected;
      signal?.addEventListener('abort', abort);
      if (signal?.aborted === true) abort();
    });
    if (typeof outcome === 'string') return outcome;
    throw outcome;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #requested({ method, url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const at = URL.canParse(url, this.url.href) ? new URL(url, this.url) : undefined;
    // A page elsewhere whose host name leads here has another host.
    const ours = method === 'GET' && headers.host === this.url.host && at?.pathname === this.url.pathname;
    if (!ours || at === undefined || this.#expected === undefined) return page(response, 404, 'There is nothing here.');
    const outcome = outcomeOf(at.searchParams, this.#expected);
    this.#expected = undefined;
    if (typeof outcome === 'string') page(response, 200, 'You are signed in. This window can be closed.');
    else page(response, 400, 'You are not signed in. toolscore says why.');
    // The browser gets its page first: whoever waits closes the server.
    response.on('close', () => this.#settle(outcome));
  }
}

/** The code, or why there is none. */
function outcomeOf(given: URLSearchParams, { state, issuer, namesIssuer }: Expected): string | OAuthFailure {
  if (!isEqual(given.get('state') ?? '', state))
    return new OAuthFailure(
      'the browser came back with another state than it was sent with, so the answer is not used',
    );
  const from = given.get('iss');
  if ((from === null && namesIssuer) || (from !== null && from !== issuer))
    return new OAuthFailure('the browser came back from another authorization server than it was sent to');
  const error = given.get('error');
  if (error === 'access_denied') return refusedWith('the sign-in was refused', error, description(given));
  if (error !== null) return refusedWith('its authorization server lets nobody sign in', error, description(given));
  const code = given.get('code') ?? '';
  if (code !== '' && code.length <= MAX_CODE) return code;
  return new OAuthFailure('the browser came back without a code');
}

function description(given: URLSearchParams): string | undefined {
  return given.get('error_description') ?? undefined;
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Nothing of the request is repeated. */
function page(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(`<!doctype html><title>toolscore</title><p>${text}</p>\n`);
}
