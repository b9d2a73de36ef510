import { testRule } from '../../../core/testing.js';

testRule('recovery-failed', {
  observes: 'case.state-recovery',
  pass: [
    { name: 'the recovery ends as it has to', data: { step: 'recovery', ended: 'success' } },
    { name: 'a failure that goes wrong is another fault', data: { step: 'failure', ended: 'success' } },
    { name: 'a validation that goes wrong is another fault', data: { step: 'validation', ended: 'error' } },
  ],
  fail: [
    { name: 'it ends the other way', data: { step: 'recovery', ended: 'error' }, message: 'the recovery call failed' },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'step' }],
});
