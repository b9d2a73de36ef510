/** Declared calls that should return the same twice, over made-up servers. Scorecard 2.7. */

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { type Around, failed, type Listed, probed, structured, taking, text, told, type Tool } from './run.js';

const history = (answer: Tool, annotations: JsonObject = {}): Listed => ({
  name: 'get_history',
  inputSchema: taking({ key: { type: 'string' } }, 'key'),
  annotations,
  answer,
});

async function row(answer: Tool, around: Around = {}, annotations: JsonObject = {}) {
  const { rows, ...run } = await probed([history(answer, annotations)], {
    ...around,
    effects: { idempotent: [{ id: 'same-history', tool: 'get_history', args: { key: 'motd' } }], ...around.effects },
  });
  expect(rows).toHaveLength(1);
  const [one] = rows;
  if (one === undefined) throw new Error('no row');
  return { ...one, ...run, told: told(one) };
}

/** The first answer, then the second. */
const inTurn =
  (...answers: readonly JsonObject[]): Tool =>
  (_, call) =>
    answers[call - 1] ?? {};

test('the same twice passes', async () => {
  const { sent, ...one } = await row(() => structured({ values: ['b', 'a'] }));
  expect(one).toMatchObject({
    told: 'pass high',
    check: 'idempotent',
    id: 'same-history',
    basis: 'declared in the probe config',
    message: 'the same call returned the same structured content twice',
  });
  expect(sent).toEqual([{ key: 'motd' }, { key: 'motd' }]);
});

test('something else the second time is an error that shows the difference', async () => {
  const one = await row(inTurn(structured({ values: ['b', 'a'] }), structured({ values: ['a', 'b'] })));
  expect(one).toMatchObject({
    told: 'fail probe-not-idempotent high error',
    message:
      'get_history returned different results for the same call: first {"values":["b","a"]}, then {"values":["a","b"]} (probe-not-idempotent)',
  });
  expect(one.report.cap.reasons).toEqual(['probe-not-idempotent on get_history']);
  expect(one.report.observations[0]?.evidence).toEqual([1, 2]);
});

describe('what is compared', () => {
  test.each<readonly [string, JsonObject, JsonObject, string]>([
    ['structured content by its value', structured({ a: 1, b: 2 }), structured({ b: 2, a: 1 }), 'pass high'],
    [
      'structured content before texts',
      { ...text('at 9:00'), structuredContent: { a: 1 } },
      { ...text('at 9:01'), structuredContent: { a: 1 } },
      'pass high',
    ],
    [
      'texts when only one has structured content',
      { ...text('a'), structuredContent: { a: 1 } },
      text('a'),
      'pass high',
    ],
    ['texts', text('a', 'b'), text('a', 'c'), 'fail probe-not-idempotent high error'],
    ['texts in their order', text('a', 'b'), text('b', 'a'), 'fail probe-not-idempotent high error'],
    [
      'content without texts',
      { content: [{ type: 'image', data: 'AA' }] },
      { content: [{ type: 'image', data: 'BB' }] },
      'fail probe-not-idempotent high error',
    ],
    [
      'not _meta of the result',
      { ...text('a'), _meta: { request: 1 } },
      { ...text('a'), _meta: { request: 2 } },
      'pass high',
    ],
    [
      'not _meta of an item',
      { content: [{ type: 'image', data: 'AA', _meta: { n: 1 } }] },
      { content: [{ type: 'image', data: 'AA', _meta: { n: 2 } }] },
      'pass high',
    ],
  ])('%s', async (_, first, second, wanted) => {
    expect((await row(inTurn(first, second))).told).toBe(wanted);
  });

  test('a long difference is shown around its place', async () => {
    const [same, end] = ['x'.repeat(5_000), 'y'.repeat(5_000)];
    const { message } = await row(inTurn(text(`${same}1${end}`), text(`${same}2${end}`)));
    expect(message).toMatch(/: first …x{20}1y{49}…, then …x{20}2y{49}… \(probe-not-idempotent\)$/);
  });

  test('what is nested too deeply is not', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    expect((await row(() => ({ content: [], structuredContent: { deep } }))).told).toBe('inconclusive');
  });
});

describe('errors', () => {
  test('one of two is a different result', async () => {
    expect(await row(inTurn(text('a'), failed('busy')))).toMatchObject({
      told: 'fail probe-not-idempotent high error',
      message: expect.stringContaining('the first call worked, the second was refused (busy)') as string,
    });
    expect((await row(inTurn(failed('busy'), text('a')))).told).toBe('fail probe-not-idempotent high error');
  });

  test('both tell nothing and say what to give', async () => {
    expect(await row(() => failed('unknown key'))).toMatchObject({
      told: 'inconclusive',
      message:
        'each of the two calls fails (unknown key); give it values it accepts with --arg get_history:key=VALUE, or with args in the config',
    });
  });

  test('no answer in time tells nothing', async () => {
    const late: JsonObject = { kind: 'timeout', reason: 'no answer within 1 s' };
    expect(await row(inTurn(text('a'), late))).toMatchObject({
      told: 'inconclusive',
      message: 'the second call tells nothing: no answer within 1 s',
    });
  });
});

test('a tool that is not read-only needs permission', async () => {
  const writing = { readOnlyHint: false };
  expect(await row(() => text('a'), {}, writing)).toMatchObject({ told: 'skipped', sent: [] });
  expect((await row(() => text('a'), { permissions: { allowWrites: true } }, writing)).told).toBe('pass high');
});

test('an excluded tool is not called', async () => {
  expect(await row(() => text('a'), { effects: { exclude: ['get_history'] } })).toMatchObject({
    told: 'inconclusive',
    sent: [],
  });
});
