/** What the battery sees of a server that has nothing to improve, by kind of observation. */

import type {
  ReadinessCatalog,
  ReadinessContention,
  ReadinessContext,
  ReadinessCoverage,
  ReadinessHonesty,
  ReadinessPayload,
  ReadinessReliability,
  ReadinessSurface,
} from '../../../schemas/readiness.gen.js';

type Data<T> = T & Record<string, unknown>;

export const SURFACE: Data<ReadinessSurface> = {
  tools: 1,
  read_only: 1,
  writers: 0,
  exercised: 1,
  judged: 1,
  attested_read_only: false,
  skipped_tools: [],
  call_timeout_ms: 15_000,
  repeats: 3,
};

export const CONTEXT: Data<ReadinessContext> = {
  catalog_tokens: 100,
  heaviest_tool_tokens: 100,
  heaviest_tool: 'read',
};

export const CATALOG: Data<ReadinessCatalog> = {
  tool: 'read',
  description_length: 60,
  properties: 2,
  undescribed: 0,
  untyped: 0,
  writer: false,
  read_only_declared: true,
  destructive_declared: false,
  output_schema_declared: true,
};

export const COVERAGE: Data<ReadinessCoverage> = {
  tool: 'read',
  writer: false,
  skipped: false,
  permitted: true,
  synthesized: true,
  calls: 3,
  succeeded: 3,
  rejected: 0,
};

export const RELIABILITY: Data<ReadinessReliability> = {
  tool: 'read',
  planned: 3,
  completed: 3,
  succeeded: 3,
  tool_errors: 0,
  rpc_errors: 0,
  rejected: 0,
  faults: 0,
  consistent: true,
  median_above_ms: 0,
  output: 'undeclared',
};

export const HONESTY: Data<ReadinessHonesty> = {
  tool: 'read',
  ended: 'protocol-error',
  code: -32602,
  explained: true,
  alive: true,
};

export const CONTENTION: Data<ReadinessContention> = { tool: 'read', both_succeeded: true };

export const PAYLOAD: Data<ReadinessPayload> = { tool: 'read', bytes: 1_000_000, survived: true };
