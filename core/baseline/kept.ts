/** What a report keeps for later runs. */

import { findingIds } from '../finding-ids.js';
import type { Report, SubjectRef, Verdict } from '../model.js';
import { isCounted } from '../rules/counted.js';
import { ownerOf } from '../subject-owner.js';
import { boundedJson } from '../text/json.js';
import type { Baseline, KeptFinding } from './types.js';

/** The whole message stands in the report itself. */
const BOUNDS = { text: 300 };

/** A text of the server as a kept finding has it. */
export const kept = (text: string): string => boundedJson(text, BOUNDS) as string;

/** Whose a kept finding is. */
export const keptOwner = (subject: SubjectRef): string => kept(ownerOf(subject));

/** Every finding of a report once, whatever its family and whether it counts. */
export function keptFindings(report: Report): readonly KeptFinding[] {
  return [...findingIds(report)].map(([verdict, id]) => keptFinding(report, verdict, id));
}

function keptFinding({ rules }: Report, verdict: Verdict, id: string): KeptFinding {
  const { rule, subject, severity, confidence, message = rules.get(rule)?.failure ?? rule } = verdict;
  return {
    id,
    rule,
    tool: keptOwner(subject),
    severity,
    confidence,
    counted: isCounted(rules, rule),
    message: kept(message),
  };
}

/** A report as the baseline of a later one. */
export function baselineOf(report: Report, source: string): Baseline {
  const { server, grade, score, tools } = report;
  return {
    source,
    server: { name: kept(server.name), version: kept(server.version) },
    grade,
    score: score.value,
    tools: tools.map(({ name }) => kept(name)),
    findings: keptFindings(report),
  };
}
