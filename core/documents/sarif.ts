/** A report as SARIF 2.1.0, for code scanning. Source: manifest specification, 4.4. */

import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../json.js';
import type { Report } from '../model.js';
import { jsonText } from '../text/json.js';
import { printable } from '../text/printable.js';
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

const VERSION = '2.1.0';
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
/** UTF-16 units of a message. */
const MESSAGE = { max: 4_000 };

/** One run; one result for each case that did not pass, incomplete ones included. */
export function reportSarif(document: ProbeReport, context: SarifContext): string {
  const { generator, server, cases, protocol } = document;
  const kinds = [...new Set(cases.map(({ probe }) => probe))];
  const { name, version } = generator;
  return jsonText({
    $schema: SCHEMA,
    version: VERSION,
    runs: [
      {
        tool: { driver: { name, version, rules: kinds.map((kind) => ruleOf(kind, context)) } },
        // Two servers with one manifest never close each other's alerts.
        automationDetails: { id: `toolscore/${server}/` },
        ...(protocol !== undefined && { properties: { protocol } }),
        results: cases.filter(({ passed }) => !passed).map((one) => resultOf(one, server, kinds, context)),
      },
    ],
  });
}

function ruleOf(kind: string, { summaries }: SarifContext): JsonObject {
  const text = summaries.get(kind) ?? `Cases of the kind ${kind}.`;
  return { id: kind, name: kind, shortDescription: { text: messageText(text) } };
}

function resultOf(one: ProbeCase, server: string, kinds: readonly string[], { uri, lines }: SarifContext): JsonObject {
  const { id, probe, reason, hint } = one;
  const line = lines.get(id);
  return {
    ruleId: probe,
    ruleIndex: kinds.indexOf(probe),
    level: 'error',
    message: { text: messageText(`${id} (${server}): ${reason}${hint === null ? '' : ` — ${hint}`}`) },
    ...(uri !== null && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri },
            ...(line !== undefined && { region: { startLine: line } }),
          },
        },
      ],
    }),
    partialFingerprints: { 'caseId/v1': `${server}/${id}` },
  };
}

/** In a message, braces are places to fill and `[text](address)` is a link; here neither is meant. SARIF 3.11.5, 3.11.6. */
function messageText(text: string): string {
  return printable(text, MESSAGE)
    .replaceAll(/[{}]/g, (brace) => brace + brace)
    .replaceAll('](', '] (');
}

/** The context of a run, from the kernel's report. `cwd`: the folder that paths are given from. */
export function sarifContextOf(report: Report, cwd: string): SarifContext {
  const { manifest_file: file, kinds, cases } = planOf(report);
  return {
    uri: file === null ? null : manifestUri(file, cwd),
    lines: new Map(cases.map(({ id, line }) => [id, line])),
    summaries: new Map(kinds.flatMap(({ name, summary }) => (summary === null ? [] : [[name, summary] as const]))),
  };
}

/** From `cwd` when the file lies in it, else a `file:` URI; percent-encoded. */
export function manifestUri(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  const inside = relative(cwd, path);
  const outside = inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..';
  return outside ? pathToFileURL(path).href : inside.split(sep).map(encodeURIComponent).join('/');
}
