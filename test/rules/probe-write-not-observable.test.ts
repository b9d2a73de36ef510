import { testRule } from '../../core/testing.js';
import { trip } from './round-trip.js';

testRule('probe-write-not-observable', {
  observes: 'tool.round-trip',
  pass: [
    { name: 'a record that shows', data: trip({ sameKey: 'updated', otherRecord: 'kept' }) },
    { name: 'a record that showed and is gone', data: trip({ otherRecord: 'lost' }) },
    { name: 'nothing known of the record', data: trip({ firstRecord: 'unknown' }) },
  ],
  fail: [
    {
      name: 'a record that no reader shows',
      data: trip({ firstRecord: 'not-shown' }),
      message:
        'create_note reported success for a record with title "tsp64c7f0-title", but no read tool shows it (asked: list_notes, search_notes)',
    },
  ],
  inconclusive: [
    { name: 'no record', data: { ...trip({ firstRecord: 'not-shown' }), record: null }, missing: 'record' },
  ],
});
