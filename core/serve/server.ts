/** toolscore as an MCP server: one for each client. Source: manifest specification, 4.10. */

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../json.js';
import { Problems } from '../problems.js';
import { jsonText } from '../text/json.js';
import { withHeartbeat } from './heartbeat.js';
import { inputSchema, readInput } from './input.js';
import type { Offer } from './offer.js';
import { refusalFor } from './refusal.js';
import { RESOURCES } from './resources.js';
import type { Running } from './running.js';
import type { CallScope, ServedTool } from './tool.js';
import { TOOLS } from './tools.js';

const INSTRUCTIONS =
  'Evaluates MCP servers. Draft a manifest with scaffold, extend it, hold the server to it with run_probe, and look up with explain what a reason means. score needs no manifest. One evaluation runs at a time. Cases that may change a server never run from here.';

const STARTS_NOTHING = ' It was started without --allow-spawn, so it reaches servers by url only.';

/** Codes of JSON-RPC, and the one that the protocol has for resources. */
const INVALID_PARAMS = -32602;
const RESOURCE_NOT_FOUND = -32002;

/** The SDK answers with the code, and with the message as it is. */
class RequestError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A server that is not connected yet. Tools are declared by JSON Schema, which is why it is not the SDK's `McpServer`:
 * that one wants another language for schemas, and brings a translator along.
 */
export function createServer(offer: Offer, running: Running): Server {
  const server = new Server(
    { name: 'toolscore', title: 'toolscore', version: offer.version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: offer.allowSpawn ? INSTRUCTIONS : `${INSTRUCTIONS}${STARTS_NOTHING}`,
      // Asked only for answers to questions to the client, and there are none. The SDK's own would load a compiler.
      jsonSchemaValidator: {
        getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'nothing was asked' }),
      },
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new RequestError(INVALID_PARAMS, `There is no such tool. There are: ${names(TOOLS)}.`);
    const scope: CallScope = { offer, evaluate: (work) => running.evaluate(extra.signal, work) };
    return running.track(withHeartbeat(extra, call(tool, params.arguments ?? {}, scope)));
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: RESOURCES.map(({ uri, name, title, description, mimeType }) => ({
      uri,
      name,
      title,
      description,
      mimeType,
    })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
    const found = RESOURCES.find(({ uri }) => uri === params.uri);
    if (found === undefined) throw new RequestError(RESOURCE_NOT_FOUND, 'There is no such resource.');
    const { uri, mimeType } = found;
    return { contents: [{ uri, mimeType, text: jsonText(found.read(offer)) }] };
  });
  return server;
}

const names = (tools: readonly ServedTool[]): string => tools.map(({ name }) => name).join(', ');

function listed({ name, title, description, input, output, annotations }: ServedTool): Tool {
  const schemas = { inputSchema: inputSchema(input), outputSchema: output };
  return { name, title, description, ...schemas, annotations } as unknown as Tool;
}

/** Never rejects: what is wrong is the answer. */
async function call(tool: ServedTool, given: JsonObject, scope: CallScope): Promise<CallToolResult> {
  try {
    const { structured, text } = await tool.run(await inputFor(tool, given, scope.offer), scope);
    return {
      content: [{ type: 'text', text }],
      structuredContent: structured as NonNullable<CallToolResult['structuredContent']>,
    };
  } catch (error) {
    return refusalFor(error, scope.offer);
  }
}

async function inputFor({ input, alsoCheck }: ServedTool, given: JsonObject, offer: Offer): Promise<JsonObject> {
  const problems = new Problems();
  const read = problems.attempt(() => readInput(input, given));
  if (read !== undefined) return read;
  if (alsoCheck !== undefined) await problems.wait(() => alsoCheck(given, offer));
  return problems.throwAll();
}
