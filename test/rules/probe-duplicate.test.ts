import { testRule } from '../../core/testing.js';
import { batch } from './batch.js';

testRule('probe-duplicate', {
  observes: 'tool.batch',
  pass: [
    { name: 'one of them is stored', data: batch({}) },
    { name: 'both are refused', data: batch({ outcome: 'refused', times: 0 }) },
    { name: 'one is reported as skipped', data: batch({ outcome: 'reported' }) },
  ],
  fail: [
    {
      name: 'both are stored',
      data: batch({ outcome: 'duplicate', times: 2 }),
      message:
        'create_entities was given name "tsp64c7f0-name" twice in one call and reported success, and read_graph shows it 2 times',
    },
  ],
  inconclusive: [
    { name: 'nobody has counted', data: { ...batch({ outcome: 'duplicate' }), times: null }, missing: 'times' },
  ],
});
