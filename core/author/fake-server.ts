/** A server that is a script: a session without a wire, and what it was asked that the script does not answer. */

import { isObject, type JsonObject } from '../json.js';
import { NO_SUCH_METHOD, NO_SUCH_TOOL } from '../no-such.js';
import type { Era, Session } from '../session/port.js';
import { reply, type Reply } from './reply.js';

/**
 * What is answered: the same every time, one after the other, or what a function makes of the arguments (of the
 * parameters, for other methods than `tools/call`). `time` counts the requests that came here, from 1.
 */
export type Replies = Reply | readonly Reply[] | ((given: JsonObject, time: number) => Reply);

/** The server of a probe test. All of it may be left out. */
export interface FakeServer {
  /** As `tools/list` gives them; a name is enough. */
  readonly tools?: readonly JsonObject[];
  /** What calls of tools give, by the name of the tool. */
  readonly answers?: Readonly<Record<string, Replies>>;
  /** What requests of other methods give, by method. `ping` and lists are answered without. */
  readonly methods?: Readonly<Record<string, Replies>>;
  /** Left out: `{ tools: {} }`. */
  readonly capabilities?: JsonObject;
  readonly serverInfo?: JsonObject;
  readonly instructions?: string;
  /** Left out: `initialize`. */
  readonly era?: Era;
  /** How the probe is told the server is reached. Left out: `stdio`. */
  readonly transport?: 'stdio' | 'http';
}

const VERSIONS: Readonly<Record<Era, string>> = { initialize: '2025-11-25', stateless: '2026-07-28' };

/** Answers as the script says, over all sessions of a run. */
export class FakeAnswers {
  /** What was asked and has no answer, each once, as the end of a sentence. */
  readonly unanswered = new Set<string>();
  readonly #server: FakeServer;
  readonly #times = new Map<string, number>();

  constructor(server: FakeServer) {
    this.#server = server;
  }

  to(method: string, params: JsonObject): Reply {
    const { answers = {}, methods = {} } = this.#server;
    if (method !== 'tools/call') {
      const given = Object.hasOwn(methods, method) ? methods[method] : undefined;
      return given === undefined
        ? this.#standard(method)
        : this.#next(given, method, params, `methods: { '${method}': … }`);
    }
    const tool = String(params['name']);
    const given = Object.hasOwn(answers, tool) ? answers[tool] : undefined;
    const where = `answers: { ${JSON.stringify(tool)}: … }`;
    if (given !== undefined)
      return this.#next(given, `tools/call ${tool}`, isObject(params['arguments']) ? params['arguments'] : {}, where);
    if (tool === NO_SUCH_TOOL) return reply.error(-32602, `Unknown tool: ${tool}`);
    return this.#miss(`calls ${tool} with ${JSON.stringify(params['arguments'] ?? {})}`, where);
  }

  #next(given: Replies, what: string, asked: JsonObject, where: string): Reply {
    const time = (this.#times.get(what) ?? 0) + 1;
    this.#times.set(what, time);
    if (typeof given === 'function') return given(asked, time);
    if (!Array.isArray(given)) return given as Reply;
    const replies = given as readonly Reply[];
    return (
      replies[time - 1] ?? this.#miss(`asks ${what} ${time} times, and ${replies.length} answers are given`, where)
    );
  }

  #standard(method: string): Reply {
    const lists: Readonly<Record<string, readonly JsonObject[]>> = {
      tools: this.#server.tools ?? [],
      resources: [],
      prompts: [],
    };
    const list = /^(tools|resources|prompts)\/list$/.exec(method)?.[1];
    if (list !== undefined) return reply.result({ [list]: lists[list] });
    if (method === 'ping') return reply.result({});
    if (method === NO_SUCH_METHOD) return reply.error(-32601, 'Method not found');
    return this.#miss(`asks ${method}`, `methods: { '${method}': … }`);
  }

  /** A hole in the script is the test's fault, so that nobody takes the refusal below for the server's. */
  #miss(what: string, where: string): Reply {
    this.unanswered.add(`${what}: give it under ${where}`);
    return reply.error(-32601, 'the test has no answer');
  }
}

/** One session with the script. */
export function fakeSession(server: FakeServer, answers: FakeAnswers): Session {
  const { era = 'initialize', capabilities = { tools: {} }, serverInfo = { name: 'fake', version: '1.0.0' } } = server;
  let closed = false;
  return {
    era,
    version: VERSIONS[era],
    capabilities,
    serverInfo,
    instructions: server.instructions,
    counts: { noiseLines: 0, orphans: 0, oversize: 0, batches: 0, noiseSamples: [] },
    get closed() {
      return closed;
    },
    async request(method, params = {}, { timeoutMs }) {
      const given = closed ? reply.gone() : answers.to(method, params);
      if (given.kind === 'closed') closed = true;
      return { ms: given.kind === 'timeout' ? timeoutMs : 1, notes: [], ...given };
    },
    notify() {},
    tap: () => () => {},
    sendRaw() {},
    stderrTail: () => '',
    async close() {
      closed = true;
      return { code: 0, signal: null, forced: false };
    },
  };
}
