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

testRule('text-bidi-controls', {
  observes: 'text.content',
  pass: [
    { name: 'none', data: content },
    {
      name: 'other characters, which are other rules',
      data: { ...content, hiddenCharacters: 1, invisibleCharacters: ['U+200B'] },
    },
  ],
  fail: [
    {
      name: 'one override',
      data: { ...content, bidiControls: 1 },
      message: 'The text holds bidirectional controls, 1 in all, which show a person another text than a model reads.',
      fix: 'Delete all characters from U+202A to U+202E and from U+2066 to U+2069.',
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: {
        owner: 'search_orders',
        hiddenCharacters: 0,
        invisibleCharacters: [],
        concealment: '',
        override: '',
        instructionBlock: '',
      },
      missing: 'bidiControls',
    },
  ],
});
