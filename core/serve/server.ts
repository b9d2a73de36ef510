/** toolscore as an MCP server of the revisions with a handshake: one for each client. */

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListResourcesRequestSchema,
  type ListResourcesResult,
  ListResourceTemplatesRequestSchema,
  type ListResourceTemplatesResult,
  ListToolsRequestSchema,
  type ListToolsResult,
  ReadResourceRequestSchema,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../json.js';
import type { Listener } from './heartbeat.js';
import { CAPABILITIES, instructionsFor, METHODS } from './methods.js';
import type { Offer } from './offer.js';
import type { Running } from './running.js';

/**
 * A server that is not connected yet. Tools are declared by JSON Schema, which is why it is not the SDK's `McpServer`:
 * that one wants another language for schemas, and brings a translator along.
 */
export function createServer(offer: Offer, running: Running): Server {
  const server = new Server(
    { name: 'toolscore', title: 'toolscore', version: offer.version },
    {
      capabilities: CAPABILITIES,
      instructions: instructionsFor(offer),
      // Asked only for answers to questions to the client, and there are none. The SDK's own would load a compiler.
      jsonSchemaValidator: {
        getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'nothing was asked' }),
      },
    },
  );
  const answer = async <R>(
    { method, params = {} }: { readonly method: string; readonly params?: object | undefined },
    extra: Listener & { readonly signal: AbortSignal },
  ): Promise<R> => {
    const scope = { offer, running, era: 'initialize', signal: extra.signal, listener: extra } as const;
    // The SDK answers errors with their code, data and message.
    return (await METHODS.get(method)?.(params as JsonObject, scope)) as R;
  };
  server.setRequestHandler(ListToolsRequestSchema, (request, extra) => answer<ListToolsResult>(request, extra));
  server.setRequestHandler(CallToolRequestSchema, (request, extra) => answer<CallToolResult>(request, extra));
  server.setRequestHandler(ListResourcesRequestSchema, (request, extra) => answer<ListResourcesResult>(request, extra));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, (request, extra) =>
    answer<ListResourceTemplatesResult>(request, extra),
  );
  server.setRequestHandler(ReadResourceRequestSchema, (request, extra) => answer<ReadResourceResult>(request, extra));
  return server;
}
