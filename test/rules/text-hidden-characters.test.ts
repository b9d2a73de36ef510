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

testRule('text-hidden-characters', {
  observes: 'text.content',
  pass: [
    { name: 'none', data: content },
    {
      name: 'other characters, which are other rules',
      data: { ...content, bidiControls: 1, invisibleCharacters: ['U+200B'] },
    },
  ],
  fail: [
    {
      name: 'a word in tag characters',
      data: { ...content, hiddenCharacters: 4 },
      message: 'The text holds invisible tag characters, 4 in all, which a model reads and a person cannot see.',
      fix: 'Delete all characters from U+E0000 to U+E007F, and find out how they got in.',
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: {
        owner: 'search_orders',
        bidiControls: 0,
        invisibleCharacters: [],
        concealment: '',
        override: '',
        instructionBlock: '',
      },
      missing: 'hiddenCharacters',
    },
  ],
});
