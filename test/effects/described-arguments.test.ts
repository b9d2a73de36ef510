/** Arguments that a description names and the schema lacks. */

import { describe, expect, test } from 'vitest';
import { undeclaredArguments } from '../../core/effects/described-arguments.js';
import type { JsonObject } from '../../core/json.js';
import type { Tool } from '../../core/model.js';

const tool = (name: string, description: string, properties: JsonObject, more: JsonObject = {}): Tool => ({
  index: 0,
  name,
  description,
  inputSchema: { type: 'object', properties, ...more },
  outputSchema: undefined,
  annotations: {},
});
const QUERY = { query: { type: 'string', enum: ['recent'] }, maxDepth: { type: 'integer' } };
const OTHER = tool('get_note', 'Gets a note.', { note_id: { type: 'string' } });

function found(description: string, more?: JsonObject): readonly string[] {
  const one = tool('list_notes', description, QUERY, more);
  return undeclaredArguments(one, [one, OTHER]);
}

describe('a name that the schema lacks', () => {
  test.each([
    ['Lists notes. Set the `max_results` parameter for fewer.', ['max_results']],
    ['Lists notes. The "depth" argument says how deep to look.', ['depth']],
    ['Use the optional parameter `tag` to filter.', ['tag']],
    ['Supports the include_deleted flag.', ['include_deleted']],
    ['Pass include_deleted=true for all of them.', ['include_deleted']],
    ['Give the sortOrder option and the `tag` option.', ['tag', 'sortOrder']],
  ])('%s', (description, names) => {
    expect(found(description)).toEqual(names);
  });
});

describe('no such name', () => {
  test.each([
    'Lists notes by the `query` parameter.',
    'The `max_depth` argument says how deep to look.',
    'Set the "recent" option.',
    'Lists notes. There is no `limit` parameter.',
    'Does not take the `limit` argument.',
    'Then pass the `note_id` parameter to get_note.',
    'Answers with a `next_cursor` field.',
    'The `limit` parameter of the search API is always 10.',
    'Adds the `page` query parameter to the URL.',
    'The tag parameter is optional.',
    'Returns the `total` option.',
    'Runs the command line with the `verbose` flag.',
    'Use list_notes=false',
    'The `ctx` parameter is handed in.',
  ])('%s', (description) => {
    expect(found(description)).toEqual([]);
  });

  test('where the schema takes more than it declares, or declares nothing', () => {
    expect(found('Set the `tag` parameter.', { additionalProperties: true })).toEqual([]);
    const bare = { ...tool('list_notes', 'Set the `tag` parameter.', {}), inputSchema: {} };
    expect(undeclaredArguments(bare, [bare])).toEqual([]);
  });
});
