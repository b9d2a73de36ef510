/** A scripted server that has nothing to improve, faults to put into it, and a measurement of it. */

import { readinessOf } from '../../core/documents/readiness.js';
import type { ReadinessCheck, ReadinessObject } from '../../core/documents/types.js';
import { isObject, type JsonObject } from '../../core/json.js';
import type { Answer } from '../../core/session/port.js';
import { runCases, type RunOfCases } from '../manifest/run.js';

/** It stands in everything that the server says. */
export const MARKER = 'MARKER-7f3a';

export const READ: JsonObject = {
  name: 'read',
  description: `Returns the state of the item that is named, as it is now. ${MARKER}`,
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', description: `Name of the item. ${MARKER}` } },
    required: ['id'],
  },
  outputSchema: { type: 'object', properties: { state: { type: 'string' } }, required: ['state'] },
  annotations: { readOnlyHint: true },
};

export const WRITE: JsonObject = {
  ...READ,
  name: 'write',
  annotations: { readOnlyHint: false, destructiveHint: false },
};

/** A copy of a tool under another name, parts of it replaced, or taken away by `undefined`. */
export const tool = (name: string, more: JsonObject = {}): JsonObject =>
  JSON.parse(JSON.stringify({ ...READ, name, ...more })) as JsonObject;

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} };
export const OK: Partial<Answer> = { result: { content: [], structuredContent: { state: MARKER } } };
export const errorOf = (code: number): Partial<Answer> => ({ kind: 'error', error: { code, message: MARKER } });
export const TIMEOUT: Partial<Answer> = { kind: 'timeout' };

/** One request as a fault sees it. */
export interface Asked {
  readonly method: string;
  readonly params: JsonObject;
  /** Of a call: the tool and what it was given. */
  readonly tool: unknown;
  readonly args: JsonObject;
  /** Of the session, from 1. */
  readonly session: number;
}

/** Undefined: as the good server answers. */
export type Misbehaviour = (asked: Asked) => Partial<Answer> | undefined;

/** What a server without a fault answers. */
export function goodAnswer({ method, params, tool: name, args }: Asked, tools: readonly JsonObject[]): Partial<Answer> {
  switch (method) {
    case 'ping':
      return { result: {} };
    case 'resources/list':
      return { result: { resources: [{ uri: `file:///${MARKER}`, name: MARKER }] } };
    case 'prompts/list':
      return { result: { prompts: [] } };
    case 'initialize':
      return { result: { protocolVersion: params['protocolVersion'] === '2025-06-18' ? '2025-06-18' : '2025-11-25' } };
    case 'tools/call':
      return tools.some((listed) => listed['name'] === name) && typeof args['id'] === 'string' ? OK : errorOf(-32602);
    default:
      return errorOf(-32601);
  }
}

export interface Measurement extends RunOfCases {
  readonly readiness: ReadinessObject | null;
  readonly error: string | null;
  /** Labels of all lost points, each once, sorted. */
  readonly labels: readonly string[];
  readonly checks: readonly ReadinessCheck[];
  score(area?: string): number | undefined;
  /** Calls of a tool, with their arguments. */
  calls(name: string): readonly JsonObject[];
}

type RunOptions = NonNullable<Parameters<typeof runCases>[2]>;

export async function measure(
  misbehave: Misbehaviour = () => undefined,
  {
    tools = [READ, WRITE],
    skipTools = [],
    ...more
  }: Omit<RunOptions, 'tools'> & {
    readonly tools?: readonly JsonObject[];
    readonly skipTools?: readonly string[];
    /** How the pages of `tools/list` are answered from the second session on, which is the battery's. */
    readonly pages?: (params: JsonObject) => Partial<Answer>;
  } = {},
): Promise<Measurement> {
  const { pages, ...options } = more;
  const run = await runCases(
    [],
    (method, params, session) => {
      const args = isObject(params['arguments']) ? params['arguments'] : {};
      const asked = { method, params, tool: params['name'], args, session };
      return misbehave(asked) ?? goodAnswer(asked, tools);
    },
    {
      tools: (session, params) =>
        (session === 1 ? undefined : pages?.(params)) ??
        misbehave({ method: 'tools/list', params, tool: undefined, args: {}, session }) ?? { result: { tools } },
      readiness: true,
      capabilities: CAPABILITIES,
      options: { readiness: { skipTools } },
      ...options,
    },
  );
  const { readiness, error } = readinessOf(run.report);
  const checks = readiness?.areas.flatMap((area) => area.checks) ?? [];
  return {
    ...run,
    readiness,
    error,
    checks,
    labels: [...new Set(checks.map(({ reason }) => reason))].toSorted(),
    score: (area) =>
      area === undefined ? readiness?.score : readiness?.areas.find(({ name }) => name === area)?.score,
    calls: (name) =>
      run.sessions
        .flatMap(({ sent }) => sent)
        .filter(({ method, params }) => method === 'tools/call' && params['name'] === name)
        .map(({ params }) => params['arguments'] as JsonObject),
  };
}
