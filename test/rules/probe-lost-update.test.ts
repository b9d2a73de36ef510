import { testRule } from '../../core/testing.js';
import { overlap } from './overlap.js';

testRule('probe-lost-update', {
  observes: 'tool.overlap',
  pass: [
    { name: 'all that was reported is there', data: overlap({}) },
    { name: 'all but one was refused', data: overlap({ reported: 1, shown: 1 }) },
    { name: 'everything was refused', data: overlap({ outcome: 'refused', reported: 0, shown: 0 }) },
  ],
  fail: [
    {
      name: 'two of eight are not there',
      data: overlap({ outcome: 'lost', shown: 6, missing: ['key "tsp64c7f0-key"', 'key "tsp07be5c-key"'] }),
      message:
        'save_note was sent 8 new records at once: 8 reported as stored, 6 shown by list_notes, get_note; missing key "tsp64c7f0-key", key "tsp07be5c-key"',
    },
  ],
  inconclusive: [
    {
      name: 'nothing of what is missing',
      data: { ...overlap({ outcome: 'lost' }), missing: null },
      missing: 'missing',
    },
  ],
});
