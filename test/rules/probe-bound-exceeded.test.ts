import { testRule } from '../../core/testing.js';
import { bound } from './bound.js';

testRule('probe-bound-exceeded', {
  observes: 'tool.bound',
  pass: [
    { name: 'as many as allowed', data: bound('none') },
    { name: 'fewer than there are is another fault', data: bound('fewer') },
    { name: 'another part is another fault', data: bound('other') },
  ],
  fail: [
    {
      name: 'more than the value',
      data: bound('more', 'head 0 returned 10 lines instead of 0'),
      message: 'head does not bound the answer: head 0 returned 10 lines instead of 0',
      fix: 'Cut the answer of read_file to what head allows, 0 included, or refuse values that it does not take.',
    },
  ],
  inconclusive: [{ name: 'nothing was compared', data: bound(undefined), missing: 'deviation' }],
});
