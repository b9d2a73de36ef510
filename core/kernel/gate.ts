/** The write gate: the one place that decides whether a request may reach the server. */

import { groupBy } from '../group.js';
import type { CallRequest, Permissions, Tool } from '../model.js';
import { NO_SUCH_METHOD, NO_SUCH_TOOL } from '../no-such.js';
import { isReadOnlyTool, untargetedDestruction } from '../tool-effects.js';

export type GateAnswer = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };
export type Asker = Pick<CallRequest, 'plugin' | 'effects' | 'subject'>;

const ALLOWED: GateAnswer = { allowed: true };
const refuse = (reason: string): GateAnswer => ({ allowed: false, reason });

/** Requests that only list, look whether the server is there, or get no further than a refusal. */
const LISTING = new Set([
  NO_SUCH_METHOD,
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
]);
/** Requests that read by contract, or change what this one session is told and nothing else. */
const READING = new Set([
  'resources/read',
  'prompts/get',
  'completion/complete',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
]);

export class Gate {
  readonly #permissions: Permissions;
  #tools: ReadonlyMap<string, readonly Tool[]> = new Map();
  #writes: ReadonlySet<string> = new Set();
  #leftOut: ReadonlyMap<Tool, string> = new Map();

  constructor(permissions: Permissions) {
    this.#permissions = permissions;
  }

  /**
   * From now on calls are judged by these tools; until then none may be called. `writes`: names of tools that the author
   * says write, whatever they declare or look like. `whyLeftOut`: why ordinary clients do not know a tool, which is then
   * not called either.
   */
  know(
    tools: readonly Tool[],
    writes: readonly string[] = [],
    whyLeftOut: (tool: Tool) => string | undefined = () => undefined,
  ): void {
    this.#tools = groupBy(tools, ({ name }) => name);
    this.#writes = new Set(writes);
    this.#leftOut = new Map(
      tools.flatMap((tool) => {
        const why = whyLeftOut(tool);
        return why === undefined ? [] : [[tool, why] as const];
      }),
    );
  }

  /** Declares or looks read-only, or the operator says so, and nobody says that it writes. */
  isReadOnly(tool: Tool): boolean {
    const said = this.#permissions.confirmReadOnly === true && !declaresWriting(tool);
    return (said || isReadOnlyTool(tool)) && !this.#writes.has(tool.name);
  }

  check(request: Pick<CallRequest, 'plugin' | 'effects' | 'method' | 'params'>): GateAnswer {
    if (LISTING.has(request.method)) return ALLOWED;
    if (request.effects === 'read')
      return refuse(`${request.plugin} declares that it only lists, so it may not send ${request.method}`);
    if (READING.has(request.method)) return ALLOWED;
    if (request.method !== 'tools/call') return this.#mayWrite(request, `${request.method} may change the server`);
    // Tools may share a name; the call is as harmless as the least harmless of them. An unlisted tool is unknown territory.
    const name = String(request.params['name']);
    const named = this.#tools.get(name) ?? [];
    if (named.length === 0 && (name === NO_SUCH_TOOL || this.#isAttested(request, name))) return ALLOWED;
    if (named.length === 0) return this.#mayWrite(request, 'the server lists no tool of that name');
    return named.map((tool) => this.checkTool(request, tool)).find((answer) => !answer.allowed) ?? ALLOWED;
  }

  /** Whether a plugin may call this tool; the answer is the same when it then does. */
  checkTool(asker: Asker, tool: Tool): GateAnswer {
    if (asker.effects === 'read') return refuse(`${asker.plugin} declares that it only lists`);
    const leftOut = this.#leftOut.get(tool);
    if (leftOut !== undefined) return refuse(leftOut);
    if (this.isReadOnly(tool)) return ALLOWED;
    if (this.#isAttested(asker, tool.name)) return ALLOWED;
    const permitted = this.#mayWrite(asker, 'not read-only');
    if (!permitted.allowed || this.#permissions.allowWrites) return permitted;
    const destroys = untargetedDestruction(tool);
    return destroys === undefined ? ALLOWED : refuse(`${destroys}; --allow-writes runs it`);
  }

  #isAttested({ effects }: Asker, tool: string): boolean {
    return effects === 'mutate' && this.#permissions.attested?.includes(tool) === true;
  }

  #mayWrite(asker: Asker, why: string): GateAnswer {
    const { readOnly, allowWrites, mayWrite } = this.#permissions;
    if (readOnly) return refuse(`${why}, and this run is read-only`);
    if (asker.effects !== 'mutate') return refuse(`${why}, and ${asker.plugin} declares that it only reads`);
    if (allowWrites || mayWrite.includes(asker.plugin)) return ALLOWED;
    return refuse(`${why}; --allow-writes runs it, against a disposable server`);
  }
}

/** What it says itself cannot be vouched away. */
function declaresWriting({ annotations: { readOnlyHint, destructiveHint } }: Tool): boolean {
  return readOnlyHint === false || destructiveHint === true;
}
