import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../core/effects/canonical.js';
import { isDataText, itemsOf, looksLikeOneRecord, readingOf } from '../../core/effects/items.js';
import { linesOf } from '../../core/effects/lines.js';
import { isPartial } from '../../core/effects/partial.js';
import type { JsonObject } from '../../core/json.js';

const text = (...texts: readonly string[]): JsonObject => ({
  content: texts.map((one) => ({ type: 'text', text: one })),
});
const json = (value: unknown): JsonObject => text(JSON.stringify(value));
const structured = (value: unknown, beside: JsonObject = { content: [] }): JsonObject => ({
  ...beside,
  structuredContent: value,
});

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['\n', ['']],
  ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
  ['a\r\n', ['a']],
  [' \n ', [' ', ' ']],
])('the lines of %j', (given, lines) => {
  expect(linesOf(given)).toEqual(lines);
});

/** Items as their own reading gives them; undefined when they cannot be told. */
function items(result: JsonObject): readonly unknown[] | undefined {
  const reading = readingOf(result);
  return reading === undefined ? undefined : itemsOf(result, reading);
}

describe('the items of an answer', () => {
  test.each<readonly [string, JsonObject, readonly unknown[] | undefined]>([
    ['a structured list', structured([1, 2]), [1, 2]],
    ['the only list of a structured object', structured({ total: 9, notes: [1, 2] }), [1, 2]],
    ['structured content before the text', structured({ notes: [1] }, json([1, 2, 3])), [1]],
    ['an empty structured list', structured({ notes: [] }), []],
    ['two structured lists', structured({ notes: [1], tags: [2] }), undefined],
    ['two structured lists, though the text is one', structured({ notes: [1], tags: [2] }, json([1])), [1]],
    ['a JSON list as text', json([1, 2]), [1, 2]],
    ['the only list of a JSON object as text', json({ notes: [1, 2], next: 3 }), [1, 2]],
    ['two lists in a JSON text', json({ notes: [1], tags: [2] }), undefined],
    ['a list deeper in a JSON text', json({ page: { notes: [1] } }), undefined],
    ['a JSON record as text', json({ id: 1, title: 'a' }), [{ id: 1, title: 'a' }]],
    ['a structured record', structured({ id: 1, title: 'a' }), [{ id: 1, title: 'a' }]],
    ['a structured record beside prose', structured({ id: 1, title: 'a' }, text('Note a')), [{ id: 1, title: 'a' }]],
    ['prose wrapped in structured content', structured({ result: 'a\nb' }, text('a\nb')), ['a', 'b']],
    ['an empty structured object beside prose', structured({}, text('a\nb')), undefined],
    ['several JSON texts', text('{"a":1}', '{"a":2}'), [{ a: 1 }, { a: 2 }]],
    ['several JSON texts that are words and numbers', text('1', '"x"', 'null'), [1, 'x', null]],
    ['several JSON texts that are lists', text('[1]', '[2]'), [[1], [2]]],
    ['JSON and prose', text('Found 2:', '[1,2]'), undefined],
    ['prose', text('a\nb\n'), ['a', 'b']],
    ['prose in several texts', text('a\n', 'b'), ['a', 'b']],
    ['one number is prose', text('5'), ['5']],
    ['an empty text', text(''), []],
    ['nothing at all', { content: [] }, []],
    ['no content', {}, []],
    ['pictures', { content: [{ type: 'image', data: '' }] }, undefined],
    ['content that is no list', { content: 'a' }, []],
    ['texts that are no texts', { content: [{ type: 'text', text: 5 }, null, 'a'] }, undefined],
    ['structured content that is null', structured(null, json([1])), [1]],
  ])('%s', (_, result, wanted) => {
    expect(items(result)).toEqual(wanted);
  });

  test('a list of one or none is read as a fuller answer is', () => {
    const full = readingOf(text('{"tags":[1,2,3]}', '{"tags":[4,5]}'));
    if (full === undefined) throw new Error('not readable');
    expect(itemsOf(text('{"tags":[1,2,3]}'), full)).toEqual([{ tags: [1, 2, 3] }]);
    expect(itemsOf({ content: [] }, full)).toEqual([]);
    expect(itemsOf(text('[]'), full)).toEqual([]);
    expect(itemsOf(text('No notes.'), full)).toBeUndefined();
  });

  test('the field that holds the list is the same in every answer', () => {
    const full = readingOf(structured({ notes: [1, 2] }));
    if (full === undefined) throw new Error('not readable');
    expect(itemsOf(structured({ notes: [1], warnings: ['x'] }), full)).toEqual([1]);
    expect(itemsOf(structured({ notes: null }), full)).toEqual([]);
    expect(itemsOf(structured({ warnings: ['x'] }), full)).toBeUndefined();
    expect(itemsOf(json({ notes: [1] }), full)).toBeUndefined();
  });

  test('a member may be called __proto__', () => {
    const odd = structured(JSON.parse('{"__proto__":[1,2]}'));
    expect(items(odd)).toEqual([1, 2]);
  });

  test('a record nested thousands deep costs no stack', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    expect(items(structured({ deep }))).toHaveLength(1);
    expect(canonicalJson(deep)).toBeUndefined();
  });
});

test.each([
  [{ id: 'p1', tracks: [1] }, true],
  [{ noteId: 'p1', tags: [1] }, true],
  [{ total: 1, notes: [1] }, false],
  [[{ id: 1 }], false],
])('%j looks like one record: %s', (value, wanted) => {
  expect(looksLikeOneRecord(json(value))).toBe(wanted);
  expect(looksLikeOneRecord(structured(value))).toBe(false);
});

test('a text is data when it is a list or an object', () => {
  expect([text('[1]'), text('{}', '[]'), text('5'), text('[1]', 'x'), text(), text('[1')].map(isDataText)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('canonical JSON is one text for equal values', () => {
  expect(canonicalJson({ b: [1, { d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[1,{"c":null,"d":1}]}');
  expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  expect(canonicalJson(-0)).toBe(canonicalJson(0));
});

describe('an answer says that there is more', () => {
  test.each<readonly [JsonObject, boolean]>([
    [structured({ notes: [1], next_cursor: 'x' }), true],
    [structured({ notes: [1], nextCursor: null }), false],
    [structured({ notes: [1], nextPage: 2 }), true],
    [structured({ notes: [1], hasMore: false }), false],
    [structured({ notes: [1], page_info: { has_next_page: true } }), true],
    [structured({ notes: [1], page_info: { end_cursor: 'x', has_next_page: false } }), false],
    [structured({ notes: [1], total: 2 }), true],
    [structured({ notes: [1], total: 1 }), false],
    [json({ notes: [1], truncated: true }), true],
    [json([1]), false],
    [text('a\nb\n... 12 more lines'), true],
    [text('a\n[output truncated]\n\n'), true],
    [text('more lines\na'), false],
    [text(''), false],
    [{}, false],
  ])('%j: %s', (result, wanted) => {
    expect(isPartial(result, 1)).toBe(wanted);
  });
});
