/** What a tool does to the world. Scorecard specification 2.3, with its truths about published servers. */

import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { identifiesRecord, nameWords } from '../../core/name-words.js';
import {
  classifyTool,
  isDestructiveTool,
  isReadOnlyTool,
  isWriteTool,
  nameNouns,
  nameVerbs,
  untargetedDestruction,
} from '../../core/tool-effects.js';
import { listing, LISTINGS, tool } from '../schema/tools.js';

const named = (name: string, annotations: JsonObject = {}) => tool({ name, annotations });
const where = (name: string, holds: (one: ReturnType<typeof tool>) => boolean): readonly string[] =>
  listing(name)
    .filter(holds)
    .map((one) => one.name);

test.each([
  ['get-env', ['get', 'env']],
  ['fetchData', ['fetch', 'data']],
  ['list_notes', ['list', 'notes']],
  ['HTTPServerList', ['http', 'server', 'list']],
  ['getV2Items', ['get', 'v2', 'items']],
  ['ns.tool:run/now', ['ns', 'tool', 'run', 'now']],
  ['überNameÄndern', ['über', 'name', 'ändern']],
  ['__proto__', ['proto']],
  ['', []],
])('the words of %s', (name, words) => {
  expect(nameWords(name)).toEqual(words);
});

test('a name of many capitals takes no longer than its length', () => {
  expect(nameWords('A'.repeat(50_000))).toHaveLength(1);
});

test('verbs are the first word and those after and/or; nouns are the rest, in the singular', () => {
  expect(nameVerbs('get_or_create_user')).toEqual(['get', 'create']);
  expect(nameVerbs('read_and_delete')).toEqual(['read', 'delete']);
  expect(nameNouns('create_entities')).toEqual(['entity']);
  expect(nameNouns('add_boxes_to_the_class_status')).toEqual(['box', 'class', 'status']);
});

test.each([
  ['get_user', {}, true],
  ['getUser', {}, true],
  ['get_or_create_user', {}, false],
  ['read_and_delete', {}, false],
  ['read_and_wipe', {}, false],
  ['get_user', { readOnlyHint: false }, false],
  ['get_user', { destructiveHint: true }, false],
  ['get_user', { destructiveHint: false }, true],
  ['delete_user', { readOnlyHint: true }, true],
  ['frobnicate', {}, false],
  ['record_get', {}, false],
  ['', {}, false],
])('read-only: %s %j is %s', (name, annotations, expected) => {
  expect(isReadOnlyTool(named(name, annotations))).toBe(expected);
});

test.each([
  ['create_note', {}, true],
  ['note_create', {}, true],
  ['get_record', {}, false],
  ['search_record', {}, false],
  ['create_note', { readOnlyHint: true }, false],
  ['create_note', { destructiveHint: true }, false],
  ['frobnicate', { readOnlyHint: false, destructiveHint: false }, true],
  ['send_and_store', { readOnlyHint: false, destructiveHint: false }, false],
  ['store_and_publish', {}, false],
  ['run_update', {}, false],
])('write: %s %j is %s', (name, annotations, expected) => {
  expect(isWriteTool(named(name, annotations))).toBe(expected);
});

test('a tool that is declared to write does', () => {
  expect(isWriteTool(named('get_record'), new Set(['get_record']))).toBe(true);
  expect(classifyTool(named('create_note'))).toBe('write');
  expect(classifyTool(named('get_note'))).toBe('read-only');
  expect(classifyTool(named('delete_note'))).toBe('other');
});

test.each([
  ['memory', ['create_entities', 'create_relations', 'add_observations']],
  [
    'everything',
    ['gzip-file-as-resource', 'toggle-simulated-logging', 'toggle-subscriber-updates', 'simulate-research-query'],
  ],
  ['filesystem', ['create_directory']],
  ['sequential-thinking', []],
])('the tools of the %s server that write', (name, writes) => {
  expect(where(name, (one) => isWriteTool(one))).toEqual(writes);
});

test('the tools that read', () => {
  expect(where('memory', isReadOnlyTool)).toEqual(['read_graph', 'search_nodes', 'open_nodes']);
  expect(where('sequential-thinking', isReadOnlyTool)).toEqual(['sequentialthinking']);
  expect(where('filesystem', isReadOnlyTool)).toHaveLength(10);
});

test.each([
  ['delete_note', {}, true],
  ['clear_all', {}, true],
  ['notes_delete_all', {}, true],
  ['cache_flush', {}, true],
  ['resetDatabase', {}, true],
  ['export_and_purge', {}, true],
  ['list_deleted', {}, false],
  ['get_delete_status', {}, false],
  ['show_reset', {}, false],
  ['create_stop', { destructiveHint: false }, false],
  ['frobnicate', { destructiveHint: true }, true],
  ['delete_note', { readOnlyHint: true }, false],
  ['delete_note', { destructiveHint: false }, false],
  ['read_note', { readOnlyHint: true, destructiveHint: true }, false],
])('destructive: %s %j is %s', (name, annotations, expected) => {
  expect(isDestructiveTool(named(name, annotations))).toBe(expected);
});

