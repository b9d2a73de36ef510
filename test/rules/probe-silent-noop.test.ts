import { testRule } from '../../core/testing.js';
import { trip } from './round-trip.js';

testRule('probe-silent-noop', {
  observes: 'tool.round-trip',
  pass: [
    { name: 'a second write that shows', data: trip({ sameKey: 'updated', otherRecord: 'kept' }) },
    { name: 'a second write that is refused', data: trip({ sameKey: 'refused', otherRecord: 'kept' }) },
    { name: 'a second write that is reported as skipped', data: trip({ sameKey: 'reported', otherRecord: 'kept' }) },
    { name: 'values that no reader shows', data: trip({ sameKey: 'not-shown', otherRecord: 'kept' }) },
    { name: 'a record that is gone', data: trip({ sameKey: 'lost' }) },
    { name: 'no second write', data: trip({ otherRecord: 'kept' }) },
  ],
  fail: [
    {
      name: 'old values and no new one',
      data: trip({ sameKey: 'unchanged' }),
      message:
        'create_note reported success for a second write with title "tsp64c7f0-title" and changed nothing (read with list_notes, search_notes)',
    },
  ],
  inconclusive: [{ name: 'nothing of a second write', data: { ...trip({}), sameKey: null }, missing: 'sameKey' }],
});
