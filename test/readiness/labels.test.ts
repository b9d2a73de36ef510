/** Each label of readiness is produced by its fault, and by no other. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../core/json.js';
import { type Answer, ServerError } from '../../core/session/port.js';
import { errorOf, measure, type Misbehaviour, OK, READ, TIMEOUT, tool, WRITE } from './server.js';

interface Fault {
  /** What is wrong, in words. */
  readonly what: string;
  readonly labels: readonly string[];
  /** Ids of the checks that lose points, each once, in the order of the document. */
  readonly checks: readonly string[];
  readonly misbehave?: Misbehaviour;
  readonly options?: Parameters<typeof measure>[1];
}

const toolError = (...texts: string[]): Partial<Answer> => ({
  result: { isError: true, content: texts.map((text) => ({ type: 'text', text })) },
});
/** Answers to calls of the tool that reads: with valid arguments, or with invalid ones. */
const onCall =
  (valid: boolean, answer: (args: JsonObject) => Partial<Answer> | undefined): Misbehaviour =>
  ({ tool: name, args }) =>
    name === 'read' && (typeof args['id'] === 'string') === valid ? answer(args) : undefined;
const onMethod =
  (wanted: string, answer: Partial<Answer>): Misbehaviour =>
  ({ method, session }) =>
    method === wanted && session > 1 ? answer : undefined;
const inTurn = (...answers: (Partial<Answer> | undefined)[]): (() => Partial<Answer> | undefined) => {
  let calls = 0;
  return () => answers[calls++];
};
const handshakes =
  (answer: (offered: unknown) => unknown): Misbehaviour =>
  ({ method, params }) => {
    if (method !== 'initialize') return undefined;
    const version = answer(params['protocolVersion']);
    return version === undefined ? errorOf(-32602) : { result: { protocolVersion: version } };
  };
const lists = (...tools: JsonObject[]) => ({ options: { tools } });
const heavy = (bytes: number): JsonObject => ({ 'x-note': 'x'.repeat(bytes) });
/** The tools on the first page, and a next one behind every page. */
const endless = ({ cursor = '' }: JsonObject): Partial<Answer> => ({
  result: { tools: cursor === '' ? [READ, WRITE] : [], nextCursor: `${String(cursor)}x` },
});
const open = { type: 'object', properties: {} };

