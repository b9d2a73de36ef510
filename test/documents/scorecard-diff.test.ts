import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseBaseline } from '../../core/baseline/read.js';
import { report as tell } from '../../core/cli/exit.js';
import { runDiff } from '../../core/cli/diff.js';
import {
  diffScorecards,
  type ScorecardDiff,
  scorecardDiffExitCode,
  type StoredScorecard,
} from '../../core/documents/scorecard-diff.js';
import { scorecardDiffMarkdown, scorecardDiffText } from '../../core/documents/scorecard-diff-text.js';
import type { Report } from '../../core/index.js';
import { jsonText } from '../../core/text/json.js';
import { documentOf } from '../../plugins/report-json/document.js';
import { project } from '../load/folder.js';
import { ReportBuilder } from '../reports/build-report.js';

const stored = (report: Report, source = 'r.json'): StoredScorecard =>
  parseBaseline(jsonText(documentOf(report)), { source, version: report.toolscore });

const tools = (...names: readonly string[]): ReportBuilder => {
  const builder = new ReportBuilder();
  for (const name of names) builder.tool(name).scenario('happy', name);
  return builder;
};
const BEFORE = tools('add', 'list')
  .finding('description-short', 'list', { message: 'list is barely described.' })
  .finding('property-untyped', 'add', { message: 'add declares no type.' })
  .build();
const NOW = tools('add', 'find')
  .finding('property-untyped', 'add', { message: 'add says no type at all.' })
  .finding('text-conceal', 'find', { message: 'find hides | something.' })
  .build();

const diff = (before: Report, now: Report): ScorecardDiff => diffScorecards(stored(before), stored(now));

