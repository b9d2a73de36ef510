import { testRule } from '../../core/testing.js';
import { trip } from './round-trip.js';

const message =
  'create_note reported success for a later write, and the record with title "tsp64c7f0-title" is gone (read with list_notes, search_notes)';

testRule('probe-data-lost', {
  observes: 'tool.round-trip',
  pass: [
    { name: 'a record that stays', data: trip({ sameKey: 'updated', otherRecord: 'kept' }) },
    { name: 'a record that never showed', data: trip({ firstRecord: 'not-shown' }) },
    { name: 'a second write without effect', data: trip({ sameKey: 'unchanged' }) },
    { name: 'another record that was refused', data: trip({ otherRecord: 'refused' }) },
  ],
  fail: [
    { name: 'gone after another record', data: trip({ sameKey: 'updated', otherRecord: 'lost' }), message },
    { name: 'gone after a second write with its key', data: trip({ sameKey: 'lost' }), message },
  ],
  inconclusive: [
    { name: 'nothing of another record', data: { ...trip({}), otherRecord: null }, missing: 'otherRecord' },
  ],
});
