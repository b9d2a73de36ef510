/** Declared agreements over made-up servers. Scorecard 2.7. */

import { describe, expect, test } from 'vitest';
import type { Agreement } from '../../core/index.js';
import type { JsonObject } from '../../core/json.js';
import { type Around, failed, type Listed, probed, structured, taking, text, told, type Tool } from './run.js';

const NOTES = ['a', 'b', 'c', 'd', 'e'].map((title, at) => ({ id: at + 1, title }));
const titles = (...wanted: readonly string[]): readonly JsonObject[] =>
  NOTES.filter(({ title }) => wanted.includes(title));

const tool = (name: string, answer: Tool, annotations: JsonObject = {}): Listed => ({
  name,
  inputSchema: taking({ query: { type: 'string' } }),
  annotations,
  answer,
});
const search = (answer: Tool): Listed => tool('search_notes', answer);
const list = (answer: Tool = () => structured({ notes: NOTES })): Listed => tool('list_notes', answer);
const found = (...wanted: readonly string[]): Listed => search(() => structured({ notes: titles(...wanted) }));

type Declared = Partial<Omit<Agreement, 'left' | 'right'>> & {
  readonly left?: Partial<Agreement['left']>;
  readonly right?: Partial<Agreement['right']>;
};

async function row(tools: readonly Listed[], { left, right, ...rest }: Declared = {}, around: Around = {}) {
  const agreement = { left: { tool: 'search_notes', ...left }, right: { tool: 'list_notes', ...right }, ...rest };
  const { rows, ...run } = await probed(tools, {
    ...around,
    effects: { builtins: false, agreements: [agreement], ...around.effects },
  });
  expect(rows).toHaveLength(1);
  const [one] = rows;
  if (one === undefined) throw new Error('no row');
  return { ...one, ...run, told: told(one) };
}

describe('a subset', () => {
  test('passes when every left item is among the right ones', async () => {
    expect(await row([found('a', 'c'), list()])).toMatchObject({
      told: 'pass high',
      check: 'agreement',
      tool: 'search_notes',
      basis: 'declared in the probe config',
      message: 'the 2 items of search_notes (left) are among the 5 items of list_notes (right)',
      details: [
        { step: 'search_notes (left)', outcome: '2 items' },
        { step: 'list_notes (right)', outcome: '5 items' },
      ],
    });
  });

  test('fails with the items that differ, as an error of the left tool', async () => {
    const { report, ...one } = await row([found('a', 'b'), list(() => structured({ notes: titles('b', 'c') }))]);
    expect(one).toMatchObject({
      told: 'fail probe-paths-disagree high error',
      tool: 'search_notes',
      message:
        'search_notes (left) and list_notes (right) disagree: {"id":1,"title":"a"} (left only) (probe-paths-disagree)',
    });
    expect(report.cap.reasons).toEqual(['probe-paths-disagree on search_notes']);
  });

  test('names three at most and counts the rest', async () => {
    const { message } = await row([found('a', 'b', 'c', 'd', 'e'), list(() => structured({ notes: [] }))], {
      left: { field: 'title' },
    });
    expect(message).toBe(
      'search_notes (left) and list_notes (right) disagree: "a" (left only), "b" (left only), "c" (left only) and 2 more (probe-paths-disagree)',
    );
  });

  test('minds neither order nor repetition nor the order of members', async () => {
    const left = search(() =>
      structured({
        notes: [
          { title: 'b', id: 2 },
          { title: 'a', id: 1 },
          { title: 'a', id: 1 },
        ],
      }),
    );
    expect((await row([left, list()])).told).toBe('pass high');
  });

  test('of nothing proves nothing', async () => {
    expect(await row([found(), list()])).toMatchObject({
      told: 'inconclusive',
      message: expect.stringMatching(
        /^search_notes \(left\) returns no items, which proves nothing; give arguments/,
      ) as string,
    });
  });

  test('of nothing that is sent as null, or as no content, proves nothing either', async () => {
    for (const none of [structured({ notes: null, total: 0 }), { content: [] }, text('[]')])
      expect((await row([search(() => none), list()])).told).toBe('inconclusive');
  });
});

