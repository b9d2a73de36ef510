import type { ToolBatch } from '../../schemas/observations.gen.js';

/** What was seen of two entities with one name in one call, changed in places. */
export function batch(seen: Partial<ToolBatch>): ToolBatch & { readonly [name: string]: unknown } {
  return {
    check: 'batch',
    tool: 'create_entities',
    id: '',
    form: 'same-key',
    record: 'name "tsp64c7f0-name"',
    way: 'twice in one call',
    bad: '',
    readers: ['read_graph'],
    outcome: 'fine',
    sent: 2,
    times: 1,
    said: '',
    markers: ['tsp64c7f0-'],
    summary: '',
    details: [{ step: 'write, one key twice in one list', outcome: 'stored', note: '' }],
    ...seen,
  };
}
