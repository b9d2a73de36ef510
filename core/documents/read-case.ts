/** The cases of a report that was written earlier. Source: manifest specification, 4.1. */

import { oneLine } from '../excerpt.js';
import type { JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import { oneOf, quoted, type Reading, sorts, textLike } from './reading.js';
import type { Detail, Measurements, ProbeCase } from './types.js';

/** What a report may name. */
export interface KnownNames {
  /** Names of all kinds. */
  readonly kinds: readonly string[];
  /** Labels of cases, and ids of rules of the house that may stand in their place. */
  readonly reasons: readonly string[];
}

/** One entry of `cases`. `own`: the report is of this program, so that no field may be missing. */
export function readCase(item: JsonObject, path: string, own: boolean, reading: Reading, known: KnownNames): ProbeCase {
  const one: ProbeCase = {
    id: reading.member(item, 'id', path, sorts.identifier) ?? '',
    probe: named(item, 'probe', path, 'kind of probe', known.kinds, reading) ?? '',
    tool: reading.nullable(item, 'tool', path, sorts.tool, own),
    passed: reading.member(item, 'passed', path, sorts.flag) ?? false,
    attempts: reading.member(item, 'attempts', path, sorts.count) ?? 0,
    first_failure: reading.nullable(item, 'first_failure', path, sorts.place, true),
    reason: item['reason'] === null ? null : (named(item, 'reason', path, 'reason', known.reasons, reading) ?? null),
    hint: hintOf(reading.nullable(item, 'hint', path, sorts.text, own)),
    detail: readDetail(reading.nullable(item, 'detail', path, sorts.object, own), `${path}/detail`, reading),
    measurements: readMeasurements(item, path, reading),
    ...readWarnings(item, path, reading),
  };
  if (one.passed && one.reason !== null) reading.problem(path, 'passed, and yet it has a reason.');
  if (item['passed'] === false && item['reason'] === null)
    reading.problem(path, 'did not pass, and yet it has no reason.');
  return one;
}

/** A name that must be one of those that are known. */
function named(
  item: JsonObject,
  name: string,
  path: string,
  what: string,
  known: readonly string[],
  reading: Reading,
): string | undefined {
  const text = reading.member(item, name, path, sorts.text);
  if (text === undefined || known.includes(text)) return text;
  reading.problem(
    `${path}/${name}`,
    () =>
      `${quoted(text)} is no ${what} here.${didYouMean(text.slice(0, 100), known) || ' A plugin that brings it is named with --plugin.'}`,
  );
  return undefined;
}

/** UTF-16 units. */
const MAX_HINT = 2_000;
const hintOf = (text: string | null): string | null => (text === null ? null : oneLine(text, MAX_HINT));

function readDetail(detail: JsonObject | null, path: string, reading: Reading): Detail | null {
  if (detail === null) return null;
  return {
    bound: reading.member(detail, 'bound', path, sorts.field) ?? '',
    limit: reading.member(detail, 'limit', path, sorts.count) ?? 0,
    observed: reading.member(detail, 'observed', path, sorts.count) ?? 0,
  };
}

const COUNTS = ['tool_count', 'schema_bytes', 'total_tokens'] as const;
const LATER_COUNTS = ['latency_ms', 'pages'] as const;
const CANCELLED = oneOf(['no-result', 'completed', 'error']);
/** Also the id of a rule of the house. */
const LABEL = textLike(/^[\w@.:/-]{1,200}$/, 'a label');
const MEASURED = new Set<string>([...COUNTS, 'per_tool', ...LATER_COUNTS, 'cancellation_outcome']);

function readMeasurements(item: JsonObject, path: string, reading: Reading): Measurements {
  const measured = reading.member(item, 'measurements', path, sorts.object) ?? {};
  const place = `${path}/measurements`;
  const has = (name: string): boolean => Object.hasOwn(measured, name);
  const counts = (names: readonly string[]): readonly (readonly [string, unknown])[] =>
    names.filter(has).map((name) => [name, reading.member(measured, name, place, sorts.count) ?? 0] as const);
  const perTool = (tool: JsonObject, at: string): { tool: string; tokens: number } => ({
    tool: reading.member(tool, 'tool', at, sorts.tool) ?? '',
    tokens: reading.member(tool, 'tokens', at, sorts.count) ?? 0,
  });
  const cancelled = 'cancellation_outcome';
  return Object.fromEntries([
    ...counts(COUNTS),
    ...(has('per_tool') ? [['per_tool', reading.items(measured, 'per_tool', place, perTool)] as const] : []),
    ...counts(LATER_COUNTS),
    ...(has(cancelled) ? [[cancelled, reading.member(measured, cancelled, place, CANCELLED) ?? ''] as const] : []),
    ...Object.entries(measured).filter(([name, value]) => !MEASURED.has(name) && isPlainMeasurement(name, value)),
  ]);
}

/** Of what a kind from outside measured, numbers and single words are kept. */
function isPlainMeasurement(name: string, value: unknown): boolean {
  if (!sorts.field.fits(name)) return false;
  return typeof value === 'boolean' || Number.isFinite(value) || sorts.identifier.fits(value);
}

function readWarnings(item: JsonObject, path: string, reading: Reading): Pick<ProbeCase, 'warnings'> {
  const list = reading.nullable(item, 'warnings', path, sorts.list) ?? [];
  const labels = list.map((label, at) => reading.value(label, `${path}/warnings/${at}`, LABEL) ?? '');
  return labels.length === 0 ? {} : { warnings: labels };
}
