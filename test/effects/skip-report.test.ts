import { describe, expect, it } from 'vitest';
import { failureReport } from '../../core/effects/failure-report.js';
import { skipReport } from '../../core/effects/skip-report.js';
import type { JsonObject } from '../../core/json.js';

const text = (...texts: readonly string[]): JsonObject => ({
  content: texts.map((one) => ({ type: 'text', text: one })),
});
const data = (structuredContent: unknown): JsonObject => ({ content: [], structuredContent });
const json = (value: unknown): JsonObject => text(JSON.stringify(value));
const reports = (second: JsonObject, first?: JsonObject): boolean => skipReport(second, first) !== undefined;

describe('a report of a skip, in words', () => {
  it.each([
    'Skipped 1 existing entity.',
    'skipping tsp0a1b2c-name',
    'A note with this title already exists.',
    'Note exists already',
    'The note is unchanged.',
    'duplicate',
    '1 duplicate, 0 new',
    '0 saved, 1 skipped',
    'No change.',
    'no changes were made',
    'Not added: the name is taken.',
    'It was not modified.',
    'The record wasn’t updated.',
    'could not be saved because of a duplicate',
    'Nothing to do.',
    'nothing changed',
    'Nothing was added',
    'Ignored.',
    'conflict with another note',
    'already_exists',
    'no-op',
    'Everything is up to date',
    'Kept the existing note',
    'skipped: 2',
    'Duplicates (3)',
    'Result: {"saved":[],"skipped":["a"]}',
    'not a new note, skipped',
  ])('%s', (words) => {
    expect(reports(text(words))).toBe(true);
    expect(reports(data({ message: words }))).toBe(true);
    expect(reports(text(words), text('saved'))).toBe(true);
  });

  it.each([
    'Saved.',
    'Note n4 stored.',
    '1 saved, 0 skipped',
    '1 saved and 0 were skipped',
    'saved without conflicts',
    'No duplicates found, 1 saved.',
    'none of the items skipped',
    'the name does not already exist',
    'skipped: 0',
    'skipped: []',
    'skipped 0 items',
    'skipped=none',
    'Duplicates: none',
    'duplicates (0)',
    'conflicts: {}',
    'unchanged: false',
    'Result: {"saved":["a"],"skipped":[]}',
    'Existing notes: 4',
    'saved tsp0a1b2c-duplicate',
    '',
  ])('none: %s', (words) => {
    expect(reports(text(words))).toBe(false);
  });
});

describe('a report of a skip, in data', () => {
  it.each<[unknown]>([
    [{ skipped: ['a'] }],
    [{ skipped: 1 }],
    [{ skipped: true }],
    [{ saved: [], result: { already_exists: [{ name: 'a' }] } }],
    [{ alreadyExists: 'a' }],
    [{ duplicates: { a: 1 } }],
    [{ existing: 2, created: 0 }],
    [{ status: 'unchanged' }],
    [[{ name: 'a', status: 'skipped' }]],
    [{ conflict: 'tsp0a1b2c-name' }],
    [{ skipped: ['tsp0a1b2c-name'] }],
  ])('%j', (value) => {
    expect(reports(data(value))).toBe(true);
    expect(reports(json(value))).toBe(true);
  });

  it.each<[unknown]>([
    [{ skipped: [] }],
    [{ skipped: 0, duplicates: false, conflict: null, ignored: '', unchanged: {} }],
    [{ skipped: 'none', existing: 'No' }],
    [[]],
    [{ entities: [] }],
    [{ created: [] }],
    [{ created: false }],
    [{ skipped_reason: 'x', duplicate_of: 'y' }],
    [{ id: 'n4', title: 'tsp0a1b2c-ignored' }],
  ])('none: %j', (value) => {
    expect(reports(data(value))).toBe(false);
    expect(reports(json(value))).toBe(false);
  });
});

describe('what the first answer said as well', () => {
  it.each<[JsonObject, JsonObject]>([
    [text('saved; an existing item is left unchanged'), text('saved; an existing item is left unchanged')],
    [text('tsp0a1b2c-a saved, duplicates are ignored'), text('tsp0ffffc-b saved, duplicates are ignored')],
    [data({ id: 1, existing: 6 }), data({ id: 2, existing: 6 })],
    [data({ ignored: 'tsp0a1b2c-ignored' }), data({ ignored: 'tsp0ffffc-ignored' })],
  ])('is said on every write: %j', (first, second) => {
    expect(reports(second)).toBe(true);
    expect(reports(second, first)).toBe(false);
  });

  it.each<[JsonObject, JsonObject]>([
    [text('1 saved, 0 skipped'), text('0 saved, 1 skipped')],
    [text('Saved. Existing ones are skipped.'), text('Skipped 1. Existing ones are skipped.')],
    [text('1 saved, 1 skipped'), text('0 saved, 2 skipped')],
    [data({ skipped: [] }), data({ skipped: ['a'] })],
    [data({ unchanged: 1 }), data({ unchanged: 2 })],
  ])('does not hide what only the second says: %j', (first, second) => {
    expect(reports(second, first)).toBe(true);
  });
});

describe('an answer that says it failed', () => {
  it.each<[JsonObject]>([
    [data({ success: false })],
    [json({ ok: false, reason: 'taken' })],
    [json({ error: 'no such note' })],
    [data({ status: 'error', message: 'not found' })],
    [data({ status: 'task_not_found' })],
    [data({ isError: true })],
    [data({ errors: ['x'] })],
    [text('Error: name is taken')],
    [text('Failed to save.')],
    [text('❌ Could not save')],
    [text('Unable to store the note')],
    [text('The note was not found.')],
    [text('Invalid id')],
  ])('%j', (result) => {
    expect(failureReport(result)).toBeTypeOf('string');
  });

  it.each<[JsonObject]>([
    [data({ success: true, error: null })],
    [data({ status: 'ok', errors: [] })],
    [data({ error: '' })],
    [data({ note: { success: false, error: 'x' } })],
    [json([{ error: 'x' }])],
    [text('Saved. Failed ones: 0')],
    [text('Note saved', 'Error log kept')],
    [text('Terror movie added')],
    [text('')],
    [{}],
  ])('none: %j', (result) => {
    expect(failureReport(result)).toBeUndefined();
  });
});

describe('a huge answer', () => {
  const MANY = 100_000;
  it.each<[string, JsonObject]>([
    ['of negated words', text('0 skipped '.repeat(MANY))],
    ['of white space', text(`skipped${' '.repeat(MANY * 10)}0`)],
    ['of lists inside each other', json(Array.from({ length: 500 }).reduce((inner) => ({ skipped: inner }), []))],
  ])('%s is read in bounded time', (_, answer) => {
    expect(typeof reports(answer)).toBe('boolean');
    expect(failureReport(answer)).toBeUndefined();
  });
});
