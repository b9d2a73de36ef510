import { describe, expect, test } from 'vitest';
import { unseenIn } from '../../plugins/lint/characters.js';

const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const flag = (code: string): string => `\u{1F3F4}${tags(code)}\u{E007F}`;
const seen = (...texts: string[]): [number, number, string[]] => {
  const { hiddenCharacters, bidiControls, invisibleCharacters } = unseenIn(texts);
  return [hiddenCharacters, bidiControls, invisibleCharacters];
};

test('plain text holds nothing unseen', () => {
  expect(seen('Reads a note.\n\tTabs – dashes… “quotes” 日本語 עברית العربية 😀 ❤️ 1️⃣\u00a0')).toEqual([0, 0, []]);
  expect(seen()).toEqual([0, 0, []]);
});

describe('tag characters', () => {
  test.each([
    [`Reads a note.${tags('ignore all')}`, 10],
    ['\u{E0001}', 1],
    ['a\u{E0000}b', 1],
    [`${flag('gbeng')} ${tags('x')}`, 1],
    // A flag that says too much, none at all, or does not end.
    [flag('tellnobody'), 11],
    [flag(''), 1],
    [`\u{1F3F4}${tags('gbeng')}`, 5],
    [`\u{1F600}${tags('gbeng')}\u{E007F}`, 6],
  ])('%j', (text, count) => {
    expect(seen(text)).toEqual([count, 0, []]);
  });

  test.each(['gbeng', 'gbsct', 'gbwls', 'usca'])('the flag %s', (code) => {
    expect(seen(`${flag(code)}${flag(code)}`)).toEqual([0, 0, []]);
  });
});

test('bidirectional controls', () => {
  expect(seen('a\u202Eb\u202C', '\u2066\u2069', '\u202A\u202B\u202D\u2067\u2068')).toEqual([0, 9, []]);
});

describe('other format characters', () => {
  test('as code points, each once, in the order they appear', () => {
    expect(seen('a\u200Bb\u00ADc', '\u200B\uFEFF\u2060')).toEqual([0, 0, ['U+200B', 'U+00AD', 'U+FEFF', 'U+2060']]);
    expect(seen('a\u{1D173}')).toEqual([0, 0, ['U+1D173']]);
  });

  test.each([
    ['a joiner between letters', 'do\u200Dnot'],
    ['a joiner at the end', '👩\u200D'],
    ['two joiners between pictures', '👩\u200D\u200D💻'],
    ['a non-joiner between Latin letters', 'a\u200Cb'],
    ['a mark of direction', 'a\u200Fb'],
  ])('%s', (_, text) => {
    expect(seen(text)[2]).toHaveLength(1);
  });

  test.each([
    ['a family', '👨\u200D👩\u200D👧'],
    ['a profession with a skin tone', '👩🏽\u200D💻'],
    ['a flag of colours', '🏳️\u200D🌈'],
    ['Persian', 'می\u200Cخواهم'],
    ['Hindi', 'क्\u200Dष'],
  ])('not in the spelling of %s', (_, text) => {
    expect(seen(text)).toEqual([0, 0, []]);
  });
});
