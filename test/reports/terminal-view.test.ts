import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable } from '../../core/index.js';
import { paragraph } from '../../plugins/terminal-view/blocks.js';
import { fit, paintLine, wrap } from '../../plugins/terminal-view/columns.js';
import { styleOf } from '../../plugins/terminal-view/style.js';
import { table } from '../../plugins/terminal-view/table.js';
import { widthOf } from '../../plugins/terminal-view/width.js';

const style = styleOf({ width: 40, color: false, unicode: true, verbose: false });
const anyText = fc.string({ unit: 'grapheme', maxLength: 80 }).map((text) => printable(text));
const lines = (text: string, width: number): readonly string[] =>
  wrap([{ text }], width).map((line) => paintLine(line));

describe('columns', () => {
  test('wide characters take two, combining ones none', () => {
    const texts = ['', 'abc', 'é · →', '漢字', 'e\u0301', '🎉', '❤\ufe0f', '🇩🇪', '각', '\u1100\u1161\u11a8', 'ﾊﾞ', 'ก็'];
    expect(texts.map(widthOf)).toEqual([0, 3, 5, 4, 1, 2, 2, 2, 2, 2, 2, 1]);
  });

  test.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['a longer text', 8, 'a longe…'],
    ['ends here now', 6, 'ends…'],
    ['漢字漢字', 5, '漢字…'],
    ['漢字漢字', 6, '漢字…'],
  ])('%s in %d is %s', (text, width, cut) => {
    expect(fit(text, width, '…')).toBe(cut);
  });

  test('lines break at blanks, and inside of what is longer than a line', () => {
    expect(lines('one two three', 8)).toEqual(['one two', 'three']);
    expect(lines('a verylongword b', 5)).toEqual(['a', 'veryl', 'ongwo', 'rd b']);
    expect(lines('漢字漢字', 5)).toEqual(['漢字', '漢字']);
    expect(lines('   ', 5)).toEqual([]);
  });

  test('whatever the text, no line is wider, and nothing is lost', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 30 }), (text, width) => {
        const wrapped = lines(text, width);
        expect(wrapped.filter((line) => widthOf(line) > width)).toEqual([]);
        expect(wrapped.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        expect(widthOf(fit(text, width, '…'))).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('neighbours of one look are painted in one go', () => {
    const loud = (text: string): string => `<${text}>`;
    expect(
      paintLine([{ text: 'a', paint: loud }, { text: 'b', paint: loud }, { text: 'c' }, { text: 'd', paint: loud }]),
    ).toBe('<a b> c <d>');
  });
});

describe('a table', () => {
  const columns = [
    { title: 'Name', min: 6 },
    { title: 'N', align: 'right' },
    { title: 'Text', min: 8, lines: 2 },
  ] as const;

  test('stays in the terminal: the widest column gives way first, cells take the lines they may', () => {
    expect(
      table(style, columns, [
        [{ text: 'one' }, { text: '1' }, { text: 'a text that is much too long for the rest of the line, by far' }],
      ]),
    ).toEqual([
      '  Name   N   Text',
      '  ──────────────────────────────────────',
      '  one    1   a text that is much too',
      '             long for the rest of the l…',
    ]);
  });

  test('without rows there is none', () => {
    expect(table(style, columns, [])).toEqual([]);
  });
});

test('a paragraph hangs under its first word', () => {
  expect(paragraph(style, { text: '  → ' }, [{ text: 'words that go on and on until the line is over' }])).toEqual([
    '  → words that go on and on until the',
    '    line is over',
  ]);
});
