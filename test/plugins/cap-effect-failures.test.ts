/** Certain failures of effects cap the grade at C. Scorecard 3.3. */

import { describe, expect, test } from 'vitest';
import { definePlugin } from '../../core/define.js';
import { lowerCap } from '../../core/grade.js';
import type { JsonObject } from '../../core/json.js';
import type { Grade, Report } from '../../core/model.js';
import { documentOf } from '../../plugins/report-json/document.js';
import { type Around, type Listed, probed, structured, taking } from '../effect-checks/run.js';

const tool = (name: string, ignores: boolean): Listed => ({
  name,
  inputSchema: taking({ limit: { type: 'integer' } }),
  answer: (args) =>
    structured({ notes: ignores ? [1, 2, 3] : [1, 2, 3].slice(0, args['limit'] as number | undefined) }),
});
/** Ten tools, the first `failing` of which ignore their limit; every bound is declared. */
async function run(failing: number, around: Around = {}): Promise<Report> {
  const tools = Array.from({ length: 10 }, (_, at) => tool(`list_${at}`, at < failing));
  const relations = tools.map(({ name }) => ({ tool: name, param: 'limit', values: [1], expect: 'exact' }) as const);
  return (await probed(tools, { effects: { relations }, ...around })).report;
}
const off = { options: [{ plugin: 'cap-effect-failures', options: { enabled: false }, origin: { source: 'test' } }] };
const capOf = (report: Report): JsonObject => documentOf(report)['grade_cap'] as JsonObject;

test('a certain failure caps the letter and leaves the score', async () => {
  const report = await run(1);
  expect([report.score.value, report.uncappedGrade, report.grade]).toEqual([0.94, 'A', 'C']);
  expect(capOf(report)).toEqual({
    enabled: true,
    capped: true,
    cap: 'C',
    uncapped_grade: 'A',
    reasons: ['probe-bound-exceeded on list_0'],
    note: 'Grade A by score, capped because: probe-bound-exceeded on list_0',
  });
});

test('every failure is a reason, and the note names three', async () => {
  // Many tools, so that five failing ones leave a B.
  const tools = Array.from({ length: 20 }, (_, at) => tool(`list_${at}`, at < 5));
  const relations = tools.map(({ name }) => ({ tool: name, param: 'limit', values: [1], expect: 'exact' }) as const);
  const { report } = await probed(tools, { effects: { relations } });
  const { reasons, note } = capOf(report) as { reasons: string[]; note: string };
  expect(reasons).toHaveLength(5);
  expect(note).toBe(
    'Grade B by score, capped because: probe-bound-exceeded on list_0, probe-bound-exceeded on list_1, probe-bound-exceeded on list_2 and 2 more',
  );
});

test('a letter that is as low by score is not capped', async () => {
  const report = await run(5);
  expect([report.uncappedGrade, report.grade, capOf(report)['capped']]).toEqual(['C', 'C', false]);
});

test('without failures nothing is capped, though a cap was in force', async () => {
  expect(capOf(await run(0))).toMatchObject({ enabled: true, capped: false, cap: 'C', reasons: [], note: null });
});

describe('switched off', () => {
  test('the letter is that of the score, and what would have capped is still told', async () => {
    const report = await run(1, off);
    expect([report.grade, report.cap.letter]).toEqual(['A', null]);
    expect(capOf(report)).toMatchObject({
      enabled: false,
      capped: false,
      cap: 'C',
      uncapped_grade: 'A',
      reasons: ['probe-bound-exceeded on list_0'],
      note: null,
    });
  });
});

test.each([
  ['guesses', { effects: {} }],
  ['warnings by toggle', { toggles: { 'probe-bound-exceeded': 'warning' } }],
  ['rules that are off', { toggles: { 'probe-bound-exceeded': 'off' } }],
] as const)('%s cap nothing', async (_, around) => {
  expect((await run(3, around)).cap).toMatchObject({ letter: null, reasons: [] });
});

test('a guess caps nothing, whatever severity another plugin gives it', async () => {
  const strict = definePlugin({
    name: 'strict',
    after: ['effect-severity'],
    apply({ hooks }) {
      hooks.verdict.tap('strict', (verdict) => ({ ...verdict, severity: 'error' }));
    },
  });
  expect((await run(3, { effects: {}, plugins: [strict] })).cap.letter).toBeNull();
});

test('another cap may lower further, and both give their reasons', async () => {
  const lower = (letter: Grade) =>
    definePlugin({
      name: 'cap-house',
      after: ['cap-effect-failures'],
      apply({ hooks }) {
        hooks.gradeCap.tap('cap-house', (cap) => lowerCap(cap, letter, 'the house says so'));
      },
    });
  const report = await run(1, { plugins: [lower('D')] });
  expect(report.grade).toBe('D');
  expect(capOf(report)).toMatchObject({
    cap: 'D',
    reasons: ['probe-bound-exceeded on list_0', 'the house says so'],
  });
  expect((await run(1, { plugins: [lower('B')] })).grade).toBe('C');
});
