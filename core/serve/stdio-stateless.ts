/**
 * Requests of the stateless revision on a connection that the handshake can have, too: each message says which of the
 * two it is of. Source: revision 2026-07-28, stdio.
 */

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isObject, type JsonObject } from '../json.js';
import { answer, errorResponse, isStateless, methodFor, readRequest, type StatelessScope } from './stateless.js';

/** Answers what is of this revision; all else goes to whoever is connected already. */
export function takeStateless(transport: Transport, scope: Pick<StatelessScope, 'offer' | 'running'>): void {
  const others = transport.onmessage;
  const open = new Map<unknown, AbortController>();
  const send = (message: JsonObject): Promise<void> => transport.send(message as unknown as JSONRPCMessage);
  const take = async ({ id, method, params }: JsonObject): Promise<void> => {
    if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return;
    const cancelled = new AbortController();
    open.set(id, cancelled);
    const response = await responseTo(id, method, params, {
      ...scope,
      signal: cancelled.signal,
      notify: (notification) => send({ jsonrpc: '2.0', ...notification }),
    });
    open.delete(id);
    if (!cancelled.signal.aborted) await send(response);
  };
  transport.onmessage = (message, extra) => {
    const request = open.get(cancelledBy(message));
    if (request !== undefined) request.abort('the client cancelled it');
    else if (isStateless(message)) take(message).catch((error: unknown) => transport.onerror?.(error as Error));
    else others?.(message, extra);
  };
}

async function responseTo(
  id: string | number,
  method: string,
  params: unknown,
  scope: StatelessScope,
): Promise<JsonObject> {
  try {
    const request = readRequest(id, method, params);
    return await answer(request, methodFor(request), scope);
  } catch (error) {
    return errorResponse(id, error);
  }
}

/** The request that a message cancels. */
function cancelledBy(message: unknown): unknown {
  if (!isObject(message) || message['method'] !== 'notifications/cancelled') return undefined;
  return isObject(message['params']) ? message['params']['requestId'] : undefined;
}
