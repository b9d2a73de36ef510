import { testRule } from '../../../core/testing.js';
import { PAYLOAD } from './data.js';

testRule('reliability-payload-unhandled', {
  observes: 'readiness.payload',
  pass: [{ name: 'survived', data: PAYLOAD }],
  fail: [
    {
      name: 'not survived',
      data: { ...PAYLOAD, survived: false },
      message: 'read was sent a text of 1000000 bytes, and the session did not survive it',
    },
  ],
});
