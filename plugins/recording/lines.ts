import { createHash } from 'node:crypto';
import {
  type CallLine,
  type CallRecord,
  excerptOf,
  type Observation,
  type ObservationLine,
  RUN_LIMITS,
  type SessionInfo,
  type SessionLine,
  type Tool,
  type ToolLine,
  type WireCounts,
} from '../../core/index.js';
import { whyTooLarge } from './bounds.js';
import { keyOf, redacted, redactedMembers } from './redacted.js';

type Redact = (text: string) => string;

/** What a server or a user wrote, in each kind of line. */
const FOREIGN = {
  call: ['subject', 'params', 'result', 'error', 'raw', 'reason', 'challenge', 'notes', 'excerpt', 'wire'],
  observation: ['subject', 'data', 'reason', 'basis'],
};
const ANSWER = ['result', 'error', 'raw', 'notes'] as const;
/** Characters of an argument that is too long, for the reader. */
const HEAD = 200;

/** `room`: bytes there are for the answer. */
export function callLine(record: CallRecord, wire: WireCounts | undefined, room: number, redact: Redact): CallLine {
  const { ok: _, ...call } = record;
  const parts: string[] = [];
  let why: string | undefined;
  let line: CallLine = { type: 'call', ...call, ...(wire !== undefined && { wire }) };
  const limits = { part: Math.min(RUN_LIMITS.part, room), depth: RUN_LIMITS.depth };
  const answer = ANSWER.filter((name) => line[name] !== undefined);
  const tooLarge = whyTooLarge(
    answer.map((name) => line[name]),
    limits,
  );
  if (tooLarge !== undefined) {
    why = room < RUN_LIMITS.part ? 'the file holds no more answers' : tooLarge;
    parts.push(...answer);
    // What the report shows of it stays.
    line = { ...without(line, answer), excerpt: excerptOf(record) };
  }
  const long = whyTooLarge(line.params, { part: RUN_LIMITS.part, depth: RUN_LIMITS.depth });
  if (long !== undefined) {
    why ??= long;
    parts.push('params');
    line = { ...line, params: headOf(line.params), paramsHash: hashOf(record.params, redact) };
  }
  const cut = why === undefined ? {} : { cut: { parts, why } };
  return { ...redactedMembers(line, FOREIGN.call, redact), ...cut };
}

/** Tells arguments apart that are too large to keep. */
export function hashOf(params: unknown, redact: Redact): string {
  return createHash('sha256')
    .update(keyOf(params, redact) ?? '')
    .digest('hex');
}

function without(line: CallLine, names: readonly string[]): CallLine {
  return Object.fromEntries(Object.entries(line).filter(([name]) => !names.includes(name))) as unknown as CallLine;
}

/** The texts that stand directly in it, each cut: which tool it was shows in them. */
function headOf(params: CallRecord['params']): CallRecord['params'] {
  const texts = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.slice(0, HEAD)] as const] : [],
  );
  return Object.fromEntries(texts.slice(0, 10));
}

export function sessionLine(number: number, info: SessionInfo, redact: Redact): SessionLine {
  const { era, version } = info;
  const rest = { capabilities: info.capabilities, serverInfo: info.serverInfo, instructions: info.instructions };
  const kept = whyTooLarge(rest, RUN_LIMITS) === undefined ? redacted(rest, redact) : {};
  return { type: 'session', number, era, version, ...kept };
}

export function toolLine(tool: Tool, redact: Redact): ToolLine {
  const why = whyTooLarge(tool, RUN_LIMITS);
  if (why === undefined) return { type: 'tool', tool: redacted(tool, redact) };
  const { index, name, description } = tool;
  const short = { index, name: name.slice(0, HEAD), description: description.slice(0, HEAD) };
  return {
    type: 'tool',
    tool: redacted({ ...short, inputSchema: {}, outputSchema: undefined, annotations: {} }, redact),
    cut: { parts: ['tool'], why },
  };
}

/** An observation that is too large to keep is one that nobody can judge. */
export function observationLine(observation: Observation, redact: Redact): ObservationLine {
  const line: ObservationLine = { type: 'observation', ...observation };
  const why = whyTooLarge(observation, RUN_LIMITS);
  if (why === undefined) return redactedMembers(line, FOREIGN.observation, redact);
  const { data: _, basis: __, ...rest } = line;
  const { kind, name } = rest.subject;
  const subject = { ...rest.subject, kind, name: name.slice(0, HEAD) };
  const reason = `what was seen was not kept in the record: ${why}`;
  const short: ObservationLine = { ...rest, subject, state: 'inconclusive', data: undefined, reason };
  return { ...redactedMembers(short, FOREIGN.observation, redact), cut: { parts: ['data'], why } };
}

/** Bytes of an answer as they count against all of them, at least. */
export function answerBytes(line: CallLine): number {
  const kept = ANSWER.map((name) => line[name]).filter((part) => part !== undefined);
  return kept.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(kept));
}
