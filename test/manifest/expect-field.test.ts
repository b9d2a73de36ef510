import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../core/json.js';
import type { Field } from '../../core/manifest/declaration.js';
import { fields } from '../../core/manifest/fields.js';

interface Problem {
  readonly at: string;
  readonly message: string;
  readonly stage: string;
}

/** What the check of a field reports. */
function problemsOf(field: Field, value: unknown): readonly Problem[] {
  const found: Problem[] = [];
  field.check(value, [], (at, message, stage = field.stage) => found.push({ at: at.join('/'), message, stage }));
  return found;
}

const ajv = new Ajv2020({ strict: false });
const expectation = fields.expectation();
const steps = fields.steps(2, 32);
const fitsExpectation = ajv.compile(expectation.schema);
const fitsSteps = ajv.compile(steps.schema);

const STEP = { tool: 'read', arguments: {}, expect: { outcome: 'ok' } };

describe('each problem names its place and its stage', () => {
  test.each<[string, unknown, string, string]>([
    ['no object', 'text', '', 'shape'],
    ['no outcome', {}, 'outcome', 'shape'],
    ['another outcome', { outcome: 'fine' }, 'outcome', 'expectations'],
    ['an unknown member', { outcome: 'ok', equal: {} }, 'equal', 'shape'],
    ['fields that are no list', { outcome: 'ok', required_result_fields: 'a' }, 'required_result_fields', 'shape'],
    [
      'a field that is no identifier',
      { outcome: 'ok', required_result_fields: ['a b'] },
      'required_result_fields/0',
      'expectations',
    ],
    [
      'a field that stands twice',
      { outcome: 'ok', required_result_fields: ['a', 'a'] },
      'required_result_fields/1',
      'expectations',
    ],
    ['a path that is none', { outcome: 'ok', required_result_paths: ['a'] }, 'required_result_paths/0', 'expectations'],
    ['a name that is no identifier', { outcome: 'ok', equals: { 'a b': 1 } }, 'equals/a b', 'expectations'],
    ['a name that is no path', { outcome: 'ok', equals_paths: { a: 1 } }, 'equals_paths/a', 'expectations'],
    ['prose as value', { outcome: 'ok', equals: { a: 'two words' } }, 'equals/a', 'expectations'],
    ['a list as value', { outcome: 'ok', equals_paths: { '/a': [1] } }, 'equals_paths//a', 'expectations'],
    ['a value that is no finite number', { outcome: 'ok', equals: { a: Number('1e999') } }, 'equals/a', 'expectations'],
    ['a code for a success', { outcome: 'ok', error_code: -1 }, 'error_code', 'expectations'],
    ['half a code', { outcome: 'error', error_code: 1.5 }, 'error_code', 'expectations'],
    ['a result for an error', { outcome: 'error', equals: { a: 1 } }, 'equals', 'expectations'],
  ])('%s', (_, value, at, stage) => {
    const found = problemsOf(expectation, value);
    expect(found.map((one) => ({ at: one.at, stage: one.stage }))).toEqual([{ at, stage }]);
  });

  test.each<[string, unknown, string, string]>([
    ['no list', STEP, '', 'shape'],
    ['too few', [STEP], '', 'bounds'],
    ['a step that is no object', [STEP, 1], '1', 'shape'],
    ['a tool that is none', [STEP, { ...STEP, tool: 'a b' }], '1/tool', 'tools'],
    ['arguments that are none', [{ ...STEP, arguments: [] }, STEP], '0/arguments', 'arguments'],
    [
      'an expectation that is none',
      [STEP, { ...STEP, expect: { outcome: 'fine' } }],
      '1/expect/outcome',
      'expectations',
    ],
    [
      'a result for an error',
      [STEP, { ...STEP, expect: { outcome: 'error', equals: { a: 1 } } }],
      '1/expect/equals',
      'expectations',
    ],
    ['no expectation', [STEP, { tool: 'read', arguments: {} }], '1/expect', 'shape'],
    ['a member of a case', [STEP, { ...STEP, id: 'a' }], '1/id', 'shape'],
  ])('steps: %s', (_, value, at, stage) => {
    const found = problemsOf(steps, value);
    expect(found.map((one) => ({ at: one.at, stage: one.stage }))).toEqual([{ at, stage }]);
  });

  test('every independent problem is reported', () => {
    const value = {
      outcome: 'ok',
      extra: 1,
      required_result_fields: ['a b', 'a', 'a'],
      equals: { a: [], 'b c': {} },
      error_code: 'x',
    };
    expect(problemsOf(expectation, value).map(({ at }) => at)).toEqual([
      'extra',
      'required_result_fields/0',
      'required_result_fields/2',
      'equals/a',
      'equals/b c',
      'equals/b c',
      'error_code',
      'error_code',
    ]);
  });

  test('no message repeats what the manifest says', () => {
    const marker = 'marker word';
    const value = {
      outcome: marker,
      [marker]: marker,
      required_result_fields: [marker, 'marker-word', 'marker-word'],
      equals: { [marker]: marker },
      required_result_paths: [marker],
      equals_paths: { [marker]: [marker] },
      error_code: marker,
    };
    const messages = problemsOf(expectation, value).map(({ message }) => message);
    expect(messages.length).toBeGreaterThan(7);
    expect(messages.join('\n')).not.toMatch(/marker/);
    expect(problemsOf(expectation, { outcome: 'ok', equal: {} })[0]?.message).toContain('Did you mean "equals"?');
  });
});

