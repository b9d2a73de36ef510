import { testRule } from '../../../core/testing.js';

const told = (first: string, second: string) =>
  `two clients called at the same moment: the first ended in ${first}, the second in ${second}`;

testRule('contended-client-failed', {
  observes: 'case.contention',
  pass: [{ name: 'both succeed', data: { first: 'success', second: 'success' } }],
  fail: [
    { name: 'the first fails', data: { first: 'error', second: 'success' }, message: told('error', 'success') },
    { name: 'the second fails', data: { first: 'success', second: 'error' }, message: told('success', 'error') },
    { name: 'both fail', data: { first: 'error', second: 'error' }, message: told('error', 'error') },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'first' }],
});
