/** Bounds over made-up servers: every point of the specification, with a server that keeps it and one that does not. Scorecard 2.6. */

import { describe, expect, test } from 'vitest';
import type { BoundRelation } from '../../core/index.js';
import type { JsonObject } from '../../core/json.js';
import { type Around, failed, type Listed, probed, structured, taking, text, told, type Tool } from './run.js';

const INTEGER = { type: 'integer' };
const NOTES = ['a', 'b', 'c', 'd'].map((title) => ({ title }));
const LINES = ['one', 'two', 'three', 'four'];

const numberIn = (args: JsonObject, name: string): number | undefined => args[name] as number | undefined;

/** A list of these records, bounded by `limit` as `cut` does it. */
function lister(
  cut: (list: readonly JsonObject[], limit: number | undefined) => readonly JsonObject[],
  schema: JsonObject = INTEGER,
): Listed {
  return {
    name: 'list_notes',
    inputSchema: taking({ limit: schema }),
    answer: (args) => structured({ notes: cut(NOTES, numberIn(args, 'limit')) }),
  };
}
const honest = lister((list, limit) => list.slice(0, limit));

/** A file, its lines cut by `head` or `tail`. */
function file(answer: Tool, param: string = 'head', type: string = 'number'): Listed {
  return { name: 'read_file', inputSchema: taking({ [param]: { type } }), answer };
}
const lines = (list: readonly string[]): JsonObject => text(list.map((line) => `${line}\n`).join(''));

async function row(tool: Listed, around?: Around) {
  const { rows, ...rest } = await probed([tool], around);
  expect(rows).toHaveLength(1);
  const [one] = rows;
  if (one === undefined) throw new Error('no row');
  return { ...one, ...rest, told: told(one) };
}

const declared = (relation: Partial<BoundRelation>): Around => ({
  effects: { relations: [{ tool: 'list_notes', param: 'limit', values: [1, 3], expect: 'exact', ...relation }] },
});

