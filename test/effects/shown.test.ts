import { describe, expect, it } from 'vitest';
import { shownIn } from '../../core/effects/shown.js';
import type { JsonObject } from '../../core/json.js';

const M = 'tsp0a1b2c-title';
const seen = (result: JsonObject, ...sought: readonly string[]): readonly string[] => [...shownIn(result, sought)];
const text = (one: string): JsonObject => ({ content: [{ type: 'text', text: one }] });

describe('a marker shows', () => {
  it.each<[string, JsonObject]>([
    ['in a text', text(`a note called ${M}.`)],
    ['in another case', text(M.toUpperCase())],
    ['in a later text', { content: [{ type: 'text', text: 'x' }, null, { type: 'text', text: M }] }],
    ['in JSON sent as text', text(JSON.stringify([{ title: M }]))],
    ['in a resource sent along', { content: [{ type: 'resource', resource: { uri: 'x:y', text: M } }] }],
    ['in a link to a resource', { content: [{ type: 'resource_link', uri: `note://${M}`, name: 'x' }] }],
    ['in structured content', { structuredContent: { a: [{ b: { c: M } }] } }],
    ['as the name of a member', { structuredContent: { [M]: 1 } }],
    ['in structured content that is a text', { structuredContent: M }],
  ])('%s', (_, result) => {
    expect(seen(result, M)).toEqual([M]);
  });

  it.each<[string, JsonObject]>([
    ['elsewhere', text('tsp0a1b2c-body')],
    ['in an image', { content: [{ type: 'image', data: M }] }],
    ['in what is said about the answer', { content: [], _meta: { title: M } }],
    ['in content that is no list', { content: M }],
    ['nowhere', {}],
  ])('not %s', (_, result) => {
    expect(seen(result, M)).toEqual([]);
  });
});

describe('a marker that begins like another', () => {
  const longer = `${M}_2`;
  it('does not show where the other stands', () => {
    expect(seen(text(`x ${longer} y`), M, longer)).toEqual([longer]);
    expect(seen(text(`x ${longer} ${M}`), M, longer)).toEqual([M, longer]);
    expect(seen(text('tsp0a1b2c-title'), 'tsp0a1b2c-', M)).toEqual([M]);
  });
  it('shows with something behind it that is no marker', () => {
    expect(seen(text(`${M}_of_mine and tsp0a1b2c-.`), M, 'tsp0a1b2c-')).toEqual([M, 'tsp0a1b2c-']);
  });
});

describe('a text of the user', () => {
  it('shows as it is, escaped in JSON, and as a number', () => {
    expect(seen(text('a\\b "c"'), 'a\\b "c"')).toEqual(['a\\b "c"']);
    expect(seen(text(JSON.stringify({ x: 'a\\b "c"' })), 'a\\b "c"')).toEqual(['a\\b "c"']);
    expect(seen({ structuredContent: { id: 17 } }, '17')).toEqual(['17']);
    expect(seen({ structuredContent: { id: 71 } }, '17')).toEqual([]);
  });
});
