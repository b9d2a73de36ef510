import { testRule } from '../../core/testing.js';
import { bound } from './bound.js';

testRule('probe-bound-short', {
  observes: 'tool.bound',
  pass: [
    { name: 'as many as there are', data: bound('none') },
    { name: 'more than allowed is another fault', data: bound('more') },
    { name: 'another part is another fault', data: bound('other') },
  ],
  fail: [
    {
      name: 'fewer than there are',
      data: bound('fewer', 'head 2 returned 1 line instead of 2'),
      message: 'head leaves out too much: head 2 returned 1 line instead of 2',
    },
  ],
  inconclusive: [{ name: 'nothing was compared', data: bound(undefined), missing: 'deviation' }],
});
