import { testRule } from '../../core/testing.js';
import type { ToolPromise } from '../../schemas/observations.gen.js';

const seen = (outcome: ToolPromise['outcome'], happened = ''): ToolPromise & Record<string, unknown> => ({
  check: 'promise',
  tool: 'create_directory',
  id: '',
  says: 'makes folders that are missing',
  words: 'create nested directories',
  outcome,
  happened,
  markers: ['tsp64c7f0-'],
  summary: '',
  details: [],
});

testRule('probe-contract', {
  observes: 'tool.promise',
  pass: [{ name: 'a promise that is kept', data: seen('kept') }],
  fail: [
    {
      name: 'a promise that is broken',
      data: seen('broken', 'and the call that needs it fails (no such folder)'),
      message:
        'The description of create_directory says "create nested directories", and the call that needs it fails (no such folder)',
    },
  ],
  inconclusive: [{ name: 'nothing of what came of it', data: { ...seen('kept'), outcome: null }, missing: 'outcome' }],
});
