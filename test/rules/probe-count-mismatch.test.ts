import { testRule } from '../../core/testing.js';
import { batch } from './batch.js';

testRule('probe-count-mismatch', {
  observes: 'tool.batch',
  pass: [
    { name: 'no number is wrong', data: batch({}) },
    { name: 'both are stored', data: batch({ outcome: 'duplicate', times: 2, said: 'created: 2' }) },
  ],
  fail: [
    {
      name: 'one is stored, and the answer says two',
      data: batch({ outcome: 'miscounted', said: 'created: 2' }),
      message:
        'create_entities was given name "tsp64c7f0-name" twice in one call and says created: 2, and read_graph shows 1',
    },
  ],
  inconclusive: [
    { name: 'the number is not known', data: { ...batch({ outcome: 'miscounted' }), said: null }, missing: 'said' },
  ],
});
