import type { ToolRoundTrip } from '../../schemas/observations.gen.js';

/** What a round trip saw of create_note, changed in places. */
export function trip(
  seen: Partial<Pick<ToolRoundTrip, 'firstRecord' | 'sameKey' | 'otherRecord'>>,
): ToolRoundTrip & { readonly [name: string]: unknown } {
  return {
    check: 'round-trip',
    tool: 'create_note',
    id: '',
    record: 'title "tsp64c7f0-title"',
    readers: ['list_notes', 'search_notes'],
    firstRecord: 'shown',
    sameKey: 'not-run',
    otherRecord: 'not-run',
    markers: ['tsp64c7f0-'],
    summary: '',
    details: [{ step: 'write', outcome: 'stored', note: '' }],
    ...seen,
  };
}
