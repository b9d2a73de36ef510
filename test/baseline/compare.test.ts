import { describe, expect, test } from 'vitest';
import { against, baseline, runOf } from './runs.js';

const bad = { tool: 'search', param: 'limit', bad: true };
const good = { ...bad, bad: false };
const NOTHING = { states: [], fixed: [], left: [] };

describe('a finding of the run', () => {
  test('is known when the baseline has it, wherever its tool stands, and new when not', async () => {
    const known = await baseline([bad]);
    expect(await against(known, [{ tool: 'add', param: 'limit', bad: true }, bad])).toEqual({
      states: ['new add limit', 'known search limit'],
      fixed: [],
      left: [],
    });
  });

  test('is told apart by what identifies it, on one tool', async () => {
    const known = await baseline([bad]);
    expect((await against(known, [bad, { ...bad, param: 'offset' }])).states).toEqual([
      'known search limit',
      'new search offset',
    ]);
  });

  test('of two that are equal, one is known when the baseline has one', async () => {
    const known = await baseline([bad]);
    expect((await against(known, [bad, bad])).states).toEqual(['known search limit', 'new search limit']);
  });

  test('is known under the earlier name of its rule', async () => {
    const known = await baseline([bad], { rule: { id: 'thing-wrong' } });
    expect(await against(known, [bad], { rule: { aliases: ['thing-wrong'] } })).toEqual({
      ...NOTHING,
      states: ['known search limit'],
    });
    expect((await against(known, [bad])).states).toEqual(['new search limit']);
  });
});

describe('a finding that the run does not have is fixed', () => {
  test('when the same thing was looked at and is fine', async () => {
    expect(await against(await baseline([bad]), [good])).toEqual({ ...NOTHING, fixed: ['thing-bad on search'] });
  });

  test('when its tool is gone, even where the rule is off', async () => {
    const known = await baseline([bad], { tools: ['other'] });
    expect((await against(known, [], { tools: ['other'] })).fixed).toEqual(['thing-bad on search']);
  });

  test('when what it was about is gone from a definition', async () => {
    expect((await against(await baseline([bad]), [], { tools: ['search'] })).fixed).toEqual(['thing-bad on search']);
  });

  test('when one of two equal ones is left', async () => {
    expect(await against(await baseline([bad, bad]), [bad, good])).toEqual({
      states: ['known search limit'],
      fixed: ['thing-bad on search'],
      left: [],
    });
  });

  test('when the rule has another name by now', async () => {
    const known = await baseline([bad], { rule: { id: 'thing-wrong' } });
    expect((await against(known, [good], { rule: { aliases: ['thing-wrong'] } })).fixed).toEqual([
      'thing-wrong on search',
    ]);
  });
});

describe('a finding that the run does not have was not looked at', () => {
  test('when nobody could tell', async () => {
    const known = await baseline([bad]);
    expect(await against(known, [{ ...bad, unsure: 'it did not answer' }])).toEqual({
      ...NOTHING,
      left: ['thing-bad on search: it did not answer'],
    });
    expect((await against(known, [{ ...bad, blind: 'it did not answer' }])).left).toEqual([
      'thing-bad on search: it did not answer',
    ]);
  });

  test('and another thing of which nobody could tell does not keep it from being fixed', async () => {
    const found = await against(await baseline([bad]), [good, { ...bad, param: 'offset', unsure: 'no answer' }]);
    expect(found).toEqual({ ...NOTHING, fixed: ['thing-bad on search'] });
  });

  test('when the rule is not there, or is off', async () => {
    const known = await baseline([bad]);
    expect((await against(known, [bad], { rule: { id: 'another' } })).left).toEqual([
      'thing-bad on search: no rule of this run has that name',
    ]);
  });

  test('when the probe only calls, and made no such call', async () => {
    const given = { tools: ['search'], effects: 'call' } as const;
    expect((await against(await baseline([bad]), [], given)).left).toEqual([
      'thing-bad on search: this run made no such check of it',
    ]);
  });

  test('when its probe did not run, which is not asked for', async () => {
    const known = await baseline([bad]);
    const asked = { effects: 'call', optIn: true, rule: { family: 'effect' } } as const;
    expect((await against(known, [bad], asked)).left).toEqual([
      'thing-bad on search: nothing in this run looked for it; --probes does',
    ]);
    expect((await against(known, [bad], { effects: 'call', input: { only: ['read'] } })).left).toEqual([
      'thing-bad on search: nothing in this run looked for it',
    ]);
  });

  test('when the run was cut short', async () => {
    const signal = AbortSignal.abort('the user ended it');
    expect((await against(await baseline([bad]), [good], { input: { signal } })).left).toEqual([
      'thing-bad on search: the run did not finish: the user ended it',
    ]);
  });
});

test('a rule that is off says where that was decided', async () => {
  const known = await baseline([bad]);
  const report = await runOf([good], { input: { baseline: known } });
  const rule = report.rules.get('thing-bad');
  const { compareWithBaseline } = await import('../../core/baseline/compare.js');
  if (rule === undefined) throw new Error('no rule');
  const origin = { source: 'toolscore.config.yaml', line: 3 };
  const off = { ...report, verdicts: [], rules: new Map([['thing-bad', { ...rule, toggle: 'off' as const, origin }]]) };
  expect(compareWithBaseline(off, known).notLookedAt.map(({ reason }) => reason)).toEqual([
    'the rule is off (toolscore.config.yaml:3)',
  ]);
});

test('a baseline of another server is compared, and its name is kept', async () => {
  const known = await baseline([bad], { server: 'other' });
  const report = await runOf([bad], { input: { baseline: known } });
  expect(report.baseline).toMatchObject({ source: 'base.json', otherServer: 'other' });
  expect([...(report.baseline?.states.values() ?? [])]).toEqual(['known']);
  expect((await runOf([bad], { input: { baseline: await baseline([bad]) } })).baseline?.otherServer).toBeUndefined();
});

test('a baseline changes neither score nor grade', async () => {
  const { grade, score } = await runOf([bad, { ...good, param: 'offset' }]);
  const compared = await runOf([bad, { ...good, param: 'offset' }], { input: { baseline: await baseline([bad]) } });
  expect([compared.grade, compared.score]).toEqual([grade, score]);
});

test('a report that does not say what was sought is believed by what it has', async () => {
  const { compareWithBaseline } = await import('../../core/baseline/compare.js');
  const known = await baseline([bad]);
  const silent = { ...(await runOf([], { tools: ['search'] })), sought: undefined };
  expect(compareWithBaseline(silent, known).notLookedAt.map(({ reason }) => reason)).toEqual([
    'nothing in this run looked for it',
  ]);
});

test('a thousand entries of one rule on one tool are compared at once', async () => {
  const things = Array.from({ length: 1_000 }, (_, at) => ({ ...bad, param: `p${at}` }));
  const known = await baseline(things);
  const { states, fixed } = await against(
    known,
    things.map((thing, at) => ({ ...thing, bad: at < 10 })),
  );
  expect([states.length, fixed.length]).toEqual([10, 990]);
});
