/** A report as SARIF 2.1.0, for code scanning. Source: manifest specification, 4.4. */

import type { JsonObject } from '../json.js';
import type { Report } from '../model.js';
import { fileUri, sarifLog, sarifPlace, sarifText } from '../text/sarif.js';
import { planOf } from './plan.js';
import type { ProbeCase, ProbeReport } from './types.js';

/** What the results point at, and what the kinds are about. */
export interface SarifContext {
  /** URI of the manifest; null when there is none. */
  readonly uri: string | null;
  /** Line of each case's `id` in it, from 1, by id. */
  readonly lines: ReadonlyMap<string, number>;
  /** A sentence about each kind, where there is one. */
  readonly summaries: ReadonlyMap<string, string>;
}

/** One run; one result for each case that did not pass, incomplete ones included. */
export function reportSarif(document: ProbeReport, context: SarifContext): string {
  const { generator, server, cases, protocol } = document;
  const kinds = [...new Set(cases.map(({ probe }) => probe))];
  return sarifLog({
    driver: generator,
    rules: kinds.map((kind) => ruleOf(kind, context)),
    server,
    properties: protocol === undefined ? undefined : { protocol },
    results: cases.filter(({ passed }) => !passed).map((one) => resultOf(one, server, kinds, context)),
  });
}

function ruleOf(kind: string, { summaries }: SarifContext): JsonObject {
  const text = summaries.get(kind) ?? `Cases of the kind ${kind}.`;
  return { id: kind, name: kind, shortDescription: { text: sarifText(text) } };
}

function resultOf(one: ProbeCase, server: string, kinds: readonly string[], { uri, lines }: SarifContext): JsonObject {
  const { id, probe, reason, hint } = one;
  return {
    ruleId: probe,
    ruleIndex: kinds.indexOf(probe),
    level: 'error',
    message: { text: sarifText(`${id} (${server}): ${reason}${hint === null ? '' : ` — ${hint}`}`) },
    ...(uri !== null && { locations: [sarifPlace(uri, lines.get(id))] }),
    partialFingerprints: { 'caseId/v1': `${server}/${id}` },
  };
}

/** The context of a run, from the kernel's report. `cwd`: the folder that paths are given from. */
export function sarifContextOf(report: Report, cwd: string): SarifContext {
  const { manifest_file: file, kinds, cases } = planOf(report);
  return {
    uri: file === null ? null : fileUri(file, cwd),
    lines: new Map(cases.map(({ id, line }) => [id, line])),
    summaries: new Map(kinds.flatMap(({ name, summary }) => (summary === null ? [] : [[name, summary] as const]))),
  };
}
