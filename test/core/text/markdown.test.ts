import { describe, expect, test } from 'vitest';
import { markdownCode, markdownProse, markdownText } from '../../../core/index.js';

describe('prose', () => {
  test.each([
    ['export_notes fails on valid input: no storage.', 'export_notes fails on valid input: no storage.'],
    ['a|b and a\\|b', 'a&#124;b and a\\\\&#124;b'],
    ['**bold** _it_ __init__ snake_case', '\\*\\*bold\\*\\* \\_it\\_ \\_\\_init\\_\\_ snake_case'],
    ['[x](https://a.example/) ![y](z)', '\\[x\\](https:&#8203;//a.example/) !\\[y\\](z)'],
    ['<https://a.example> <b>&amp;', '&lt;https:&#8203;//a.example&gt; &lt;b&gt;&amp;amp;'],
    ['www.a.example and me@a.example, see #12', 'www&#8203;.a.example and me@&#8203;a.example, see #&#8203;12'],
    ['`code` and ``` fence', '&#96;code&#96; and &#96;&#96;&#96; fence'],
    ['# heading', '\\# heading'],
    ['- item', '\\- item'],
    ['12. item', '12\\. item'],
    ['1.1.0', '1.1.0'],
    ['one\n\n# two', 'one\\\\n\\\\n# two'],
    ['$x$ and ~~gone~~', '&#36;x&#36; and \\~\\~gone\\~\\~'],
  ])('%j becomes %j', (text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });
});

describe('code', () => {
  test.each([
    ['create_note', '`create_note`'],
    ['files/read-all 2', '`files/read-all 2`'],
    ['a|b', '<code>a&#124;b</code>'],
    ['ends with a backslash\\', '<code>ends with a backslash\\\\</code>'],
    ['`[x](https://a.example)`', '<code>&#96;\\[x\\](https:&#8203;//a.example)&#96;</code>'],
    ['<script>', '<code>&lt;script&gt;</code>'],
    [' padded ', '<code> padded </code>'],
    ['two\nlines', '<code>two\\\\nlines</code>'],
    ['', ''],
  ])('%j becomes %j', (text, markdown) => {
    expect(markdownCode(text)).toBe(markdown);
  });

  test('is bounded', () => {
    expect(markdownCode('x'.repeat(100), { max: 10 })).toBe('<code>xxxxxxxxx…</code>');
  });
});

describe('text of rules', () => {
  test.each([
    ['Add `required` with names, or `[]`.', 'Add `required` with names, or <code>\\[\\]</code>.'],
    ['a `lonely backtick and *stars*', 'a &#96;lonely backtick and \\*stars\\*'],
    ['```fence``` and `` ` ``', '&#96;&#96;&#96;fence&#96;&#96;&#96; and &#96;&#96; &#96; &#96;&#96;'],
    ['`<b>` then `a|b`', '<code>&lt;b&gt;</code> then <code>a&#124;b</code>'],
    ['# `x`', '\\# `x`'],
  ])('%j becomes %j', (text, markdown) => {
    expect(markdownProse(text)).toBe(markdown);
  });

  test('is bounded as a whole, not part by part', () => {
    expect(markdownProse('x'.repeat(600), { max: 700 })).toBe('x'.repeat(600));
    expect(markdownProse(`\`${'x'.repeat(600)}\` y`, { max: 700 })).toBe(`\`${'x'.repeat(600)}\` y`);
    expect(markdownProse('x'.repeat(600), { max: 10 })).toBe('xxxxxxxxx…');
  });
});
