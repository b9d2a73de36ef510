import { testRule } from '../../../core/testing.js';

testRule('validation-failed', {
  observes: 'case.state-recovery',
  pass: [
    { name: 'the validation ends as it has to', data: { step: 'validation', ended: 'success' } },
    { name: 'a failure that goes wrong is another fault', data: { step: 'failure', ended: 'success' } },
    { name: 'a recovery that goes wrong is another fault', data: { step: 'recovery', ended: 'error' } },
  ],
  fail: [
    {
      name: 'it ends the other way',
      data: { step: 'validation', ended: 'error' },
      message: 'the call that checks the state after recovery failed',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'step' }],
});
