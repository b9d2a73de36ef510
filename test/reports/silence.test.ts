import { expect, test } from 'vitest';
import type { CallEntry, Report } from '../../core/model.js';
import { rowOf } from '../../plugins/overview/row.js';
import { viewOf } from '../../plugins/scorecard-view/view.js';
import { noIssues } from '../../plugins/scorecard-view/fixes.js';
import { ReportBuilder, RULES } from './build-report.js';

const call = (id: number, plugin: string, outcome: CallEntry['outcome']): CallEntry => ({
  id,
  plugin,
  method: 'tools/call',
  params: { name: 'save_item', arguments: {} },
  outcome,
  ms: 1,
  excerpt: '',
});
const reportWith = (...calls: readonly CallEntry[]): Report => ({
  ...new ReportBuilder().tool('save_item').scenario('happy', 'save_item').build(),
  calls,
});
const notices = (report: Report): readonly string[] => viewOf(report).notices.map(({ text }) => text);

test('probes that get no answer are told, and what was found then is no clean bill', () => {
  const report = reportWith(
    call(1, 'scenarios', 'result'),
    call(2, 'overlap', 'timeout'),
    call(3, 'values', 'timeout'),
  );
  expect(notices(report)).toContain(
    '2 calls of probes got no answer in time, the last one of values on save_item; what they were to find out is not known.',
  );
  expect(noIssues(report, false)).toBe('No issues found in what was answered.');
  expect(noIssues(reportWith(call(1, 'overlap', 'closed')), true)).toBe(
    'No issues found that count in what was answered.',
  );
});

test('a server that answers everything, and scenarios that tell their own silence, get no such words', () => {
  expect(noIssues(reportWith(call(1, 'overlap', 'error')), false)).toBe('No issues found.');
  expect(notices(reportWith(call(1, 'scenarios', 'timeout'))).join()).not.toContain('no answer in time');
});

test('the row of a server among many says that something was found which does not count', () => {
  const lost = { ...(RULES.find(({ family }) => family === 'effect') as (typeof RULES)[number]), counted: false };
  const rules = [...RULES.filter(({ id }) => id !== lost.id), lost];
  const found = new ReportBuilder(rules)
    .tool('a')
    .scenario('happy', 'a')
    .effect(lost.id, 'a', 'fail', { message: 'a lost one' });
  expect(rowOf(found.build(), 'scorecard').worst).toBe('nothing that counts; 1 finding not counted in the grade');
  expect(rowOf(reportWith(), 'scorecard').worst).toBe('');
});
