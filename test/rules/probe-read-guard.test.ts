import { testRule } from '../../core/testing.js';
import type { ToolReadGuard } from '../../schemas/observations.gen.js';

const seen = (outcome: ToolReadGuard['outcome'], left = ''): ToolReadGuard & Record<string, unknown> => ({
  check: 'read-guard',
  tool: 'read_query',
  id: '',
  argument: 'query',
  claim: 'declares readOnlyHint: true',
  outcome,
  table: 'tsp64c7f0_guard',
  left,
  markers: ['tsp64c7f0_guard'],
  summary: '',
  details: [],
});

testRule('probe-read-guard', {
  observes: 'tool.read-guard',
  pass: [{ name: 'a statement that leaves nothing', data: seen('guarded') }],
  fail: [
    {
      name: 'a table that is there',
      data: seen('written'),
      message:
        'read_query declares readOnlyHint: true, and the CREATE TABLE that it was sent made the table tsp64c7f0_guard',
    },
    {
      name: 'a table that stays',
      data: seen('written', ', which it does not drop again'),
      message:
        'read_query declares readOnlyHint: true, and the CREATE TABLE that it was sent made the table tsp64c7f0_guard, which it does not drop again',
    },
  ],
  inconclusive: [
    { name: 'nothing of what came of it', data: { ...seen('guarded'), outcome: null }, missing: 'outcome' },
  ],
});