const FAULTS: readonly Fault[] = [
  {
    what: 'a heavy catalog of light tools',
    labels: ['context-catalog-heavy'],
    checks: ['context.catalog'],
    ...lists(...Array.from({ length: 8 }, (_, at) => tool(`read${at}`, heavy(900))), WRITE),
  },
  {
    what: 'a heavy tool in a light catalog',
    labels: ['context-tool-heavy'],
    checks: ['context.heaviest-tool'],
    ...lists(tool('read', heavy(2_500)), WRITE),
  },
  {
    what: 'one of three calls fails',
    labels: ['reliability-call-failed', 'reliability-inconsistent'],
    checks: ['reliability.success', 'reliability.consistent'],
    misbehave: onCall(true, inTurn(undefined, toolError('no'))),
  },
  {
    what: 'slow reads',
    labels: ['reliability-slow'],
    checks: ['reliability.latency'],
    misbehave: onCall(true, () => ({ ...OK, ms: 101 })),
  },
  {
    what: 'results that break the output schema',
    labels: ['reliability-output-schema-broken'],
    checks: ['reliability.output-schema'],
    misbehave: onCall(true, () => ({ result: { content: [], structuredContent: { state: 7 } } })),
  },
  {
    what: 'results without structured content',
    labels: ['reliability-output-schema-broken'],
    checks: ['reliability.output-schema'],
    misbehave: onCall(true, () => ({ result: { content: [] } })),
  },
  {
    what: 'a second client whose calls fail',
    labels: ['reliability-contention-failed'],
    checks: ['reliability.contention'],
    misbehave: ({ tool: name, session }) => (name === 'read' && session === 3 ? toolError('busy') : undefined),
  },
  {
    what: 'a second client that is not let in',
    labels: ['reliability-contention-failed'],
    checks: ['reliability.contention'],
    options: { refuse: (session) => (session === 3 ? new ServerError('no', undefined, 'closed') : undefined) },
  },
  {
    what: 'a session that a large text ends',
    labels: ['reliability-payload-unhandled'],
    checks: ['reliability.payload'],
    misbehave: onCall(true, ({ id }) => (String(id).length === 1_000_000 ? { kind: 'closed' } : undefined)),
  },
  {
    what: 'a tool that does not say whether it reads',
    labels: ['catalog-read-only-undeclared', 'coverage-unannotated'],
    checks: ['catalog.read-only-declared', 'coverage.exercised'],
    ...lists(READ, tool('read_more', { annotations: undefined }), WRITE),
  },
  {
    what: 'a required input without a value',
    labels: ['coverage-unsynthesizable'],
    checks: ['coverage.exercised'],
    ...lists(
      READ,
      tool('read_more', {
        inputSchema: {
          type: 'object',
          properties: { id: { type: 'string', pattern: '^T-[0-9]+$', description: 'Number of the ticket.' } },
          required: ['id'],
        },
      }),
      WRITE,
    ),
  },
  {
    what: 'a tool that the operator leaves out',
    labels: ['coverage-skipped'],
    checks: ['error-honesty.invalid-arguments', 'reliability.skipped', 'coverage.exercised'],
    options: { tools: [READ, tool('read_more'), WRITE], skipTools: ['read_more'] },
  },
  {
    what: 'valid arguments are refused',
    labels: ['coverage-rejected-arguments', 'reliability-call-failed'],
    checks: ['reliability.success', 'coverage.exercised'],
    misbehave: ({ tool: name }) => (name === 'read_more' ? errorOf(-32602) : undefined),
    ...lists(READ, tool('read_more'), WRITE),
  },
  {
    what: 'valid calls end in errors',
    labels: ['coverage-call-failed', 'reliability-call-failed'],
    checks: ['reliability.success', 'coverage.exercised'],
    misbehave: ({ tool: name }) => (name === 'read_more' ? toolError('not today') : undefined),
    ...lists(READ, tool('read_more'), WRITE),
  },
  {
    what: 'nothing can be exercised',
    labels: ['coverage-call-failed', 'reliability-call-failed', 'reliability-none-exercised'],
    checks: ['reliability.success', 'reliability.none-exercised', 'coverage.exercised'],
    misbehave: onCall(true, () => toolError('not today')),
  },
  {
    what: 'nothing that only reads',
    labels: ['honesty-untestable', 'no-read-only-tools', 'reliability-none-exercised'],
    checks: ['error-honesty.untestable', 'reliability.none-exercised', 'coverage.exercised'],
    ...lists(WRITE),
  },
  {
    what: 'no tools at all',
    labels: ['catalog-no-tools', 'honesty-untestable', 'no-read-only-tools', 'reliability-none-exercised'],
    checks: ['catalog.empty', 'error-honesty.untestable', 'reliability.none-exercised', 'coverage.exercised'],
    ...lists(),
  },
  {
    what: 'a short description',
    labels: ['catalog-short-description'],
    checks: ['catalog.description'],
    ...lists(tool('read', { description: 'x'.repeat(39) }), WRITE),
  },
  {
    what: 'inputs without a description',
    labels: ['catalog-undescribed-params'],
    checks: ['catalog.params-described'],
    ...lists(
      tool('read', { inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } }),
    ),
  },
  {
    what: 'inputs without a type',
    labels: ['catalog-untyped-params'],
    checks: ['catalog.params-typed'],
    ...lists(
      tool('read', {
        inputSchema: {
          type: 'object',
          properties: { id: { default: 'one', description: 'Name of the item.' } },
          required: ['id'],
        },
      }),
    ),
  },
  {
    what: 'a tool that only says that it destroys',
    labels: ['catalog-read-only-undeclared'],
    checks: ['catalog.read-only-declared'],
    ...lists(READ, tool('write', { annotations: { destructiveHint: true } })),
  },
  {
    what: 'a writer that does not say whether it destroys',
    labels: ['catalog-destructive-undeclared'],
    checks: ['catalog.destructive-declared'],
    ...lists(READ, tool('write', { annotations: { readOnlyHint: false } })),
  },
  {
    what: 'no output schema',
    labels: ['catalog-no-output-schema'],
    checks: ['catalog.output-schema'],
    ...lists(tool('read', { outputSchema: undefined }), WRITE),
  },
  {
    what: 'every version is accepted',
    labels: ['protocol-negotiation-echoed-unknown'],
    checks: ['protocol.negotiation'],
    misbehave: handshakes((offered) => offered),
  },
  {
    what: 'no version in the answer',
    labels: ['protocol-negotiation-invalid-version'],
    checks: ['protocol.negotiation'],
    misbehave: handshakes(() => undefined),
  },
  {
    what: 'a version that is not kept to',
    labels: ['protocol-negotiation-inconsistent-support'],
    checks: ['protocol.negotiation'],
    misbehave: handshakes((offered) => (offered === '2025-06-18' ? '2024-11-05' : '2025-06-18')),
  },
  {
    what: 'an unknown method is answered',
    labels: ['protocol-unknown-method-answered'],
    checks: ['protocol.unknown-method'],
    misbehave: onMethod('toolscore/no-such-method', { result: {} }),
  },
  {
    what: 'an unknown method is refused with another code',
    labels: ['protocol-unknown-method-answered'],
    checks: ['protocol.unknown-method'],
    misbehave: onMethod('toolscore/no-such-method', errorOf(-32603)),
  },
  {
    what: 'a ping is refused',
    labels: ['protocol-ping-failed'],
    checks: ['protocol.ping'],
    misbehave: onMethod('ping', errorOf(-32601)),
  },
  {
    what: 'a ping is answered with a text',
    labels: ['protocol-ping-failed'],
    checks: ['protocol.ping'],
    misbehave: onMethod('ping', { result: 'pong' }),
  },
  {
    what: 'an unknown tool succeeds',
    labels: ['protocol-unknown-tool-accepted'],
    checks: ['protocol.unknown-tool'],
    misbehave: ({ tool: name }) => (name === 'toolscore-no-such-tool' ? OK : undefined),
  },
  {
    what: 'a list of tools without an end',
    labels: ['protocol-pagination-invalid'],
    checks: ['protocol.pagination'],
    options: { pages: endless },
  },
  {
    what: 'declared resources are not listed',
    labels: ['protocol-surface-invalid'],
    checks: ['protocol.surfaces'],
    misbehave: onMethod('resources/list', errorOf(-32601)),
  },
  {
    what: 'declared prompts are never answered',
    labels: ['protocol-surface-invalid'],
    checks: ['protocol.surfaces'],
    misbehave: onMethod('prompts/list', TIMEOUT),
  },
  {
    what: 'an unknown method ends the connection',
    labels: ['protocol-call-failed'],
    checks: ['protocol.unknown-method'],
    misbehave: onMethod('toolscore/no-such-method', { kind: 'closed' }),
  },
  {
    what: 'a handshake with an unknown version is never answered',
    labels: ['protocol-call-failed'],
    checks: ['protocol.negotiation'],
    misbehave: ({ method, params }) =>
      method === 'initialize' && params['protocolVersion'] === '2000-01-01' ? TIMEOUT : undefined,
  },
  {
    what: 'invalid arguments are accepted',
    labels: ['honesty-accepted-invalid'],
    checks: ['error-honesty.invalid-arguments'],
    misbehave: onCall(false, () => OK),
  },
  {
    what: 'invalid arguments are refused without a word',
    labels: ['honesty-empty-error'],
    checks: ['error-honesty.invalid-arguments'],
    misbehave: onCall(false, () => toolError('  ')),
  },
  {
    what: 'invalid arguments are refused with another code',
    labels: ['honesty-wrong-code'],
    checks: ['error-honesty.invalid-arguments'],
    misbehave: onCall(false, () => errorOf(-32603)),
  },
  {
    what: 'invalid arguments are never answered',
    labels: ['honesty-call-failed'],
    checks: ['error-honesty.invalid-arguments'],
    misbehave: onCall(false, () => TIMEOUT),
  },
  {
    what: 'invalid arguments leave a session that does not answer',
    labels: ['honesty-call-failed'],
    checks: ['error-honesty.invalid-arguments'],
    misbehave: inOrder(
      onCall(false, () => OK),
      onMethod('ping', TIMEOUT),
    ),
  },
  {
    what: 'schemas that admit everything',
    labels: ['honesty-untestable'],
    checks: ['error-honesty.untestable'],
    misbehave: ({ tool: name }) => (name === 'read' ? OK : undefined),
    ...lists(tool('read', { inputSchema: open }), WRITE),
  },
];

