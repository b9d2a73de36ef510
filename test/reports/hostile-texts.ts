/** Texts that a server might send to confuse a terminal, a renderer, a parser or a reader. */

const ESC = '\u001b';
const ADDRESS = 'https://evil.example';

const TERMINAL = [
  `${ESC}[31mpainted${ESC}[0m`,
  `${ESC}[2J${ESC}[H cleared`,
  `${ESC}]0;new title\u0007`,
  `${ESC}]8;;${ADDRESS}/${ESC}\\click${ESC}]8;;${ESC}\\`,
  `${ESC}]52;c;ZXZpbA==\u0007`,
  `${ESC}P+q544e${ESC}\\ ${ESC}[6n${ESC}c`,
  'c1 \u009b2J \u0085 \u0090 del \u007f nul \u0000 back \b\b\b',
];
const INVISIBLE = [
  '\u202egnp.elif',
  'safe\u2066hidden\u2069',
  'tags \u{e0041}\u{e0042}\u{e007f}',
  'zero\u200b\u200d\u2060width \u00ad \ufeff',
  `zalgo ${'\u0300\u0315\u0334\u0362'.repeat(60)}`,
  '\u0336struck from the start',
  'high \ud83d and low \udc00',
  'line\u2028and paragraph\u2029',
  'filler \u3164\u115f selector \u{e0101} none \uffff',
];
const LINES = [
  'line\nbreak',
  'a\r\nb\rc',
  'x\n| fake | 9/9 | 0.1 ms | 1 |',
  'x\n\n# heading\n\n- item',
  '\n',
  '\t',
  'x\n\n| a | b |\n|---|---|\n| c | d |',
  'x\n```\ny',
];
const COMMANDS = [
  '::error::stop',
  '  ::add-mask::secret',
  '::set-output name=a::b',
  '##[error]x',
  '##vso[task.complete]x',
  "##teamcity[message text='x']",
  'wrapped '.repeat(12) + '::error::late',
];
const MARKUP = [
  '<script>run()</script>',
  '"><svg onload=run()>',
  '</text></svg><h1>x</h1>',
  '<!-- open',
  '<img src=x onerror=run()>',
  "' onload='run()",
  ']]>',
  '&lt;b&gt; &#60; &bogus;',
  '</code></td></tr></table><h1>x</h1>',
  '<a href="javascript:run()">x</a>',
  '<?xml version="1.0"?><!DOCTYPE x>',
];
const MARKDOWN = [
  `[link](${ADDRESS})`,
  `![image](${ADDRESS}/x.png)`,
  `[ref]: ${ADDRESS}`,
  `<${ADDRESS}>`,
  `see ${ADDRESS}/a and www.evil.example or me@evil.example`,
  'mailto:me@evil.example xmpp:me@evil.example',
  '**bold** _it_ ~~gone~~ __init__',
  '`code',
  '``` fence',
  `\`[x](${ADDRESS})\``,
  '- [x] done',
  '1. one',
  '> quote',
  '# heading',
  '+ plus',
  '===',
  '---',
  '[^1] and [^1]: note',
  '*',
  '\\',
  '\\\\',
  'ends with \\',
];
const PIPES = ['a|b', 'a\\|b', 'a\\\\|b', '`a|b`', '|', '||||||', '`x` | `y`', '|---|---|'];
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'n'.repeat(100_000),
  'word '.repeat(20_000),
  '漢'.repeat(5_000),
  '🎉'.repeat(5_000),
];

export const HOSTILE: readonly string[] = [
  ...TERMINAL,
  ...INVISIBLE,
  ...LINES,
  ...COMMANDS,
  ...MARKUP,
  ...MARKDOWN,
  ...PIPES,
  ...NAMES,
];