describe('equal', () => {
  const equal = (left: readonly JsonObject[], right: readonly JsonObject[]) =>
    row([search(() => structured({ notes: left })), list(() => structured({ notes: right }))], { expect: 'equal' });

  test('passes with the same items in any order', async () => {
    expect(await equal(NOTES, NOTES.toReversed())).toMatchObject({
      told: 'pass high',
      message: 'both return the same 5 items',
    });
  });

  test.each([
    ['one only on the left', titles('a', 'b'), titles('a'), '{"id":2,"title":"b"} (left only)'],
    ['one only on the right', titles('a'), titles('a', 'b'), '{"id":2,"title":"b"} (right only)'],
    ['none on the left', [], titles('a'), '{"id":1,"title":"a"} (right only)'],
    [
      'one more often',
      [...titles('a'), ...titles('a')],
      titles('a'),
      '{"id":1,"title":"a"} (2 on the left, 1 on the right)',
    ],
  ])('fails with %s', async (_, left, right, shown) => {
    expect(await equal(left, right)).toMatchObject({
      told: 'fail probe-paths-disagree high error',
      message: expect.stringContaining(shown) as string,
    });
  });

  test('of two empty sides proves nothing', async () => {
    expect((await equal([], [])).told).toBe('inconclusive');
  });
});

describe('a field', () => {
  test.each([
    ['on the left only', { left: { field: 'title' } }],
    ['on the right only', { right: { field: 'title' } }],
    ['on both sides', { left: { field: 'title' }, right: { field: 'title' } }],
  ])('given %s is compared on both', async (_, given) => {
    // The other fields differ.
    const left = search(() => structured({ notes: [{ title: 'a', score: 0.5 }] }));
    expect((await row([left, list()], given)).told).toBe('pass high');
  });

  test('may have another name on each side', async () => {
    const left = search(() => structured({ hits: [{ name: 'a' }] }));
    expect((await row([left, list()], { left: { field: 'name' }, right: { field: 'title' } })).told).toBe('pass high');
  });

  test('is held against plain texts of the other side', async () => {
    const right = list(() => structured({ titles: ['a', 'b'] }));
    expect((await row([found('a'), right], { left: { field: 'title' } })).told).toBe('pass high');
    expect((await row([found('c'), right], { left: { field: 'title' } })).told).toBe(
      'fail probe-paths-disagree high error',
    );
  });

  test('that an item lacks leaves the item out, and says so', async () => {
    const left = search(() => structured({ notes: [{ title: 'a' }, { heading: 'x' }] }));
    expect(await row([left, list()], { left: { field: 'title' } })).toMatchObject({
      told: 'pass high',
      details: [{ step: 'search_notes (left)', outcome: '1 item', note: '1 without the field left out' }, {}],
    });
  });

  test('that no item has is a mistake in the config, not of the server', async () => {
    expect(await row([found('a'), list()], { left: { field: 'name' } })).toMatchObject({
      told: 'inconclusive',
      message: 'no item of search_notes (left) has the field "name"; they have id and title',
    });
  });

  test('may be called anything', async () => {
    expect((await row([found('a'), list()], { left: { field: 'constructor' } })).told).toBe('inconclusive');
    const own = JSON.parse('{"notes":[{"__proto__":"a"}]}') as JsonObject;
    expect(
      (await row([search(() => structured(own)), list(() => structured(own))], { left: { field: '__proto__' } })).told,
    ).toBe('pass high');
  });
});

describe('the form of answers', () => {
  const prose = (...wanted: readonly string[]): JsonObject => text(wanted.join('\n'));

  test('prose tells nothing', async () => {
    const left = search(() => prose('Found 1 note:', 'a'));
    expect(await row([left, list()])).toMatchObject({
      told: 'inconclusive',
      message:
        'search_notes (left) answers in prose, whose lines need not be items; say unit: lines in the agreement if each line is one',
    });
    expect((await row([found('a'), list(() => prose('a'))])).told).toBe('inconclusive');
  });

  test('prose counts when the author says that lines are items', async () => {
    const sides = [search(() => prose('a', 'b')), list(() => prose('b', 'a', 'c'))];
    expect((await row(sides, { unit: 'lines' })).told).toBe('pass high');
    expect((await row(sides, { unit: 'lines', expect: 'equal' })).told).toBe('fail probe-paths-disagree high error');
  });

  test('lines of one side are held against a field of the other', async () => {
    const sides = [search(() => prose('a', 'b')), list()];
    expect((await row(sides, { unit: 'lines', right: { field: 'title' } })).told).toBe('pass high');
  });

  test('one text of JSON for each item', async () => {
    const left = search(() => text(...titles('a', 'b').map((one) => JSON.stringify(one))));
    expect((await row([left, list()])).told).toBe('pass high');
  });

  test('one record is a list of one only beside records like it, or by a field', async () => {
    const get = (value: JsonObject): Listed => search(() => structured(value));
    const [first] = NOTES;
    if (first === undefined) throw new Error('no notes');
    expect((await row([get(first), list()])).told).toBe('pass high');
    expect((await row([get({ ...first, title: 'x' }), list()])).told).toBe('fail probe-paths-disagree high error');
    expect((await row([get({ ...first, more: 1 }), list()], { left: { field: 'title' } })).told).toBe('pass high');
    expect(await row([get({ count: 5 }), list()])).toMatchObject({
      told: 'inconclusive',
      message: 'search_notes (left) answers with one object that is no list, and no item of the other side is like it',
    });
  });

  test('nobody can tell which of two lists is meant', async () => {
    expect((await row([search(() => structured({ notes: NOTES, tags: [] })), list()])).told).toBe('inconclusive');
  });

  test('what is nested too deeply is not compared', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level += 1) deep = { deep };
    expect((await row([search(() => ({ content: [], structuredContent: [deep] })), list()])).told).toBe('inconclusive');
  });
});

