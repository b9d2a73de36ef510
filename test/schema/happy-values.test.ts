/** The table of values in scorecard specification 1.2, row by row, and the rotation. */

import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { happyArguments } from '../../core/schema/happy.js';
import { taking, tool } from './tools.js';

/** The value of one property in the cases 0, 1, 2 … */
async function values(name: string, schema: unknown, cases = 3): Promise<readonly unknown[]> {
  const made: unknown[] = [];
  for (let index = 0; index < cases; index += 1) {
    const found = await happyArguments(taking({ [name]: schema } as JsonObject), index);
    if (!found.ok) throw new Error(found.reason);
    made.push(found.arguments[name]);
  }
  return made;
}

const same = (value: unknown): readonly unknown[] => [value, value, value];
const SAMPLE_X = same('sample_x');

test.each<readonly [string, unknown, readonly unknown[]]>([
  ['1: enum', { enum: ['a', 'b'] }, ['a', 'b', 'a']],
  ['1: enum before const, default and examples', { enum: [1, 2], default: 2, examples: [2] }, [1, 2, 1]],
  ['1: an empty enum is none', { enum: [], type: 'string' }, SAMPLE_X],
  ['2: const', { const: { a: 1 } }, same({ a: 1 })],
  ['2: const null', { const: null }, same(null)],
  ['3: examples', { type: 'string', examples: ['p', 'q', 'r'], default: 'd' }, ['p', 'q', 'r']],
  ['3: examples of an object', { type: 'object', examples: [{ a: 1 }] }, same({ a: 1 })],
  ['3: examples that do not fit are passed over', { type: 'string', examples: [1, 'q'] }, ['q', 'q', 'q']],
  ['4: default', { type: 'integer', default: 7 }, same(7)],
  ['4: default false', { type: 'boolean', default: false }, same(false)],
  ['4: default null is none', { type: 'integer', default: null }, [1, 2, 3]],
  ['4: a default that does not fit falls through', { type: 'integer', minimum: 5, default: 1 }, [5, 6, 7]],
  ['4: a default of the wrong type falls through', { type: 'string', default: 5 }, SAMPLE_X],
  ['5: e.g. in a description', { type: 'string', description: 'A branch, e.g. "main" or "dev".' }, same('main')],
  ['5: e.g. with a comma and single quotes', { type: 'string', description: "Colour (e.g., 'teal')" }, same('teal')],
  ['5: e.g. with backticks', { type: 'string', description: 'e.g. `v1.2`' }, same('v1.2')],
  ['5: e.g. without a quoted value is none', { type: 'string', description: 'e.g. main' }, SAMPLE_X],
  ['5: e.g. is for texts only', { type: 'integer', description: 'e.g. "5"' }, [1, 2, 3]],
  ['6: uri', { type: 'string', format: 'uri' }, same('https://example.com/sample')],
  ['6: url', { type: 'string', format: 'url' }, same('https://example.com/sample')],
  ['6: date-time', { type: 'string', format: 'date-time' }, same('2030-01-15T09:30:00Z')],
  ['6: date', { type: 'string', format: 'date' }, same('2030-01-15')],
  ['6: time', { type: 'string', format: 'time' }, same('09:30:00Z')],
  ['6: email', { type: 'string', format: 'email' }, same('ada.sample@example.com')],
  ['6: uuid', { type: 'string', format: 'uuid' }, same('00000000-0000-4000-8000-000000000001')],
  ['6: ipv4', { type: 'string', format: 'ipv4' }, same('192.0.2.1')],
  ['6: hostname', { type: 'string', format: 'hostname' }, same('sample.example.com')],
  ['6: an unknown format is none', { type: 'string', format: 'x-colour' }, SAMPLE_X],
  ['8: any other text', { type: 'string' }, SAMPLE_X],
  ['8: no type at all', { description: 'Something.' }, SAMPLE_X],
  ['8: an empty schema', {}, SAMPLE_X],
  ['8: true', true, SAMPLE_X],
  ['9: integer', { type: 'integer' }, [1, 2, 3]],
  ['9: minimum', { type: 'integer', minimum: 10 }, [10, 11, 12]],
  ['9: wrapped at the maximum', { type: 'integer', minimum: 1, maximum: 2 }, [1, 2, 1]],
  ['9: a maximum below 1', { type: 'integer', maximum: -5 }, [-25, -24, -23]],
  ['9: a minimum above 100', { type: 'integer', minimum: 500 }, [500, 501, 502]],
  ['9: exclusiveMinimum', { type: 'integer', exclusiveMinimum: 4 }, [5, 6, 7]],
  ['9: exclusiveMaximum', { type: 'integer', minimum: 1, exclusiveMaximum: 3 }, [1, 2, 1]],
  [
    '9: limits of safe integers are none',
    { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
    [1, 2, 3],
  ],
  ['10: number', { type: 'number' }, [12.5, 25, 37.5]],
  ['10: bounds', { type: 'number', minimum: 1, maximum: 2 }, [1.25, 1.5, 1.75]],
  ['10: never more than minimum + 50', { type: 'number', minimum: 10 }, [22.5, 35, 47.5]],
  ['10: two decimals', { type: 'number', minimum: 0, maximum: 1 / 3 }, [0.08, 0.17, 0.25]],
  [
    '10: bounds tighter than two decimals',
    { type: 'number', minimum: 0.001, maximum: 0.002 },
    [0.00125, 0.0015, 0.00175],
  ],
  ['11: boolean', { type: 'boolean' }, [true, false, true]],
  ['12: array', { type: 'array', items: { type: 'integer' } }, [[1], [2, 3], [3, 4, 5]]],
  [
    '12: items nobody describes',
    { type: 'array' },
    [['sample_x_item'], same('sample_x_item').slice(0, 2), SAMPLE_X.map(() => 'sample_x_item')],
  ],
  [
    '12: minItems 0 begins with an empty list',
    { type: 'array', items: { type: 'integer' }, minItems: 0 },
    [[], [2], [3, 4]],
  ],
  [
    '12: never fewer than minItems',
    { type: 'array', items: { type: 'integer' }, minItems: 5 },
    [
      [1, 2, 3, 4, 5],
      [2, 3, 4, 5, 6],
      [3, 4, 5, 6, 7],
    ],
  ],
  ['12: maxItems', { type: 'array', items: { type: 'integer' }, maxItems: 1 }, [[1], [2], [3]]],
  ['12: maxItems 0', { type: 'array', maxItems: 0 }, same([])],
  [
    '13: object',
    { type: 'object', properties: { a: { type: 'string' }, n: { type: 'integer' } } },
    [
      { a: 'sample_a', n: 1 },
      { a: 'sample_a', n: 2 },
      { a: 'sample_a', n: 3 },
    ],
  ],
  ['13: an object without properties', { type: 'object' }, same({})],
  ['14: null', { type: 'null' }, same(null)],
  ['14: a type nobody knows', { type: 'kangaroo' }, same(null)],
  ['types: the first that is not null', { type: ['null', 'integer', 'string'] }, [1, 2, 3]],
  [
    'types: the first branch that is not null',
    { anyOf: [{ type: 'null' }, { type: 'boolean' }, { type: 'string' }] },
    [true, false, true],
  ],
  ['types: oneOf alike', { oneOf: [{ type: 'null' }, { type: 'integer' }] }, [1, 2, 3]],
  [
    'types: a description above the branches counts',
    { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, description: 'e.g. "x1"' },
    same('x1'),
  ],
])('%s', async (_, schema, expected) => {
  expect(await values('x', schema)).toEqual(expected);
});

test.each([
  ['query', 'sample query one', 'sample query two', 'sample query three'],
  ['searchTerm', 'sample search one', 'sample search two', 'sample search three'],
  ['context', 'This is a sample text.', 'Another sample text.', 'One more sample text.'],
  ['message', 'This is a sample message.', 'Another sample message.', 'One more sample message.'],
  ['userEmail', 'ada.sample@example.com', 'bo.sample@example.org', 'cy.sample@example.net'],
  ['baseURL', 'https://example.com/sample/one', 'https://example.org/sample/two', 'https://example.net/sample/three'],
  ['file_path', '/srv/sample/one.txt', '/srv/sample/two.txt', '/srv/sample/three.txt'],
  ['filename', 'sample-one.txt', 'sample-two.txt', 'sample-three.txt'],
  ['entityName', 'Sample Ada Toolscore', 'Sample Bo Toolscore', 'Sample Cy Toolscore'],
  ['city', 'Sampleton', 'Sample Falls', 'Port Sample'],
  ['country_code', 'Sampleland', 'Sample Islands', 'Republic of Sample'],
])('7: three texts for a name like %s', async (name, ...texts) => {
  expect(await values(name, { type: 'string' })).toEqual(texts);
});

test('7: earlier keywords win: a query name is a query', async () => {
  expect(await values('queryName', { type: 'string' }, 1)).toEqual(['sample query one']);
});

test('every text that nobody suggested says that it is a sample', async () => {
  const names = [
    'query',
    'search',
    'text',
    'message',
    'email',
    'url',
    'path',
    'filename',
    'name',
    'city',
    'country',
    'id',
    'x',
  ];
  for (const name of names) {
    for (const value of await values(name, { type: 'string' })) expect(String(value)).toMatch(/sample/i);
  }
});

test('items take the name of the list and indexes of their own, members the same index', async () => {
  const entity = { type: 'object', properties: { name: { type: 'string' }, rank: { type: 'integer' } } };
  const [, second] = await values('entities', { type: 'array', items: entity });
  expect(second).toEqual([
    { name: 'Sample Bo Toolscore', rank: 2 },
    { name: 'Sample Cy Toolscore', rank: 3 },
  ]);
  expect(await values('paths', { type: 'array', items: { type: 'string' } }, 1)).toEqual([['/srv/sample/one.txt']]);
});

test('every declared property is filled in, required or not', async () => {
  const given = tool({
    inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } } },
  });
  expect(await happyArguments(given, 0)).toEqual({ ok: true, arguments: { a: 'sample_a', b: true } });
});

