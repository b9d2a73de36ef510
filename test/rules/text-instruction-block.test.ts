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

testRule('text-instruction-block', {
  observes: 'text.content',
  pass: [
    { name: 'none', data: content },
    {
      name: 'an order without a tag, which is another rule',
      data: { ...content, override: 'ignore previous instructions' },
    },
  ],
  fail: [
    {
      name: 'a tag',
      data: { ...content, instructionBlock: '<IMPORTANT>' },
      message: 'The text holds the tag <IMPORTANT>, which presents it to a model as orders from above.',
      fix: 'Remove the tag, and say in plain words what the tool does and when to use it.',
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: {
        owner: 'search_orders',
        hiddenCharacters: 0,
        bidiControls: 0,
        invisibleCharacters: [],
        concealment: '',
        override: '',
      },
      missing: 'instructionBlock',
    },
  ],
});
