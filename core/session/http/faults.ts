/** What goes wrong over HTTP, in words a person can act on. Nothing of the address or of a header the user gave is in them. */

import { STATUS_CODES } from 'node:http';
import { oneLine } from '../../excerpt.js';
import { isObject } from '../../json.js';
import type { Redact } from '../line.js';
import type { Settlement } from '../settlements.js';
import type { Exchange, Reply } from './exchange.js';

/** A server that broke a connection it had taken. Anything else that goes wrong there means that it was never reached. */
const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

const WHY_UNREACHABLE: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there (connection refused)'],
  ['ENOTFOUND', 'there is no such host name'],
  ['EAI_AGAIN', 'the host name cannot be looked up at the moment'],
  ['ETIMEDOUT', 'the host does not answer'],
  ['EHOSTUNREACH', 'there is no way to the host'],
  ['ENETUNREACH', 'there is no way to the host'],
  ['EPROTO', 'it does not speak TLS, as an https address needs; is it an http address?'],
  ['CERT_HAS_EXPIRED', 'its TLS certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its TLS certificate is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its TLS certificate is for another host name'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'its TLS certificate is self-signed; NODE_EXTRA_CA_CERTS names a file of those to trust',
  ],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'its TLS certificate is of an unknown authority; NODE_EXTRA_CA_CERTS names a file of those to trust',
  ],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'its TLS certificate cannot be verified; the server may leave out one in between',
  ],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'its TLS certificate is of an unknown authority; NODE_EXTRA_CA_CERTS names a file of those to trust',
  ],
]);

type Failure = NodeJS.ErrnoException;

/** True when the connection was made, and then broke. */
export function brokeOff({ code = '' }: Failure): boolean {
  return BROKEN.has(code);
}

/**
 * Whether a server closed a connection that was idle just when the request came, as far as can be told: that says
 * nothing of this request, and it may be sent again, once, if it does no harm twice. Source: RFC 9112, 9.3.1.
 */
export function wasIdle({ reply, reused }: Pick<Exchange, 'reply' | 'reused'>, failure: Failure): boolean {
  return reply === undefined && reused && brokeOff(failure);
}

/** Nothing listens: a server that was there is gone. */
export function isRefused({ code }: Failure): boolean {
  return code === 'ECONNREFUSED';
}

/** Behind "the server cannot be reached: ". */
export function whyUnreachable({ code = '', message }: Failure): string {
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_'))
    return WHY_UNREACHABLE.get(code) ?? `TLS cannot be agreed on (${code})`;
  return WHY_UNREACHABLE.get(code) ?? (code === '' ? oneLine(message, 100) : code);
}

/** What a request comes to when its connection failed before a reply. */
export function unreached(failure: Failure): Settlement {
  const { code = '' } = failure;
  if (brokeOff(failure)) return { kind: 'closed', reason: 'the server closed the connection before it answered' };
  if (code === 'HPE_HEADER_OVERFLOW')
    return { kind: 'malformed', reason: 'the headers of the answer are longer than 16 KiB' };
  if (code.startsWith('HPE_')) return { kind: 'malformed', reason: `what came back is not HTTP (${code})` };
  return { kind: 'closed', reason: `the server cannot be reached: ${whyUnreachable(failure)}` };
}

/** `404 Not Found` */
export function statusWords(status: number): string {
  const words = STATUS_CODES[status];
  return words === undefined ? String(status) : `${status} ${words}`;
}

/** Says that a server wants other credentials, or more of them, whatever else it says. */
const CREDENTIALS: ReadonlySet<number> = new Set([401, 403, 407]);
/** Statuses from which nothing can be concluded about what the server speaks. Protocol notes, 1.3. */
const SILENT_STATUSES: ReadonlySet<number> = new Set([...CREDENTIALS, 408, 413, 429, 431, 451]);

/** True when a reply says nothing about the protocol of the server, so that there is no use in asking on. */
export function saysNothing(status: number): boolean {
  return (status >= 300 && status < 400) || status >= 500 || SILENT_STATUSES.has(status);
}

