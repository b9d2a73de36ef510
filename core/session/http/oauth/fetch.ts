/** The fetch that the SDK gets: what it may ask, what it may see of an answer, and which secrets it sends. */

import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { oneLine } from '../../../excerpt.js';
import { isObject } from '../../../json.js';
import { statusWords } from '../faults.js';
import { checkedAddress, shown } from './addresses.js';
import { ask, type AskLimits, type Got } from './ask.js';
import { OAuthFailure, OAuthRefusal } from './failure.js';

/** Parameters that are secrets, or are exchanged for one. */
const SECRET_PARAMETERS = ['code', 'code_verifier', 'refresh_token', 'client_secret', 'client_assertion'];

export interface FetchParts extends AskLimits {
  /** The MCP server all of this is for. */
  readonly server: URL;
  /** Told each secret before it is sent. */
  readonly learn: (secret: string) => void;
}

/** A fetch that throws OAuthFailure when an address may not be asked or its answer cannot be used, and OAuthRefusal when it refuses. */
export function boundedFetch(parts: FetchParts): FetchLike {
  return async (to, { method = 'GET', headers, body } = {}) => {
    const address = checkedAddress(to, 'an address it names', parts.server);
    const sent = new Headers(headers);
    learnFrom(sent, body, parts.learn);
    const bytes =
      body === undefined || body === null ? undefined : Buffer.from((body as string | URLSearchParams).toString());
    const got = await ask(address, { method, headers: Object.fromEntries(sent), body: bytes }, parts);
    const status = method === 'GET' ? metadataStatus(address, got) : statusOf(address, got);
    // Where a redirect leads is not for the SDK to see: it would follow.
    const seen = { status, headers: { 'content-type': got.reply.type } };
    return new Response(status === 204 ? null : new Uint8Array(got.body), seen);
  };
}

function learnFrom(headers: Headers, body: unknown, learn: (secret: string) => void): void {
  const [, credentials] = /^\S+ (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  if (credentials !== undefined) learn(credentials);
  if (!(body instanceof URLSearchParams)) return;
  for (const name of SECRET_PARAMETERS) {
    const value = body.get(name);
    if (value !== null) learn(value);
  }
}

function metadataStatus(address: URL, { reply }: Got): number {
  checkReadable(address, reply);
  return reply.status;
}

/** A refusal has to say why, as the protocol has it; some do so with the status 200. */
function statusOf(address: URL, { reply, body }: Got): number {
  checkReadable(address, reply);
  const { status } = reply;
  const { error, error_description: said, access_token: token } = objectIn(body);
  const isGood = status >= 200 && status < 300;
  // What the SDK makes of a code that it does not know is another.
  if (typeof error === 'string' && token === undefined && (isGood || status >= 400))
    throw new OAuthRefusal(error, typeof said === 'string' ? said : undefined);
  if (isGood) return status;
  const words = `answers with HTTP status ${statusWords(status)}`;
  const redirect = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
  throw new OAuthFailure(`${shown(address)} ${words}${redirect}`, `the authorization server ${words}${redirect}`);
}

function checkReadable(address: URL, { status, headers }: Got['reply']): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '')
    throw unreadable(address, `compressed (${oneLine(encoding, 40)}), which was not asked for`);
  if (status < 200 || status > 599) throw unreadable(address, `of the HTTP status ${status}`);
}

function unreadable(address: URL, how: string): OAuthFailure {
  return new OAuthFailure(
    `the answer of ${shown(address)} is ${how}`,
    'the answer of the authorization server cannot be read',
  );
}

function objectIn(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}