describe('two scorecards', () => {
  test('are told apart by the ids of findings, grade, score and tools', () => {
    expect(diff(BEFORE, NOW)).toMatchObject({
      schema: 'toolscore.scorecard-diff/v1',
      server: 'notes-server',
      grade: { baseline: BEFORE.grade, current: NOW.grade },
      score: { baseline: BEFORE.score.value, current: NOW.score.value },
      summary: { new: 1, gone: 1, unchanged: 1 },
      new: [{ rule: 'text-conceal', tool: 'find' }],
      gone: [{ rule: 'description-short', tool: 'list' }],
      tools: { added: ['find'], removed: ['list'] },
      not_comparable: null,
    });
  });

  test('are shown as text and as Markdown', () => {
    const moved = diff(BEFORE, NOW);
    const lines = scorecardDiffText(moved).split('\n');
    expect(lines.slice(2)).toEqual([
      'NEW error find text-conceal: find hides | something.',
      'gone warning list description-short: list is barely described.',
      'tool find added',
      'tool list removed',
      '1 new, 1 gone, 1 unchanged',
      '',
    ]);
    expect(lines[1]).toMatch(/^score \d\.\d{4} → \d\.\d{4}$/);
    const text = scorecardDiffMarkdown(moved);
    expect(text).toMatch(/^# MCP scorecard: what moved\n\n\*\*1 new, 1 gone, 1 unchanged\*\*\n/);
    expect(text).toContain('| **new** | error | `find` | `text-conceal` | find hides &#124; something. |');
  });

  test('that are the same say so', () => {
    const same = diff(BEFORE, BEFORE);
    expect(scorecardDiffText(same)).toBe(
      `grade ${BEFORE.grade} unchanged\nscore ${BEFORE.score.value?.toFixed(4)} unchanged\n0 new, 0 gone, 2 unchanged\n`,
    );
    expect(scorecardDiffExitCode(same, { failOnRegression: true, failOnChange: true })).toBe(0);
  });

  test('of runs that looked at different things say that what is gone may still be there', () => {
    const lint = new ReportBuilder().tool('add').tool('list').build();
    expect(diff(BEFORE, lint).not_comparable).toBe('tools were called only in the baseline');
    expect(scorecardDiffText(diff(BEFORE, lint))).toContain(
      'The two runs did not look at the same: tools were called only in the baseline. What is gone may not have been looked for.\n',
    );
    const probed = tools('add', 'list').effect('probe-silent-noop', 'add', 'pass').build({ probed: true });
    expect(diff(BEFORE, probed).not_comparable).toBe('probes ran only in the current report');
    const cut = tools('add', 'list').build({ unfinished: { reason: 'time', notRun: [] } });
    expect(diff(BEFORE, cut).not_comparable).toBe('the current report is of a run that did not finish');
    expect(diff(cut, BEFORE).not_comparable).toBe('the baseline is of a run that did not finish');
    const readOnly = tools('add', 'list').build({ permissions: { readOnly: true } });
    expect(diff(BEFORE, readOnly).not_comparable).toMatch(/"calls every tool", the current report "read-only"$/);
  });

  test('of two servers are none of one', () => {
    const other = tools('add').server({ name: 'other' }).build();
    expect(() => diff(BEFORE, other)).toThrow('the baseline of "notes-server", the current one of "other"');
  });
});

describe('a gate', () => {
  const gates = (before: Report, now: Report): readonly number[] => {
    const moved = diff(before, now);
    return [{}, { failOnRegression: true }, { failOnChange: true }].map((one) => scorecardDiffExitCode(moved, one));
  };
  const with_ = (rule: string, severity: 'error' | 'warning' = 'error'): Report =>
    tools('add', 'list').finding(rule, 'add', { message: 'm', severity }).build();
  const clean = tools('add', 'list').build();

  test('fires on a new error and on a worse grade', () => {
    expect(gates(BEFORE, NOW)).toEqual([0, 1, 1]);
    expect(gates({ ...clean, grade: 'A' }, { ...clean, grade: 'B' })).toEqual([0, 1, 1]);
    expect(gates({ ...clean, grade: 'A' }, { ...clean, grade: null })).toEqual([0, 1, 1]);
    expect(gates({ ...clean, grade: null }, { ...clean, grade: 'F' })).toEqual([0, 0, 0]);
  });

  test('for changes fires on a new warning and on other tools', () => {
    const same = { grade: clean.grade };
    expect(gates(clean, { ...with_('description-short', 'warning'), ...same })).toEqual([0, 0, 1]);
    expect(gates(clean, { ...tools('add', 'list', 'find').build(), ...same })).toEqual([0, 0, 1]);
  });

  test('fires neither on what is gone nor on what does not count', () => {
    expect(gates(with_('property-untyped'), { ...clean, grade: 'A' })).toEqual([0, 0, 0]);
    expect(gates(clean, { ...with_('probe-only-shown'), grade: clean.grade })).toEqual([0, 0, 0]);
  });
});

describe('toolscore diff', () => {
  let out = '';
  let err = '';
  beforeEach(() => {
    [out, err] = ['', ''];
    vi.spyOn(process.stdout, 'write').mockImplementation((text, done) => {
      out += String(text);
      (done as unknown as () => void)();
      return true;
    });
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      err += String(text);
      return true;
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  async function run(before: unknown, now: unknown, options: object = {}): Promise<number> {
    const folder = await project({ 'a.json': jsonText(before), 'b.json': jsonText(now) });
    const composition = { version: BEFORE.toolscore } as never;
    return runDiff(join(folder, 'a.json'), join(folder, 'b.json'), options, composition).catch(tell);
  }

  test('takes two reports of mcp test', async () => {
    expect(await run(documentOf(BEFORE), documentOf(NOW))).toBe(0);
    expect(out).toContain('1 new, 1 gone, 1 unchanged\n');
    out = '';
    expect(await run(documentOf(BEFORE), documentOf(NOW), { format: 'json', failOnRegression: true })).toBe(1);
    expect(JSON.parse(out)).toEqual(diff(BEFORE, NOW));
    expect(err).toBe('');
  });

  test('says what is wrong with both', async () => {
    expect(await run({ toolscore: '0.1.0' }, { ...documentOf(NOW), tools: 1 })).toBe(2);
    expect(err).toMatch(/a\.json {2}was written by an earlier toolscore/);
    expect(err).toMatch(/b\.json {2}\/tools {2}takes a list\./);
  });

  test('takes no two reports of different kinds', async () => {
    expect(await run(documentOf(BEFORE), { schema: 'toolscore.probe-report/v1' })).toBe(2);
    expect(err).toMatch(
      /a\.json {2}is a report of mcp test, and the other one is none\. Give two reports of one kind\./,
    );
  });
});
