import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../core/json.js';
import {
  type Expectation,
  expectationFacts,
  isMet,
  type OutcomeFacts,
  outcomeOf,
  resolvePath,
} from '../../core/manifest/expect.js';
import { isResultPath } from '../../core/manifest/grammar.js';
import { type Completed, TOOL_ERROR_CODE } from '../../core/manifest/peer.js';
import { combinations, firing } from './firing.js';

const success = (result: JsonObject): Completed => ({ kind: 'success', result, ms: 1 });
const toolError = (result: JsonObject = {}): Completed => ({
  kind: 'tool-error',
  result,
  code: TOOL_ERROR_CODE,
  ms: 1,
});
const protocolError = (code: number): Completed => ({ kind: 'protocol-error', error: { code }, code, ms: 1 });

/** The labels that an expectation earns a call. */
const labels = (completed: Completed, expectation: Expectation): readonly string[] =>
  firing('case.outcome', { ...expectationFacts(completed, expectation) });

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject;

describe('labels come in a fixed order, and only the first applies', () => {
  const result = { status: 'idle', count: 1, none: null, items: ['a'], '': { '': 7 }, 'a.b': 2 };

  test.each<[string, Completed, Expectation, readonly string[]]>([
    ['nothing asserted', success(result), { outcome: 'ok' }, []],
    [
      'everything holds',
      success(result),
      {
        outcome: 'ok',
        required_result_fields: ['status'],
        equals: { count: 1 },
        required_result_paths: ['/items/0'],
        equals_paths: { '/items/0': 'a' },
      },
      [],
    ],
    [
      '1: an error, with assertions',
      protocolError(-1),
      { outcome: 'ok', required_result_fields: ['gone'], equals: { count: 2 } },
      ['unexpected-outcome'],
    ],
    [
      '1: a tool error that has all fields',
      toolError(result),
      { outcome: 'ok', equals: { count: 1 } },
      ['unexpected-outcome'],
    ],
    ['1: a success, with a code', success(result), { outcome: 'error', error_code: -1 }, ['unexpected-outcome']],
    ['2: another code', protocolError(-1), { outcome: 'error', error_code: -2 }, ['error-code-mismatch']],
    ['2: the code of a tool error', toolError(), { outcome: 'error', error_code: -2 }, ['error-code-mismatch']],
    ['2: the same code', protocolError(-2), { outcome: 'error', error_code: -2 }, []],
    ['2: the code that a tool error has', toolError(), { outcome: 'error', error_code: -32000 }, []],
    ['2: zero is a code', protocolError(1), { outcome: 'error', error_code: 0 }, ['error-code-mismatch']],
    ['2: no code declared', protocolError(1), { outcome: 'error' }, []],
    ['2: null is no code', protocolError(1), { outcome: 'error', error_code: null }, []],
    [
      '3: a missing field, and a value that differs',
      success(result),
      { outcome: 'ok', required_result_fields: ['gone'], equals: { count: 2 } },
      ['missing-field'],
    ],
    [
      '3: a missing path, and a field that is there',
      success(result),
      { outcome: 'ok', required_result_fields: ['status'], required_result_paths: ['/gone'] },
      ['missing-field'],
    ],
    [
      '3: one of several',
      success(result),
      { outcome: 'ok', required_result_fields: ['status', 'gone', 'count'] },
      ['missing-field'],
    ],
    ['4: a value that differs', success(result), { outcome: 'ok', equals: { count: 2 } }, ['value-mismatch']],
    [
      '4: a value by path that differs',
      success(result),
      { outcome: 'ok', equals: { count: 1 }, equals_paths: { '/items/0': 'b' } },
      ['value-mismatch'],
    ],
    ['4: a value that is missing', success(result), { outcome: 'ok', equals: { gone: 1 } }, ['value-mismatch']],
    [
      '4: a path that does not resolve',
      success(result),
      { outcome: 'ok', equals_paths: { '/gone/0': 1 } },
      ['value-mismatch'],
    ],
  ])('%s', (_, completed, expectation, wanted) => {
    expect(labels(completed, expectation)).toEqual(wanted);
    expect(isMet(expectationFacts(completed, expectation))).toBe(wanted.length === 0);
  });

  test('for whatever facts there are: one label at most, none exactly when the expectation is met', () => {
    const all = combinations<OutcomeFacts & JsonObject>({
      expected: ['success', 'error', 'any'],
      ended: ['success', 'error'],
      code_expected: [null, 0, -1],
      code: [null, 0, -1],
      missing: [false, true],
      unequal: [false, true],
    });
    // A code belongs to an error, and what a result holds matters to a success that was expected.
    const real = all.filter(
      ({ expected, ended, code_expected: wanted, code, missing, unequal }) =>
        (ended === 'error') === (code !== null) &&
        (wanted === null || expected === 'error') &&
        ((!missing && !unequal) || (expected === 'success' && ended === 'success')),
    );
    expect(real).toHaveLength(18);
    expect(all.filter((facts) => firing('case.outcome', facts).length > 1)).toEqual([]);
    expect(real.filter((facts) => (firing('case.outcome', facts).length === 0) !== isMet(facts))).toEqual([]);
  });

  test('a call that may end either way earns none', () => {
    for (const completed of [success({}), toolError(), protocolError(-1)])
      expect(firing('case.outcome', { ...outcomeOf(completed, 'any') })).toEqual([]);
  });
});

