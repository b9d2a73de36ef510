/** One call with a text that is far too long, and whether the session lives on. Source: manifest specification, 2.11. */

import { isObject, type JsonObject } from '../json.js';
import type { CallRecord } from '../model.js';
import { isAlive } from './alive.js';
import type { CaseRun } from './case.js';
import { completedCall, type Completed, type Peer, type ProtocolError } from './peer.js';

/** What an answer may hold beside the text, in case it repeats it. In bytes. */
const ROOM = 8 * 1024 * 1024;
/** JSON-RPC: no valid request, and no JSON. Who refuses a line before reading it can say no more. */
const REFUSALS: readonly unknown[] = [-32600, -32700];

export interface OversizedCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** The member that holds the text; whatever it held is replaced. */
  readonly field: string;
  /** ASCII letters, so bytes and characters are the same. */
  readonly size: number;
}

export interface Oversized {
  /** `refusal`: the whole line was refused, without the id of the call. `fault`: none of these. */
  readonly ended: Completed['kind'] | 'refusal' | 'fault';
  /** What the call came to; undefined for a fault. */
  readonly completed: Completed | undefined;
  /** It was answered, or refused by a session that answers the next request. */
  readonly usable: boolean;
  readonly ms: number;
}

/**
 * Makes the call. A session that did not survive it is marked as spoiled.
 * @throws CaseFault when the budget is used up
 */
export async function callOversized(
  peer: Peer,
  call: OversizedCall,
  { era, transport }: Pick<CaseRun, 'era' | 'transport'>,
): Promise<Oversized> {
  const record = await send(peer, call);
  const { ms } = record;
  const answered = completedCall(record);
  if (answered !== undefined) return { ended: answered.kind, completed: answered, usable: true, ms };
  const refusal = transport === 'stdio' ? refusalIn(record) : undefined;
  const usable = refusal !== undefined && (await isAlive(peer, era));
  // Whoever makes a verdict of this fault does not get to hear of it again.
  if (!usable) peer.spoil();
  return { ended: refusal === undefined ? 'fault' : 'refusal', completed: refusal, usable, ms };
}

async function send(peer: Peer, { tool, args, field, size }: OversizedCall): Promise<CallRecord> {
  const own = { ...args, [field]: 'a'.repeat(size) };
  try {
    return await peer.exchange('tools/call', { name: tool, arguments: own }, { maxAnswerBytes: size + ROOM });
  } finally {
    // The run remembers what was sent until its end; the text is not to live as long.
    own[field] = '';
  }
}

/**
 * The error of a server that refused the line before it knew whose request it was: the one answer with `id: null` that
 * counts, and only here. Undefined for anything else.
 */
function refusalIn({ outcome, raw, ms }: CallRecord): ProtocolError | undefined {
  if (outcome !== 'malformed' || !isObject(raw) || raw['jsonrpc'] !== '2.0' || raw['id'] !== null) return undefined;
  const { error, result } = raw;
  if (result !== undefined || !isObject(error) || !REFUSALS.includes(error['code'])) return undefined;
  return { kind: 'protocol-error', error, code: error['code'] as number, ms };
}
