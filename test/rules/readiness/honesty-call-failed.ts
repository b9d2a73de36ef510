import { testRule } from '../../../core/testing.js';
import { HONESTY } from './data.js';

testRule('honesty-call-failed', {
  observes: 'readiness.honesty',
  pass: [
    { name: 'refused and alive', data: HONESTY },
    { name: 'not called', data: { ...HONESTY, ended: 'not-called', code: null, explained: false, alive: false } },
  ],
  fail: [
    {
      name: 'no answer',
      data: { ...HONESTY, ended: 'fault', code: null, explained: false, alive: false },
      message: 'read did not answer invalid arguments, or the session did not answer the next request',
    },
    {
      name: 'refused, then silent',
      data: { ...HONESTY, alive: false },
      message: 'read did not answer invalid arguments, or the session did not answer the next request',
    },
  ],
});
