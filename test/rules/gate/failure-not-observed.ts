import { testRule } from '../../../core/testing.js';

testRule('failure-not-observed', {
  observes: 'case.state-recovery',
  pass: [
    { name: 'the failure ends as it has to', data: { step: 'failure', ended: 'error' } },
    { name: 'a recovery that goes wrong is another fault', data: { step: 'recovery', ended: 'error' } },
    { name: 'a validation that goes wrong is another fault', data: { step: 'validation', ended: 'error' } },
  ],
  fail: [
    {
      name: 'it ends the other way',
      data: { step: 'failure', ended: 'success' },
      message: 'the call that had to fail succeeded',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'step' }],
});
