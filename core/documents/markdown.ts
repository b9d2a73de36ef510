/** A report for pull requests and issues. Source: manifest specification, 4.3. */

import { groupBy } from '../group.js';
import { markdownCode, markdownProse } from '../text/markdown.js';
import { outcomeOfCase } from './outcome.js';
import { priceOf } from './price.js';
import { heaviestTools, type TextOptions } from './text.js';
import type { Detail, ProbeCase, ProbeReport, ReadinessCheck, ReadinessObject } from './types.js';

export function reportMarkdown(document: ProbeReport, options: TextOptions = {}): string {
  const { server, gate, cases, readiness, protocol } = document;
  const { brief = false } = options;
  const blocks = [
    `# Probe report: ${markdownCode(server)}`,
    ...(protocol === undefined ? [] : [`Protocol: ${protocol}`]),
    ...(readiness === null ? noReadiness(document, options) : readinessBlocks(readiness, brief)),
    ...priceBlocks(document, options),
    ...(gate === null ? [] : [`**Gate: ${gate.passed} of ${gate.total} passed**`]),
    ...(cases.length === 0 ? [] : [casesTable(cases)]),
    ...(brief ? [] : remediation(cases)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** UTF-16 units of an advice. The longest of ours has half of that. */
const HINT = { max: 2_000 };

/** A table; cells are Markdown without line ends. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const NONE = '-';

function casesTable(cases: readonly ProbeCase[]): string {
  return markdownTable(
    ['Case', 'Probe', 'Result', 'Attempts', 'First failure', 'Reason', 'Bound'],
    cases.map((one) => [
      markdownCode(one.id),
      markdownCode(one.probe),
      resultCell(one),
      outcomeOfCase(one) === 'error' ? NONE : String(one.attempts),
      one.first_failure === null ? NONE : String(one.first_failure),
      one.reason === null ? NONE : markdownCode(one.reason),
      one.detail === null ? NONE : boundCell(one.detail),
    ]),
  );
}

/** A pass without any attempt had nothing to look at, such as a surface that the server does not declare. */
function resultCell(one: ProbeCase): string {
  const { passed, attempts, warnings = [] } = one;
  const outcome = passed && attempts === 0 ? 'pass (not applicable)' : outcomeOfCase(one);
  return warnings.length === 0
    ? outcome
    : `${outcome}, warns: ${warnings.map((label) => markdownCode(label)).join(' ')}`;
}

const boundCell = ({ bound, limit, observed }: Detail): string => `${markdownCode(bound)} ${observed} > ${limit}`;

function remediation(cases: readonly ProbeCase[]): readonly string[] {
  const bullets = cases.filter(({ passed }) => !passed).map(remedy);
  return bullets.length === 0 ? [] : ['## Remediation', bullets.join('\n')];
}

function remedy(one: ProbeCase): string {
  const { id, reason, hint } = one;
  const heaviest = heaviestTools(one);
  return [
    `- ${markdownCode(id)}: ${markdownCode(reason ?? '')}${hint === null ? '' : `. ${markdownProse(hint, HINT)}`}`,
    ...(heaviest.length === 0 ? [] : [`  Heaviest tools: ${heaviest.map((tool) => markdownCode(tool)).join(', ')}`]),
  ].join('\n');
}

function noReadiness({ readiness_error: error }: ProbeReport, { legacyScore }: TextOptions): readonly string[] {
  if (error !== null) return [`Readiness was not measured: ${markdownCode(error)}`];
  return legacyScore === undefined ? [] : [`Manifest score ${legacyScore} of 100, under no standard.`];
}

function readinessBlocks({ standard, score, surface, areas }: ReadinessObject, brief: boolean): readonly string[] {
  const checks = areas.flatMap((area) => area.checks);
  return [
    `**Readiness: ${score} of 100** under ${markdownCode(standard)}`,
    markdownTable(
      ['Area', 'Weight', 'Score'],
      areas.map((area) => [markdownCode(area.name), String(area.weight), String(area.score)]),
    ),
    `Surface: ${surface.tools} tools, ${surface.read_only} read-only, ${surface.writers} writers, ${surface.exercised} exercised`,
    ...(checks.length === 0 ? [] : ['## Lost points', lostPoints(checks, brief)]),
  ];
}

/** By reason, so that each advice stands once. */
function lostPoints(checks: readonly ReadinessCheck[], brief: boolean): string {
  return [...groupBy(checks, ({ reason }) => reason)]
    .flatMap(([reason, lost]) => [
      `- ${markdownCode(reason)}${brief ? '' : `. ${markdownProse(lost[0]?.hint ?? '', HINT)}`}`,
      ...lost.map((check) => `  - ${checkWords(check)}`),
    ])
    .join('\n');
}

function checkWords({ id, tool, score, observed }: ReadinessCheck): string {
  return [
    `${markdownCode(id)} scored ${score}`,
    ...(tool === null ? [] : [`tool ${markdownCode(tool)}`]),
    ...(observed === null ? [] : [`observed ${observed}`]),
  ].join(', ');
}

function priceBlocks(document: ProbeReport, { pricePerMtok }: TextOptions): readonly string[] {
  if (pricePerMtok === undefined) return [];
  const price = priceOf(document, pricePerMtok);
  if (price === undefined) return ['Price not known: nothing measured the tokens of the catalog.'];
  // A dollar sign begins a formula on some sites.
  return [
    `Catalog: ${price.tokens} tokens, ${price.session} US dollars for each session, ${price.thousandSessions} for 1000 sessions`,
  ];
}
