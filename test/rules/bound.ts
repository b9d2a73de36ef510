import type { JsonObject } from '../../core/json.js';

/** What the bounds probe saw of one parameter. */
export function bound(deviation: 'none' | 'more' | 'fewer' | 'other' | undefined, comparison = ''): JsonObject {
  return {
    check: 'bound',
    tool: 'read_file',
    id: '',
    param: 'head',
    expect: 'prefix',
    unit: 'lines',
    all: 10,
    tries: [{ value: 0, returned: 10, deviation: deviation ?? 'none' }],
    ...(deviation !== undefined && { deviation }),
    comparison,
    summary: '',
    details: [],
  };
}
