/**
 * What the tools return, for clients that check it. Short, because clients keep it in a model's context: the schemas that
 * the package publishes say more. Documents that may grow are open, and so are the names of kinds and labels, because
 * plugins bring more.
 */

import type { JsonObject } from '../json.js';
import { REPORT_SCHEMA } from '../documents/types.js';
import { FINDING_CLASSES, FINDING_STATES } from '../findings/finding.js';

const TEXT = { type: 'string' };
const TEXT_OR_NULL = { type: ['string', 'null'] };
const COUNT = { type: 'integer', minimum: 0 };
const FLAG = { type: 'boolean' };
const OBJECT = { type: 'object' };
const OBJECT_OR_NULL = { type: ['object', 'null'] };

/** An object with at least these members. */
function open(properties: JsonObject, optional: JsonObject = {}): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}

/** An object with these members and no others. */
function closed(properties: JsonObject, optional: JsonObject = {}): JsonObject {
  return { ...open(properties, optional), additionalProperties: false };
}

const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });

const CASE = open(
  {
    id: TEXT,
    probe: TEXT,
    tool: TEXT_OR_NULL,
    passed: FLAG,
    attempts: COUNT,
    first_failure: { type: ['integer', 'null'], minimum: 1 },
    reason: TEXT_OR_NULL,
    hint: TEXT_OR_NULL,
    detail: OBJECT_OR_NULL,
    measurements: OBJECT,
  },
  { warnings: listOf(TEXT) },
);

const READINESS = {
  type: ['object', 'null'],
  required: ['standard', 'score', 'surface', 'areas'],
  properties: {
    standard: TEXT,
    score: { ...COUNT, maximum: 100 },
    surface: OBJECT,
    areas: listOf(open({ name: TEXT, weight: COUNT, score: COUNT, checks: listOf(OBJECT) })),
  },
};

/** A report; `cases` and `readiness` in detail where the tool fills them. */
function report(parts: { readonly cases: JsonObject; readonly readiness: JsonObject }): JsonObject {
  return open(
    {
      schema: { const: REPORT_SCHEMA },
      generator: OBJECT,
      server: TEXT,
      manifest_sha256: TEXT_OR_NULL,
      passed: FLAG,
      gate: OBJECT_OR_NULL,
      readiness: parts.readiness,
      readiness_error: TEXT_OR_NULL,
      cases: parts.cases,
    },
    { protocol: TEXT },
  );
}

export const gateReport = report({ cases: listOf(CASE), readiness: { type: 'null' } });
export const readinessReport = report({ cases: { type: 'array', maxItems: 0 }, readiness: READINESS });

const FINDING = {
  id: TEXT,
  server: TEXT,
  tool: TEXT,
  class: { enum: FINDING_CLASSES },
  state: { enum: FINDING_STATES },
  consecutive_passes: COUNT,
  last_case: TEXT_OR_NULL,
  opened_at: TEXT,
  updated_at: TEXT,
};

export const findings = closed({ findings: listOf(closed(FINDING)) });
/** Null: there is no such finding. */
export const finding = closed({ finding: { ...closed(FINDING), type: ['object', 'null'] } });
export const verification = closed({
  finding: closed(FINDING),
  outcome: { enum: ['pass', 'fail', 'error'] },
  case: CASE,
});

export const labels = closed({ labels: listOf(closed({ label: TEXT, meaning: TEXT }, { hint: TEXT })) });

export const draft = closed({
  manifest: open({ version: { const: 1 }, probes: listOf(OBJECT) }),
  tools: closed({ listed: COUNT, called: COUNT, covered: COUNT }),
});
