import { testRule } from '../../../core/testing.js';
import { HONESTY } from './data.js';

testRule('honesty-accepted-invalid', {
  observes: 'readiness.honesty',
  pass: [{ name: 'refused', data: HONESTY }],
  fail: [
    {
      name: 'accepted',
      data: { ...HONESTY, ended: 'success', code: null },
      message: 'read accepted arguments that its input schema refuses',
    },
  ],
});
