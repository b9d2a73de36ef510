import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import { manifestSchema } from '../../../core/manifest/schema.js';
import { accepts, EITHER, example, faultsOf, KIND_NAMES, KINDS, manifest } from './examples.js';
import { SPECIFICATION_EXAMPLE } from './specification-example.js';

const schema = manifestSchema(KINDS);

const SANDBOXES = { scratch: { description: 'throw-away' } };
const EXAMPLES = KIND_NAMES.map((probe) => example(probe));
const MUTATING = EITHER.map((probe) => example(probe, { id: `${probe}-m`, access: 'mutating', sandbox: 'scratch' }));
const ALL = manifest([...EXAMPLES, ...MUTATING], { $schema: 'x', timeout_ms: 500, sandboxes: SANDBOXES });

describe('the schema of manifests', () => {
  it('is the published file', async () => {
    expect(JSON.parse(await readFile('schemas/manifest.schema.json', 'utf8'))).toEqual(schema);
  });

  it('is a schema of draft 2020-12', () => {
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(new Ajv2020().validateSchema(schema)).toBe(true);
  });

  it('has a branch for each kind, in the order of the specification', () => {
    const defs = schema['$defs'] as Record<string, any>;
    expect(defs['case'].properties.probe.enum).toEqual(KIND_NAMES);
    expect(defs['case'].oneOf.map(({ $ref }: { $ref: string }) => $ref)).toEqual(
      KIND_NAMES.map((name) => `#/$defs/case.${name}`),
    );
    for (const name of KIND_NAMES) {
      expect(defs[`case.${name}`].properties.probe).toEqual({ const: name });
      expect(defs[`case.${name}`].additionalProperties).toBe(false);
      expect(defs[`case.${name}`].description).toMatch(/\.$/);
    }
  });

  it('closes every object but arguments', () => {
    const open: string[] = [];
    const walk = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return;
      const { type, additionalProperties, properties } = part as JsonObject;
      if (type === 'object' && additionalProperties === undefined) open.push(path);
      if (properties !== undefined && type === 'object' && path !== '/$defs/case')
        expect([path, additionalProperties]).toEqual([path, false]);
      for (const [key, inner] of Object.entries(part)) walk(inner, `${path}/${key}`);
    };
    walk(schema, '');
    expect(open.filter((path) => !/arguments(\/anyOf\/0)?$/.test(path))).toEqual(['/$defs/case']);
  });
});

describe('valid manifests', () => {
  const valid: readonly [string, unknown][] = [
    ['one of each kind', ALL],
    ['that of the specification', SPECIFICATION_EXAMPLE],
    ['nothing but a case', manifest([EXAMPLES[0]])],
    [
      'nulls where something may be left out',
      manifest(
        [
          example('contention', { sandbox: null }),
          example('latency-budget', { sandbox: null }),
          example('token-cost', { max_tool_tokens: null }),
          example('resource-subscription', { trigger_tool: null, trigger_arguments: null }),
          example('cancellation', { require_honored: null }),
          example('instruction-fidelity', { expect: { outcome: 'error', error_code: null, equals: null } }),
        ],
        { $schema: null, timeout_ms: null, sandboxes: null },
      ),
    ],
  ];

  it.each(valid)('pass both: %s', async (_, document) => {
    expect(await faultsOf(document)).toEqual([]);
    accepts(document);
    expect(accepts.errors).toBeNull();
  });
});

/** Rules that no schema can say. M-36 */
const BEYOND =
  /is also the id of|is not declared|goes with the outcome|has no effect without|max_tool_tokens|argument_name/;

describe('mutations of valid manifests', () => {
  const values = fc.oneof(
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2, -1, 1.5, 21, 61, 101, 129, 1001, 60_001, 600_001, 16_000_001),
    fc.constantFrom<unknown>(
      '',
      'a',
      'word',
      'two words',
      '/a',
      '/a b',
      'x'.repeat(65),
      'x'.repeat(129),
      'x'.repeat(513),
    ),
    fc.constantFrom<unknown>(
      'read_only',
      'mutating',
      'scratch',
      '2000-01-01',
      '2025-11-25',
      'ok',
      'error',
      'ref/prompt',
      'accept',
    ),
    fc.constantFrom<unknown>([], {}, ['a'], ['a', 'a'], { a: 1 }, { '/a': 1 }, { 'a b': [] }, { outcome: 'ok' }),
    fc.constantFrom<unknown>(...KIND_NAMES),
  );
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'remove', 'add', 'rename', 'repeat'),
    name: fc.constantFrom('sandbox', 'tool', 'extra', 'expect', 'max_pages', 'error_code', 'a b'),
    value: values,
  });

  it('are refused by the validator when the schema refuses them, and the other way round where a schema can say so', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(ALL['probes'] as readonly JsonObject[])),
        fc.array(change, { minLength: 1, maxLength: 2 }),
        async (one, changes) => {
          const document = structuredClone({ ...ALL, probes: [one] });
          for (const each of changes) mutate(document, each);
          const faults = await faultsOf(document);
          if (accepts(document)) expect(faults.filter((fault) => !BEYOND.test(fault))).toEqual([]);
          else expect(faults).not.toEqual([]);
          if (faults.length > 0) refused += 1;
        },
      ),
      { numRuns: 2000 },
    );
    // Most changes break something; otherwise nothing was shown.
    expect(refused).toBeGreaterThan(1000);
  });
});

/** Changes one member or item somewhere in the document, the arguments of calls included. */
function mutate(
  document: JsonObject,
  { at, how, name, value }: { at: number; how: string; name: string; value: unknown },
): void {
  const places = placesIn(document);
  const place = places[at % places.length];
  if (place === undefined) return;
  const { holder, key } = place;
  const old = holder[key];
  const made: unknown = structuredClone(how === 'repeat' ? old : value);
  if (how === 'replace') holder[key] = made;
  else if (Array.isArray(holder)) {
    if (how === 'remove') holder.splice(Number(key), 1);
    else holder.push(made);
  } else if (how === 'add') holder[name] = made;
  else {
    delete holder[key];
    if (how === 'rename') holder[name] = old;
  }
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function placesIn(part: unknown): readonly Place[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => [{ holder: part as Place['holder'], key }, ...placesIn(inner)]);
}
