/** A case of each kind that passes and one that fails, and what an author may declare of effects, for fixtures/servers/all-round. */

import type { ProbeConfig } from '../../core/effects/probe-config.js';
import type { JsonObject } from '../../core/json.js';

const call = (tool: string, more: JsonObject = {}): JsonObject => ({ tool, arguments: {}, ...more });
/** A call that only ends early when it is cancelled, every second time. */
const HELD = { key: 'held' };
const ok = (tool: string): JsonObject => call(tool, { expect: { outcome: 'ok' } });
const recovering = (failing: string): JsonObject => ({
  access: 'mutating',
  sandbox: 'scratch',
  failure_tool: failing,
  failure_arguments: {},
  recovery_tool: 'repair',
  recovery_arguments: {},
  validation_tool: 'check',
  validation_arguments: {},
});
const completing = { ref_type: 'ref/resource', ref_uri: 'memo://{name}', argument_name: 'name', argument_value: 'o' };
const text = (value: string): JsonObject => ({
  outcome: 'ok',
  required_result_paths: ['/content/0/text'],
  equals_paths: { '/content/0/text': value },
});

/** By kind: what passes, what fails, and the label it then gets. */
const KINDS: Readonly<Record<string, readonly [passes: JsonObject, fails: JsonObject, label: string]>> = {
  contention: [call('touch'), call('refuse'), 'contended-client-failed'],
  'error-honesty': [
    call('refuse', { max_attempts: 2, expect_retryable: false }),
    call('waver', { max_attempts: 2, expect_retryable: false }),
    'unstable-error-code',
  ],
  'state-recovery': [recovering('break'), recovering('repair'), 'failure-not-observed'],
  'discovery-cost': [
    { max_tools: 100, max_schema_bytes: 50_000 },
    { max_tools: 3, max_schema_bytes: 50_000 },
    'discovery-limit-exceeded',
  ],
  'token-cost': [
    { max_total_tokens: 10_000, max_tool_tokens: 1000 },
    { max_total_tokens: 10, max_tool_tokens: 10 },
    'token-budget-exceeded',
  ],
  'schema-guessability': [call('search', { arguments: { query: 'x' } }), call('search'), 'missing-required-argument'],
  'degradation-over-n': [call('rest', { max_attempts: 3 }), call('recover', { max_attempts: 3 }), 'unexpected-outcome'],
  'instruction-fidelity': [
    call('rest', { expect: text('rested') }),
    call('rest', { expect: text('something_else') }),
    'value-mismatch',
  ],
  'latency-budget': [
    call('rest', { attempts: 2, max_latency_ms: 20_000 }),
    call('insist', { attempts: 1, max_latency_ms: 20 }),
    'latency-budget-exceeded',
  ],
  pagination: [{ max_pages: 5 }, { max_pages: 1 }, 'pagination-stalled-cursor'],
  'payload-bounds': [
    call('take', { field: 'words', size_bytes: 200_000, expect_handled: false }),
    call('take', { field: 'words', size_bytes: 200_000, expect_handled: true }),
    'unexpected-outcome',
  ],
  'surface-listing': [{ max_pages: 5 }, { max_pages: 1 }, 'surface-stalled-cursor'],
  'output-schema': [call('report'), call('misreport'), 'output-schema-invalid-result'],
  cancellation: [
    call('wait', { arguments: HELD, grace_seconds: 1, reason: 'tired' }),
    call('insist', { arguments: HELD, grace_seconds: 5, reason: 'tired' }),
    'cancellation-ignored',
  ],
  'protocol-negotiation': [
    { bogus_version: '2000-01-01' },
    { bogus_version: '2000-01-01' },
    'negotiation-echoed-unknown',
  ],
  sampling: [
    call('ask_model', { max_requests: 2 }),
    call('puzzle_model', { max_requests: 2 }),
    'sampling-invalid-request',
  ],
  elicitation: [
    call('ask_user', { max_requests: 2, respond: 'accept' }),
    call('puzzle_user', { max_requests: 2, respond: 'accept' }),
    'elicitation-invalid-request',
  ],
  'resource-subscription': [
    { uri: 'memo://one', trigger_tool: 'touch', trigger_arguments: {}, max_wait_seconds: 5 },
    { uri: 'memo://one', trigger_tool: 'rest', trigger_arguments: {}, max_wait_seconds: 1 },
    'subscription-notification-missing',
  ],
  completion: [{ ...completing, max_values: 5 }, { ...completing, max_values: 1 }, 'completion-value-flood'],
  workflow: [
    { repetitions: 2, steps: [ok('rest'), ok('touch')] },
    { repetitions: 2, steps: [ok('rest'), call('refuse', { expect: { outcome: 'ok' } })] },
    'unexpected-outcome',
  ],
};

/** Of these it is the server that has to be another one for them to fail. */
const BY_SERVER = ['protocol-negotiation'];
/** Of a bad server these fail as well, and this is what of them. */
export const BAD_SERVER: Readonly<Record<string, string>> = {
  'protocol-negotiation': 'negotiation-echoed-unknown',
  pagination: 'pagination-duplicate-tool',
  'resource-subscription': 'subscription-notification-missing',
  completion: 'completion-argument-unknown',
};

export const KIND_NAMES = Object.keys(KINDS);

const caseOf = (probe: string, id: string, fields: JsonObject): JsonObject => ({
  id,
  probe,
  access: 'read_only',
  ...fields,
});

/** Both cases of each kind, and how each ends. */
export const CASES: readonly JsonObject[] = Object.entries(KINDS).flatMap(([kind, [passes, fails]]) => [
  caseOf(kind, kind, passes),
  ...(BY_SERVER.includes(kind) ? [] : [caseOf(kind, `${kind}.fails`, fails)]),
]);
export const LABELS: Readonly<Record<string, string | null>> = Object.fromEntries(
  Object.entries(KINDS).flatMap(([kind, [, , label]]) => [
    [kind, null],
    ...(BY_SERVER.includes(kind) ? [] : [[`${kind}.fails`, label]]),
  ]),
);
export const BAD_CASES: readonly JsonObject[] = Object.keys(BAD_SERVER).map((kind) =>
  caseOf(kind, kind, { ...KINDS[kind]?.[0], ...(kind === 'resource-subscription' && { max_wait_seconds: 1 }) }),
);

/** One agreement, and one call made twice, that holds, and one of each that does not. Bounds and round trips need no words. */
export const DECLARED: ProbeConfig = {
  // Nothing that they store or say is looked for, and they take their time.
  exclude: [
    'wait',
    'insist',
    'ask_model',
    'ask_user',
    'puzzle_model',
    'puzzle_user',
    'recover',
    'waver',
    'break',
    'repair',
    'check',
  ],
  agreements: [
    { id: 'labels-within-notes', left: { tool: 'list_labels', field: 'title' }, right: { tool: 'list_notes' } },
    { id: 'notes-within-labels', left: { tool: 'list_notes', field: 'title' }, right: { tool: 'list_labels' } },
  ],
  idempotent: [{ tool: 'list_notes' }, { tool: 'next_number' }],
};
