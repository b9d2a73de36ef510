/** Does a server survive an argument that is far too long? Spec: manifest 2.11. */

import {
  type CallRecord,
  completedCall,
  defineKind,
  fields,
  isObject,
  outcomeOf,
  type Peer,
  type ProtocolError,
} from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

/** What an answer may hold beside the text, in case it repeats it. In bytes. */
const ROOM = 8 * 1024 * 1024;
/** JSON-RPC: no valid request, and no JSON. Who refuses a line before reading it can say no more. */
const REFUSALS: readonly unknown[] = [-32600, -32700];

export default defineKind({
  name: 'payload-bounds',
  summary: 'An oversized argument neither kills nor hangs the server.',
  access: 'read-only',
  sandbox: 'tolerated',
  fields: {
    tool: fields.toolName(),
    arguments: fields.toolArguments(),
    field: fields.identifier(),
    size_bytes: fields.integer(1, 16_000_000),
    expect_handled: fields.boolean(),
  },
  emits: { 'case.payload-bounds': observationSchemas['case.payload-bounds'] },
  rules: rules.filter(({ observes }) => observes === 'case.payload-bounds'),
  async run({ main, era, transport, fields: { tool, arguments: args, field, size_bytes, expect_handled } }) {
    const record = await callOversized(main, tool, { ...args, [field]: 'a'.repeat(size_bytes) }, field, size_bytes);
    const answered = completedCall(record);
    const refusal = answered === undefined && transport === 'stdio' ? refusalIn(record) : undefined;
    const usable = answered !== undefined || (refusal !== undefined && (await answers(main, era)));
    // The fault becomes a verdict; the session is spoiled all the same.
    if (!usable) main.spoil();
    const completed = answered ?? refusal;
    return {
      attempts: 1,
      measurements: { latency_ms: Math.floor(record.ms) },
      facts: { ended: refusal === undefined ? (answered?.kind ?? 'fault') : 'refusal', usable, size_bytes },
      ...(usable && completed !== undefined && { outcome: outcomeOf(completed, expect_handled ? 'success' : 'any') }),
    };
  },
});

/**
 * @param args are the call's own: their oversized field is emptied afterwards
 * @throws CaseFault when the run's budget is used up
 */
async function callOversized(
  peer: Peer,
  tool: string,
  args: Record<string, unknown>,
  field: string,
  size: number,
): Promise<CallRecord> {
  try {
    return await peer.exchange('tools/call', { name: tool, arguments: args }, { maxAnswerBytes: size + ROOM });
  } finally {
    // The run remembers what was sent until its end; the text is not to live as long.
    args[field] = '';
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

/** Whether the session lives: any answer to its own request shows that, also an error. */
async function answers(peer: Peer, era: 'initialize' | 'stateless'): Promise<boolean> {
  const { outcome } = await peer.exchange(era === 'stateless' ? 'server/discover' : 'ping', {});
  return outcome === 'result' || outcome === 'error';
}
