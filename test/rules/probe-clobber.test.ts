import { testRule } from '../../core/testing.js';
import type { ToolTakeover } from '../../schemas/observations.gen.js';

const seen = (outcome: ToolTakeover['outcome'], promise = ''): ToolTakeover & Record<string, unknown> => ({
  check: 'takeover',
  tool: 'move_file',
  id: '',
  way: 'move',
  record: 'path "tsp64c7f0-path.txt"',
  outcome,
  promise,
  readers: ['read_file'],
  markers: ['tsp64c7f0-'],
  summary: '',
  details: [],
});

testRule('probe-clobber', {
  observes: 'tool.takeover',
  pass: [
    { name: 'a refusal', data: seen('refused') },
    { name: 'an answer that says so', data: seen('reported') },
    { name: 'a record that stays', data: seen('kept') },
    { name: 'a description that speaks of replacing', data: seen('allowed') },
  ],
  fail: [
    {
      name: 'a record that is gone',
      data: seen('replaced'),
      message:
        'move_file reported success where the record with path "tsp64c7f0-path.txt" was, and what that held is gone (read with read_file)',
    },
    {
      name: 'a record that is gone against the description',
      data: seen('replaced', ', although the description rules that out'),
      message:
        'move_file reported success where the record with path "tsp64c7f0-path.txt" was, and what that held is gone, although the description rules that out (read with read_file)',
    },
  ],
  inconclusive: [
    { name: 'nothing of what became of it', data: { ...seen('kept'), outcome: null }, missing: 'outcome' },
  ],
});
