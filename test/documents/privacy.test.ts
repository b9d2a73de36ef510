/** No word of the server or of the manifest reaches a document. Spec: manifest 3.9. */

import { expect, test } from 'vitest';
import { probeReportOf } from '../../core/documents/build.js';
import { compareJson, compareMarkdown, compareText } from '../../core/documents/compare.js';
import { diffReports } from '../../core/documents/diff.js';
import { diffMarkdown, diffText } from '../../core/documents/diff-text.js';
import { reportMarkdown } from '../../core/documents/markdown.js';
import { reportSarif, sarifContextOf } from '../../core/documents/sarif.js';
import { reportText } from '../../core/documents/text.js';
import { jsonText } from '../../core/text/json.js';
import { caseOf, runCases } from '../manifest/run.js';
import { aReport, MARKER, mixedRun } from './samples.js';

test('the marker is in what the server and the manifest said, and in no document', async () => {
  const report = await mixedRun();
  expect(JSON.stringify(report.tools)).toContain(MARKER);
  expect(JSON.stringify(report.calls)).toContain(MARKER);
  const document = probeReportOf(report);
  const diff = diffReports({ document: aReport([]) }, { document });
  const columns = [{ endpoint: 'stdio', report: document }];
  const outputs = [
    jsonText(document),
    reportText(document, { pricePerMtok: 3 }),
    reportMarkdown(document, { pricePerMtok: 3 }),
    reportSarif(document, sarifContextOf(report, process.cwd())),
    ...[diffText, diffMarkdown, jsonText].map((render) => render(diff)),
    ...[compareText, compareMarkdown, compareJson].map((render) => render(columns)),
  ];
  for (const output of outputs) {
    expect(output.length).toBeGreaterThan(50);
    expect(output).not.toContain(MARKER);
  }
});

test('nor does it through the message of an error', async () => {
  const one = caseOf('degradation-over-n', { tool: 'read', arguments: { q: MARKER }, max_attempts: 2 });
  const error = { code: -32001, message: MARKER, data: { why: MARKER } };
  const { report } = await runCases([one], () => ({ kind: 'error', error }));
  const document = probeReportOf(report);
  expect(document.cases[0]?.reason).toBe('unexpected-outcome');
  for (const output of [jsonText(document), reportText(document), reportMarkdown(document)])
    expect(output).not.toContain(MARKER);
});

test('nor where a document came from', async () => {
  const text = jsonText(probeReportOf(await mixedRun()));
  expect(text).not.toContain('toolscore.manifest.json');
  expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
});
