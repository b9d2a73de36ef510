/**
 * Reads reports that were written earlier: those of this program, and both generations of its ancestor's. Fields that
 * nobody knows are ignored; kinds and reasons that nobody knows are not. Source: manifest specification, 4.1.
 */

import { UsageError } from '../errors.js';
import { isObject, type JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import { printable } from '../text/printable.js';
import { INCOMPLETE_REASONS } from './outcome.js';
import { type KnownNames, readCase } from './read-case.js';
import { readReadiness } from './read-readiness.js';
import { oneOf, quoted, Reading, sorts, textLike } from './reading.js';
import type { StoredReport } from './stored.js';
import { type ProbeReport, REPORT_SCHEMA } from './types.js';

/** UTF-16 units. A report of a thousand cases has a tenth of that. */
export const MAX_DOCUMENT = 16 * 1024 * 1024;

const OLD_SCHEMAS = ['mcpeval.probe-report/v1', 'mcpeval.probe-report/v2'] as const;
const SCHEMAS: readonly string[] = [REPORT_SCHEMA, ...OLD_SCHEMAS];

/**
 * `source` names the document in messages.
 * @throws UsageError with everything that is wrong with it
 */
export function readProbeReport(text: string, source: string, known: KnownNames): StoredReport {
  const reading = new Reading(source);
  const value = parsed(text, source);
  const schema = schemaOf(value, reading);
  reading.throwAny();
  const stored = readStored(value as JsonObject, schema, reading, known);
  reading.throwAny();
  return stored;
}

function parsed(text: string, source: string): unknown {
  if (text.length > MAX_DOCUMENT)
    throw new UsageError(`${source}  is larger than ${MAX_DOCUMENT / 1024 / 1024} MiB. No report is.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${source}  is nested too deeply to be a report.`);
    const why = printable(error instanceof Error ? error.message : String(error), { max: 200 });
    throw new UsageError(`${source}  is no JSON: ${why}. Write a report with: toolscore probe … --format json`);
  }
}

function schemaOf(value: unknown, reading: Reading): string {
  const schema = isObject(value) && Object.hasOwn(value, 'schema') ? value['schema'] : undefined;
  if (typeof schema === 'string' && SCHEMAS.includes(schema)) return schema;
  const is = typeof schema === 'string' ? `is ${quoted(schema)}` : 'is missing';
  reading.problem(
    '/schema',
    `${is}, so this is no report of toolscore probe. Reports are ${SCHEMAS.join(', ')}.${typeof schema === 'string' ? didYouMean(schema.slice(0, 100), SCHEMAS) : ''}`,
  );
  return REPORT_SCHEMA;
}

function readStored(value: JsonObject, schema: string, reading: Reading, known: KnownNames): StoredReport {
  const own = schema === REPORT_SCHEMA;
  const first = schema === OLD_SCHEMAS[0];
  const server = reading.member(value, 'server', '', sorts.tool) ?? '';
  const passed = reading.member(value, 'passed', '', sorts.flag) ?? false;
  const readiness = reading.nullable(value, 'readiness', '', sorts.object, true);
  const gate = reading.nullable(value, 'gate', '', sorts.object, !first);
  const protocol = reading.nullable(value, 'protocol', '', ERA);
  const cases = reading.items(value, 'cases', '', (item, path) => readCase(item, path, own, reading, known));
  const document: ProbeReport = {
    schema: REPORT_SCHEMA,
    generator: readGenerator(value, own, reading),
    server,
    manifest_sha256: reading.nullable(value, 'manifest_sha256', '', SHA256, own),
    ...(protocol !== null && { protocol }),
    passed,
    gate: gate === null && !first ? null : { passed: cases.filter((one) => one.passed).length, total: cases.length },
    readiness: readiness === null || first ? null : readReadiness(readiness, '/readiness', reading),
    readiness_error: reading.nullable(value, 'readiness_error', '', INCOMPLETE, own),
    cases,
  };
  if (reading.clean) checkSums(document, gate, reading);
  const score =
    first && readiness !== null ? reading.member(readiness, 'score', '/readiness', sorts.percent) : undefined;
  return { document, ...(score !== undefined && { legacyScore: score }) };
}

const SHA256 = textLike(/^[0-9a-f]{64}$/, '64 lowercase hexadecimal digits');
const VERSION = textLike(/^[\x21-\x7e]{1,64}$/, 'a version');
const ERA = oneOf(['initialize', 'stateless']);
const INCOMPLETE = oneOf(INCOMPLETE_REASONS);

function readGenerator(value: JsonObject, own: boolean, reading: Reading): ProbeReport['generator'] {
  const name = own ? 'toolscore' : 'mcpeval';
  if (!own && !Object.hasOwn(value, 'generator')) return { name, version: 'unknown' };
  const generator = reading.member(value, 'generator', '', sorts.object);
  if (generator === undefined) return { name, version: '' };
  const given = reading.member(generator, 'name', '/generator', sorts.text);
  if (given !== undefined && given !== name) reading.problem('/generator/name', `takes "${name}".`);
  return { name, version: reading.member(generator, 'version', '/generator', VERSION) ?? '' };
}

/** What says of the whole something else than of its parts was written by hand, and is not to be believed. */
function checkSums({ passed, gate, cases }: ProbeReport, given: JsonObject | null, reading: Reading): void {
  const ids = new Set<string>();
  for (const [at, { id }] of cases.entries()) {
    if (id !== '' && ids.has(id)) reading.problem(`/cases/${at}/id`, 'stands for two cases.');
    ids.add(id);
  }
  if (passed !== cases.every((one) => one.passed)) reading.problem('/passed', 'contradicts its cases.');
  if (given !== null && (given['passed'] !== gate?.passed || given['total'] !== gate?.total))
    reading.problem('/gate', 'contradicts its cases.');
}
