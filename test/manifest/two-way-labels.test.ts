/** Labels of the kinds in which both sides talk exclude each other, whatever facts such a kind may come to. */

import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { combinations, firing } from './firing.js';

const ASKING = combinations({
  ended: ['success', 'tool-error', 'protocol-error', 'unfinished', 'stopped'],
  requests: [0, 2, 3],
  max_requests: [2],
});
const REFUSED = ['error', 'fault'];
const STEPS = ['accepted', ...REFUSED];
/** A step that was not reached is null, and so are those behind it. */
const SUBSCRIPTIONS = [
  ...combinations({ read: REFUSED, subscribe: [null], notified: [null], unsubscribe: [null] }),
  ...combinations({ read: ['accepted'], subscribe: REFUSED, notified: [null], unsubscribe: [null] }),
  ...combinations({ read: ['accepted'], subscribe: ['accepted'], notified: [true, false, null], unsubscribe: STEPS }),
];

test.each<[string, readonly JsonObject[], number]>([
  [
    'case.cancellation',
    combinations({
      outcome: ['no-result', 'completed', 'error'],
      require_honored: [true, false],
      told_in_time: [true, false],
    }),
    // Silence, and a result where one is allowed.
    6,
  ],
  [
    'case.protocol-negotiation',
    combinations({ offered: ['own', 'unknown', 'answered'], answer: ['same', 'other', 'none'] }),
    // Its own version, another one for it or for an unknown one, and one that it kept to.
    4,
  ],
  // A success and a tool error.
  ['case.sampling', ASKING, 6],
  ['case.elicitation', ASKING, 6],
  // All accepted, and a trigger that failed: that has a label which all kinds share.
  ['case.resource-subscription', SUBSCRIPTIONS, 4],
  [
    'case.completion',
    combinations({
      ended: ['values', 'malformed', 'error', 'fault'],
      names_argument: [true, false],
      values: [0, 3, 4],
      max_values: [3],
    }),
    // As many values as are allowed, or fewer.
    4,
  ],
])('%s', (observes, all, passing) => {
  const fired = all.map((facts) => firing(observes, facts));
  expect(Math.max(...fired.map(({ length }) => length))).toBe(1);
  expect(fired.filter(({ length }) => length === 0)).toHaveLength(passing);
});
