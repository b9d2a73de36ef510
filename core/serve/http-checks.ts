/**
 * Which requests are let in: those of programs on this machine. A page in a browser must not get here, whatever name it
 * gave this machine; that is what the checks of host and origin are for. Source: manifest specification, 4.10.
 */

import type { IncomingMessage } from 'node:http';
import { loopbackHost, PATH } from './listen-address.js';

export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
  /** Headers besides. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Asked = Pick<IncomingMessage, 'headers' | 'headersDistinct' | 'method' | 'url'>;

/** Why a request is refused before its body is looked at; undefined lets it in. */
export function refusalOf({ headers, headersDistinct, method, url }: Asked): HttpRefusal | undefined {
  const hosts = headersDistinct['host'] ?? [];
  const [host] = hosts;
  if (host === undefined || hosts.length > 1) return { status: 400, message: 'A request has exactly one Host header.' };
  if (!isLoopback(host)) return { status: 403, message: 'The Host is not of this machine.' };
  const { origin } = headers;
  if (origin !== undefined && !isLoopbackOrigin(origin))
    return { status: 403, message: 'The Origin is not of this machine.' };
  if (url?.split('?', 1)[0] !== PATH) return { status: 404, message: `The endpoint is ${PATH}.` };
  if (method !== 'POST') return { status: 405, message: 'Only POST is served.', headers: { Allow: 'POST' } };
  if (mediaType(headers['content-type']) !== 'application/json' || headers['content-encoding'] !== undefined)
    return { status: 415, message: 'The body is JSON, as it is: Content-Type: application/json.' };
  return undefined;
}

/** A name of this machine, with a port or without one. */
function isLoopback(host: string): boolean {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host)?.[1];
  return name !== undefined && loopbackHost(name) !== undefined;
}

/** `null` is none: pages in a sandbox and files from disk have it. */
function isLoopbackOrigin(origin: string): boolean {
  const host = /^https?:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1];
  return host !== undefined && isLoopback(host);
}

const mediaType = (header: string | undefined): string | undefined => header?.split(';', 1)[0]?.trim().toLowerCase();
