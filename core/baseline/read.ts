/** Reads what a run is compared with from a JSON report that was written earlier. Nothing in the file is trusted. */

import gt from 'semver/functions/gt.js';
import parse from 'semver/functions/parse.js';
import { oneOf, quoted, Reading, sorts, textLike } from '../documents/reading.js';
import { UsageError } from '../errors.js';
import { GRADES } from '../grade.js';
import { isObject, type JsonObject } from '../json.js';
import { readText, whyUnreadable } from '../load/source.js';
import { printable } from '../text/printable.js';
import type { StoredScorecard } from '../documents/scorecard-diff.js';
import type { Baseline, KeptFinding } from './types.js';

/** Bytes. The report of a thousand tools has a tenth of that. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FINDINGS = 100_000;

const SEVERITY = oneOf(['error', 'warning', 'info']);
const CONFIDENCE = oneOf(['high', 'medium', 'low']);
const GRADE = oneOf(GRADES);
const ID = textLike(/^[0-9a-f]{16,64}$/, 'an id: 16 hexadecimal digits or more');
const RULE = textLike(/^[a-z0-9][a-z0-9/-]{0,127}$/, 'the id of a rule');
const SHARE = {
  what: 'a number from 0 to 1',
  fits: (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1,
};

export interface BaselineRequest {
  /** The name of the file in messages. */
  readonly source: string;
  /** Of this program. */
  readonly version: string;
  /** Which server of a document of many is meant. */
  readonly server?: string | undefined;
  /** The document has to be one of many servers. */
  readonly many?: boolean | undefined;
}

/**
 * A report of `mcp test` or `mcp lint` from a file.
 * @throws UsageError when it cannot be read, or is no such report
 */
export function readBaseline(file: string, request: BaselineRequest): Baseline {
  let text: string;
  try {
    text = readText(file, MAX_BYTES);
  } catch (error) {
    const { source } = request;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const hint = missing ? renewal(source) : 'Name a JSON report of mcp test.';
    throw new UsageError(`${source}  ${whyUnreadable(error)} ${hint}`);
  }
  return parseBaseline(text, request);
}

/** How a baseline is written, made for the first time or again. */
export function renewal(source: string): string {
  return `Write it with the same command and:  --report json=${source}`;
}

/** @throws UsageError when the text is no report of `mcp test` or `mcp lint` that can be understood */
export function parseBaseline(text: string, { source, version, server, many }: BaselineRequest): StoredScorecard {
  const document = parsed(text, source);
  if (many === true && !(isObject(document) && Array.isArray(document['servers'])))
    throw new UsageError(`${source}  is no report of many servers, and --all looks at many. ${renewal(source)}`);
  const value = server === undefined ? document : reportOf(document, server);
  if (!isObject(value) || typeof value['toolscore'] !== 'string')
    throw new UsageError(`${source}  is ${whatElse(value)}. ${renewal(source)}`);
  checkVersion(value['toolscore'], source, version);
  if (value['findings'] === undefined)
    throw new UsageError(`${source}  was written by an earlier toolscore, which named no findings. ${renewal(source)}`);
  return read(value, source);
}

/** The report of one server; a document of many has several. What is no such document is taken as it is. */
function reportOf(document: unknown, server: string): unknown {
  const servers = isObject(document) ? document['servers'] : undefined;
  if (!Array.isArray(servers)) return document;
  const entry = servers.find((one) => isObject(one) && one['name'] === server);
  if (isObject(entry) && isObject(entry['report'])) return entry['report'];
  // A server that is new, or gave no result then, has nothing that is known.
  return { toolscore: '0.0.0', server: { name: '', version: '' }, grade: null, score: null, tools: [], findings: [] };
}

function parsed(text: string, source: string): unknown {
  try {
    // Some shells put a byte-order mark in front of what they redirect.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${source}  is nested too deeply to be a report.`);
    const why = printable(error instanceof Error ? error.message : String(error), { max: 200 });
    throw new UsageError(`${source}  is no JSON: ${why}. ${renewal(source)}`);
  }
}

function whatElse(value: unknown): string {
  if (!isObject(value)) return 'no report of toolscore';
  if (Array.isArray(value['servers']))
    return 'a report of many servers, and it is not said which of them is meant: --server NAME';
  if (Array.isArray(value['runs'])) return 'a SARIF file, and a baseline is a JSON report';
  if (typeof value['schema'] === 'string')
    return `a document of the sort ${quoted(value['schema'])}, not a report of mcp test`;
  return 'no report of toolscore';
}

/** Within one minor version, what findings are told apart by does not change. */
function checkVersion(found: string, source: string, version: string): void {
  const [theirs, ours] = [parse(found), parse(version)];
  if (theirs === null)
    throw new UsageError(`${source}  names ${quoted(found)} as its toolscore, which is no version. ${renewal(source)}`);
  if (ours !== null && gt(`${theirs.major}.${theirs.minor}.0`, `${ours.major}.${ours.minor}.0`))
    throw new UsageError(
      `${source}  was written by toolscore ${theirs.version}, which is newer than this one (${version}). Update toolscore, or write the file again: --report json=${source}`,
    );
}

function read(value: JsonObject, source: string): StoredScorecard {
  const reading = new Reading(source);
  const server = reading.member(value, 'server', '', sorts.object) ?? {};
  const listed = value['findings'];
  if (Array.isArray(listed) && listed.length > MAX_FINDINGS)
    throw new UsageError(`${source}  has ${listed.length} findings. A baseline takes at most ${MAX_FINDINGS}.`);
  const baseline: StoredScorecard = {
    source,
    reach: reachOf(value),
    server: {
      name: reading.member(server, 'name', '/server', sorts.text) ?? '',
      version: reading.member(server, 'version', '/server', sorts.text) ?? '',
    },
    grade: reading.nullable(value, 'grade', '', GRADE),
    score: reading.nullable(value, 'score', '', SHARE),
    tools: reading.items(value, 'tools', '', (tool, path) => reading.member(tool, 'name', path, sorts.text) ?? ''),
    findings: reading.items(value, 'findings', '', (finding, path) => findingIn(finding, path, reading)),
  };
  reading.throwAny();
  return baseline;
}

/** What nobody says was done, was not. */
function reachOf(value: JsonObject): StoredScorecard['reach'] {
  const { mode, results, probe_summary: summary, unfinished } = value;
  const counts = isObject(summary) ? ['pass', 'fail', 'inconclusive'].map((name) => summary[name]) : [];
  return {
    mode: isObject(mode) && typeof mode['name'] === 'string' ? mode['name'] : '',
    scenarios: Array.isArray(results) && results.length > 0,
    probes: counts.some((count) => typeof count === 'number' && count > 0),
    finished: !isObject(unfinished),
  };
}

function findingIn(finding: JsonObject, path: string, reading: Reading): KeptFinding {
  return {
    id: reading.member(finding, 'id', path, ID) ?? '',
    rule: reading.member(finding, 'rule', path, RULE) ?? '',
    tool: reading.member(finding, 'tool', path, sorts.text) ?? '',
    severity: reading.member(finding, 'severity', path, SEVERITY) ?? 'error',
    confidence: reading.member(finding, 'confidence', path, CONFIDENCE) ?? 'high',
    counted: reading.member(finding, 'counted', path, sorts.flag) ?? true,
    message: reading.member(finding, 'message', path, sorts.text) ?? '',
  };
}
