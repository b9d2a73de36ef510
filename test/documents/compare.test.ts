import { expect, test } from 'vitest';
import {
  type CompareColumn,
  compareExitCode,
  compareJson,
  compareMarkdown,
  compareText,
} from '../../core/documents/compare.js';
import { exitCodeOf } from '../../core/documents/exit-code.js';
import { aCase, aReport, failed, READINESS } from './samples.js';

const COLUMNS: readonly CompareColumn[] = [
  {
    endpoint: 'stdio',
    report: aReport([aCase('first'), failed('second', 'missing-field', { probe: 'workflow' })], {
      readiness: READINESS,
    }),
  },
  { endpoint: 'edge', report: aReport([failed('first', 'transport-timeout'), aCase('second', { probe: 'workflow' })]) },
  { endpoint: 'far', report: null, error: 'transport-closed' },
];

test('text has its columns below each other', () => {
  expect(compareText(COLUMNS)).toBe(`\
case       probe       stdio                edge                      far
first      pagination  pass                 error(transport-timeout)  error(transport-closed)
second     workflow    fail(missing-field)  pass                      error(transport-closed)
gate                   1/2                  1/2                       error(transport-closed)
readiness              87/100                                         error(transport-closed)
`);
});

test('Markdown', () => {
  expect(compareMarkdown(COLUMNS)).toBe(`\
# Probe reports side by side

| Case | Probe | \`stdio\` | \`edge\` | \`far\` |
| --- | --- | --- | --- | --- |
| \`first\` | \`pagination\` | pass | error(transport-timeout) | error(transport-closed) |
| \`second\` | \`workflow\` | fail(missing-field) | pass | error(transport-closed) |
| gate | - | 1/2 | 1/2 | error(transport-closed) |
| readiness | - | 87/100 | - | error(transport-closed) |
`);
});

test('JSON is a list of endpoints with their reports', () => {
  const list = JSON.parse(compareJson(COLUMNS)) as readonly Record<string, unknown>[];
  expect(list.map((column) => Object.keys(column))).toEqual([
    ['endpoint', 'report'],
    ['endpoint', 'report'],
    ['endpoint', 'report', 'error'],
  ]);
  expect(list[0]?.['report']).toEqual(COLUMNS[0]?.report);
  expect(list[2]).toEqual({ endpoint: 'far', report: null, error: 'transport-closed' });
});

test('it never fails; it is incomplete when a column is', () => {
  const failing = { endpoint: 'a', report: aReport([failed('first', 'missing-field')]) };
  expect(compareExitCode([failing])).toBe(0);
  expect(compareExitCode(COLUMNS.slice(0, 2))).toBe(3);
  expect(compareExitCode([failing, ...COLUMNS.slice(2)])).toBe(3);
  expect(compareExitCode([{ endpoint: 'a', report: aReport([], { readiness_error: 'transport-error' }) }])).toBe(3);
});

test('what a report says to a shell: incomplete outranks failed', () => {
  const [passing, failing, incomplete] = [aCase('a'), failed('b', 'missing-field'), failed('c', 'transport-error')];
  expect(exitCodeOf(aReport([]))).toBe(0);
  expect(exitCodeOf(aReport([passing]))).toBe(0);
  expect(exitCodeOf(aReport([passing, failing]))).toBe(1);
  expect(exitCodeOf(aReport([failing, incomplete]))).toBe(3);
  expect(exitCodeOf(aReport([failed('a', 'evaluation-budget-exceeded')]))).toBe(3);
  expect(exitCodeOf(aReport([failing], { readiness_error: 'transport-timeout' }))).toBe(3);
});