describe('names at the top are literal, and paths descend', () => {
  const nested = { structuredContent: { status: 'deep', list: [{ id: 1 }] } };
  const dotted = { 'structuredContent.status': 'flat', structuredContent: { status: 'deep' } };

  test.each<[string, JsonObject, Omit<Expectation, 'outcome'>, readonly string[]]>([
    ['a dot does not descend', nested, { required_result_fields: ['structuredContent.status'] }, ['missing-field']],
    ['a dot is part of the name', dotted, { required_result_fields: ['structuredContent.status'] }, []],
    ['a dotted name is equal', dotted, { equals: { 'structuredContent.status': 'flat' } }, []],
    [
      'a dotted name is not the value below',
      dotted,
      { equals: { 'structuredContent.status': 'deep' } },
      ['value-mismatch'],
    ],
    ['a path reads the value below', dotted, { equals_paths: { '/structuredContent/status': 'deep' } }, []],
    ['a path with a dot reads the literal name', dotted, { equals_paths: { '/structuredContent.status': 'flat' } }, []],
    ['a path through a list', nested, { equals_paths: { '/structuredContent/list/0/id': 1 } }, []],
    [
      'what every object inherits is not there',
      {},
      { required_result_fields: ['toString', 'constructor'] },
      ['missing-field'],
    ],
    ['what every list inherits is not there', { a: [] }, { required_result_paths: ['/a/length'] }, ['missing-field']],
    [
      'what every text inherits is not there',
      { a: 'text' },
      { required_result_paths: ['/a/length'] },
      ['missing-field'],
    ],
  ])('%s', (_, result, expectation, wanted) => {
    expect(labels(success(result), { outcome: 'ok', ...expectation })).toEqual(wanted);
  });
});

describe('null is a value, and missing is none', () => {
  test.each<[string, JsonObject, Omit<Expectation, 'outcome'>, readonly string[]]>([
    ['a required field that is null', { a: null }, { required_result_fields: ['a'] }, []],
    ['a required path that is null', { a: [null] }, { required_result_paths: ['/a/0'] }, []],
    ['a path below null', { a: null }, { required_result_paths: ['/a/b'] }, ['missing-field']],
    ['equal to null', { a: null }, { equals: { a: null }, equals_paths: { '/a': null } }, []],
    ['null wanted, nothing there', {}, { equals: { a: null } }, ['value-mismatch']],
    ['null wanted by path, nothing there', { a: {} }, { equals_paths: { '/a/b': null } }, ['value-mismatch']],
    ['null wanted, false there', { a: false }, { equals: { a: null } }, ['value-mismatch']],
    ['false wanted, null there', { a: null }, { equals: { a: false } }, ['value-mismatch']],
  ])('%s', (_, result, expectation, wanted) => {
    expect(labels(success(result), { outcome: 'ok', ...expectation })).toEqual(wanted);
  });
});

