import type { JsonObject } from '../json.js';
import type { ServerIdentity } from '../model.js';
import { initializeParams, withEnvelope } from './protocol.js';

/** A request without its number. */
export interface SentCall {
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * The frames that make calls again on a fresh connection, one a line, as this client sends them: the handshake first,
 * or the envelope in each. Requests are numbered from 1. Plain ASCII: what acts on a terminal stands as an escape.
 */
export function transcriptLines(
  { era, protocolVersion }: Pick<ServerIdentity, 'era' | 'protocolVersion'>,
  calls: readonly SentCall[],
): readonly string[] {
  const handshake = era === 'stateless' ? [] : [{ method: 'initialize', params: initializeParams() }];
  const requests = [...handshake, ...calls].map(({ method, params }, at) => ({
    jsonrpc: '2.0',
    id: at + 1,
    method,
    params: era === 'stateless' ? withEnvelope(params, protocolVersion) : params,
  }));
  const lines = requests.map((request) => asciiJson(request));
  return era === 'stateless'
    ? lines
    : lines.toSpliced(1, 0, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