describe('limits', () => {
  test('a limit that bounds passes, at medium confidence, with the values in brackets', async () => {
    expect(await row(honest)).toMatchObject({
      told: 'pass medium',
      check: 'bound',
      param: 'limit',
      basis: 'built-in bound',
      message: 'limit bounded the result for the tried values [1, 2]',
      details: [
        { step: 'without limit', outcome: '4 items', note: '' },
        { step: 'limit 1', outcome: '1 item', note: '' },
        { step: 'limit 2', outcome: '2 items', note: '' },
      ],
    });
  });

  test('a limit that is ignored is a warning with what each value returned', async () => {
    expect(await row(lister((list) => list))).toMatchObject({
      told: 'fail probe-bound-exceeded medium warning',
      message:
        'limit does not bound the answer: limit 1 returned 4 items instead of 1, limit 2 returned 4 instead of 2 (probe-bound-exceeded)',
    });
  });

  test('a limit that leaves out too much is a warning', async () => {
    expect(
      await row(lister((list, limit) => list.slice(0, limit === undefined ? undefined : limit - 1))),
    ).toMatchObject({
      told: 'fail probe-bound-short medium warning',
      message:
        'limit leaves out too much: limit 1 returned 0 items instead of 1, limit 2 returned 1 instead of 2 (probe-bound-short)',
    });
  });

  test('the first value that fails decides the rule', async () => {
    const odd = lister((list, limit) => (limit === 1 ? [] : list));
    expect((await row(odd)).told).toBe('fail probe-bound-short medium warning');
  });

  test('one page more or less than asked for is seen in another order, too: only the number counts', async () => {
    expect((await row(lister((list, limit) => list.toReversed().slice(0, limit)))).told).toBe('pass medium');
  });

  test('calls hold what is required and what the user gave, and not the parameter', async () => {
    const tool: Listed = {
      ...honest,
      inputSchema: taking(
        { limit: INTEGER, folder: { type: 'string' }, tag: { type: 'string' }, x: INTEGER },
        'folder',
      ),
    };
    const { sent } = await row(tool, { values: { tag: 'red', limit: 9 } });
    expect(sent).toEqual([
      { folder: 'sample_folder', tag: 'red' },
      { folder: 'sample_folder', tag: 'red', limit: 1 },
      { folder: 'sample_folder', tag: 'red', limit: 2 },
    ]);
  });

  test('the evidence is the calls it rests on', async () => {
    const { report } = await row(honest);
    expect(report.observations.map(({ evidence }) => evidence)).toEqual([[1, 2, 3]]);
  });

  describe('that must be given', () => {
    const demanding = (cut: Parameters<typeof lister>[0]): Listed => ({
      ...lister(cut),
      inputSchema: taking({ limit: INTEGER }, 'limit'),
    });

    test('are only held against what they allow', async () => {
      const { told: short, sent } = await row(demanding((list, limit = 0) => list.slice(0, limit === 2 ? 2 : 0)));
      expect([short, sent]).toEqual(['pass medium', [{ limit: 1 }, { limit: 2 }]]);
      expect(await row(demanding((list) => list))).toMatchObject({
        told: 'fail probe-bound-exceeded medium warning',
        message: expect.stringContaining('limit 1 returned 4 items instead of at most 1') as string,
      });
    });

    test('tell nothing where no more came than the smallest value allows', async () => {
      expect(await row(demanding((list) => list.slice(0, 1)))).toMatchObject({
        told: 'inconclusive',
        message: expect.stringMatching(/^too few items to tell: at most 1 item came back, /) as string,
      });
    });
  });

  test.each([
    ['a text', { type: 'string' }],
    ['no type', {}],
    ['a limit on characters', { type: 'integer', description: 'Maximum number of characters.' }],
  ])('%s is no bound', async (_, schema) => {
    expect((await probed([lister((list) => list, schema)])).rows).toEqual([]);
  });

  test.each([
    ['an optional whole number', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
    ['a list of types', { type: ['null', 'integer'] }],
    ['a number', { type: 'number' }],
  ])('%s is one', async (_, schema) => {
    expect((await row(lister((list) => list, schema))).told).toBe('fail probe-bound-exceeded medium warning');
  });

  test('values that the schema does not allow are not tried', async () => {
    expect((await row(lister((list, limit) => list.slice(0, limit), { ...INTEGER, minimum: 2 }))).sent).toEqual([
      {},
      { limit: 2 },
    ]);
    expect(await row(lister((list) => list, { ...INTEGER, minimum: 10 }))).toMatchObject({
      told: 'inconclusive',
      sent: [],
      message: expect.stringContaining('allows none of the values that are tried (1, 2)') as string,
    });
  });

  test('a tool that writes, or may, has no built-in bounds', async () => {
    const writing = { ...honest, annotations: { readOnlyHint: false } };
    for (const [tool, effects] of [
      [writing, {}],
      [honest, { exclude: ['list_notes'] }],
      [honest, { writes: ['list_notes'] }],
      [honest, { builtins: false }],
    ] as const)
      expect(await probed([tool], { effects, permissions: { allowWrites: true } })).toMatchObject({
        rows: [],
        sent: [],
      });
  });
});

describe('too few to tell', () => {
  const holding = (count: number): Listed => lister((list, limit) => list.slice(0, Math.min(count, limit ?? 9)));

  test.each([
    [0, 'inconclusive'],
    [1, 'inconclusive'],
    [2, 'pass medium'],
    [3, 'pass medium'],
  ])('%d records: %s', async (count, wanted) => {
    expect((await row(holding(count))).told).toBe(wanted);
  });

  test('says how many there were and what to do', async () => {
    expect((await row(holding(1))).message).toBe(
      'too few items to tell: without limit it returns 1 item, and limit was tried with 1 and 2. Run it against a server that holds more, or give arguments that find more',
    );
  });

  test('but more than allowed is more than allowed', async () => {
    const doubling = lister((list, limit) => (limit === 1 ? list.slice(0, 2) : list.slice(0, 1)));
    expect((await row(doubling)).told).toBe('fail probe-bound-exceeded medium warning');
  });
});

describe('head and tail', () => {
  const head = file((args) => lines(LINES.slice(0, numberIn(args, 'head'))));
  const tail = file((args) => {
    const count = numberIn(args, 'tail');
    return lines(count === undefined ? LINES : LINES.slice(LINES.length - count));
  }, 'tail');

  test('lines are bounded, 0 included', async () => {
    expect(await row(head)).toMatchObject({
      told: 'pass medium',
      message: 'head bounded the result for the tried values [0, 1, 2]',
    });
    expect((await row(tail)).told).toBe('pass medium');
    expect((await row({ ...head, inputSchema: taking({ head: INTEGER }) })).sent).toHaveLength(4);
  });

  test('0 that returns everything, the known fault of a published server', async () => {
    const zero = file((args) => lines(LINES.slice(0, numberIn(args, 'head') || undefined)));
    expect(await row(zero)).toMatchObject({
      told: 'fail probe-bound-exceeded medium warning',
      message:
        'head does not bound the answer: head 0 returned 4 lines instead of 0, head 1 returned 1, head 2 returned 2 (probe-bound-exceeded)',
    });
  });

  test('a tail that counts the empty piece behind the last line end is short', async () => {
    const pieces = [...LINES, ''];
    const off = file((args) => {
      const count = numberIn(args, 'tail');
      return text((count === undefined ? pieces : count === 0 ? [] : pieces.slice(-count)).join('\n'));
    }, 'tail');
    expect(await row(off)).toMatchObject({
      told: 'fail probe-bound-short medium warning',
      message:
        'tail leaves out too much: tail 0 returned 0 lines, tail 1 returned 0 instead of 1, tail 2 returned 1 instead of 2 (probe-bound-short)',
    });
  });

  test('as many lines from elsewhere are another part', async () => {
    const swapped = file((args) => {
      const count = numberIn(args, 'head');
      return lines(count === undefined ? LINES : LINES.slice(LINES.length - count));
    });
    expect(await row(swapped)).toMatchObject({
      told: 'fail probe-slice-mismatch medium warning',
      message:
        'head returns another part of the whole: head 0 returned 0 lines, head 1 returned 1 that are not the first, head 2 returned 2 that are not the first (probe-slice-mismatch)',
    });
  });

  test('refusing 0 is fair', async () => {
    const refusing = file((args) =>
      args['head'] === 0 ? failed('at least 1') : lines(LINES.slice(0, numberIn(args, 'head'))),
    );
    expect(await row(refusing)).toMatchObject({
      told: 'pass medium',
      message: 'head bounded the result for the tried values [1, 2]; 0 was refused',
    });
  });

  test('an error for another value tells nothing, unless another value fails', async () => {
    const broken = (rest: Tool): Listed =>
      file((args, call) => (args['head'] === 2 ? failed('boom') : rest(args, call)));
    expect(await row(broken(head.answer))).toMatchObject({
      told: 'inconclusive',
      message: 'head 2 tells nothing: boom',
    });
    expect((await row(broken(() => lines(LINES)))).told).toBe('fail probe-bound-exceeded medium warning');
  });

  test('a value that nobody answers in time tells nothing, 0 included', async () => {
    const slow = file((args) =>
      args['head'] === 0
        ? { kind: 'timeout', reason: 'no answer within 1 s' }
        : lines(LINES.slice(0, numberIn(args, 'head'))),
    );
    expect(await row(slow)).toMatchObject({
      told: 'inconclusive',
      message: 'head 0 tells nothing: no answer within 1 s',
    });
  });

  test('without a whole there is nothing to hold it against, and the reason says what to give', async () => {
    const lost = {
      ...file(() => failed('ENOENT: no such file')),
      inputSchema: taking({ path: { type: 'string' }, head: INTEGER }, 'path'),
    };
    expect(await row(lost)).toMatchObject({
      told: 'inconclusive',
      message:
        'the call without head fails (ENOENT: no such file); give it values it accepts with --arg read_file:path=VALUE',
    });
  });

  test('lines wrapped in data are not counted with their wrapping', async () => {
    const wrapped = (cut: boolean): Listed =>
      file((args) =>
        text(JSON.stringify({ lines: cut ? LINES.slice(0, numberIn(args, 'head')) : LINES }, undefined, 2)),
      );
    expect((await row(wrapped(true))).told).toBe('pass medium');
    expect((await row(wrapped(false))).told).toBe('fail probe-bound-exceeded medium warning');
  });

  test('a file that holds data is a file', async () => {
    const pieces = JSON.stringify({ lines: LINES }, undefined, 2).split('\n');
    expect((await row(file((args) => text(pieces.slice(0, numberIn(args, 'head')).join('\n'))))).told).toBe(
      'pass medium',
    );
  });

  test('the end of a part says nothing about the end of the whole', async () => {
    const cut = file((args) => {
      const count = numberIn(args, 'tail');
      return text(count === undefined ? 'one\ntwo\n[truncated]' : LINES.slice(LINES.length - count).join('\n'));
    }, 'tail');
    expect((await row(cut)).told).toBe('pass medium');
  });
});

describe('data that changes while it is read', () => {
  /** Grows with every call. */
  const growing = (cut: (list: readonly string[], head: number | undefined) => readonly string[]): Listed =>
    file((args, call) => lines(cut([`line of call ${call}`, ...LINES], numberIn(args, 'head'))));

  test('tells nothing where the failure rests on the whole', async () => {
    const { told: what, message, sent } = await row(growing((list, head) => list.slice(0, head)));
    expect([what, sent.length]).toEqual(['inconclusive', 5]);
    expect(message).toBe(
      'what it returns without head changed while it was read, so nothing can be told; run it against a server at rest',
    );
  });

  test('but more than the value is more than the value', async () => {
    expect((await row(growing((list, head) => (head === 0 ? list : list.slice(0, head))))).told).toBe(
      'fail probe-bound-exceeded medium warning',
    );
  });

  test('a whole at rest is read again before the failure is told', async () => {
    const { report, sent } = await row(lister((list, limit) => list.slice(0, limit === undefined ? undefined : 0)));
    expect(sent).toEqual([{}, { limit: 1 }, { limit: 2 }, {}]);
    expect(report.observations[0]?.evidence).toEqual([1, 2, 3, 4]);
  });

  test('a whole that cannot be read again tells nothing', async () => {
    const once = lister((list, limit) => list.slice(0, limit === undefined ? undefined : 0));
    const dying = {
      ...once,
      answer: (args: JsonObject, call: number) => (call > 3 ? failed('gone') : once.answer(args, call)),
    };
    expect((await row(dying)).told).toBe('inconclusive');
  });
});

describe('counting', () => {
  const answering = (answer: (list: readonly JsonObject[]) => JsonObject, ignores = false): Listed => ({
    ...honest,
    answer: (args) => answer(ignores ? NOTES : NOTES.slice(0, numberIn(args, 'limit'))),
  });
  const FORMS: readonly (readonly [string, (list: readonly JsonObject[]) => JsonObject, string])[] = [
    ['a list as structured content', (list) => ({ content: [], structuredContent: list }), 'medium'],
    ['the only list of structured content', (list) => structured({ total: 4, notes: list }), 'medium'],
    ['JSON in the text', (list) => text(JSON.stringify(list)), 'medium'],
    [
      'the only list of JSON in the text',
      (list) => text(JSON.stringify({ notes: list, next: null }, undefined, 2)),
      'medium',
    ],
    [
      'one text of JSON for each item',
      (list) => text(...list.map((one) => JSON.stringify(one, undefined, 2))),
      'medium',
    ],
    ['a line of prose for each item', (list) => text(list.map((one) => `- ${String(one['title'])}`).join('\n')), 'low'],
    [
      'prose that is wrapped in structured content',
      (list) => {
        const prose = list.map((one) => `- ${String(one['title'])}`).join('\n');
        return { ...text(prose), structuredContent: { result: prose } };
      },
      'low',
    ],
  ];

  test.each(FORMS)('%s', async (_, form, confidence) => {
    expect((await row(answering(form))).told).toBe(`pass ${confidence}`);
    expect((await row(answering(form, true))).told).toBe(`fail probe-bound-exceeded ${confidence} warning`);
  });

  test('what is counted in prose says so', async () => {
    const prose = answering((list) => text(['Notes:', ...list.map(({ title }) => `- ${String(title)}`)].join('\n')));
    expect(await row(prose)).toMatchObject({
      told: 'fail probe-bound-exceeded low warning',
      basis: 'built-in bound, counted in lines of prose',
    });
  });

  test('a list of one sent as its only item is one, though the item holds a list', async () => {
    const tagged = (count: number): Listed =>
      answering((list) =>
        text(...list.slice(0, count).map((one) => JSON.stringify({ ...one, tags: ['x', 'y', 'z'] }))),
      );
    expect((await row(tagged(4))).told).toBe('pass medium');
    expect((await row(tagged(1))).told).toBe('inconclusive');
  });

  test('an empty list may be null or nothing at all', async () => {
    const empty = (none: JsonObject): Around & { tool: Listed } => ({
      ...declared({ values: [0, 1] }),
      tool: {
        ...honest,
        answer: (args) => (args['limit'] === 0 ? none : structured({ notes: NOTES.slice(0, numberIn(args, 'limit')) })),
      },
    });
    const { tool, ...around } = empty(structured({ notes: null }));
    expect((await row(tool, around)).told).toBe('pass high');
    expect((await row(empty({ content: [] }).tool, around)).told).toBe('inconclusive');
  });

  test.each([
    ['two lists', { notes: NOTES, tags: ['x'] }],
    ['a list deeper down', { page: { notes: NOTES } }],
  ])('%s: nobody can tell which is meant', async (_, value) => {
    expect(await row(answering(() => structured(value)))).toMatchObject({
      told: 'inconclusive',
      message: expect.stringContaining('nobody can tell what the items of its answer are') as string,
    });
  });

  test('an answer of another form than the whole tells nothing', async () => {
    const odd = answering((list) => (list.length === 1 ? text('Only one: a') : structured({ notes: list })));
    expect(await row(odd)).toMatchObject({
      told: 'inconclusive',
      message: 'limit 1 tells nothing: its answer has another form than the one it is held against',
    });
  });

  test('pictures cannot be counted', async () => {
    expect((await row(answering(() => ({ content: [{ type: 'image', data: '', mimeType: 'image/png' }] })))).told).toBe(
      'inconclusive',
    );
  });
});

describe('a declared relation', () => {
  test('is certain, and replaces the built-in bound', async () => {
    const { told: what, sent, basis, report, id } = await row(honest, declared({ id: 'list-limit' }));
    expect([what, basis, id]).toEqual(['pass high', 'declared in the probe config', 'list-limit']);
    expect(sent).toEqual([{}, { limit: 1 }, { limit: 3 }]);
    expect(report.score.parts['effect_rate']).toBe(1);
  });

  test('of another parameter stands beside it, in the order of the schema', async () => {
    const tool = { ...honest, inputSchema: taking({ limit: INTEGER, max: INTEGER }) };
    const { rows } = await probed([tool], declared({ param: 'max', expect: 'at_most', values: [9, 9] }));
    expect(rows.map(({ param, basis }) => `${param} ${basis}`)).toEqual([
      'limit built-in bound',
      'max declared in the probe config',
    ]);
  });

  test('that fails is an error, lowers the score and caps the grade', async () => {
    const { told: what, report } = await row(
      lister((list) => list),
      declared({}),
    );
    expect(what).toBe('fail probe-bound-exceeded high error');
    expect(report.score.parts).toMatchObject({ effect_rate: 0, probe_penalty: 0.6 });
    expect(report.cap).toMatchObject({ letter: 'C', reasons: ['probe-bound-exceeded on list_notes'] });
  });

  test.each([
    ['at_most', (list: readonly JsonObject[]) => list.slice(0, 0), 'pass high'],
    ['exact', (list: readonly JsonObject[]) => list.slice(0, 0), 'fail probe-bound-short high error'],
    ['exact', (list: readonly JsonObject[], n: number) => list.toReversed().slice(0, n), 'pass high'],
    ['prefix', (list: readonly JsonObject[], n: number) => list.slice(0, n), 'pass high'],
    [
      'prefix',
      (list: readonly JsonObject[], n: number) => list.toReversed().slice(0, n),
      'fail probe-slice-mismatch high error',
    ],
    ['suffix', (list: readonly JsonObject[], n: number) => list.slice(-n), 'pass high'],
    ['suffix', (list: readonly JsonObject[], n: number) => list.slice(0, n), 'fail probe-slice-mismatch high error'],
  ] as const)('%s', async (expected, cut, wanted) => {
    const tool = lister((list, limit) => (limit === undefined ? list : cut(list, limit)));
    expect((await row(tool, declared({ expect: expected }))).told).toBe(wanted);
  });

  test('compares items as JSON, whatever the order of their members', async () => {
    const shuffled: Listed = {
      ...honest,
      answer: (args) => {
        const limit = numberIn(args, 'limit');
        const list = NOTES.map(({ title }) => (limit === undefined ? { title, n: 1 } : { n: 1, title }));
        return structured({ notes: list.slice(0, limit) });
      },
    };
    expect((await row(shuffled, declared({ expect: 'prefix' }))).told).toBe('pass high');
  });

  test('may try 0, and 0 that means no limit is found out', async () => {
    const zero = lister((list, limit) => list.slice(0, limit || undefined));
    expect((await row(zero, declared({ values: [0] }))).told).toBe('fail probe-bound-exceeded high error');
    expect((await row(honest, declared({ values: [0] }))).told).toBe('pass high');
    expect(
      (
        await row(
          lister(() => []),
          declared({ values: [0] }),
        )
      ).told,
    ).toBe('inconclusive');
  });

  test('whose only value is refused tells nothing', async () => {
    const refusing: Listed = {
      ...honest,
      answer: (args, call) => (args['limit'] === 0 ? failed('no') : honest.answer(args, call)),
    };
    expect(await row(refusing, declared({ values: [0] }))).toMatchObject({
      told: 'inconclusive',
      message: 'limit 0 was refused, so nothing was bounded',
    });
  });

  test('counts lines of text when it says so, or by the names head and tail', async () => {
    const file: Listed = {
      name: 'read_file',
      inputSchema: taking({ head: INTEGER, rows: INTEGER }),
      answer: (args) => lines(LINES.slice(0, numberIn(args, 'head') ?? numberIn(args, 'rows'))),
    };
    const relation = (param: string, unit?: 'lines'): BoundRelation => ({
      tool: 'read_file',
      param,
      values: [0, 1, 3],
      expect: 'prefix',
      ...(unit !== undefined && { unit }),
    });
    const relations = [relation('head'), relation('rows', 'lines')];
    const { rows } = await probed([file], { effects: { relations } });
    expect(rows.map((one) => `${one.param} ${told(one)}`)).toEqual(['head pass high', 'rows pass high']);
  });

  test('over prose is a guess until it says that lines are items, so that a heading costs no grade', async () => {
    const prose: Listed = {
      ...honest,
      answer: (args) =>
        text(['Notes:', ...NOTES.slice(0, numberIn(args, 'limit')).map(({ title }) => `- ${title}`)].join('\n')),
    };
    expect((await row(prose, declared({}))).told).toBe('fail probe-bound-exceeded low warning');
    expect((await row(prose, declared({ unit: 'lines' }))).told).toBe('fail probe-bound-exceeded high error');
    expect((await row(prose, declared({ unit: 'items' }))).told).toBe('inconclusive');
  });

  test('sends its own arguments over those of the user', async () => {
    const tool = { ...honest, inputSchema: taking({ limit: INTEGER, folder: { type: 'string' } }) };
    const { sent } = await row(tool, { ...declared({ args: { folder: 'b' } }), values: { folder: 'a' } });
    expect(sent[0]).toEqual({ folder: 'b' });
  });

  test('is not held against a first page', async () => {
    const paging = lister((list, limit) => list.slice(0, limit ?? 2));
    expect((await row(paging, declared({ values: [1, 3] }))).told).toBe('pass high');
    expect((await row(paging, declared({ values: [1, 3], expect: 'prefix' }))).told).toBe('pass high');
  });

  test('on a tool that is not read-only needs permission', async () => {
    const writing = { ...honest, annotations: { readOnlyHint: false } };
    expect(await row(writing, declared({}))).toMatchObject({ told: 'skipped', sent: [] });
    expect((await row(writing, { ...declared({}), permissions: { allowWrites: true } })).told).toBe('pass high');
    expect(await row(writing, { ...declared({}), permissions: { allowWrites: true, readOnly: true } })).toMatchObject({
      told: 'skipped',
      sent: [],
    });
  });

  test('on a tool that the config says writes, too', async () => {
    const { effects } = declared({});
    const around = { effects: { ...effects, writes: ['list_notes'] } };
    expect(await row(honest, around)).toMatchObject({ told: 'skipped', sent: [] });
    expect((await row(honest, { ...around, permissions: { allowWrites: true } })).told).toBe('pass high');
  });

  test('on an excluded tool calls nothing and says why', async () => {
    const { effects } = declared({});
    expect(await row(honest, { effects: { ...effects, exclude: ['list_notes'] } })).toMatchObject({
      told: 'inconclusive',
      sent: [],
      message: 'the probe config lists list_notes under exclude, so it is not called',
    });
  });
});

test('a parameter may have any name', async () => {
  const tool: Listed = {
    ...honest,
    inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"integer"}}}') as JsonObject,
    answer: (args) =>
      structured({ notes: NOTES.slice(0, Object.getOwnPropertyDescriptor(args, '__proto__')?.value as number) }),
  };
  expect((await row(tool, declared({ param: '__proto__' }))).told).toBe('pass high');
});

test('a server that is gone is no verdict', async () => {
  const dying = { ...honest, answer: (): JsonObject => ({ kind: 'closed', reason: 'the server ended with code 1' }) };
  const { told: what, message, report } = await row(dying);
  expect([what, message, report.observations[0]?.state]).toEqual([
    'inconclusive',
    'the server ended with code 1',
    'incomplete',
  ]);
});

test('of two tools of one name the first stands for both', async () => {
  expect((await probed([honest, honest])).rows).toHaveLength(1);
});