describe('before two ways to read are said to disagree', () => {
  test('they are asked again, and a reader that was late is in time', async () => {
    const late = list((_, call) => structured({ notes: call > 3 ? NOTES : titles('b') }));
    const { told: what, sent, details } = await row([found('a'), late]);
    expect([what, sent.length]).toEqual(['pass high', 4]);
    expect(details.map(({ step }) => step)).toContain('waited 0 ms');
  });

  test('both are asked three times in all', async () => {
    const { told: what, sent, report } = await row([found('a'), list(() => structured({ notes: titles('b') }))]);
    expect([what, sent.length]).toEqual(['fail probe-paths-disagree high error', 6]);
    expect(report.observations[0]?.evidence).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('data that changes from read to read tells nothing', async () => {
    const live = (name: string): Listed => tool(name, (_, call) => structured({ notes: [{ at: call }] }));
    expect(await row([live('search_notes'), live('list_notes')])).toMatchObject({
      told: 'inconclusive',
      message: 'what the two calls return changes from read to read; run it against a server at rest',
    });
  });

  test.each([{ nextCursor: 'x' }, { has_more: true }, { total: 9 }, { pagination: { hasNextPage: true } }])(
    'a right side that is only a page tells nothing: %j',
    async (more) => {
      const page = list(() => structured({ ...more, notes: titles('b') }));
      expect(await row([found('a'), page])).toMatchObject({
        told: 'inconclusive',
        message: 'list_notes (right) says that there is more than it returned; give it arguments that return all',
      });
    },
  );

  test.each([{ nextCursor: null }, { has_more: false }, { total: 1 }])('the last page is whole: %j', async (no) => {
    expect((await row([found('a'), list(() => structured({ ...no, notes: titles('b') }))])).told).toBe(
      'fail probe-paths-disagree high error',
    );
  });

  test('a left page matters only where both should be equal', async () => {
    const page = search(() => structured({ nextCursor: 'x', notes: titles('a') }));
    expect((await row([page, list(() => structured({ notes: titles('b') }))])).told).toBe(
      'fail probe-paths-disagree high error',
    );
    expect((await row([page, list()], { expect: 'equal' })).told).toBe('inconclusive');
  });
});

describe('calls', () => {
  test('send what is declared over what the user gave', async () => {
    const given = { left: { args: { query: 'x' } } };
    const { sent } = await row([found('a'), list()], given, { values: { query: 'y' } });
    expect(sent).toEqual([{ query: 'x' }, { query: 'y' }]);
  });

  test('an error on either side tells nothing and says what to give', async () => {
    const broken = (name: string): Listed => tool(name, () => failed('no such folder'));
    expect(await row([broken('search_notes'), list()])).toMatchObject({
      told: 'inconclusive',
      message:
        'search_notes (left) fails (no such folder); give it values it accepts with --arg search_notes:NAME=VALUE, or with args in the agreement',
    });
    expect((await row([found('a'), broken('list_notes')])).told).toBe('inconclusive');
  });

  test('a right tool that is not there', async () => {
    expect(await row([found('a')])).toMatchObject({
      told: 'inconclusive',
      message: 'the server has no tool "list_notes"',
    });
  });

  test.each(['search_notes', 'list_notes'])('%s that is not read-only needs permission', async (name) => {
    const tools = [found('a'), list()].map((one) =>
      one.name === name ? { ...one, annotations: { readOnlyHint: false } } : one,
    );
    expect(await row(tools)).toMatchObject({ told: 'skipped', sent: [] });
    expect((await row(tools, {}, { permissions: { allowWrites: true } })).told).toBe('pass high');
  });

  test.each(['search_notes', 'list_notes'])('%s that is excluded is not called', async (name) => {
    expect(await row([found('a'), list()], {}, { effects: { exclude: [name] } })).toMatchObject({
      told: 'inconclusive',
      sent: [],
    });
  });
});
