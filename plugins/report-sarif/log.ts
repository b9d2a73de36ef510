/** A scorecard as SARIF 2.1.0, for code scanning. */

import {
  findingIds,
  type JsonObject,
  printable,
  type Report,
  sarifLog,
  sarifPlace,
  sarifText,
} from '../../core/index.js';
import type { Places } from '../finding-place/places.js';
import { byStrength } from '../scorecard-view/causes.js';
import { type Finding, findingsOf, withoutOwner } from '../scorecard-view/findings.js';
import { namedServer } from '../scorecard-view/names.js';
import { ruleDescriptors } from './rules.js';
import { levelOf } from './level.js';

/** Code scanning shows no more of one run, and refuses files of far more. */
const MOST_RESULTS = 5_000;
const NAME = { max: 200 };

/**
 * One run with one result for each finding. Those that do not count are there too, as notes: who reads code scanning
 * wants to know of them, and a check that fails on errors must not fail on what does not count.
 */
export async function renderSarif(report: Report, places: Places): Promise<string> {
  const all = findingsOf(report);
  const shown = all.length <= MOST_RESULTS ? all : all.toSorted(byStrength).slice(0, MOST_RESULTS);
  const rules = [...new Set(shown.map(({ rule }) => rule))].toSorted();
  const server = printable(namedServer(report.server.name), NAME);
  const ids = findingIds(report);
  return sarifLog({
    driver: { name: 'toolscore', version: report.toolscore },
    rules: await ruleDescriptors(report, rules),
    server,
    invocation: invocationOf(report, all.length - shown.length),
    properties: {
      grade: report.grade,
      score: report.score.value,
      scorer: report.score.scorer,
      protocol: printable(report.server.protocolVersion, NAME),
    },
    results: shown.map((finding) => ({
      ruleId: finding.rule,
      ruleIndex: rules.indexOf(finding.rule),
      level: levelOf(finding),
      message: { text: messageOf(finding) },
      locations: [{ ...physical(finding, places), logicalLocations: [logical(finding, server)] }],
      partialFingerprints: fingerprintsOf(ids.get(finding.verdict) ?? ''),
      ...baselineState(report, finding),
      properties: {
        severity: finding.severity,
        confidence: finding.confidence,
        counted: finding.counted,
        family: finding.family,
        // Numbers of the calls it rests on, as the JSON report has them.
        calls: finding.evidence,
      },
    })),
  });
}

function messageOf({ owner, message, fix }: Finding): string {
  return sarifText(`${owner}: ${withoutOwner(message, owner)} — ${fix}`);
}

function physical({ subject }: Finding, places: Places): JsonObject {
  const place = places.of(subject);
  return sarifPlace(places.uri(place), place.line);
}

function logical({ subject, owner }: Finding, server: string): JsonObject {
  const name = printable(owner, NAME);
  // Of the kinds that SARIF 3.33.7 names, the ones that a tool and a server are closest to.
  return { name, fullyQualifiedName: `${server}/${name}`, kind: subject.kind === 'tool' ? 'function' : 'module' };
}

/**
 * The second is the one that GitHub goes by. Its uploader would make it from the line instead, and findings of one rule
 * on one line would be one alert; it says so in its log, and keeps ours.
 */
function fingerprintsOf(id: string): JsonObject {
  return { 'findingId/v1': id, primaryLocationLineHash: `${id}:1` };
}

/** What the baseline knows stays in the log: code scanning closes what is missing. SARIF 3.27.24. */
function baselineState({ baseline }: Report, { verdict }: Finding): JsonObject {
  if (baseline === undefined) return {};
  return { baselineState: baseline.states.get(verdict) === 'known' ? 'unchanged' : 'new' };
}

function invocationOf({ unfinished, faults }: Report, leftOut: number): JsonObject {
  const said: readonly (readonly [level: string, text: string])[] = [
    ...(unfinished === undefined ? [] : [['error', `The run did not finish: ${unfinished.reason}`] as const]),
    ...faults.map(
      ({ plugin, step, message, cost }) => ['error', `${plugin} failed in ${step}: ${message}. ${cost}`] as const,
    ),
    ...(leftOut === 0 ? [] : [['warning', `${leftOut} weaker findings are left out.`] as const]),
  ];
  return {
    executionSuccessful: unfinished === undefined,
    toolExecutionNotifications: said.map(([level, text]) => ({ level, message: { text: sarifText(text) } })),
  };
}
