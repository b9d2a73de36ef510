/**
 * The reference client: what an ordinary client, `Client` of `@modelcontextprotocol/sdk` v1, makes of an answer. Our wire
 * judges what came; this says who else could have read it. The SDK loads with the first call, never before.
 */

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { setImmediate as tick } from 'node:timers/promises';
import { oneLine } from '../excerpt.js';
import { isObject, type JsonObject } from '../json.js';
import type { Answer, RequestOptions, Session, WireEvent } from './port.js';
import { CLIENT_INFO } from './protocol.js';

type Frame = Extract<WireEvent, { readonly kind: 'frame' }>;

export interface ReferenceView {
  /** Whether the client's promise was fulfilled, rejected, or would have waited for its own timeout. */
  readonly verdict: 'accepted' | 'rejected' | 'never settled';
  /** What the client says when it rejects, in one line of at most 300 characters. May quote the server; not escaped. */
  readonly message?: string;
  /** The code the client gives; the server's own when it only hands on the server's error. */
  readonly code?: number;
}

/** One request as the wire saw it, live or from a record. */
export interface Exchange {
  readonly method: string;
  readonly params?: JsonObject;
  /** The id the request was sent with. */
  readonly id: number;
  /** What came in until the request settled, in order. */
  readonly frames: readonly Pick<Frame, 'json' | 'bom' | 'terminated'>[];
}

/** More frames than this between a request and its answer are no answer to it. */
const MAX_FRAMES = 100;

/** What the reference client makes of these frames. The era does not matter: its envelope is only on what is sent. */
export async function referenceView(exchange: Exchange): Promise<ReferenceView> {
  const { Client, types } = await loadSdk();
  const replay = new Replay();
  const client = new Client(CLIENT_INFO, { capabilities: {} });
  await client.connect(replay as unknown as Transport);
  const giveUp = new AbortController();
  let view: ReferenceView = { verdict: 'never settled' };
  const { method, params } = exchange;
  const settled = client
    .request({ method, ...(params !== undefined && { params }) }, resultSchema(types, method), {
      signal: giveUp.signal,
      timeout: 2 ** 31 - 1,
    })
    .then(
      () => (view = { verdict: 'accepted' }),
      (error: unknown) => (view = rejection(error)),
    );
  for (const frame of exchange.frames) replay.deliver(frame, exchange.id, types);
  // Its parsing is synchronous; what has not settled by now waits for another frame.
  await tick();
  await tick();
  const seen = view;
  giveUp.abort();
  await settled;
  await client.close();
  return seen;
}

/**
 * Sends a request over the session and says what the reference client makes of the very same frames. The view is undefined
 * when the wire dropped what came, so that nobody can tell. Never rejects for anything a server does.
 */
export async function requestWithReference(
  session: Session,
  method: string,
  params: JsonObject | undefined,
  options: RequestOptions,
): Promise<{ readonly answer: Answer; readonly view: ReferenceView | undefined }> {
  const frames: Frame[] = [];
  let id: number | undefined;
  let dropped = false;
  const stop = session.tap((event) => {
    if (event.kind === 'oversize') dropped = true;
    if (event.kind !== 'frame') return;
    if (event.dir === 'out') id ??= idOfRequest(event.json, method);
    else if (frames.length < MAX_FRAMES && !isTold(event.json)) frames.push(event);
  });
  const answer = await session.request(method, params, options);
  stop();
  if (dropped || id === undefined) return { answer, view: undefined };
  return { answer, view: await referenceView({ method, ...(params !== undefined && { params }), id, frames }) };
}

/** Structurally a transport of the SDK. It has a session id, so the client skips the handshake and any request can come first. */
class Replay {
  readonly sessionId = 'replay';
  onmessage: ((message: JSONRPCMessage) => void) | undefined;
  #asked: unknown;

  async start(): Promise<void> {}
  async close(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message) this.#asked ??= message.id;
  }

  /** Hands one frame on as the SDK's own stdio transport does: parsed, checked, and dropped when it is no message to it. */
  deliver({ json, bom, terminated }: Exchange['frames'][number], id: number, types: SdkTypes): void {
    // Both are lost there: JSON.parse refuses the mark, and a line without its end is never read.
    if (bom || terminated === false) return;
    const message = types.JSONRPCMessageSchema.safeParse(this.#renumber(json, id));
    if (message.success) this.onmessage?.(message.data);
  }

  /** The client counts its requests from zero; an answer gets its number in the spelling the server used. */
  #renumber(json: unknown, id: number): unknown {
    if (!isObject(json) || !('id' in json) || typeof json['method'] === 'string') return json;
    if (json['id'] === id) return { ...json, id: this.#asked };
    if (json['id'] === String(id)) return { ...json, id: String(this.#asked) };
    // The client reads '' as 0, for one: what was foreign stays foreign.
    return json['id'] === null || Number(json['id']) !== Number(this.#asked) ? json : { ...json, id: -1 };
  }
}

type SdkTypes = typeof import('@modelcontextprotocol/sdk/types.js');

async function loadSdk(): Promise<{ readonly Client: typeof Client; readonly types: SdkTypes }> {
  const [{ Client }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { Client, types };
}

/** The schema that the client's own method for this request applies. */
function resultSchema(types: SdkTypes, method: string) {
  switch (method) {
    case 'initialize':
      return types.InitializeResultSchema;
    case 'tools/list':
      return types.ListToolsResultSchema;
    case 'tools/call':
      return types.CallToolResultSchema;
    case 'resources/list':
      return types.ListResourcesResultSchema;
    case 'resources/templates/list':
      return types.ListResourceTemplatesResultSchema;
    case 'resources/read':
      return types.ReadResourceResultSchema;
    case 'prompts/list':
      return types.ListPromptsResultSchema;
    case 'prompts/get':
      return types.GetPromptResultSchema;
    case 'completion/complete':
      return types.CompleteResultSchema;
    default:
      return types.ResultSchema;
  }
}

function rejection(error: unknown): ReferenceView {
  const message = oneLine(error instanceof Error ? error.message : String(error), 300);
  const code = isObject(error) && typeof error['code'] === 'number' ? { code: error['code'] } : {};
  return { verdict: 'rejected', message, ...code };
}

function idOfRequest(json: unknown, method: string): number | undefined {
  return isObject(json) && json['method'] === method && typeof json['id'] === 'number' ? json['id'] : undefined;
}

function isTold(json: unknown): boolean {
  return isObject(json) && typeof json['method'] === 'string';
}
