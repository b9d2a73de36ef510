import type { ToolOverlap } from '../../schemas/observations.gen.js';

/** What was seen of eight notes that were saved at once, changed in places. */
export function overlap(seen: Partial<ToolOverlap>): ToolOverlap & { readonly [name: string]: unknown } {
  return {
    check: 'overlap',
    tool: 'save_note',
    id: '',
    form: 'records',
    what: 'new records at once',
    readers: ['list_notes', 'get_note'],
    outcome: 'kept',
    sent: 8,
    reported: 8,
    shown: 8,
    missing: [],
    markers: ['tsp64c7f0-'],
    summary: '',
    details: [{ step: 'write, all at once', outcome: 'stored', note: '' }],
    ...seen,
  };
}
