import { testRule } from '../../core/testing.js';

const content = {
  owner: 'search_orders',
  hiddenCharacters: 0,
  bidiControls: 0,
  invisibleCharacters: [],
  concealment: '',
  override: '',
  instructionBlock: '',
};

testRule('text-invisible', {
  observes: 'text.content',
  pass: [
    { name: 'none', data: content },
    { name: 'other characters, which are other rules', data: { ...content, hiddenCharacters: 1, bidiControls: 1 } },
  ],
  fail: [
    {
      name: 'one',
      data: { ...content, invisibleCharacters: ['U+200B'] },
      message: 'The text holds invisible characters: U+200B.',
      fix: 'Delete these characters; they often come along when text is pasted from a web page or a word processor.',
    },
    {
      name: 'several',
      data: { ...content, invisibleCharacters: ['U+200B', 'U+00AD'] },
      message: 'The text holds invisible characters: U+200B, U+00AD.',
      fix: 'Delete these characters; they often come along when text is pasted from a web page or a word processor.',
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: {
        owner: 'search_orders',
        hiddenCharacters: 0,
        bidiControls: 0,
        concealment: '',
        override: '',
        instructionBlock: '',
      },
      missing: 'invisibleCharacters',
    },
  ],
});
