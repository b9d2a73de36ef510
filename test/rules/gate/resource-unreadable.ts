import { testRule } from '../../../core/testing.js';

testRule('resource-unreadable', {
  observes: 'case.resource-subscription',
  pass: [
    {
      name: 'all accepted',
      data: { read: 'accepted', subscribe: 'accepted', notified: true, unsubscribe: 'accepted' },
    },
    { name: 'rejected', data: { read: 'accepted', subscribe: 'error', notified: null, unsubscribe: null } },
    {
      name: 'no answer to subscribing',
      data: { read: 'accepted', subscribe: 'fault', notified: null, unsubscribe: null },
    },
    { name: 'no update', data: { read: 'accepted', subscribe: 'accepted', notified: false, unsubscribe: 'accepted' } },
    {
      name: 'no update, and no way out',
      data: { read: 'accepted', subscribe: 'accepted', notified: false, unsubscribe: 'error' },
    },
    {
      name: 'a failed trigger',
      data: { read: 'accepted', subscribe: 'accepted', notified: null, unsubscribe: 'accepted' },
    },
    {
      name: 'a failed trigger, and no way out',
      data: { read: 'accepted', subscribe: 'accepted', notified: null, unsubscribe: 'fault' },
    },
    { name: 'no way out', data: { read: 'accepted', subscribe: 'accepted', notified: true, unsubscribe: 'error' } },
    {
      name: 'no answer to unsubscribing',
      data: { read: 'accepted', subscribe: 'accepted', notified: true, unsubscribe: 'fault' },
    },
  ],
  fail: [
    {
      name: 'unreadable',
      data: { read: 'error', subscribe: null, notified: null, unsubscribe: null },
      message: 'reading the resource ended in: error',
    },
    {
      name: 'no answer to reading',
      data: { read: 'fault', subscribe: null, notified: null, unsubscribe: null },
      message: 'reading the resource ended in: fault',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'read' }],
});
