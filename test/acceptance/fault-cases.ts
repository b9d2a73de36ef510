/** A case of each kind, and more where one cannot show every label, against fixtures/servers/faults.mjs: all of them pass while it has no fault. */

import type { JsonObject } from '../../core/json.js';
import { fixture } from '../session/odd.js';

/** In everything that the server says and that a manifest may say to it. Nothing of it may be left in any output. */
export const MARKER = 'zanzibar-marker';

const ARGUMENTS = { word: MARKER, list: [MARKER], deep: { words: { word: `${MARKER} ${MARKER}` } } };
const CALL = { arguments: ARGUMENTS };
const STATUS = { tool: 'status', ...CALL };

/** What `status` returns while nothing is wrong with it. */
export const IDLE = {
  outcome: 'ok',
  required_result_fields: ['structuredContent', MARKER],
  equals: { [MARKER]: MARKER },
  required_result_paths: ['/structuredContent/state'],
  equals_paths: { '/structuredContent/state': MARKER, '/structuredContent/ready': true },
};
export const STEPS = {
  status: { ...STATUS, expect: IDLE },
  look: { tool: 'look', ...CALL, expect: { outcome: 'ok' } },
  deny: { tool: 'deny', ...CALL, expect: { outcome: 'error', error_code: -32602 } },
};

/** By id; what is not named here is in every case. */
const FIELDS = {
  contention: { tool: 'hold', ...CALL },
  'error-honesty': { tool: 'refuse', ...CALL, max_attempts: 5, expect_retryable: false },
  'error-honesty.retryable': { tool: 'recover', ...CALL, max_attempts: 5, expect_retryable: true },
  'state-recovery': {
    access: 'mutating',
    sandbox: 'scratch',
    failure_tool: 'break',
    failure_arguments: ARGUMENTS,
    recovery_tool: 'repair',
    recovery_arguments: ARGUMENTS,
    validation_tool: 'check',
    validation_arguments: ARGUMENTS,
  },
  'discovery-cost': { max_tools: 30, max_schema_bytes: 20_000 },
  'token-cost': { max_total_tokens: 10_000, max_tool_tokens: 1000 },
  'schema-guessability': { tool: 'search', arguments: { query: MARKER } },
  'degradation-over-n': { tool: 'count', ...CALL, max_attempts: 5 },
  'instruction-fidelity': {
    tool: 'describe',
    ...CALL,
    expect: {
      outcome: 'ok',
      required_result_paths: [`/structuredContent/${MARKER}/0`],
      equals_paths: { '/structuredContent/state': MARKER },
    },
  },
  'instruction-fidelity.error': { tool: 'reject', ...CALL, expect: { outcome: 'error', error_code: -32602 } },
  'latency-budget': { tool: 'measure', ...CALL, attempts: 3, max_latency_ms: 2000 },
  pagination: { max_pages: 5 },
  'payload-bounds': { tool: 'take', ...CALL, field: 'text', size_bytes: 200_000, expect_handled: false },
  'payload-bounds.handled': { tool: 'take', ...CALL, field: 'text', size_bytes: 10_000, expect_handled: true },
  'surface-listing': { max_pages: 5 },
  'output-schema': { tool: 'report', ...CALL },
  cancellation: { tool: 'wait', ...CALL, grace_seconds: 2, reason: MARKER },
  'protocol-negotiation': { bogus_version: '2000-01-01' },
  sampling: { tool: 'ask_model', ...CALL, max_requests: 2 },
  elicitation: { tool: 'ask_user', ...CALL, max_requests: 2, respond: 'accept' },
  'resource-subscription': {
    uri: `memo://${MARKER}/one`,
    trigger_tool: 'touch',
    trigger_arguments: ARGUMENTS,
    max_wait_seconds: 3,
  },
  completion: {
    ref_type: 'ref/resource',
    ref_uri: `memo://${MARKER}/{name}`,
    argument_name: `${MARKER}-name`,
    argument_value: MARKER,
    max_values: 3,
  },
  workflow: { repetitions: 2, steps: [STEPS.status, STEPS.look, STEPS.deny] },
} satisfies Record<string, JsonObject>;

export type CaseId = keyof typeof FIELDS;
export const CASE_IDS = Object.keys(FIELDS) as CaseId[];

export const kindOf = (id: string): string => id.replace(/\..*/, '');

/** The case with this id. `more` goes over its fields; with an `id` in it, it is another one. */
export function faultCase(id: CaseId, more: JsonObject = {}): JsonObject {
  return { id, probe: kindOf(id), access: 'read_only', ...FIELDS[id], ...more };
}

/** A manifest of these cases. */
export function manifestOf(probes: readonly JsonObject[], more: JsonObject = {}): string {
  const sandboxes = { scratch: { description: `nobody needs the ${MARKER}` } };
  return JSON.stringify({ $schema: `./${MARKER}.json`, version: 1, sandboxes, probes, ...more }, null, 2);
}

export interface ServerFiles {
  /** Gets a line for each start of the server, and for each call that reaches it. */
  readonly log?: string;
  readonly lock?: string;
}

/** The command that starts the server with these faults. */
export function faultyServer(faults: readonly string[], { log, lock }: ServerFiles = {}): readonly string[] {
  return [
    process.execPath,
    fixture('faults.mjs'),
    ...faults.flatMap((fault) => ['--fault', fault]),
    ...(log === undefined ? [] : ['--log', log]),
    ...(lock === undefined ? [] : ['--lock', lock]),
    // Nor may the words of a target's command be repeated.
    MARKER,
  ];
}
