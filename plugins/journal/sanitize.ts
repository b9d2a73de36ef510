/**
 * The boundary of the journal: every line goes through here, whoever made it, and nothing leaves that is not a word of
 * ours, a number, a boolean or a size. Pure, and the same when done twice. Spec: manifest 3.9.
 */

import { IDENTIFIER, isObject, type JsonObject, TOOL_NAME } from '../../core/index.js';
import type { Entry } from './entry.js';
import { type Failure, FAILURE_KINDS, LAYERS, TEMPLATE } from './failure.js';
import { isSize, shapeAgain, sizeOf } from './shape.js';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const RANDOM_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SESSION = /^session:[0-9a-f]{64}$/;
const METHOD = /^(?=.{1,64}$)[A-Za-z]+(?:\/[A-Za-z_]+)*$/;
const TEMPLATE_ID = /^[0-9a-f]{16}$/;
const OUTCOMES = ['ok', 'error', 'unknown'];

/** An entry with every field as its grammar wants it; what does not fit becomes its size. */
export function sanitized(entry: Entry): Entry {
  const { identity, error } = entry as unknown as JsonObject;
  const ids: JsonObject = isObject(identity) ? identity : {};
  return {
    ts: word(entry.ts, TIME),
    identity: { event_id: word(ids['event_id'], RANDOM_ID), capture_id: word(ids['capture_id'], RANDOM_ID) },
    session: word(entry.session, SESSION),
    seq: number(entry.seq) ?? 0,
    server: word(entry.server, TOOL_NAME),
    method: word(entry.method, METHOD),
    tool: word(entry.tool, TOOL_NAME),
    args: shapeAgain(entry.args),
    latency_ms: number(entry.latency_ms),
    outcome: OUTCOMES.includes(entry.outcome) ? entry.outcome : 'unknown',
    error: isObject(error) ? failure(error) : null,
    // Anything else would be taken for somebody's own call, and count as evidence.
    kind: entry.kind === 'real' ? 'real' : 'synthetic',
  };
}

function failure(error: JsonObject): Failure {
  const { code, retryable } = error;
  return {
    code: number(code) ?? word(code, IDENTIFIER),
    layer: oneOf(error['layer'], LAYERS),
    kind: oneOf(error['kind'], FAILURE_KINDS),
    retryable: typeof retryable === 'boolean' ? retryable : null,
    template: TEMPLATE,
    template_id: word(error['template_id'], TEMPLATE_ID),
  };
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function word(value: unknown, grammar: RegExp): string {
  const text = textOf(value);
  return grammar.test(text) || isSize(text) ? text : sizeOf(text);
}

function oneOf(value: unknown, words: readonly string[]): string {
  const text = textOf(value);
  return words.includes(text) || isSize(text) ? text : sizeOf(text);
}

/** What should be a text and is none is as good as an empty one. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