test('the same schema gives the same values however often and in whatever order it is asked', async () => {
  const schema = { type: 'object', properties: { name: { type: 'string' }, n: { type: 'integer' } } };
  const ask = (index: number) => happyArguments(tool({ inputSchema: structuredClone(schema) }), index);
  const forth = [await ask(0), await ask(1), await ask(2)];
  const back = [await ask(2), await ask(1), await ask(0)].toReversed();
  expect(back).toEqual(forth);
  expect(await ask(3)).not.toEqual(await ask(4));
});

test.each<readonly [string, JsonObject]>([
  ['no schema', {}],
  ['a schema without a type', { properties: { a: { type: 'string' } } }],
  ['a schema without properties', { type: 'object' }],
  ['a schema of another type', { type: 'string' }],
])('a tool with %s gets no arguments', async (_, inputSchema) => {
  expect(await happyArguments(tool({ inputSchema }), 0)).toEqual({ ok: true, arguments: {} });
});

test.each<readonly [string, JsonObject, JsonObject]>([
  ['a required name', { type: 'object', required: ['a'] }, { a: 'sample_a' }],
  [
    'a reference',
    { $ref: '#/$defs/in', $defs: { in: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } } },
    { n: 1 },
  ],
  ['a union', { type: 'object', oneOf: [{ properties: { kind: { const: 'a' } }, required: ['kind'] }] }, { kind: 'a' }],
])('a schema that is not usable but demands %s gets it', async (_, inputSchema, expected) => {
  expect(await happyArguments(tool({ inputSchema }), 0)).toEqual({ ok: true, arguments: expected });
});