/** The second fault only once the first has happened, and only once. */
function inOrder(first: Misbehaviour, second: Misbehaviour): Misbehaviour {
  let state: 'before' | 'between' | 'after' = 'before';
  return (asked) => {
    const answer = state === 'before' ? first(asked) : state === 'between' ? second(asked) : undefined;
    if (answer !== undefined) state = state === 'before' ? 'between' : 'after';
    return answer;
  };
}

test.each(FAULTS.map((fault) => [fault.what, fault] as const))('%s', async (_, fault) => {
  const run = await measure(fault.misbehave, fault.options);
  expect(run.faults).toEqual([]);
  expect(run.labels).toEqual(fault.labels);
  expect([...new Set(run.checks.map(({ id }) => id))]).toEqual(fault.checks);
  for (const { score, hint } of run.checks) {
    expect(score).toBeLessThan(100);
    expect(hint).toMatch(/^[^\\\n|]{41,}$/);
  }
  expect(Math.min(...(run.readiness?.areas ?? []).map(({ score }) => score))).toBeLessThan(100);
});

test('all labels are tried', () => {
  const { readiness } = parse(readFileSync('rules/labels.yaml', 'utf8')) as { readiness: readonly string[] };
  expect(new Set(FAULTS.flatMap(({ labels }) => labels))).toEqual(new Set(readiness));
});
