import { testRule } from '../../../core/testing.js';

testRule('subscription-notification-missing', {
  observes: 'case.resource-subscription',
  pass: [
    {
      name: 'all accepted',
      data: { read: 'accepted', subscribe: 'accepted', notified: true, unsubscribe: 'accepted' },
    },
    { name: 'unreadable', data: { read: 'error', subscribe: null, notified: null, unsubscribe: null } },
    { name: 'no answer to reading', data: { read: 'fault', subscribe: null, notified: null, unsubscribe: null } },
    { name: 'rejected', data: { read: 'accepted', subscribe: 'error', notified: null, unsubscribe: null } },
    {
      name: 'no answer to subscribing',
      data: { read: 'accepted', subscribe: 'fault', notified: null, unsubscribe: null },
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
      name: 'no update',
      data: { read: 'accepted', subscribe: 'accepted', notified: false, unsubscribe: 'accepted' },
      message: 'no update of the subscribed resource was notified in time',
    },
    {
      name: 'no update, and no way out',
      data: { read: 'accepted', subscribe: 'accepted', notified: false, unsubscribe: 'error' },
      message: 'no update of the subscribed resource was notified in time',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'read' }],
});