const destroying = (name: string, properties: JsonObject, required: readonly string[]) =>
  tool({
    name,
    inputSchema: { type: 'object', properties, required, $defs: { text: { type: 'string' }, n: { type: 'integer' } } },
  });
const text = { type: 'string' };

test.each(LISTINGS)('every destructive tool of the %s server names its target', (name) => {
  expect(where(name, (one) => untargetedDestruction(one) !== undefined)).toEqual([]);
});

test('several of them are destructive', () => {
  expect(where('memory', isDestructiveTool)).toEqual(['delete_entities', 'delete_observations', 'delete_relations']);
  expect(where('filesystem', isDestructiveTool)).toEqual(['write_file', 'edit_file', 'move_file']);
  expect(where('sample', isDestructiveTool)).toEqual(['delete_note']);
});

test.each<readonly [string, JsonObject, readonly string[]]>([
  ['delete_note', { note_id: { description: 'Id of the note.' } }, ['note_id']],
  ['delete_note', { title: text }, ['title']],
  ['delete_notes', { titles: { type: 'array', items: text } }, ['titles']],
  [
    'delete_rows',
    { rows: { type: 'array', items: { type: 'object', properties: { name: text }, required: ['name'] } } },
    ['rows'],
  ],
  ['delete_note', { note: { type: 'object', properties: { name: text }, required: ['name'] } }, ['note']],
  ['delete_note', { title: { type: ['string', 'null'] } }, ['title']],
  ['delete_note', { title: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, ['title']],
  ['delete_note', { title: { $ref: '#/$defs/text' } }, ['title']],
  ['delete_note', { slug: { type: 'string', pattern: '^[a-z0-9-]+$' } }, ['slug']],
  ['delete_note', { id: { type: 'string', format: 'uuid' } }, ['id']],
  ['delete_comment', { comment: text }, ['comment']],
  ['delete_note', { title: text, force: { type: 'boolean' }, limit: { type: 'integer' } }, ['title', 'force', 'limit']],
])('targeted: %s %j', (name, properties, required) => {
  expect(untargetedDestruction(destroying(name, properties, required))).toBeUndefined();
});

test.each<readonly [string, JsonObject, readonly string[], string]>([
  ['clear_all', {}, [], 'asks for no text'],
  ['reset_database', { confirm: { type: 'boolean' } }, ['confirm'], 'asks for no text'],
  ['reset_database', { confirm: text }, ['confirm'], 'asks for no text'],
  ['delete_notes', { filter: text }, [], 'asks for no text'],
  ['drop_table', { table: { enum: ['users', 'orders'] } }, ['table'], 'asks for no text'],
  ['drop_table', { table: { const: 'users' } }, ['table'], 'asks for no text'],
  ['delete_record', { id: { type: 'integer' } }, ['id'], 'the number "id"'],
  ['delete_record', { id: { $ref: '#/$defs/n' } }, ['id'], 'the number "id"'],
  ['delete_records', { ids: { type: 'array', items: { type: 'integer' } } }, ['ids'], 'the number "ids"'],
  ['delete_row', { table: text, row: { type: 'integer' } }, ['table', 'row'], 'the number "row"'],
  ['kill_process', { pid: { type: 'number' } }, ['pid'], 'the number "pid"'],
  ['delete_all', { reason: text }, ['reason'], 'asks for no text'],
  ['purge_logs', { before: text }, ['before'], 'asks for no text'],
  ['purge_logs', { day: { type: 'string', format: 'date' } }, ['day'], 'asks for no text'],
  ['delete_note', { code: { type: 'string', maxLength: 4 } }, ['code'], 'asks for no text'],
  ['delete_order', { order: { type: 'string', pattern: '^ORD-\\d{4}$' } }, ['order'], 'asks for no text'],
  ['delete_notes', { titles: { type: 'array', items: text, minItems: 0 } }, ['titles'], 'asks for no text'],
  ['delete_notes', { where: { type: 'object', properties: { title: text } } }, ['where'], 'asks for no text'],
])('untargeted: %s %j', (name, properties, required, reason) => {
  expect(untargetedDestruction(destroying(name, properties, required))).toContain(reason);
});

test('only what destroys is looked at', () => {
  expect(untargetedDestruction(destroying('create_note', { id: { type: 'integer' } }, ['id']))).toBeUndefined();
  expect(untargetedDestruction(tool({ name: 'clear_all', annotations: { readOnlyHint: true } }))).toBeUndefined();
});

test('a schema without end is looked at for a while', () => {
  const loop = { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] };
  expect(untargetedDestruction(tool({ name: 'delete_it', inputSchema: loop }))).toContain('asks for no text');
});

test.each([
  ['note_id', true],
  ['rowIndex', true],
  ['ids', true],
  ['phone_number', true],
  ['identity', false],
  ['keyboard', false],
  ['limit', false],
])('%s names a record: %s', (name, expected) => {
  expect(identifiesRecord(name)).toBe(expected);
});
