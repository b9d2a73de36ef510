import { describe, expect, test } from 'vitest';
import type { Output, Plugin, PluginHooks, ReportInput } from '../../core/index.js';
import reportBadge from '../../plugins/report-badge.js';
import reportConsole from '../../plugins/report-console.js';
import reportJson from '../../plugins/report-json.js';
import reportLint from '../../plugins/report-lint.js';
import reportList from '../../plugins/report-list.js';
import reportMarkdown from '../../plugins/report-markdown.js';
import { sample } from './samples.js';

/** What a reporter writes when asked for every format there is. */
async function written(plugin: Plugin): Promise<readonly (readonly [Output, string])[]> {
  const listeners: ((input: ReportInput) => void | Promise<void>)[] = [];
  const report = {
    tap: (_: string, listener: (input: ReportInput) => void) => listeners.push(listener),
    tapPromise: (_: string, listener: (input: ReportInput) => Promise<void>) => listeners.push(listener),
  };
  plugin.apply?.({ hooks: { report } as unknown as PluginHooks, options: {} });
  const outputs = ['console', 'summary', 'json', 'md', 'markdown', 'badge', 'list', 'lint', 'sarif'].map(
    (format): Output => ({ format, path: `out.${format}` }),
  );
  const texts: (readonly [Output, string])[] = [];
  const terminal = { width: 80, color: false, unicode: true, verbose: false };
  const write: ReportInput['write'] = async (output, text) => void texts.push([output, text]);
  const target = { kind: 'stdio', command: ['node', 'server.js'], env: [], cwd: undefined } as const;
  for (const listener of listeners) await listener({ report: sample(), target, outputs, terminal, write });
  return texts;
}

const STARTS: readonly (readonly [Plugin, Readonly<Record<string, RegExp>>])[] = [
  [
    reportConsole,
    {
      console: /^\n╭─+╮\n│ MCP Scorecard: notes-server 1\.1\.0 /,
      summary: /^notes-server 1\.1\.0: B 86 % → out\.console, /,
    },
  ],
  [reportJson, { json: /^\{\n {2}"toolscore": "0\.1\.0",\n/ }],
  [reportMarkdown, { md: /^# MCP Scorecard: notes-server/, markdown: /^# MCP Scorecard: notes-server/ }],
  [reportBadge, { badge: /^<svg xmlns=/ }],
  [reportList, { list: /^\n {2}notes-server 1\.1\.0: 5 tools\n/ }],
  [reportLint, { lint: /^\n {2}notes-server 1\.1\.0: 1 error, 2 warnings in 5 tools\n/ }],
];

describe('each reporter writes the formats it names and no other', () => {
  test.each(STARTS.map(([plugin, starts]) => [plugin.name, plugin, starts] as const))(
    '%s',
    async (_, plugin, starts) => {
      const texts = await written(plugin);
      expect(texts.map(([{ format }]) => format)).toEqual(plugin.formats);
      expect(plugin.formats).toEqual(Object.keys(starts));
      for (const [{ format }, text] of texts) expect(text).toMatch(starts[format] ?? /never/);
    },
  );
});
