import { testRule } from '../../core/testing.js';
import { bound } from './bound.js';

testRule('probe-slice-mismatch', {
  observes: 'tool.bound',
  pass: [
    { name: 'the first lines', data: bound('none') },
    { name: 'more than allowed is another fault', data: bound('more') },
    { name: 'fewer than there are is another fault', data: bound('fewer') },
  ],
  fail: [
    {
      name: 'as many lines from elsewhere',
      data: bound('other', 'head 2 returned 2 lines that are not the first'),
      message: 'head returns another part of the whole: head 2 returned 2 lines that are not the first',
    },
  ],
  inconclusive: [{ name: 'nothing was compared', data: bound(undefined), missing: 'deviation' }],
});
