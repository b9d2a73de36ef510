import { describe, expect, test } from 'vitest';
import { failedGates } from '../../core/cli/gates.js';
import { endOf, LINT, TEST } from '../../core/cli/run-kind.js';
import { baseline, type RunOf, runOf, type Thing } from '../baseline/runs.js';

const bad = { tool: 'search', param: 'limit', bad: true };
const another = { ...bad, param: 'offset' };
const GATES = { failUnder: undefined, ci: true, strictBaseline: true };

async function report(known: readonly Thing[], things: readonly Thing[], given: RunOf = {}) {
  return runOf(things, { ...given, input: { baseline: await baseline(known, given) } });
}

describe('a run with a baseline', () => {
  test('passes with what is known, and fails on an error that is new', async () => {
    expect(failedGates(await report([bad], [bad]), GATES)).toEqual([]);
    expect(failedGates(await report([bad], [bad, another]), GATES)).toEqual([
      '1 new blocking finding of severity error',
    ]);
    expect(endOf(LINT, await report([bad], [bad]), { ...GATES, ci: false }, false).code).toBe(0);
    expect(endOf(LINT, await report([bad], [bad, another]), { ...GATES, ci: false }, false).code).toBe(1);
  });

  test('passes with a new warning, and with what does not count', async () => {
    expect(failedGates(await report([], [bad], { rule: { severity: 'warning' } }), GATES)).toEqual([]);
    expect(failedGates(await report([], [bad], { rule: { counted: false } }), GATES)).toEqual([]);
  });

  test('is held to the grade it has', async () => {
    const same = await report([bad], [bad]);
    expect(failedGates(same, { ...GATES, failUnder: { grade: 'B' } })).toEqual(['grade F is below B']);
    expect(failedGates(same, { ...GATES, failUnder: { score: 0.5 } })).toEqual(['score 0.0000 is below 0.5']);
  });

  test('fails on entries that do not occur any more only when it is strict', async () => {
    const fixed = await report([bad, another], [{ ...bad, bad: false }, another]);
    expect(failedGates(fixed, { ...GATES, strictBaseline: false })).toEqual([]);
    expect(failedGates(fixed, { ...GATES, ci: false })).toEqual([
      '1 entry of the baseline does not occur any more. Write it again: the same command with --report json=base.json',
    ]);
    expect(endOf(TEST, fixed, { ...GATES, ci: false }, false).code).toBe(1);
    expect(failedGates(await report([bad, another], []), { ...GATES, ci: false })[0]).toMatch(
      /^2 entries of the baseline do not occur any more\./,
    );
  });

  test('is not strict about what nobody looked at', async () => {
    expect(failedGates(await report([bad], [{ ...bad, unsure: 'no answer' }]), GATES)).toEqual([]);
  });
});

test('without a baseline every error blocks', async () => {
  expect(failedGates(await runOf([bad]), GATES)).toEqual(['1 blocking finding of severity error']);
});
