/** Argument values that the user gives. Scorecard specification 5. */

import { expect, test } from 'vitest';
import { UsageError } from '../../core/errors.js';
import { type ArgumentValue, createValues, parseArg } from '../../core/values/values.js';
import { listing, taking, tool } from '../schema/tools.js';

const flags = (...given: string[]): readonly ArgumentValue[] => given.map(parseArg);
const file = (tools: Record<string, Record<string, unknown>>, source = 'args.yaml'): readonly ArgumentValue[] =>
  Object.entries(tools).flatMap(([name, values]) =>
    Object.entries(values).map(([argument, value]) => ({ tool: name, name: argument, value, source })),
  );
/** What `work` gets, as an object. */
const sent = (schema: Record<string, unknown>, ...layers: (readonly ArgumentValue[])[]): unknown =>
  Object.fromEntries(createValues(layers).for(taking(schema)));

test.each([
  ['path=./sandbox', '*', 'path', './sandbox'],
  ['list_directory:path=./sandbox', 'list_directory', 'path', './sandbox'],
  ['url=https://example.com/?a=b', '*', 'url', 'https://example.com/?a=b'],
  ['ns:tool:name=x', 'ns', 'tool:name', 'x'],
  ['n=5', '*', 'n', 5],
  ['n="5"', '*', 'n', '5'],
  ['on=true', '*', 'on', true],
  ['none=null', '*', 'none', null],
  ['tags=["a"]', '*', 'tags', ['a']],
  ['where={"a":1}', '*', 'where', { a: 1 }],
  ['where={a:1}', '*', 'where', '{a:1}'],
  ['empty=', '*', 'empty', ''],
  ['huge=1e999', '*', 'huge', '1e999'],
  ['a= b ', '*', 'a', ' b '],
])('--arg %s', (given, name, argument, value) => {
  expect(parseArg(given)).toMatchObject({ tool: name, name: argument, value });
});

test.each(['path', '', '=x', 'tool:=x', ':path=x'])('--arg "%s" is refused', (given) => {
  expect(() => parseArg(given)).toThrow(UsageError);
  expect(() => parseArg(given)).toThrow(`--arg takes NAME=VALUE or TOOL:NAME=VALUE, found "${given}".`);
});

test('a plain value goes to every tool that declares the name, a value of a tool to that tool', () => {
  const values = createValues([flags('path=a', 'read_file:path=b')]);
  const got = new Map(listing('filesystem').map((one) => [one.name, values.for(one).get('path')]));
  expect(got.get('read_file')).toBe('b');
  expect(got.get('list_directory')).toBe('a');
  expect(got.get('move_file')).toBeUndefined();
  expect(got.get('list_allowed_directories')).toBeUndefined();
});

test('later layers win, and inside a layer the form with a tool and then the later one', () => {
  const text = { a: { type: 'string' } };
  expect(sent(text, file({ '*': { a: 'config' } }), file({ '*': { a: 'file' } }))).toEqual({ a: 'file' });
  expect(sent(text, file({ work: { a: 'config' } }), file({ '*': { a: 'file' } }))).toEqual({ a: 'file' });
  expect(sent(text, file({ work: { a: 'tool' }, '*': { a: 'every' } }))).toEqual({ a: 'tool' });
  expect(sent(text, file({ work: { a: 'file' } }), flags('a=flag'))).toEqual({ a: 'flag' });
  expect(sent(text, flags('work:a=tool', 'a=plain'))).toEqual({ a: 'tool' });
  expect(sent(text, flags('a=1st', 'a=2nd'))).toEqual({ a: '2nd' });
  expect(sent(text, file({ other: { a: 'x' } }))).toEqual({});
});

test.each<readonly [string, unknown, string, unknown]>([
  ['a number for a text', { type: 'string' }, '007', '007'],
  ['a number for a text, written with a point', { type: 'string' }, '1.0', '1.0'],
  ['a flag for a text', { type: 'string' }, 'true', 'true'],
  ['null for a text', { type: 'string' }, 'null', 'null'],
  ['null for a text or null', { type: ['string', 'null'] }, 'null', null],
  ['a number for a text or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, '5', '5'],
  ['a number for a text or a number', { type: ['string', 'number'] }, '5', 5],
  ['a number for a number', { type: 'number' }, '5', 5],
  ['a whole number for a number', { type: ['string', 'integer'] }, '5', 5],
  ['a number for a text by reference', { $ref: '#/$defs/t' }, '5', '5'],
  ['a number for anything', {}, '5', 5],
  ['a list for a text', { type: 'string' }, '["a"]', ['a']],
  ['a quoted number for a text', { type: 'string' }, '"5"', '5'],
])('%s', (_, schema, given, expected) => {
  const one = taking({ a: schema }, { $defs: { t: { type: 'string' } } });
  expect(
    createValues([flags(`a=${given}`)])
      .for(one)
      .get('a'),
  ).toEqual(expected);
});

test('a file has no text to go back to: a number becomes one', () => {
  expect(sent({ a: { type: 'string' }, b: { type: 'string' } }, file({ '*': { a: 5, b: true } }))).toEqual({
    a: '5',
    b: 'true',
  });
});

test('names that nothing declares are all told, each with the nearest one', () => {
  const layers = [
    file({ read_fil: { path: 'x' }, '*': { pth: 'x' } }, 'args.yaml:2:3'),
    flags('read_file:haed=1', 'head=1', 'nothing_alike=1'),
  ];
  expect(createValues(layers).check(listing('filesystem'))).toEqual([
    'args.yaml:2:3  no tool declares an argument "pth". Did you mean "path"?',
    'args.yaml:2:3  the server has no tool "read_fil". Did you mean "read_file"?',
    '--arg nothing_alike=1  no tool declares an argument "nothing_alike".',
    '--arg read_file:haed=1  the tool "read_file" does not declare an argument "haed". Did you mean "head"?',
  ]);
});

test('a tool that takes any argument may be given one by its own name', () => {
  const open = tool({ inputSchema: { type: 'object', properties: {}, additionalProperties: true } });
  expect(createValues([flags('work:a=1')]).check([open])).toEqual([]);
  expect(createValues([flags('a=1')]).check([open])).toHaveLength(1);
  expect(
    createValues([flags('work:a=1')])
      .for(open)
      .get('a'),
  ).toBe(1);
});

test('a tool whose schema says nothing may be given one by its own name, a tool without arguments may not', () => {
  const flag = flags('work:a=1');
  expect(createValues([flag]).check([tool({ inputSchema: { $schema: 'x' } })])).toEqual([]);
  expect(createValues([flag]).check([tool({ inputSchema: { type: 'object' } })])).toHaveLength(1);
});

test('names that every object has are names like any other', () => {
  const values = createValues([flags('__proto__=x', 'constructor=y')]);
  expect(values.for(taking({ a: {} })).size).toBe(0);
  expect(values.check([taking({ a: {} })])).toHaveLength(2);
  const declares = taking(JSON.parse('{"__proto__":{"type":"string"}}') as Record<string, unknown>);
  expect([...values.for(declares)]).toEqual([['__proto__', 'x']]);
});
