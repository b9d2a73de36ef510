/** Regular expressions: matched as JavaScript does, never without end, and made into texts. */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { matchesByBacktracking } from '../../core/schema/backtracking.js';
import { patternTexts } from '../../core/schema/pattern-texts.js';
import { patternTree } from '../../core/schema/pattern-tree.js';
import { loadRegularExpressions, matches } from '../../core/schema/regular-expressions.js';

beforeAll(loadRegularExpressions);

/** Patterns over few letters, so that texts match often enough. */
const pattern: fc.Arbitrary<string> = fc.letrec<{ part: string; whole: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '\\s', '\\b', '\\B', '^', '$', '\\u0061', '[a-c0]'),
    fc
      .tuple(tie('whole'), fc.constantFrom('(?:', '(', '(?=', '(?!', '(?<=', '(?<!'))
      .map(([inner, open]) => `${open}${inner})`),
    fc
      .tuple(
        fc.constantFrom('a', 'b', '.', '[ab]'),
        fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?', '??'),
      )
      .map((parts) => parts.join('')),
    fc
      .tuple(tie('whole'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '+?'))
      .map(([inner, count]) => `(?:${inner})${count}`),
  ),
  whole: fc.oneof(
    fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
    fc.tuple(tie('part'), tie('part')).map((parts) => parts.join('|')),
  ),
})).whole;
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', '0', ' ', '\n'), maxLength: 8 }),
  fc.string({ maxLength: 4 }),
);

test('backtracking finds what the platform finds', () => {
  let found = 0;
  fc.assert(
    fc.property(pattern, text, (source, given) => {
      const tree = patternTree(source);
      const expected = new RegExp(source, 'u').test(given);
      if (expected) found += 1;
      expect(tree && matchesByBacktracking(tree, given)).toBe(expected);
    }),
    { numRuns: 3_000, seed: 20_261_130 },
  );
  expect(found).toBeGreaterThan(500);
});

test.each([
  ['(a)\\1', 'xaax', true],
  ['^(a|b)c\\1$', 'bcb', true],
  ['^(a|b)c\\1$', 'acb', false],
  ['^(?:(a)|b)*\\1$', 'ba', false],
  ['^(?<q>["\']).*\\k<q>$', `"it's"`, true],
  ['^\\p{Script=Greek}+$', 'αβγ', true],
  ['^\\p{Script=Greek}+$', 'abc', false],
  ['^.{1,5000}$', 'x'.repeat(5_000), true],
  ['^.{1,5000}$', 'x'.repeat(5_001), false],
  ['^.$', '🎈', true],
  ['^[^\\S\\n]$', '\u00a0', true],
  ['a\\-b', 'a-b', true],
])('%s', (source, given, expected) => {
  expect(matches(source, given)).toBe(expected);
});

test.each([['^(?=([a-z]+)*[0-9]$)'], ['^(?=(a|aa)+x)'], ['^(?=(.*)*x)']])(
  '%s gives up after the same number of steps everywhere',
  (source) => {
    expect(matches(source, 'a'.repeat(60))).toBeUndefined();
  },
);

test.each([['('], ['[z-a]'], ['\\'], ['x'.repeat(6_000)], [`${'('.repeat(4_000)}${')'.repeat(4_000)}`]])(
  'a broken or endless pattern cannot be told (%#)',
  (source) => {
    expect(matches(source, 'x')).toBeUndefined();
    expect([...patternTexts(source, 0, 0, 100)]).toEqual([]);
  },
);

test.each([
  ['^[A-Z]{2}-\\d{4}$'],
  ['^v\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?$'],
  ['^(?:red|green|blue)$'],
  ['^[^a-zA-Z0-9]{3}$'],
  ['^\\p{Lu}\\p{Ll}+$'],
  ['^\\x41\\u{1F388}\\cJ$'],
  ['^(["\'])\\w+\\1$'],
  ['^(?=.*[A-Z])(?=.*\\d).{8,}$'],
  ['^\\S+@\\S+\\.\\S+$'],
  ['foo|bar'],
  ['^$'],
])('texts for %s match it', (source) => {
  const made = [...patternTexts(source, 0, 0, 100)];
  expect(made.some((proposal) => new RegExp(source, 'u').test(proposal))).toBe(true);
});

test('texts are stretched to the length that is wanted', () => {
  const made = [...patternTexts('^[a-z]+(?:-[a-z]+)*$', 0, 30, 40)].filter(
    (proposal) => proposal.length >= 30 && proposal.length <= 40,
  );
  expect(made.length).toBeGreaterThan(0);
});

test('texts of different indexes differ, and look like a sample', () => {
  const first = (index: number) => [...patternTexts('^[a-z]{6}-[0-9]{3}$', index, 0, 100)][0];
  expect(first(0)).toMatch(/^sample-/);
  expect(new Set([first(0), first(1), first(2)]).size).toBe(3);
});
