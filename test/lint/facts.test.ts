import { describe, expect, test } from 'vitest';
import type { Tool } from '../../core/index.js';
import { controlsIn } from '../../plugins/lint/characters.js';
import { hintsOf, parametersOf, passagesOf, sentencesOf } from '../../plugins/lint/facts.js';
import { sentencesIn } from '../../plugins/lint/wording.js';
import { catalogOf, observationsOf } from './judged.js';

const tool = (more: Partial<Tool> = {}): Tool => ({
  index: 0,
  name: 'deleteNote',
  description: 'Deletes a note.',
  inputSchema: {},
  outputSchema: undefined,
  annotations: {},
  ...more,
});

test('control characters are named once each, and line ends are none of them', () => {
  expect(controlsIn(['a\tb\r\nc\f', 'plain'])).toEqual([]);
  expect(controlsIn(['\u001b[8mx\u001b[0m', '\u0000\u009b'])).toEqual(['U+001B', 'U+0000', 'U+009B']);
});

test('sentences end at full stops, not inside of names and numbers', () => {
  expect(sentencesIn('Reads a.txt, e.g. of 1.5 MB. Writes nothing!\nSecond line')).toEqual([
    'Reads a.txt, e.g. of 1.5 MB.',
    'Writes nothing!',
    'Second line',
  ]);
  expect(sentencesIn('')).toEqual([]);
});

describe('what a model reads', () => {
  const nested = tool({
    annotations: { title: 'Delete' },
    inputSchema: {
      description: 'All of it.',
      properties: {
        plan: {
          type: 'object',
          properties: { steps: { type: 'array', items: { properties: { name: { description: 'One. One. Two.' } } } } },
        },
      },
    },
  });

  test('is known by where it stands', () => {
    expect(sentencesOf(passagesOf(nested))).toEqual([
      { place: 'the description', sentence: 'Deletes a note.' },
      { place: 'the title', sentence: 'Delete' },
      { place: 'the input schema', sentence: 'All of it.' },
      { place: 'the description of the parameter "plan.steps[].name"', sentence: 'One.' },
      { place: 'the description of the parameter "plan.steps[].name"', sentence: 'Two.' },
    ]);
  });

  test('is cut where it is no sentence any more', () => {
    const [only] = sentencesOf([{ place: 'x', text: 'a'.repeat(5_000) }]);
    expect(only?.sentence).toHaveLength(1_000);
  });
});

test('parameters at any depth, each once, with what they declare', () => {
  const found = parametersOf({
    required: ['apiKey'],
    properties: {
      apiKey: { type: 'string', format: 'password' },
      __proto__x: true,
      mode: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
      auth: {
        type: 'object',
        required: ['token'],
        properties: { token: { type: 'string', default: 'abc', writeOnly: true } },
      },
      both: { type: ['string', 'number'], default: { a: 1 } },
    },
    allOf: [{ properties: { apiKey: { type: 'integer' } } }],
  });
  const none = { type: '', required: false, default: '', markedSecret: false };
  expect(found).toEqual([
    { ...none, parameter: 'apiKey', words: 'api key', type: 'string', required: true, markedSecret: true },
    { ...none, parameter: 'mode', words: 'mode', type: 'string', default: 'null' },
    { ...none, parameter: 'auth', words: 'auth', type: 'object' },
    {
      ...none,
      parameter: 'auth.token',
      words: 'token',
      type: 'string',
      required: true,
      default: 'abc',
      markedSecret: true,
    },
    { ...none, parameter: 'both', words: 'both', default: '{"a":1}' },
  ]);
});

test('hints are true, false or unset, and nothing else', () => {
  expect(hintsOf(tool({ annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: 'yes' } }))).toEqual({
    tool: 'deleteNote',
    words: 'delete note',
    readOnly: 'false',
    destructive: 'true',
    idempotent: 'unset',
    openWorld: 'unset',
  });
});

describe('facts that are many', () => {
  const many = ['text.sentence', 'tool.parameter', 'tool.hints'];
  const catalog = catalogOf([tool({ inputSchema: { properties: { note: { type: 'string' } } } })], 'Ask first.');

  test('are made when somebody reads them', async () => {
    const seen = await observationsOf(catalog, () => true);
    expect(seen.filter(({ kind }) => many.includes(kind)).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      'tool.hints deleteNote',
      'tool.parameter deleteNote',
      'text.sentence deleteNote',
      'text.sentence <instructions>',
    ]);
  });

  test('are not made when nobody does', async () => {
    const seen = await observationsOf(catalog);
    expect(seen.filter(({ kind }) => many.includes(kind))).toEqual([]);
  });

  test('stop at a thousand, and say so', async () => {
    const properties = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`p${at}`, { type: 'string' }]));
    const seen = await observationsOf(
      catalogOf([tool({ inputSchema: { properties } })]),
      (kind) => kind === 'tool.parameter',
    );
    const parameters = seen.filter(({ kind }) => kind === 'tool.parameter');
    expect(parameters).toHaveLength(1_001);
    expect(parameters.at(-1)).toMatchObject({
      state: 'inconclusive',
      reason: 'only the first 1000 of 1001 parameters were looked at',
    });
  });
});
