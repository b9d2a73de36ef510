import { describe, expect, test } from 'vitest';
import { jsonText, type Report, type Terminal } from '../../core/index.js';
import { badgeOf } from '../../plugins/report-badge/json-report.js';
import { faceOfReport } from '../../plugins/report-badge/face.js';
import { badgeSvg } from '../../plugins/report-badge/svg.js';
import { renderScorecard } from '../../plugins/report-console/scorecard.js';
import { renderSummary } from '../../plugins/report-console/summary.js';
import { documentOf } from '../../plugins/report-json/document.js';
import { renderLint } from '../../plugins/report-lint/lint.js';
import { renderList } from '../../plugins/report-list/list.js';
import { renderMarkdown } from '../../plugins/report-markdown/scorecard.js';
import { Places } from '../../plugins/finding-place/places.js';
import { renderSarif } from '../../plugins/report-sarif/log.js';
import { sarifProblems } from '../documents/official-sarif.js';
import { HOSTILE } from './hostile-texts.js';
import { acting, elements, onTerminal, pipes, xmlTags } from './oracle.js';
import { hostile } from './samples.js';

const TERMINALS: readonly Terminal[] = [
  { width: 80, color: true, unicode: true, verbose: true },
  { width: 41, color: false, unicode: false, verbose: true },
];
const ON_TERMINAL: Readonly<Record<string, (report: Report, terminal: Terminal) => string>> = {
  console: renderScorecard,
  summary: (report, terminal) => renderSummary(report, [{ format: 'json', path: 'report.json' }], terminal),
  list: renderList,
  lint: renderLint,
};
const REPORTS = HOSTILE.map((text): readonly [string, Report] => [JSON.stringify(text.slice(0, 40)), hostile(text)]);
const PLACES = new Places({ target: { kind: 'stdio', command: ['x'], env: [], cwd: undefined } }, process.cwd());
/** What a text that wants nothing looks like in the same places. */
const harmless = hostile('words');
const HARMLESS_ELEMENTS = elements(renderMarkdown(harmless));
const HARMLESS_PIPES = pipes(renderMarkdown(harmless));
const HARMLESS_TAGS = xmlTags(badgeSvg(faceOfReport(harmless)));

describe.each(REPORTS)('%s', (_, report) => {
  test.each(Object.entries(ON_TERMINAL))('does nothing to a terminal: %s', (_name, render) => {
    for (const terminal of TERMINALS) {
      const output = render(report, terminal);
      expect(onTerminal(output)).toEqual([]);
      expect(output.includes('\u001b')).toBe(terminal.color);
      expect(output.length).toBeLessThan(40_000);
    }
  });

  test('stays text in Markdown: no link, image, heading or markup, and no more or fewer cells', () => {
    const markdown = renderMarkdown(report);
    expect(acting(markdown)).toEqual([]);
    expect(elements(markdown)).toEqual(HARMLESS_ELEMENTS);
    expect(pipes(markdown)).toEqual(HARMLESS_PIPES);
    expect(markdown.length).toBeLessThan(40_000);
  });

  test('stays text in a badge', () => {
    const svg = badgeSvg(faceOfReport(report));
    expect(acting(svg)).toEqual([]);
    expect(xmlTags(svg)).toEqual(HARMLESS_TAGS);
    expect(badgeOf(JSON.parse(jsonText(documentOf(report))))).toMatch(/^<svg /);
  });

  test('makes no link, no gap to fill and nothing that acts in SARIF', async () => {
    const log = await renderSarif(report, PLACES);
    expect(acting(log)).toEqual([]);
    expect(sarifProblems(JSON.parse(log))).toEqual([]);
    const texts = [...log.matchAll(/"text": "(.*)"/g)].map(([, text = '']) => text.replaceAll(/\{\{|\}\}/g, ''));
    expect(texts.filter((text) => /[{}]|\]\(/.test(text))).toEqual([]);
    expect(log.length).toBeLessThan(60_000);
  });

  test('leaves nothing raw and not much in a JSON file', () => {
    const text = jsonText(documentOf(report));
    expect(acting(text)).toEqual([]);
    expect(text.length).toBeLessThan(250_000);
  });
});

test.each(REPORTS.filter(([, report]) => (report.tools[0]?.name.length ?? 0) <= 2_000))(
  '%s comes back from JSON as it was sent',
  (_, report) => {
    const { tools, results } = JSON.parse(jsonText(documentOf(report))) as {
      tools: { name: string }[];
      results: { arguments: object; detail: string }[];
    };
    const sent = report.tools[0]?.name;
    expect(tools[0]?.name).toBe(sent);
    expect(results[0]?.detail).toBe(sent);
    expect(Object.entries(results[0]?.arguments ?? {})).toEqual([[sent, sent]]);
  },
);

test('the oracle itself sees what it must see', () => {
  expect(acting('a\u001b')).toHaveLength(1);
  expect(acting('a\u202eb')).toHaveLength(1);
  expect(acting('fine\nlines é 漢')).toEqual([]);
  expect(onTerminal('  ::error::x\n')).toHaveLength(1);
  expect(onTerminal('x ##[error]\n')).toHaveLength(1);
  expect(elements('see https://evil.example')).toContain('<a href="https://evil.example">');
  expect(() => xmlTags('<a><b></a>')).toThrow('closes nothing');
  expect(() => xmlTags('<a>&bogus;</a>')).toThrow('no XML');
});