const DESTROYS = { name: 'delete_note', annotations: { readOnlyHint: false, destructiveHint: true } };

test('a tool that destroys gets no text that the server suggests, and no number that names a record', async () => {
  const properties = {
    title: { type: 'string', default: 'Shopping' },
    author: { type: 'string', description: 'e.g. "Ada"' },
    tags: { type: 'array', items: { type: 'string' }, default: ['home'] },
    label: { type: 'string', examples: ['urgent'] },
    scope: { enum: ['one', 'many'] },
    limit: { type: 'integer', default: 5 },
    dryRun: { type: 'boolean', default: false },
    note_id: { type: 'integer' },
    rowNumbers: { type: 'array', items: { type: 'integer' } },
  };
  const made = await happyArguments(
    tool({ ...DESTROYS, inputSchema: { type: 'object', properties, required: ['title'] } }),
    0,
  );
  expect(made).toEqual({
    ok: true,
    arguments: {
      title: 'sample_title',
      author: 'sample_author',
      tags: ['sample_tags_item'],
      label: 'sample_label',
      scope: 'one',
      limit: 5,
      dryRun: false,
    },
  });
  const harmless = await happyArguments(tool({ name: 'list_notes', inputSchema: { type: 'object', properties } }), 0);
  expect(harmless).toMatchObject({ arguments: { title: 'Shopping', author: 'Ada', tags: ['home'], note_id: 1 } });
});
