/** A connection that a program holds. The runs of the API borrow its session; only the program ends it. */

import { splitCommand } from '../command.js';
import { UsageError } from '../errors.js';
import { isObject } from '../json.js';
import { identityOf } from '../kernel/catalog.js';
import type { HttpTarget, OAuthOptions, ServerIdentity, Target, Tool } from '../model.js';
import { withProtocol } from '../session/pin.js';
import type { Session } from '../session/port.js';
import { openSession, runApi } from './run.js';

/** How to start or reach a server. A command that is one text is split as a shell would. */
export type ConnectTarget =
  | {
      readonly command: string | readonly string[];
      /** Laid over the environment of this program. Its values are treated as secrets. */
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | {
      readonly url: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** How a token is got when the server wants one. Excludes an `Authorization` header. */
      readonly oauth?: OAuthOptions;
    };

export interface ConnectOptions {
  /** Milliseconds for the handshake; 30,000 when left out. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** The one protocol to speak: a revision, or `stateless` or `initialize` for any of that era. Left out: what the server speaks. */
  readonly protocol?: string;
}

/** A live connection to an MCP server. Keeps the program alive until it is closed. */
export interface McpConnection {
  /** The server as it introduced itself. */
  readonly server: ServerIdentity;
  /** All pages of `tools/list`. @throws ServerError when the server cannot be listed */
  listTools(): Promise<readonly Tool[]>;
  /** Ends the server and everything it started. Safe to call twice. */
  close(): Promise<void>;
}

/** What the runs of the API need of a connection. */
export interface Lent {
  readonly target: Target;
  readonly session: Session;
  readonly timeoutMs: number;
}

const lent = new WeakMap<McpConnection, Lent>();
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Starts or reaches a server, and finds out which era it speaks.
 * @throws UsageError when the target is none, or there is no such protocol
 * @throws ServerError when there is no session; then nothing that was started is left
 */
export async function connect(target: ConnectTarget, options: ConnectOptions = {}): Promise<McpConnection> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const where = withProtocol(targetOf(target), options.protocol, 'connect: protocol');
  const session = await openSession(where, timeoutMs, signal);
  const connection: McpConnection = {
    server: identityOf(session),
    listTools: async () => (await runApi({ ...borrow(connection), only: [] })).tools,
    close: async () => void (await session.close()),
  };
  lent.set(connection, { target: where, session, timeoutMs });
  return connection;
}

/** @throws UsageError for anything that `connect` did not make */
export function borrow(connection: McpConnection): Lent {
  const found = lent.get(connection);
  if (found === undefined) throw new UsageError('This is no connection. Make one with connect({ command: … }).');
  return found;
}

/** @throws UsageError when it is none */
export function targetOf(target: ConnectTarget): Target {
  const given: unknown = target;
  if (isObject(given) && typeof given['url'] === 'string' && 'url' in target) return httpTarget(target);
  if (!isObject(given) || !('command' in target)) throw new UsageError('connect takes { command } or { url }.');
  const { command, env, cwd } = target;
  const words = typeof command === 'string' ? splitCommand(command) : command;
  if (!Array.isArray(words) || words.length === 0 || words.some((word) => typeof word !== 'string'))
    throw new UsageError('connect takes a command that is one text or a list of texts, not empty.');
  return {
    kind: 'stdio',
    command: [...(words as readonly string[])],
    ...(env !== undefined && { env }),
    ...(cwd !== undefined && { cwd }),
  };
}

function httpTarget({ url, headers, oauth }: Omit<HttpTarget, 'kind'>): HttpTarget {
  const isAuthorized = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
  if (isAuthorized && oauth !== undefined)
    throw new UsageError('connect takes an Authorization header or oauth, not both.');
  return { kind: 'http', url, ...(headers !== undefined && { headers }), ...(oauth !== undefined && { oauth }) };
}