/** True when the body of such a reply may hold an answer all the same. */
export function mayAnswer(status: number): boolean {
  return status >= 400 && status < 500 && !SILENT_STATUSES.has(status);
}

/** A reply whose status is not that of an answer. `body`: what came with it, if it was read. Whatever is repeated of it is redacted first. */
export function wrongStatus({ status, headers }: Reply, body: string | undefined, redact: Redact): Settlement {
  const words = `the server answered with HTTP status ${statusWords(status)}`;
  const more = moreAbout(status, headers, redact) ?? said(redact(body ?? ''));
  const challenge = CREDENTIALS.has(status) ? headers['www-authenticate'] : undefined;
  const reason = more === undefined ? words : `${words}: ${more}`;
  return { kind: 'malformed', status, reason, ...(challenge !== undefined && { challenge }) };
}

function moreAbout(status: number, headers: Reply['headers'], redact: Redact): string | undefined {
  if (status >= 300 && status < 400) return `${redact(whereTo(headers.location))}, which is not followed`;
  if (status === 202 || status === 204) return 'that is no answer to a request, and none will come';
  const challenge = headers['www-authenticate'];
  if (CREDENTIALS.has(status) && challenge !== undefined) return challengeWords(redact(challenge));
  const wait = headers['retry-after'];
  return status === 429 && wait !== undefined ? `it wants to be left alone for ${seconds(wait)}` : undefined;
}

/** Where a redirect leads, without what may be a secret in the address. */
function whereTo(location: string | undefined): string {
  if (location === undefined || !URL.canParse(location, 'http://here.invalid')) return 'a redirect';
  const { protocol, host, pathname } = new URL(location, 'http://here.invalid');
  return `a redirect to ${host === 'here.invalid' ? '' : `${protocol}//${host}`}${pathname.slice(0, 200)}`;
}

function seconds(wait: string): string {
  return /^\d{1,9}$/.test(wait) ? `${wait} s` : oneLine(wait, 40);
}

/** RFC 6750, 3.1: the code and the description of a challenge. */
function challengeWords(challenge: string): string | undefined {
  const part = (name: string): string | undefined =>
    new RegExp(String.raw`\b${name}="([^"]{1,200})"`).exec(challenge)?.[1];
  const words = [part('error'), part('error_description')]
    .filter((word) => word !== undefined)
    .map((word) => oneLine(word, 120));
  return words.length === 0 ? undefined : words.join(', ');
}

/** What the body of an error says for a reader: the message in JSON that has one, a short text as it is, and nothing of a page. */
function said(body: string): string | undefined {
  const text = body.trim();
  if (text === '' || text.startsWith('<')) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    const error = isObject(json) ? (isObject(json['error']) ? json['error'] : json) : {};
    const found = ['message', 'error_description', 'detail', 'error', 'title']
      .map((name) => error[name])
      .find((value) => typeof value === 'string');
    return typeof found === 'string' && found.trim() !== '' ? oneLine(found, 150) : undefined;
  } catch {
    return text.startsWith('{') || text.startsWith('[') ? undefined : oneLine(text, 150);
  }
}

/** A reply of the right status that cannot be read. */
export function unreadable({ type, headers }: Reply): Settlement | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '')
    return {
      kind: 'malformed',
      reason: `the answer is compressed (content encoding ${oneLine(encoding, 40)}), which was not asked for and is not read`,
    };
  if (type === 'application/json' || type === 'text/event-stream') return undefined;
  const found = type === '' ? 'no content type' : `the content type ${oneLine(type, 80)}`;
  return { kind: 'malformed', reason: `the answer has ${found}; it must be application/json or text/event-stream` };
}

export const SESSION_CHANGED: Settlement = {
  kind: 'malformed',
  reason: 'the server changed the session id, which must stay the same',
};
export const SESSION_ID_UNUSABLE: Settlement = {
  kind: 'malformed',
  reason: 'the session id of the server is not 1 to 1024 visible ASCII characters, so it cannot be sent back',
};
export const SESSION_GONE: Settlement = {
  kind: 'malformed',
  reason: 'the server does not know the session any more (HTTP status 404 Not Found)',
};
