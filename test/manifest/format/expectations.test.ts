import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import { example, faultsOf, manifest } from './examples.js';

const expected = (expect_: unknown): Promise<readonly string[]> =>
  faultsOf(manifest([example('instruction-fidelity', { id: 'a', expect: expect_ })]));
const ok = (more: JsonObject): Promise<readonly string[]> => expected({ outcome: 'ok', ...more });
const at = (place: string): unknown[] => [expect.stringContaining(`/probes/0/expect${place}  probe case a: expect`)];
const LONGEST = `/${'x'.repeat(511)}`;

describe('expect', () => {
  it('takes an outcome, and what goes with it', async () => {
    expect(await expected({ outcome: 'ok' })).toEqual([]);
    expect(await expected({ outcome: 'error' })).toEqual([]);
    expect(await expected({ outcome: 'error', error_code: -32602 })).toEqual([]);
    expect(
      await ok({
        required_result_fields: ['content', 'a.b'],
        equals: { isError: false, 'structuredContent.status': 'idle' },
        required_result_paths: ['/content/0', LONGEST, '/', '//a', '/a~0b~1c'],
        equals_paths: { '/structuredContent/n': 1.5, '/structuredContent/nothing': null },
      }),
    ).toEqual([]);
  });

  it.each(['OK', 'success', '', null, 5])('knows no outcome %j', async (outcome) => {
    expect(await expected({ outcome })).toEqual(at('/outcome'));
  });

  it('is an object with an outcome and nothing unknown', async () => {
    for (const value of [[], 'ok', 5]) expect(await expected(value)).toEqual(at(''));
    expect(await expected({})).toEqual(at('/outcome'));
    expect(await ok({ equal: {} })).toEqual([expect.stringMatching(/\/expect\/equal .*Did you mean "equals"\?/)]);
    expect(await ok({ 'not a "name"': {} })).toEqual(at('/*'));
  });

  it('takes null for what may be left out', async () => {
    const nothing = {
      required_result_fields: null,
      equals: null,
      required_result_paths: null,
      equals_paths: null,
      error_code: null,
    };
    expect(await ok(nothing)).toEqual([]);
    expect(await expected({ outcome: 'error', ...nothing })).toEqual([]);
  });

  it('asserts nothing of the result of an error, and no code of a success', async () => {
    for (const [name, value] of [
      ['required_result_fields', ['a']],
      ['equals', { a: 1 }],
      ['required_result_paths', ['/a']],
      ['equals_paths', { '/a': 1 }],
    ] as const) {
      expect(await expected({ outcome: 'error', [name]: value })).toEqual(at(`/${name}`));
      expect(await expected({ outcome: 'error', [name]: Array.isArray(value) ? [] : {} })).toEqual([]);
    }
    expect(await ok({ error_code: 0 })).toEqual(at('/error_code'));
  });

  it.each([1.5, '5', true, [], {}])('takes no error code %j', async (code) => {
    expect(await expected({ outcome: 'error', error_code: code })).toEqual(at('/error_code'));
  });

  it.each(['1', '', 'a b', 'a/b', 'x'.repeat(65), 5, null])('takes no result field %j', async (name) => {
    expect(await ok({ required_result_fields: ['a', name] })).toEqual(at('/required_result_fields/1'));
    if (typeof name === 'string') expect(await ok({ equals: { [name]: 1 } })).toEqual(at('/equals/*'));
  });

  it.each(['', 'a', 'a/b', '/a b', '/a~2', '/a~', '/\u00e4', '/a\n', `${LONGEST}x`, 5, null])(
    'takes no path %j',
    async (path) => {
      expect(await ok({ required_result_paths: ['/a', path] })).toEqual(at('/required_result_paths/1'));
      if (typeof path === 'string')
        expect(await ok({ equals_paths: { [path]: 1 } })).toEqual([
          expect.stringContaining('/probes/0/expect/equals_paths/'),
        ]);
    },
  );

  it('takes lists without repetitions', async () => {
    expect(await ok({ required_result_fields: ['a', 'b', 'a'] })).toEqual(at('/required_result_fields/2'));
    expect(await ok({ required_result_paths: ['/a', '/a'] })).toEqual(at('/required_result_paths/1'));
    for (const value of [{}, 'a', 5]) {
      expect(await ok({ required_result_fields: value })).toEqual(at('/required_result_fields'));
      expect(await ok({ required_result_paths: value })).toEqual(at('/required_result_paths'));
    }
  });

  it.each([null, true, false, 0, -1.5, 1e300, 'word', 'x'.repeat(64)])('compares with %j', async (value) => {
    expect(await ok({ equals: { a: value }, equals_paths: { '/a': value } })).toEqual([]);
  });

  it.each([[], ['a'], {}, 'two words', '', '1', 'x'.repeat(65), 'a\n'])('compares with no %j', async (value) => {
    expect(await ok({ equals: { a: value } })).toEqual(at('/equals/a'));
    expect(await ok({ equals_paths: { '/a': value } })).toEqual(at('/equals_paths/*'));
  });
});

describe('steps', () => {
  const STEP = { tool: 'read', arguments: {}, expect: { outcome: 'ok' } };
  const steps = (given: unknown): Promise<readonly string[]> =>
    faultsOf(manifest([example('workflow', { id: 'a', steps: given })]));
  const blamed = (place: string): unknown[] => [
    expect.stringContaining(`/probes/0/steps${place}  probe case a: steps`),
  ];

  it('are 2 to 32', async () => {
    for (const count of [2, 32]) expect(await steps(Array.from({ length: count }, () => STEP))).toEqual([]);
    for (const count of [0, 1, 33]) expect(await steps(Array.from({ length: count }, () => STEP))).toEqual(blamed(''));
    for (const value of [{}, 'x', null]) expect(await steps(value)).toEqual(blamed(''));
  });

  it('are each exactly tool, arguments and expect', async () => {
    for (const name of Object.keys(STEP)) {
      const { [name as 'tool']: _, ...rest } = STEP;
      expect(await steps([STEP, rest])).toEqual(blamed(`/1/${name}`));
      expect(await steps([STEP, { ...STEP, [name]: null }])).toEqual(blamed(`/1/${name}`));
    }
    expect(await steps([{ ...STEP, id: 'x' }, STEP])).toEqual(blamed('/0/id'));
    expect(await steps([STEP, 'x'])).toEqual(blamed('/1'));
    expect(await steps([{ ...STEP, tool: 'a b' }, STEP])).toEqual(blamed('/0/tool'));
    expect(await steps([{ ...STEP, arguments: [] }, STEP])).toEqual(blamed('/0/arguments'));
    expect(await steps([STEP, { ...STEP, expect: { outcome: 'error', equals: { a: 1 } } }])).toEqual(
      blamed('/1/expect/equals'),
    );
  });
});
