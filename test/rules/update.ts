import type { ToolUpdate } from '../../schemas/observations.gen.js';

/** What updates of update_note came to, changed in places. */
export function update(seen: Partial<ToolUpdate>): ToolUpdate & Record<string, unknown> {
  return {
    check: 'update',
    tool: 'update_note',
    id: '',
    step: 'one-field',
    fields: ['text', 'tag'],
    dropped: '',
    ignored: '',
    change: 'changed one field of a record',
    readers: ['get_note'],
    markers: ['tsp64c7f0-'],
    summary: '',
    details: [],
    ...seen,
  };
}
