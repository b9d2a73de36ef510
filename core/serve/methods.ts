/** What toolscore answers as a server, in whichever era it is asked. Source: manifest specification, 4.10. */

import { isObject, type JsonObject } from '../json.js';
import { Problems } from '../problems.js';
import type { Era } from '../session/port.js';
import { jsonText } from '../text/json.js';
import { type Listener, withHeartbeat } from './heartbeat.js';
import { inputSchema, readInput } from './input.js';
import type { Offer } from './offer.js';
import { refusalFor } from './refusal.js';
import { RESOURCES, type ServedResource } from './resources.js';
import type { Running } from './running.js';
import type { CallScope, ServedTool } from './tool.js';
import { TOOLS } from './tools.js';

const INSTRUCTIONS =
  'Evaluates MCP servers. Draft a manifest with scaffold, extend it, hold the server to it with run_probe, and look up with explain what a reason means. score needs no manifest. One evaluation runs at a time. Cases that may change a server never run from here.';

const STARTS_NOTHING = ' It was started without --allow-spawn, so it reaches servers by url only.';

/** Of JSON-RPC. */
export const INVALID_PARAMS = -32602;
/** What the revisions before 2026-07-28 say of a resource that there is not. */
const RESOURCE_NOT_FOUND = -32002;

export const CAPABILITIES = { tools: {}, resources: {} };

export function instructionsFor({ allowSpawn }: Pick<Offer, 'allowSpawn'>): string {
  return allowSpawn ? INSTRUCTIONS : `${INSTRUCTIONS}${STARTS_NOTHING}`;
}

/** A request that is answered with an error of the protocol. */
export class RequestError extends Error {
  readonly code: number;
  readonly data: JsonObject | undefined;
  constructor(code: number, message: string, data?: JsonObject) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface MethodScope {
  readonly offer: Offer;
  readonly running: Running;
  readonly era: Era;
  /** Aborts when the client cancels the request, or leaves. */
  readonly signal: AbortSignal;
  /** Who wants to know that the work goes on. */
  readonly listener: Listener;
}

/** Gives the result. @throws RequestError */
export type Method = (params: JsonObject, scope: MethodScope) => JsonObject | Promise<JsonObject>;

export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['tools/list', () => ({ tools: TOOLS.map(listed) })],
  ['tools/call', callTool],
  ['resources/list', () => ({ resources: RESOURCES.map(described) })],
  ['resources/templates/list', () => ({ resourceTemplates: [] })],
  ['resources/read', readResource],
]);

function listed({ name, title, description, input, output, annotations }: ServedTool): object {
  return { name, title, description, inputSchema: inputSchema(input), outputSchema: output, annotations };
}

function described({ uri, name, title, description, mimeType }: ServedResource): object {
  return { uri, name, title, description, mimeType };
}

function readResource({ uri }: JsonObject, { offer, era }: MethodScope): JsonObject {
  if (typeof uri !== 'string') throw new RequestError(INVALID_PARAMS, 'uri must be a text.');
  const found = RESOURCES.find((resource) => resource.uri === uri);
  const code = era === 'stateless' ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
  if (found === undefined) throw new RequestError(code, 'There is no such resource.', { uri });
  return { contents: [{ uri, mimeType: found.mimeType, text: jsonText(found.read(offer)) }] };
}

function callTool(params: JsonObject, { offer, running, signal, listener }: MethodScope): Promise<JsonObject> {
  const { name, arguments: given = {} } = params;
  if (!isObject(given)) throw new RequestError(INVALID_PARAMS, 'arguments must be an object.');
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new RequestError(INVALID_PARAMS, `There is no such tool. There are: ${names(TOOLS)}.`);
  const scope: CallScope = { offer, evaluate: (work) => running.evaluate(signal, work) };
  return running.track(withHeartbeat(listener, call(tool, given, scope)));
}

const names = (tools: readonly ServedTool[]): string => tools.map(({ name }) => name).join(', ');

/** Never rejects: what is wrong is the answer. */
async function call(tool: ServedTool, given: JsonObject, scope: CallScope): Promise<JsonObject> {
  try {
    const { structured, text } = await tool.run(await inputFor(tool, given, scope.offer), scope);
    return { content: [{ type: 'text', text }], structuredContent: structured };
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
