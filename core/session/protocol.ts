/** What the two protocol eras want to see on the wire: versions, envelope, handshake. */

import manifest from '../../package.json' with { type: 'json' };
import { isObject, type JsonObject } from '../json.js';

/** The newest revision without a handshake that this client speaks. */
export const STATELESS_VERSION = '2026-07-28';
/** All of them, newest first. */
export const STATELESS_VERSIONS: readonly string[] = [STATELESS_VERSION];
/** Offered in the handshake; a server may answer with any older one. */
export const INITIALIZE_VERSION = '2025-11-25';
/** All revisions with a handshake, newest first. */
export const INITIALIZE_VERSIONS: readonly string[] = [INITIALIZE_VERSION, '2025-06-18', '2025-03-26', '2024-11-05'];

/** JSON-RPC: the method is not known here. */
export const METHOD_NOT_FOUND = -32601;
/** Revision 2026-07-28: the server does not speak the version of the envelope; `data.supported` lists what it speaks. */
export const UNSUPPORTED_VERSION = -32022;

const META = 'io.modelcontextprotocol/';
export const SERVER_INFO_META = `${META}serverInfo`;
export const PROTOCOL_VERSION_META = `${META}protocolVersion`;
export const CLIENT_CAPABILITIES_META = `${META}clientCapabilities`;

export const CLIENT_INFO = { name: manifest.name, version: manifest.version };
/** Nothing is offered: a server that asks for sampling, elicitation or roots is told so and goes on. */
const CLIENT_CAPABILITIES: JsonObject = {};

/** Request parameters with the envelope that 2026-07-28 wants on each request. What the caller put into `_meta` wins. */
export function withEnvelope(
  params: JsonObject | undefined,
  version: string,
  capabilities = CLIENT_CAPABILITIES,
): JsonObject {
  const meta = params?.['_meta'];
  const envelope = {
    [PROTOCOL_VERSION_META]: version,
    [`${META}clientInfo`]: CLIENT_INFO,
    [CLIENT_CAPABILITIES_META]: capabilities,
  };
  return { ...params, _meta: isObject(meta) ? { ...envelope, ...meta } : envelope };
}

/** What the handshake says of this client. */
export function initializeParams(capabilities = CLIENT_CAPABILITIES, version = INITIALIZE_VERSION): JsonObject {
  return { protocolVersion: version, capabilities, clientInfo: CLIENT_INFO };
}
