import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import { example, KIND_NAMES, manifest, problemsOf } from './examples.js';

/** As a name it is no identifier, so that it may stand nowhere at all; as a value it may be anything. */
const NAME = 'marker word';
const VALUES = ['MARKERWORD', 'MARKER WORD', ['MARKERWORD'], { 'marker key': 'MARKERWORD' }, 'MARKER'.repeat(40)];

/** A value or the name of a member anywhere in a document. */
function* spoiled(document: JsonObject): Generator<JsonObject> {
  for (const path of pathsIn(document, [])) {
    // An id that can be one is how messages name its case.
    for (const value of path.at(-1) === 'id' ? ['MARKER WORD', ['MARKERWORD']] : VALUES) {
      const copy = structuredClone(document);
      holder(copy, path)[path.at(-1) as string] = structuredClone(value);
      yield copy;
    }
    const copy = structuredClone(document);
    const { [path.at(-1) as string]: old, ...rest } = holder(copy, path);
    if (!Array.isArray(holder(document, path))) {
      const renamed = { ...rest, [NAME]: old, [`${NAME}s`]: 'MARKERWORD' };
      if (path.length === 1) yield renamed;
      else {
        holder(copy, path.slice(0, -1))[path.at(-2) as string] = renamed;
        yield copy;
      }
    }
  }
}

function pathsIn(part: unknown, at: readonly string[]): readonly (readonly string[])[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => [[...at, key], ...pathsIn(inner, [...at, key])]);
}

function holder(document: JsonObject, path: readonly string[]): Record<string, unknown> {
  let part: unknown = document;
  for (const key of path.slice(0, -1)) part = (part as JsonObject)[key];
  return part as Record<string, unknown>;
}

it.each(KIND_NAMES)('no message repeats a value or a foreign name of a case of %s', async (probe) => {
  const document = manifest(
    [example(probe), example('degradation-over-n', { id: 'm', access: 'mutating', sandbox: 'scratch' })],
    { $schema: 'x', timeout_ms: 500, sandboxes: { scratch: { description: 'x' } } },
  );
  let refused = 0;
  for (const broken of spoiled(document)) {
    const problems = await problemsOf(broken);
    refused += problems.length > 0 ? 1 : 0;
    expect(problems.join('\n')).not.toMatch(/marker/i);
    for (const line of problems) expect(line).toMatch(/^m\.json:1:\d+ {2}\/\S* {2}\S.*[.?]$/);
  }
  expect(refused).toBeGreaterThan(20);
});

it('nor does one about a text that is no JSON', async () => {
  const text = JSON.stringify(manifest([example('workflow', { id: 'MARKERWORD' })])).replaceAll('read', 'MARKERWORD');
  const pieces = fc.constantFrom('', '}', '"', ',', '\\', 'MARKERWORD', '\u0000');
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length), pieces, async (at, put) => {
      const problems = await problemsOf(`${text.slice(0, at)}${put}${text.slice(at + 1)} ]`);
      expect(problems).toEqual([expect.stringMatching(/^m\.json(:\d+:\d+)? {2}/)]);
      expect(problems[0]).not.toContain('MARKER');
    }),
  );
});
