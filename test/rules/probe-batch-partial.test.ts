import { testRule } from '../../core/testing.js';
import { batch } from './batch.js';

const mixed = { form: 'good-and-bad', bad: 'an empty name' } as const;
const start =
  'create_entities was given name "tsp64c7f0-name" and another record with an empty name in one call, which it refuses alone: ';

testRule('probe-batch-partial', {
  observes: 'tool.batch',
  pass: [
    { name: 'all or nothing', data: batch({ ...mixed, outcome: 'refused' }) },
    { name: 'a word about each', data: batch({ ...mixed, outcome: 'reported' }) },
    { name: 'nothing is bad', data: batch({ form: 'good-and-bad' }) },
    { name: 'what is stored twice is another fault', data: batch({ outcome: 'duplicate', times: 2 }) },
  ],
  fail: [
    {
      name: 'an error, and the good one is there',
      data: batch({ ...mixed, outcome: 'partial', way: 'it answered with an error' }),
      message: `${start}it answered with an error`,
    },
    {
      name: 'a success, and the bad one is not spoken of',
      data: batch({ ...mixed, outcome: 'hidden', way: 'it reported success' }),
      message: `${start}it reported success`,
    },
  ],
  inconclusive: [{ name: 'nobody knows what is bad', data: { ...batch(mixed), bad: null }, missing: 'bad' }],
});
