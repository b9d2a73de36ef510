import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Finding, findingId, openedFinding } from '../../core/findings/finding.js';
import { type CaseResult, claimed, nextProgress, type Progress, withResult } from '../../core/findings/lifecycle.js';

const NOW = '2026-01-02T03:04:05.678Z';

describe('the table of V-3', () => {
  test.each([
    // now, streak, result, same case, next, streak
    ['open', 0, 'pass', true, 'verifying', 1],
    ['open', 0, 'pass', false, 'verifying', 1],
    ['open', 0, 'fail', true, 'fix-claimed', 0],
    ['open', 0, 'fail', false, 'fix-claimed', 0],
    ['fix-claimed', 0, 'pass', true, 'verifying', 1],
    ['fix-claimed', 0, 'pass', false, 'verifying', 1],
    ['fix-claimed', 0, 'fail', true, 'fix-claimed', 0],
    ['fix-claimed', 0, 'fail', false, 'fix-claimed', 0],
    ['verifying', 1, 'pass', true, 'verifying', 2],
    ['verifying', 2, 'pass', true, 'closed', 3],
    ['verifying', 2, 'pass', false, 'verifying', 1],
    ['verifying', 2, 'fail', true, 'open', 0],
    ['verifying', 2, 'fail', false, 'fix-claimed', 0],
    ['closed', 3, 'pass', true, 'closed', 4],
    ['closed', 3, 'pass', false, 'verifying', 1],
    ['closed', 3, 'fail', true, 'open', 0],
    ['closed', 3, 'fail', false, 'fix-claimed', 0],
  ] as const)('%s (%i), %s, same case %s: %s (%i)', (state, streak, result, same, next, nextStreak) =>
    expect(nextProgress({ state, streak }, result, same)).toEqual({ state: next, streak: nextStreak }),
  );

  test('closes only after three passes of one case in a row', () => {
    const result = fc.record({ result: fc.constantFrom('pass' as const, 'fail' as const), same: fc.boolean() });
    fc.assert(
      fc.property(fc.constantFrom('open', 'fix-claimed'), fc.array(result, { maxLength: 12 }), (state, results) => {
        let progress: Progress = { state, streak: 0 };
        const closedBy = results.flatMap((one, at) => {
          progress = nextProgress(progress, one.result, one.same);
          return progress.state === 'closed' ? [results.slice(Math.max(0, at - 2), at + 1)] : [];
        });
        const inARow = closedBy.map(
          (last) => last.length === 3 && last.every((each, at) => each.result === 'pass' && (at === 0 || each.same)),
        );
        expect(inARow).not.toContain(false);
      }),
    );
  });
});

describe('a result', () => {
  const opened = openedFinding({ server: 'local', tool: 'read' }, 'recurring-error', NOW);
  const result = (run: string, more: Partial<CaseResult> = {}): CaseResult => ({
    run,
    case: 'one',
    fingerprint: 'f',
    result: 'pass',
    at: '2026-02-02T00:00:00.000Z',
    ...more,
  });
  const after = (finding: Finding, ...results: readonly CaseResult[]): Finding => results.reduce(withResult, finding);

  test('leaves what it is bound to, when it was, and which run it came from', () => {
    expect(after(opened, result('a'))).toEqual({
      ...opened,
      state: 'verifying',
      streak: 1,
      case: 'one',
      fingerprint: 'f',
      runs: ['a'],
      updated_at: '2026-02-02T00:00:00.000Z',
    });
  });

  test('counts on as long as the fingerprint is the same', () => {
    expect(after(opened, result('a'), result('b'), result('c'))).toMatchObject({ state: 'closed', streak: 3 });
    const changed = after(opened, result('a'), result('b'), result('c', { fingerprint: 'g' }));
    expect(changed).toMatchObject({ state: 'verifying', streak: 1, fingerprint: 'g' });
  });

  test('of a run that has counted adds nothing, the latest or an earlier one', () => {
    const two = after(opened, result('a'), result('b'));
    expect(withResult(two, result('b'))).toBe(two);
    expect(withResult(two, result('a'))).toBe(two);
    expect(withResult(two, result('b', { result: 'fail', fingerprint: 'g' }))).toBe(two);
  });

  test('remembers a hundred runs', () => {
    const many = after(opened, ...Array.from({ length: 150 }, (_, at) => result(`run ${at}`)));
    expect(many.runs).toHaveLength(100);
    expect(many.runs.at(-1)).toBe('run 149');
  });

  test('an open finding can be claimed to be fixed, and no other', () => {
    expect(claimed(opened, 'later')).toEqual({ ...opened, state: 'fix-claimed', updated_at: 'later' });
    for (const state of ['fix-claimed', 'verifying', 'closed'] as const)
      expect(claimed({ ...opened, state }, 'later')).toBeUndefined();
  });
});

describe('the id of a finding', () => {
  test('is made of its subject, each part after its length', () => {
    const part = (text: string): Buffer =>
      Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, text.length]), Buffer.from(text)]);
    const hash = createHash('sha256').update(Buffer.concat([part('local'), part('read'), part(''), part('')]));
    expect(findingId({ server: 'local', tool: 'read' })).toBe(`finding-${hash.digest('hex').slice(0, 16)}`);
  });

  test('tells apart what would read alike in one text', () => {
    const ids = [
      { server: 'ab', tool: 'c' },
      { server: 'a', tool: 'bc' },
      { server: 'a', tool: 'b', code: 'c' },
      { server: 'a', tool: 'b', templateId: 'c' },
    ].map(findingId);
    expect(new Set(ids).size).toBe(4);
  });
});
