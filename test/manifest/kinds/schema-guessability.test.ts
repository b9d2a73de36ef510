import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import { caseOf, runCases } from '../run.js';

const FINE = { result: { content: [] } };
const TEXT = { type: 'string' };

/** Runs one case against a tool with this schema. */
async function guess(inputSchema: unknown, args: JsonObject = { query: 'marker-word' }, answer: object = FINE) {
  const run = await runCases([caseOf('schema-guessability', { tool: 'read', arguments: args })], () => answer, {
    tools: [{ name: 'read', inputSchema }],
  });
  const calls = run.sessions.flatMap(({ sent }) => sent).filter(({ method }) => method === 'tools/call');
  return { run, failed: run.failed('one'), calls, seen: run.data('one', 'case.run') };
}

describe('passes', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['nothing required', { type: 'object' }, {}],
    ['all that is required', { type: 'object', properties: { query: TEXT }, required: ['query'] }, { query: 1 }],
    [
      'a required argument that is null',
      { type: 'object', properties: { query: TEXT }, required: ['query'] },
      { query: null },
    ],
    ['arguments that nobody asked for', { type: 'object', properties: {}, required: [] }, { query: 1 }],
  ])('%s', async (_, schema, args) => {
    const { failed, calls, seen } = await guess(schema, args);
    expect(failed).toEqual([]);
    expect(seen).toMatchObject({ attempts: 1, at: 1 });
    expect(calls).toEqual([{ method: 'tools/call', params: { name: 'read', arguments: args } }]);
  });
});

describe('finds what cannot be guessed before it calls anything', () => {
  const properties = { query: TEXT };
  test.each<[string, JsonObject, string]>([
    ['no type', { properties }, 'invalid-schema'],
    ['another type', { type: 'array' }, 'invalid-schema'],
    ['a list of types', { type: ['object'] }, 'invalid-schema'],
    ['properties that are a list', { type: 'object', properties: [] }, 'invalid-schema'],
    ['properties that are null', { type: 'object', properties: null }, 'invalid-schema'],
    ['required that is a text', { type: 'object', properties, required: 'query' }, 'invalid-schema'],
    ['required that is null', { type: 'object', properties, required: null }, 'invalid-schema'],
    ['a required number', { type: 'object', properties, required: [1] }, 'invalid-schema'],
    ['a required name that is not declared', { type: 'object', properties, required: ['q'] }, 'invalid-schema'],
    ['a required name and no properties', { type: 'object', required: ['query'] }, 'invalid-schema'],
    [
      'a required name that every object inherits',
      { type: 'object', properties, required: ['toString'] },
      'invalid-schema',
    ],
    [
      'an argument that is not given',
      { type: 'object', properties: { a: TEXT }, required: ['a'] },
      'missing-required-argument',
    ],
    [
      'an argument that every object inherits',
      { type: 'object', properties: { valueOf: TEXT }, required: ['valueOf'] },
      'missing-required-argument',
    ],
    [
      'first a missing argument, then a name that is not declared',
      { type: 'object', properties: { a: TEXT }, required: ['a', 'b'] },
      'missing-required-argument',
    ],
    [
      'first a name that is not declared, then a missing argument',
      { type: 'object', properties: { a: TEXT }, required: ['b', 'a'] },
      'invalid-schema',
    ],
  ])('%s', async (_, schema, label) => {
    const { run, failed, calls, seen } = await guess(schema);
    expect(failed).toEqual([label]);
    expect(seen).toMatchObject({ attempts: 0, at: 1 });
    expect(calls).toEqual([]);
    expect(run.data('one', 'case.outcome')).toBeUndefined();
  });

  test('a schema that is no object is no valid entry of the listing at all', async () => {
    const { failed, calls } = await guess([]);
    expect(failed).toEqual(['transport-error']);
    expect(calls).toEqual([]);
  });
});

describe('judges the call when the schema is fine', () => {
  test.each<[string, object, string]>([
    ['a protocol error', { kind: 'error', error: { code: -32602, message: 'marker-word' } }, 'unexpected-outcome'],
    ['a tool error', { result: { content: [], isError: true } }, 'unexpected-outcome'],
    ['no answer in time', { kind: 'timeout' }, 'transport-timeout'],
    ['a connection that ended', { kind: 'closed' }, 'transport-closed'],
    ['an answer that is none', { result: 'text' }, 'transport-error'],
  ])('%s', async (_, answer, label) => {
    const { run, failed } = await guess({ type: 'object' }, { query: 'marker-word' }, answer);
    expect(failed).toEqual([label]);
    expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toContain('marker-word');
  });

  test('at the first call', async () => {
    const { seen } = await guess({ type: 'object' }, {}, { result: { isError: true } });
    expect(seen).toMatchObject({ attempts: 1, at: 1 });
  });
});