describe('schema and check agree', () => {
  /** Good values far more often than bad ones, so that some expectations are good as a whole. */
  const mostly = (good: readonly Json[], bad: readonly Json[]): fc.Arbitrary<Json> =>
    fc.oneof({ weight: 14, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...bad) });
  const scalar = mostly([null, true, 0, -1.5, 'word', 'a.b'], ['', 'two words', '1', [], {}, ['a'], 'x'.repeat(65)]);
  const name = mostly(['a', 'a.b', 'B_:-', 'x'.repeat(64)], ['', 'a b', '1', 'x'.repeat(65)]);
  const path = mostly(
    ['/', '/a', '/a~0/~1', '//', `/${'x'.repeat(511)}`],
    [`/${'x'.repeat(512)}`, '', 'a', '/~', '/a b', '/\n'],
  );
  const listOf = (item: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
    fc.oneof(
      { weight: 9, arbitrary: fc.array(item, { maxLength: 2 }) },
      { weight: 1, arbitrary: fc.constantFrom<Json>(null, ['/a', '/a'], ['a', 'a'], {}, 'a', [null]) },
    );
  const dictionaryOf = (key: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
    fc.oneof(
      { weight: 9, arbitrary: fc.array(fc.tuple(key, scalar), { maxLength: 2 }).map(Object.fromEntries) },
      { weight: 1, arbitrary: fc.constantFrom<Json>(null, [], 'a', 1) },
    );
  const expectations: fc.Arbitrary<JsonObject> = fc.record(
    {
      outcome: mostly(['ok', 'ok', 'error'], ['OK', null, 1]),
      required_result_fields: listOf(name),
      equals: dictionaryOf(name),
      required_result_paths: listOf(path),
      equals_paths: dictionaryOf(path),
      error_code: mostly([null, null, 0, -32602], [1.5, '1', true]),
      unknown: fc.constant(1),
    },
    { requiredKeys: ['outcome'], noNullPrototype: true },
  );

  /** M-16 is the one rule that the schema does not repeat. */
  const onlyAboutOutcome = (problems: readonly Problem[]): boolean =>
    problems.every(({ message }) => /^goes with the outcome "(ok|error)" only/.test(message));

  test('on expectations', () => {
    const seen = { accepted: 0, refused: 0, contradictory: 0 };
    fc.assert(
      fc.property(expectations, (value) => {
        const found = problemsOf(expectation, value);
        expect(fitsExpectation(value)).toBe(onlyAboutOutcome(found));
        if (found.length === 0) seen.accepted += 1;
        else if (onlyAboutOutcome(found)) seen.contradictory += 1;
        else seen.refused += 1;
      }),
      { numRuns: 3000, seed: 20_261_130 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
  });

  test('on steps', () => {
    const step = fc.oneof(
      fc.record(
        {
          tool: fc.oneof(
            fc.constantFrom<Json>('read', 'a.b:c-1'),
            fc.constantFrom<Json>('read', 'a b', '', 'x'.repeat(129), 1),
          ),
          arguments: fc.oneof(fc.constant<Json>({ free: ['anything', null] }), fc.constantFrom<Json>({}, [], 'x')),
          expect: fc.oneof(fc.constant<Json>({ outcome: 'ok' }), expectations as fc.Arbitrary<Json>),
        },
        { requiredKeys: ['tool', 'arguments'], noNullPrototype: true },
      ),
      fc.constantFrom<Json>(STEP, STEP, STEP, null),
    );
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(step, { maxLength: 4 }),
          fc.constantFrom(...[31, 32, 33].map((length) => Array<Json>(length).fill(STEP))),
        ),
        (value) => {
          const found = problemsOf(steps, value);
          expect(fitsSteps(value)).toBe(onlyAboutOutcome(found));
          if (found.length === 0) seen.accepted += 1;
          else seen.refused += 1;
        },
      ),
      { numRuns: 1000, seed: 20_261_130 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
  });
});
