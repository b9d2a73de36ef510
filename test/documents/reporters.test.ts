import { expect, test } from 'vitest';
import { probeReportOf } from '../../core/documents/build.js';
import { reportMarkdown } from '../../core/documents/markdown.js';
import { reportSarif, sarifContextOf } from '../../core/documents/sarif.js';
import { reportText } from '../../core/documents/text.js';
import type { JsonObject, Output, Plugin, PluginHooks, Report, ReportInput } from '../../core/index.js';
import { jsonText } from '../../core/text/json.js';
import { manifestPlugins } from '../../plugins/manifest.js';
import { mixedRun } from './samples.js';

const FORMATS = ['probe-text', 'probe-json', 'probe-markdown', 'probe-sarif'];

/** What the reporters write, by format, and which of them wrote it. */
async function written(report: Report, options: JsonObject = {}): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const outputs = FORMATS.map((format): Output => ({ format, path: format }));
  const write: ReportInput['write'] = async ({ format }, text) => void texts.set(format, text);
  const listeners: ((input: ReportInput) => Promise<void>)[] = [];
  const hooks = {
    report: { tapPromise: (_: string, listener: (input: ReportInput) => Promise<void>) => listeners.push(listener) },
  } as unknown as PluginHooks;
  const reporters = manifestPlugins.filter(({ formats }: Plugin) =>
    formats?.some((format) => FORMATS.includes(format)),
  );
  for (const { apply, options: own = {} } of reporters) apply?.({ hooks, options: { ...own, ...options } });
  const terminal = { width: 80, color: true, unicode: true, verbose: false };
  const target = { kind: 'stdio', command: ['node', 'server.js'], env: [], cwd: undefined } as const;
  for (const listener of listeners) await listener({ report, target, outputs, terminal, write });
  return texts;
}

test('each reporter that ships writes its document, without a colour', async () => {
  const report = await mixedRun();
  const document = probeReportOf(report);
  expect([...(await written(report))]).toEqual([
    ['probe-text', reportText(document)],
    ['probe-json', jsonText(document)],
    ['probe-markdown', reportMarkdown(document)],
    ['probe-sarif', reportSarif(document, sarifContextOf(report, process.cwd()))],
  ]);
});

test('text and Markdown take options', async () => {
  const report = await mixedRun();
  const texts = await written(report, { brief: true, pricePerMtok: 3 });
  expect(texts.get('probe-text')).toBe(reportText(probeReportOf(report), { brief: true, pricePerMtok: 3 }));
  expect(texts.get('probe-markdown')).toBe(reportMarkdown(probeReportOf(report), { brief: true, pricePerMtok: 3 }));
});
