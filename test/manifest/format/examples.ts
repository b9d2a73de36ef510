/** One valid case of each kind, in the order of reports, and what they stand in. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../../core/json.js';
import type { Manifest } from '../../../core/manifest/case.js';
import { kindsAmong } from '../../../core/api/manifest-kernel.js';
import { UsageError } from '../../../core/errors.js';
import { manifestSchema } from '../../../core/manifest/schema.js';
import { parseManifest } from '../../../core/manifest/read.js';
import { manifestPlugins } from '../../../plugins/manifest.js';

export const KINDS = kindsAmong(manifestPlugins);

const CALL = { tool: 'read', arguments: {} };

/** Own fields of a valid case of each kind, the optional ones included. */
export const OWN_FIELDS: Readonly<Record<string, JsonObject>> = {
  contention: CALL,
  'error-honesty': { ...CALL, max_attempts: 5, expect_retryable: true },
  'state-recovery': {
    failure_tool: 'lock',
    failure_arguments: { twice: true },
    recovery_tool: 'unlock',
    recovery_arguments: {},
    validation_tool: 'list',
    validation_arguments: {},
  },
  'discovery-cost': { max_tools: 25, max_schema_bytes: 20_000 },
  'token-cost': { max_total_tokens: 1000, max_tool_tokens: 100 },
  'schema-guessability': CALL,
  'degradation-over-n': { ...CALL, max_attempts: 10 },
  'instruction-fidelity': { ...CALL, expect: { outcome: 'ok', required_result_fields: ['content'] } },
  'latency-budget': { ...CALL, attempts: 3, max_latency_ms: 500 },
  pagination: { max_pages: 5 },
  'payload-bounds': { ...CALL, field: 'text', size_bytes: 1000, expect_handled: false },
  'surface-listing': { max_pages: 5 },
  'output-schema': CALL,
  cancellation: { ...CALL, grace_seconds: 2, reason: 'no-longer-needed', require_honored: false },
  'protocol-negotiation': { bogus_version: '2000-01-01' },
  sampling: { ...CALL, max_requests: 2 },
  elicitation: { ...CALL, max_requests: 2, respond: 'accept' },
  'resource-subscription': {
    uri: 'demo://one',
    trigger_tool: 'touch',
    trigger_arguments: { name: 'one' },
    max_wait_seconds: 5,
  },
  completion: {
    ref_type: 'ref/prompt',
    ref_uri: 'greet',
    argument_name: 'style',
    argument_value: 'fri',
    max_values: 10,
  },
  workflow: {
    repetitions: 2,
    steps: [
      { ...CALL, expect: { outcome: 'ok', equals_paths: { '/structuredContent/state': 'idle' } } },
      { tool: 'search', arguments: { q: 7 }, expect: { outcome: 'error', error_code: -32602 } },
    ],
  },
};

/** The kinds of the specification, in the order of its decision 32. */
export const KIND_NAMES = Object.keys(OWN_FIELDS);

/** Kinds whose cases may be mutating; of the others, those that know a sandbox and refuse it. Specification, 1.7. */
export const EITHER = [
  'contention',
  'error-honesty',
  'state-recovery',
  'schema-guessability',
  'degradation-over-n',
  'instruction-fidelity',
];
export const TOLERATED = [
  'latency-budget',
  'payload-bounds',
  'output-schema',
  'cancellation',
  'sampling',
  'elicitation',
];

export function example(probe: string, more: JsonObject = {}): JsonObject {
  return { id: probe, probe, access: 'read_only', ...OWN_FIELDS[probe], ...more };
}

/** The same without a member. */
export function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

export function manifest(probes: readonly unknown[], more: JsonObject = {}): JsonObject {
  return { version: 1, probes, ...more };
}

export function parse(document: unknown, kinds = KINDS): Promise<Manifest> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return parseManifest(Buffer.from(text), 'm.json', kinds);
}

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
/** Whether the schema of the kinds that ship accepts a document. */
export const accepts = ajv.compile(manifestSchema(KINDS));

/** What is wrong with a document, place and pointer left in; nothing when it is valid. */
export async function problemsOf(document: unknown, kinds = KINDS): Promise<readonly string[]> {
  try {
    await parse(document, kinds);
    // M-37, for every manifest of every test.
    if (typeof document !== 'string' && kinds === KINDS && !accepts(document))
      throw new Error(`the schema refuses a valid manifest: ${ajv.errorsText(accepts.errors)}`);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
}

/** The same without the place in the text: `/pointer  message`. */
export async function faultsOf(document: unknown, kinds = KINDS): Promise<readonly string[]> {
  return (await problemsOf(document, kinds)).map((line) => line.replace(/^m\.json(:\d+:\d+)? {2}/, ''));
}
