/**
 * toolscore as an MCP server of the stateless revision: every request says all that has to be known to answer it.
 * Source: revision 2026-07-28, base protocol.
 */

import { isObject, type JsonObject } from '../json.js';
import {
  CLIENT_CAPABILITIES_META,
  METHOD_NOT_FOUND,
  PROTOCOL_VERSION_META,
  SERVER_INFO_META,
  STATELESS_VERSIONS,
  UNSUPPORTED_VERSION,
} from '../session/protocol.js';
import type { Listener } from './heartbeat.js';
import { CAPABILITIES, INVALID_PARAMS, instructionsFor, type Method, METHODS, RequestError } from './methods.js';
import type { Offer } from './offer.js';
import type { Running } from './running.js';

/** What is offered is the same for as long as the program runs, but nobody knows how long that is. */
const CACHED = { ttlMs: 300_000, cacheScope: 'public' };
const CACHEABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/** A request that says which revision it is of. */
export interface StatelessRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: JsonObject;
  /** Exactly as the client wrote it; not yet known to be one. */
  readonly version: string;
}

export interface StatelessScope {
  readonly offer: Offer;
  readonly running: Running;
  /** Aborts when the client cancels the request, or leaves. */
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to the request. */
  notify: Listener['sendNotification'];
}

/** Whether a message is of this revision: it says so itself, or asks what only this revision has. */
export function isStateless(message: unknown): message is JsonObject {
  if (!isObject(message)) return false;
  const { method, params } = message;
  return method === 'server/discover' || (isObject(params) && metaOf(params)[PROTOCOL_VERSION_META] !== undefined);
}

const metaOf = ({ _meta: meta }: JsonObject): JsonObject => (isObject(meta) ? meta : {});

/** @throws RequestError when it does not say what every request must */
export function readRequest(id: string | number, method: string, params: unknown): StatelessRequest {
  const given = isObject(params) ? params : {};
  const { [PROTOCOL_VERSION_META]: version, [CLIENT_CAPABILITIES_META]: capabilities } = metaOf(given);
  if (typeof version !== 'string') throw missing(PROTOCOL_VERSION_META, 'a text');
  if (!isObject(capabilities)) throw missing(CLIENT_CAPABILITIES_META, 'an object');
  return { id, method, params: given, version };
}

function missing(key: string, what: string): RequestError {
  return new RequestError(INVALID_PARAMS, `Every request has ${what} at ${key} in its _meta.`);
}

/**
 * The method that a request asks for.
 * @throws RequestError when it is of a revision that is not spoken here, or there is no such method
 */
export function methodFor({ method, version }: StatelessRequest): Method {
  if (!STATELESS_VERSIONS.includes(version)) {
    const data = { supported: STATELESS_VERSIONS, requested: version };
    throw new RequestError(UNSUPPORTED_VERSION, 'That revision of the protocol is not spoken here.', data);
  }
  const found = method === 'server/discover' ? discover : METHODS.get(method);
  if (found === undefined) throw new RequestError(METHOD_NOT_FOUND, 'There is no such method.');
  return found;
}

/** The whole response. Never rejects. */
export async function answer(request: StatelessRequest, method: Method, scope: StatelessScope): Promise<JsonObject> {
  const { id, params } = request;
  const { offer, running, signal, notify } = scope;
  const { progressToken: token } = metaOf(params);
  const progressToken = typeof token === 'string' || typeof token === 'number' ? token : undefined;
  const listener = { _meta: { progressToken }, sendNotification: notify };
  try {
    const result = await method(params, { offer, running, era: 'stateless', signal, listener });
    const more = CACHEABLE.has(request.method) ? CACHED : {};
    return { jsonrpc: '2.0', id, result: { resultType: 'complete', ...more, _meta: introduction(offer), ...result } };
  } catch (error) {
    return errorResponse(id, error);
  }
}

/** @throws whatever is no error of the protocol */
export function errorResponse(id: string | number | null, error: unknown): JsonObject {
  if (!(error instanceof RequestError)) throw error;
  const { code, message, data } = error;
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}

function discover(_params: JsonObject, { offer }: Pick<StatelessScope, 'offer'>): JsonObject {
  return { supportedVersions: STATELESS_VERSIONS, capabilities: CAPABILITIES, instructions: instructionsFor(offer) };
}

function introduction({ version }: Offer): JsonObject {
  return { [SERVER_INFO_META]: { name: 'toolscore', title: 'toolscore', version } };
}
