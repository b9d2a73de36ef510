import { testRule } from '../../../core/testing.js';
import { HONESTY } from './data.js';

testRule('honesty-empty-error', {
  observes: 'readiness.honesty',
  pass: [
    { name: 'explained', data: { ...HONESTY, ended: 'tool-error', code: null } },
    { name: 'refused by the protocol', data: { ...HONESTY, explained: false } },
  ],
  fail: [
    {
      name: 'no text',
      data: { ...HONESTY, ended: 'tool-error', code: null, explained: false },
      message: 'read refused invalid arguments without a word of explanation',
    },
  ],
});
