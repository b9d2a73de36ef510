import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable, printableLines, withoutCommands } from '../../../core/index.js';

describe('printable', () => {
  test.each([
    ['plain words, punctuation and names: my_tool::call', 'plain words, punctuation and names: my_tool::call'],
    ['naïve 漢字 العربية ไทยก็', 'naïve 漢字 العربية ไทยก็'],
    ['❤️ and 🎉', '❤️ and 🎉'],
    ['\u001b[31mred\u001b[0m', String.raw`\x1b[31mred\x1b[0m`],
    ['a\nb\r\nc\td', String.raw`a\nb\r\nc\td`],
    ['nul\u0000 del\u007f csi\u009b2J', String.raw`nul\x00 del\x7f csi\x9b2J`],
    ['\u202egnp.elif and \u2066hidden\u2069', String.raw`\u202egnp.elif and \u2066hidden\u2069`],
    ['line\u2028and\u2029', String.raw`line\u2028and\u2029`],
    ['tags \u{e0041}\u{e007f}', String.raw`tags \u{e0041}\u{e007f}`],
    ['zero\u200bwidth soft\u00adhyphen bom\ufeff', String.raw`zero\u200bwidth soft\xadhyphen bom\ufeff`],
    ['filler \u3164 selector \u{e0101}', String.raw`filler \u3164 selector \u{e0101}`],
    ['high \ud83d low \udc00', String.raw`high \ud83d low \udc00`],
    ['no character \uffff', String.raw`no character \uffff`],
    ['\u0301leading mark', String.raw`\u0301leading mark`],
    [`z${'\u0300\u0315\u0334\u0362'.repeat(60)}algo`, 'z\u0300\u0315\u0334\u0362…algo'],
    ['::error::stop', String.raw`\x3a:error::stop`],
    ['  ::add-mask::x', String.raw`  \x3a:add-mask::x`],
    ['see ##[error]x and ##vso[task.complete]', String.raw`see \x23#[error]x and \x23#vso[task.complete]`],
    ['## heading and #[x]', '## heading and #[x]'],
  ])('%j is shown as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('bounds the length, with the ellipsis inside of it, and cuts no escape and no character in half', () => {
    expect(printable('abcdef', { max: 6 })).toBe('abcdef');
    expect(printable('abcdefg', { max: 6 })).toBe('abcde…');
    expect(printable('abcd\u001bx', { max: 6 })).toBe('abcd…');
    expect(printable('ab🎉🎉🎉', { max: 6 })).toBe('ab🎉…');
    expect(printable('x'.repeat(1_000_000))).toHaveLength(500);
  });

  test('whatever comes in, nothing that acts comes out, and the bound holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const shown = printable(text, { max });
        expect(shown.length).toBeLessThanOrEqual(max);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\p{Mn}\p{Me}]{5}|^[\p{Mn}\p{Me}]/u);
        expect(shown).not.toMatch(/^\s*::/);
      }),
    );
  });
});

test('a wrap that puts :: first in its line makes no command', () => {
  expect(withoutCommands('  \u001b[2m::error::no')).toBe('  \u001b[2m\\x3a:error::no');
  expect(withoutCommands('fine :: here\n  ::error::no\n::warning::no\n')).toBe(
    'fine :: here\n  \\x3a:error::no\n\\x3a:warning::no\n',
  );
});

test('lines stay lines', () => {
  expect(printableLines('one\r\n  two\u001b\n::error::three')).toBe('one\n  two\\x1b\n\\x3a:error::three');
});