describe('values are compared as they are', () => {
  test.each<[string, string, Expectation['equals'], boolean]>([
    ['1 is 1.0', '{"a": 1.0}', { a: 1 }, true],
    ['1 is 1e0', '{"a": 1e0}', { a: 1 }, true],
    ['100 is 1e2', '{"a": 1e2}', { a: 100 }, true],
    ['0 is -0', '{"a": -0}', { a: 0 }, true],
    ['1 is not "1"', '{"a": 1}', { a: 'one' }, false],
    ['"true" is not true', '{"a": "true"}', { a: true }, false],
    ['true is not "true"', '{"a": true}', { a: 'true' }, false],
    ['0 is not false', '{"a": 0}', { a: false }, false],
    ['1 is not true', '{"a": 1}', { a: true }, false],
    ['upper and lower case differ', '{"a": "Idle"}', { a: 'idle' }, false],
    ['an escaped text is what it stands for', String.raw`{"a": "\u0069dle"}`, { a: 'idle' }, true],
    ['a blank counts', '{"a": "idle "}', { a: 'idle' }, false],
    ['a list is no value', '{"a": ["idle"]}', { a: 'idle' }, false],
    ['an object is no value', '{"a": {}}', { a: null }, false],
  ])('%s', (_, result, equals, same) => {
    expect(labels(success(parse(result)), { outcome: 'ok', equals })).toEqual(same ? [] : ['value-mismatch']);
    const equalsPaths = Object.fromEntries(Object.entries(equals ?? {}).map(([name, value]) => [`/${name}`, value]));
    expect(labels(success(parse(result)), { outcome: 'ok', equals_paths: equalsPaths })).toEqual(
      same ? [] : ['value-mismatch'],
    );
  });
});

describe('a result path', () => {
  const root = parse(`{
    "a/b": 1, "m~n": 2, "~1": 3, "~0": 4, "": {"": {"x": 5}, "y": 6}, "list": [10, [20, 21], {"0": 30}],
    "0": {"1": 40}, "__proto__": {"x": 50}, "none": null, "text": "abc"
  }`);

  test.each<[string, unknown]>([
    ['/a~1b', 1],
    ['/m~0n', 2],
    ['/~01', 3],
    ['/~00', 4],
    ['//', { x: 5 }],
    ['///x', 5],
    ['//y', 6],
    ['/list/0', 10],
    ['/list/1/1', 21],
    ['/list/2/0', 30],
    ['/0/1', 40],
    ['/__proto__/x', 50],
    ['/none', null],
  ])('%s selects what is there', (path, value) => {
    expect(resolvePath(root, path)).toEqual({ value });
  });

  test.each([
    '/a/b', // The name holds a slash, which a path must escape.
    '/~1',
    '/gone',
    '/list/3',
    '/list/-',
    '/list/-1',
    '/list/01',
    '/list/00',
    '/list/1.0',
    '/list/1e0',
    '/list/99999999999999999999',
    '/list/4294967295',
    '/list/',
    '/list/length',
    '/list//0',
    '/none/x',
    '/text/0',
    '/text/length',
    '/toString',
    '/list/2/__proto__',
    '/constructor/name',
  ])('%s selects nothing', (path) => {
    expect(isResultPath(path)).toBe(true);
    expect(resolvePath(root, path)).toBeUndefined();
  });

  test.each([
    '',
    'list',
    'list/0',
    '#/list',
    '/~',
    '/~2',
    '/a b',
    '/ä',
    '/a%2Fb',
    '/list\n',
    '/[0]',
    `/${'a'.repeat(512)}`,
  ])('%j is none', (path) => {
    expect(isResultPath(path)).toBe(false);
    expect(resolvePath(root, path)).toBeUndefined();
  });

  test('may be 512 characters long, and as deep as that', () => {
    expect(resolvePath({ ['a'.repeat(511)]: 1 }, `/${'a'.repeat(511)}`)).toEqual({ value: 1 });
    let deep: Json = 7;
    for (let level = 0; level < 256; level += 1) deep = { a: deep };
    expect(resolvePath(deep as JsonObject, '/a'.repeat(256))).toEqual({ value: 7 });
  });

  test('finds every value of any result whose names it can spell', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9_.:~/-]{0,5}$/);
    const { root: results } = fc.letrec((tie) => ({
      root: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom(null, true, 0, 'text'),
        fc.array(tie('value'), { maxLength: 4 }),
        tie('root'),
      ),
    }));
    let found = 0;
    fc.assert(
      fc.property(results, (result) => {
        for (const [path, value] of placesOf(result)) {
          if (!isResultPath(path)) continue;
          expect(resolvePath(result as JsonObject, path)).toEqual({ value });
          found += 1;
        }
      }),
      { seed: 20_261_130 },
    );
    expect(found).toBeGreaterThan(100);
  });
});

/** Every value below a root, with its path. */
function placesOf(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return inner.flatMap(([name, one]) => {
    const place = `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [[place, one] as const, ...placesOf(one, place)];
  });
}
