import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';

type Scripted = Partial<Answer>;

const FINE: Scripted = { result: { content: [] } };
const TOOL_ERROR: Scripted = {
  result: { content: [{ type: 'text', text: 'retryable: true marker-word' }], isError: true },
};
const refused = (error: JsonObject): Scripted => ({ kind: 'error', error: { message: 'marker-word', ...error } });
const hinting = (retryable: unknown, code = -32010): Scripted => refused({ code, data: { retryable } });

/** Runs one case; call n gets answer n, and the last answer again from then on. */
async function honesty(expectRetryable: boolean, answers: readonly Scripted[], maxAttempts = 5) {
  const fields = { tool: 'read', arguments: {}, max_attempts: maxAttempts, expect_retryable: expectRetryable };
  let asked = 0;
  const run = await runCases([caseOf('error-honesty', fields)], () => {
    asked += 1;
    return answers[Math.min(asked, answers.length) - 1] ?? FINE;
  });
  const { attempts, at } = run.data('one', 'case.run') ?? {};
  return { failed: run.failed('one'), attempts, at, asked, run };
}

describe('passes', () => {
  test.each<[string, boolean, readonly Scripted[], number]>([
    ['two consistent refusals, when it is not to be retried', false, [hinting(false)], 2],
    ['recovery on the second call', true, [hinting(true), FINE], 2],
    ['recovery on the third call', true, [hinting(true), hinting(true), FINE], 3],
    ['recovery on the last call', true, [...Array<Scripted>(4).fill(hinting(true)), FINE], 5],
    ['the hint at the older place', false, [refused({ code: 1, retryable: false })], 2],
    ['the hint at both places, equal', false, [refused({ code: 1, retryable: false, data: { retryable: false } })], 2],
    ['the older hint beside data that is no object', false, [refused({ code: 1, retryable: false, data: 'text' })], 2],
  ])('%s', async (_, retryable, answers, calls) => {
    const seen = await honesty(retryable, answers);
    expect(seen).toMatchObject({ failed: [], attempts: calls, at: calls, asked: calls });
  });
});

describe('fails with one label, at the call that decides', () => {
  test.each<[string, boolean, readonly Scripted[], string, number]>([
    ['success at once', true, [FINE], 'expected-error', 1],
    ['success at once, not to be retried', false, [FINE], 'expected-error', 1],
    ['success later, not to be retried', false, [hinting(false), FINE], 'unexpected-outcome', 2],
    ['another code on the second call', true, [hinting(true, 1), hinting(true, 2)], 'unstable-error-code', 2],
    [
      'another code on the third call',
      true,
      [hinting(true), hinting(true), hinting(true, 7)],
      'unstable-error-code',
      3,
    ],
    ['another code, not to be retried', false, [hinting(false, 1), hinting(false, 2)], 'unstable-error-code', 2],
    [
      'another code and another hint: the code comes first',
      true,
      [hinting(true, 1), hinting(false, 2)],
      'unstable-error-code',
      2,
    ],
    ['a tool error after a protocol error', true, [hinting(true), TOOL_ERROR], 'unstable-error-code', 2],
    ['the wrong hint', true, [hinting(false)], 'retryability-mismatch', 1],
    ['the wrong hint the other way round', false, [hinting(true)], 'retryability-mismatch', 1],
    ['the wrong hint on the second call', false, [hinting(false), hinting(true)], 'retryability-mismatch', 2],
    [
      'the wrong hint on the last call',
      true,
      [...Array<Scripted>(4).fill(hinting(true)), hinting(false)],
      'retryability-mismatch',
      5,
    ],
    ['no hint', false, [refused({ code: 1 })], 'retryability-mismatch', 1],
    ['no hint in data', false, [refused({ code: 1, data: {} })], 'retryability-mismatch', 1],
    ['a tool error has no hint', true, [TOOL_ERROR], 'retryability-mismatch', 1],
    [
      'a tool error has no hint, also when that is what is expected of it',
      false,
      [TOOL_ERROR],
      'retryability-mismatch',
      1,
    ],
    ['a text as hint', true, [hinting('true')], 'retryability-mismatch', 1],
    ['a number as hint', false, [hinting(0)], 'retryability-mismatch', 1],
    ['null as hint', false, [hinting(null)], 'retryability-mismatch', 1],
    [
      'two hints that differ',
      true,
      [refused({ code: 1, retryable: false, data: { retryable: true } })],
      'retryability-mismatch',
      1,
    ],
    [
      'two hints that differ, the other way round',
      false,
      [refused({ code: 1, retryable: false, data: { retryable: true } })],
      'retryability-mismatch',
      1,
    ],
    [
      'one good hint beside a malformed one',
      true,
      [refused({ code: 1, retryable: 'yes', data: { retryable: true } })],
      'retryability-mismatch',
      1,
    ],
    ['promised retries that never help', true, [hinting(true)], 'retry-did-not-recover', 5],
  ])('%s', async (_, retryable, answers, label, calls) => {
    const seen = await honesty(retryable, answers);
    expect(seen).toMatchObject({ failed: [label], attempts: calls, at: calls, asked: calls });
    expect(JSON.stringify([seen.run.report.observations, seen.run.report.verdicts])).not.toContain('marker-word');
  });

  test('the fewest attempts are two', async () => {
    expect(await honesty(true, [hinting(true)], 2)).toMatchObject({ failed: ['retry-did-not-recover'], attempts: 2 });
    expect(await honesty(true, [hinting(true), FINE], 2)).toMatchObject({ failed: [], attempts: 2 });
    expect(await honesty(false, [hinting(false)], 20)).toMatchObject({ failed: [], attempts: 2, asked: 2 });
  });
});

test('says what it found, in words of ours', async () => {
  const { run } = await honesty(true, [refused({ code: 1, retryable: 'yes', data: { retryable: 'no' } })]);
  const attempt = { ended: 'error', code: 1, hint: 'malformed' };
  expect(run.data('one', 'case.error-honesty')).toEqual({
    attempts: 1,
    max_attempts: 5,
    expect_retryable: true,
    first: attempt,
    last: attempt,
  });
});

describe('is incomplete, whatever came before', () => {
  test.each<[string, Scripted, string]>([
    ['no answer in time', { kind: 'timeout' }, 'transport-timeout'],
    ['a connection that ended', { kind: 'closed' }, 'transport-closed'],
    ['an answer that is none', { kind: 'malformed' }, 'transport-error'],
    ['an error without a whole code', refused({ code: 1.5 }), 'transport-error'],
    ['an error with a text as code', refused({ code: 'E1', data: { retryable: true } }), 'transport-error'],
    ['a flag that is no boolean', { result: { isError: 'yes' } }, 'transport-error'],
  ])('%s', async (_, answer, label) => {
    const seen = await honesty(true, [hinting(true), answer]);
    expect(seen).toMatchObject({ failed: [label], asked: 2, attempts: undefined });
  });
});
