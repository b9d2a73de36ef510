/** A report for terminals and scripts: one line for each case, advice indented below it. Source: manifest specification, 4.2. */

import { printable } from '../text/printable.js';
import { outcomeOfCase } from './outcome.js';
import { priceOf } from './price.js';
import type { Measurements, ProbeCase, ProbeReport, ReadinessCheck, ReadinessObject } from './types.js';

export interface TextOptions {
  /** Without advice and heaviest tools. */
  readonly brief?: boolean;
  /** US dollars for a million tokens: adds what the catalog costs. */
  readonly pricePerMtok?: number | undefined;
  /** The score of a document of the first generation: a share of its manifest, under no standard. */
  readonly legacyScore?: number | undefined;
}

/** The format is stable: scripts may read it. */
export function reportText(document: ProbeReport, options: TextOptions = {}): string {
  const { server, gate, cases, readiness, protocol } = document;
  const { brief = false } = options;
  const lines = [
    ...cases.flatMap((one) => caseLines(one, brief)),
    ...(gate === null ? [] : [`${server} gate ${gate.passed}/${gate.total} passed`]),
    ...(readiness === null ? noReadiness(document, options) : readinessLines(server, readiness, brief)),
    ...priceLines(document, options),
    ...(protocol === undefined ? [] : [`${server} protocol ${protocol}`]),
  ];
  return lines.map((line) => `${printable(line, LINE)}\n`).join('');
}

/** UTF-16 units. No line of ours comes near it. */
const LINE = { max: 8_000 };
const MAX_HEAVIEST = 3;

function caseLines(one: ProbeCase, brief: boolean): readonly string[] {
  const line = caseLine(one);
  if (brief || one.passed) return [line];
  const heaviest = heaviestTools(one);
  return [
    line,
    ...(one.hint === null ? [] : [`  hint: ${one.hint}`]),
    ...(heaviest.length === 0 ? [] : [`  heaviest: ${heaviest.join(', ')}`]),
  ];
}

function caseLine(one: ProbeCase): string {
  const { id, probe, attempts, first_failure: at, reason, detail, measurements, warnings = [] } = one;
  const outcome = outcomeOfCase(one);
  const begin = `${id} ${probe} ${outcome}`;
  if (outcome === 'error') return `${begin} reason=${reason}`;
  const words = [
    `attempts=${attempts}`,
    ...(outcome === 'pass' ? [] : [`first_failure=${at}`, `reason=${reason}`]),
    ...measured(measurements),
    ...(detail === null ? [] : [`bound=${detail.bound}`, `limit=${detail.limit}`, `observed=${detail.observed}`]),
    ...(warnings.length === 0 ? [] : [`warnings=${warnings.join(',')}`]),
  ];
  return `${begin} ${words.join(' ')}`;
}

/** What a line calls a measurement, where that is not its name. */
const SHORT: Readonly<Record<string, string>> = { tool_count: 'tools' };

function measured(measurements: Measurements): readonly string[] {
  return Object.entries(measurements).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
      ? [`${Object.hasOwn(SHORT, name) ? SHORT[name] : name}=${value}`]
      : [],
  );
}

/** `<tool> <tokens>`, three at most, of a case that failed over the tokens of tools. */
export function heaviestTools({ passed, measurements }: ProbeCase): readonly string[] {
  if (passed) return [];
  return (measurements.per_tool ?? []).slice(0, MAX_HEAVIEST).map(({ tool, tokens }) => `${tool} ${tokens}`);
}

function noReadiness({ server, readiness_error: error }: ProbeReport, { legacyScore }: TextOptions): readonly string[] {
  if (error !== null) return [`${server} readiness not measured reason=${error}`];
  return legacyScore === undefined ? [] : [`${server} manifest score ${legacyScore}/100 standard=none`];
}

function readinessLines(server: string, readiness: ReadinessObject, brief: boolean): readonly string[] {
  const { standard, score, surface, areas } = readiness;
  const shares = areas.map((area) => `${area.name}=${area.score}`);
  const told = new Set<string>();
  return [
    [`${server} readiness ${score}/100`, ...shares, `standard=${standard}`].join(' '),
    `  surface: ${surface.tools} tools, ${surface.read_only} read-only, ${surface.writers} writers, ${surface.exercised} exercised`,
    ...areas.flatMap(({ checks }) => checks).flatMap((check) => checkLines(check, brief, told)),
  ];
}

/** `told`: reasons whose advice was given. */
function checkLines(check: ReadinessCheck, brief: boolean, told: Set<string>): readonly string[] {
  const { id, tool, score, observed, reason, hint } = check;
  const line = [
    `  lost ${id} score=${score}`,
    ...(tool === null ? [] : [`tool=${tool}`]),
    ...(observed === null ? [] : [`observed=${observed}`]),
    `reason=${reason}`,
  ].join(' ');
  if (brief || told.has(reason)) return [line];
  told.add(reason);
  return [line, `    hint: ${hint}`];
}

function priceLines(document: ProbeReport, { pricePerMtok }: TextOptions): readonly string[] {
  if (pricePerMtok === undefined) return [];
  const price = priceOf(document, pricePerMtok);
  const { server } = document;
  if (price === undefined) return [`${server} price not known: nothing measured the tokens of the catalog`];
  return [
    `${server} price catalog_tokens=${price.tokens} session=$${price.session} thousand_sessions=$${price.thousandSessions}`,
  ];
}
