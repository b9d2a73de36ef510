import { testRule } from '../../core/testing.js';
import type { ToolStoredId } from '../../schemas/observations.gen.js';

const seen = (outcome: ToolStoredId['outcome'], stored = ''): ToolStoredId & Record<string, unknown> => ({
  check: 'stored-id',
  tool: 'add_nodes',
  id: '',
  sent: 'id "tsp64c7f0-id"',
  stored,
  outcome,
  readers: ['list_nodes'],
  markers: ['tsp64c7f0-'],
  summary: '',
  details: [],
});

testRule('probe-id-ignored', {
  observes: 'tool.stored-id',
  pass: [
    { name: 'an id that is refused', data: seen('refused') },
    { name: 'an answer that names the other id', data: seen('named') },
    { name: 'two records with one id, which another rule is about', data: seen('same') },
  ],
  fail: [
    {
      name: 'another id',
      data: seen('ignored', 'id "2"'),
      message:
        'add_nodes was given id "tsp64c7f0-id", which is taken, reported success and stored the record under id "2" without saying so (read with list_nodes)',
    },
  ],
  inconclusive: [
    { name: 'nothing of what became of it', data: { ...seen('same'), outcome: null }, missing: 'outcome' },
  ],
});
