/** What refusals give away, what results promise, and what becomes of arguments that nobody declares. */

import { describe, expect, test } from 'vitest';
import { type Args, data, type FakeTool, json, look, refusal, TEXT, text, thrown, told } from './run.js';

describe('a refusal of wrong arguments', () => {
  const tool = (refuse: (args: Args) => object, name = 'create_notes'): FakeTool => ({
    name,
    takes: { notes: { type: 'array', items: TEXT } },
    run: (args) => (Array.isArray(args['notes']) ? json({ created: 1 }) : refuse(args)) as never,
  });

  test.each<readonly [string, object, readonly string[]]>([
    ['an exception', refusal("Cannot read properties of undefined (reading 'filter')"), ['create_notes medium']],
    ['an exception as an error', thrown(-32603, 'notes.map is not a function'), ['create_notes medium']],
    ['a stack', refusal('Error\n    at run (/app/server.js:10:5)'), ['create_notes medium']],
    ['a missing method in Python', refusal("'NoneType' object has no attribute 'strip'"), ['create_notes medium']],
    ['words', refusal('notes must be a list of texts'), []],
    ['the code for wrong parameters', thrown(-32602, 'notes: expected a list'), []],
    ['the code for an internal error, and words', thrown(-32603, 'notes: expected a list'), ['<server> low']],
  ])('%s', async (_, answer, expected) => {
    expect(await told('probe-internal-error', [tool(() => answer)])).toEqual(expected);
  });

  test('the code is one finding for the server, which names the tools', async () => {
    const names = ['create_notes', 'create_tags', 'create_links', 'create_lists'];
    const { found } = await look(names.map((name) => tool(() => thrown(-32603, 'expected a list'), name)));
    expect(found.map(({ message }) => message)).toEqual([
      'create_notes, create_tags, create_links, 1 more answer a call without arguments with "-32603 expected a list"',
    ]);
  });

  const leaking = (takes: string): FakeTool => ({
    name: 'read_project',
    takes: { [takes]: TEXT },
    run: () => refusal("ENOENT: no such file or directory, stat '/home/ada/projects/x'"),
  });

  test('a path of the machine, unless the caller speaks of paths', async () => {
    const { found } = await look([leaking('project')]);
    expect(found).toMatchObject([
      { rule: 'probe-internal-error', confidence: 'medium', message: expect.stringContaining("stat '/…'") as string },
    ]);
    expect(await told('probe-internal-error', [leaking('path')])).toEqual([]);
  });

  test('an exception of a call that should have worked is not the business of this rule', async () => {
    const broken: FakeTool = { name: 'list_notes', run: () => refusal('notes.map is not a function') };
    expect(await told('probe-internal-error', [broken])).toEqual([]);
  });
});

describe('a result against its output schema', () => {
  const output = { type: 'object', properties: { open: { type: 'integer' } }, required: ['open'] };
  const stats = (run: FakeTool['run']): FakeTool => ({ name: 'task_stats', output, run });

  test.each<readonly [string, object, string | undefined]>([
    ['fits', data({ open: 3 }), undefined],
    ['fits with more in it', data({ open: 3, done: 4 }), undefined],
    ['holds a text', data({ open: '3' }), '"open" is a string where the schema says integer'],
    ['lacks a member', data({ done: 4 }), 'the result lacks "open"'],
    ['has no structured content', json({ open: 3 }), 'there is no structured content'],
    [
      'is refused by the library of the server itself',
      refusal('MCP error -32602: Output validation error: Invalid structured content for tool task_stats'),
      'the server itself says MCP error -32602: Output validation error: Invalid structured content for tool task_stats',
    ],
    ['is no result', refusal('no tasks today'), undefined],
  ])('%s', async (_, answer, where) => {
    const { found } = await look([stats(() => answer as never)]);
    const broken = found.filter(({ rule }) => rule === 'probe-output-schema');
    expect(broken.map(({ message, confidence }) => `${confidence} ${message}`)).toEqual(
      where === undefined ? [] : [`high A result of task_stats does not fit its output schema: ${where}`],
    );
  });
});

test('only the format of a text is another', async () => {
  const output = { type: 'object', properties: { day: { type: 'string', format: 'date' } } };
  const tool: FakeTool = { name: 'get_day', output, run: () => data({ day: 'Monday' }) };
  expect(await told('probe-output-schema', [tool])).toEqual(['get_day medium']);
});

describe('an argument that nobody declares', () => {
  const notes = ['one', 'two', 'three'];
  const list = (description: string, run: FakeTool['run']): FakeTool => ({ name: 'list_notes', description, run });

  test.each<readonly [string, FakeTool, readonly string[]]>([
    ['is passed over, as libraries do', list('Lists.', () => json(notes)), ['<server> low']],
    [
      'is refused',
      list('Lists.', (args) => (Object.keys(args).length > 0 ? refusal('unknown argument') : json(notes))),
      [],
    ],
    ['is mentioned', list('Lists.', (args) => text(...notes, `ignored: ${Object.keys(args).join(', ')}`)), []],
    [
      'is a limit that the description names',
      list('Lists. Set the `max_results` parameter for fewer.', () => json(notes)),
      ['list_notes high', '<server> low'],
    ],
    [
      'is a switch that the description names',
      list('Lists. Pass include_deleted=true for all.', () => json(notes)),
      ['list_notes medium', '<server> low'],
    ],
    [
      'is named and heeded',
      list('Lists. Set the `max_results` parameter for fewer.', (args) =>
        json(notes.slice(0, args['max_results'] as number)),
      ),
      ['<server> low'],
    ],
  ])('%s', async (_, tool, expected) => {
    expect(await told('probe-unknown-argument', [tool])).toEqual(expected);
  });

  test('says nothing of a tool that answers otherwise every time', async () => {
    let count = 0;
    const tool = list('Lists. Set the `max_results` parameter for fewer.', () => json([...notes, (count += 1)]));
    expect(await told('probe-unknown-argument', [tool])).toEqual(['<server> low']);
  });
});

test('a run without findings asks little', async () => {
  const get: FakeTool = {
    name: 'get_note',
    takes: { key: TEXT },
    run: ({ key }) => refusal(`no note "${String(key)}"`),
  };
  const listAll: FakeTool = { name: 'list_notes', run: () => json([]) };
  const { sent, found } = await look([get, listAll]);
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  // One for a note that does not exist would say nothing: every call is refused alike. One for an argument that nobody declares.
  expect(sent.filter(({ plugin }) => plugin === 'answers')).toHaveLength(1);
});
