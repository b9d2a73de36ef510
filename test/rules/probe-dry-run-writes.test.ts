import { testRule } from '../../core/testing.js';
import type { ToolDryRun } from '../../schemas/observations.gen.js';

const seen = (outcome: ToolDryRun['outcome'], readers: string[] = []): ToolDryRun & Record<string, unknown> => ({
  check: 'dry-run',
  tool: 'save_note',
  id: '',
  flag: 'dry_run',
  way: 'record',
  outcome,
  change: 'a record (key "tsp64c7f0-key")',
  readers,
  markers: ['tsp64c7f0-'],
  summary: '',
  details: [],
});

testRule('probe-dry-run-writes', {
  observes: 'tool.dry-run',
  pass: [
    { name: 'a dry run that leaves nothing behind', data: seen('kept') },
    { name: 'a dry run that is refused', data: seen('refused') },
  ],
  fail: [
    {
      name: 'a dry run that stores',
      data: seen('written', ['get_note', 'list_notes']),
      message:
        'save_note was called with dry_run: true, and a record (key "tsp64c7f0-key") is there all the same (read with get_note, list_notes)',
    },
  ],
  inconclusive: [{ name: 'nothing of what came of it', data: { ...seen('kept'), outcome: null }, missing: 'outcome' }],
});
