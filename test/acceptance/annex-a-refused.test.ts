/** The last row of Annex A of the specification of manifests: whatever is wrong with one, nothing is started, and nothing that it says is repeated. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../core/json.js';
import { EITHER, example, KIND_NAMES, KINDS, manifest, TOLERATED } from '../manifest/format/examples.js';
import { MARKER } from './fault-cases.js';
import { probe } from './probe-run.js';

const PROSE = `${MARKER} says no`;

/** What is said of a manifest that is refused before anything is started: the pointers, sorted, and all of it. */
async function refusal(probes: string | JsonObject): Promise<{ pointers: readonly string[]; said: string }> {
  const ran = await probe({ probes: typeof probes === 'string' ? probes : JSON.stringify(probes) });
  expect([ran.code, ran.out, ran.starts]).toEqual([2, '', 0]);
  const lines = ran.err.trimEnd().split('\n');
  return { pointers: lines.map((line) => line.split('  ')[1] ?? '').toSorted(), said: ran.err };
}

/** Every field of every kind. */
const FIELDS = KIND_NAMES.flatMap((probe) =>
  Object.entries(KINDS.get(probe)?.fields ?? {}).map(([name, { schema }]) => ({ probe, name, schema })),
);

const integers = FIELDS.flatMap(({ probe, name, schema }) => {
  const { minimum, maximum } = [schema['anyOf'] ?? schema].flat().find(isInteger) ?? {};
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return [];
  return [minimum - 1, maximum + 1].map((value) => ({ probe, name, value }));
});

function isInteger(schema: unknown): schema is JsonObject {
  return isObject(schema) && schema['type'] === 'integer';
}

test('every bound, one below and one above', async () => {
  const probes = integers.map(({ probe, name, value }, at) => example(probe, { id: `case-${at}`, [name]: value }));
  const { pointers, said } = await refusal(manifest(probes));
  expect(pointers).toEqual(integers.map(({ name }, at) => `/probes/${at}/${name}`).toSorted());
  expect(integers.length).toBeGreaterThan(2 * 15);
  const words = said.replaceAll(/:\d+:\d+ |\/probes\/\d+|case-\d+/g, '').split(/\W+/);
  // Smaller ones are limits of other fields.
  for (const { value } of integers) if (value > 1) expect(words).not.toContain(String(value));
});

test('every field, with prose in it', async () => {
  // An address may be any text.
  const fields = FIELDS.filter(({ name }) => !['uri', 'ref_uri'].includes(name));
  const probes = fields.map(({ probe, name }, at) => example(probe, { id: `case-${at}`, [name]: PROSE }));
  const given = { $schema: [PROSE], timeout_ms: PROSE, sandboxes: PROSE };
  const expected = [
    ...Object.keys(given).map((name) => `/${name}`),
    ...fields.map(({ name }, at) => `/probes/${at}/${name}`),
  ];
  expect((await refusal(manifest(probes, given))).pointers).toEqual(expected.toSorted());
});

test('every object that is closed, with an unknown field', async () => {
  const odd = { [PROSE]: PROSE };
  const expectation = { outcome: 'ok', ...odd };
  const step = { tool: 'read', arguments: odd, expect: { outcome: 'ok' } };
  const probes = [
    ...KIND_NAMES.map((probe) => example(probe, odd)),
    example('instruction-fidelity', { id: 'expect', expect: expectation }),
    example('workflow', { id: 'step', steps: [step, { ...step, ...odd }] }),
    example('workflow', { id: 'step-expect', steps: [step, { ...step, expect: expectation }] }),
  ];
  const cases = KIND_NAMES.map((_, at) => `/probes/${at}/*`);
  const [first = 0, second, third] = [0, 1, 2].map((more) => KIND_NAMES.length + more);
  const { pointers } = await refusal(
    manifest(probes, { ...odd, sandboxes: { scratch: { description: MARKER, ...odd } } }),
  );
  const expected = [
    '/*',
    '/sandboxes/scratch/*',
    ...cases,
    `/probes/${first}/expect/*`,
    `/probes/${second}/steps/1/*`,
    `/probes/${third}/steps/1/expect/*`,
  ];
  expect(pointers).toEqual(expected.toSorted());
});

test('every assertion that compares with no plain value', async () => {
  const expectations = {
    'required_result_fields/0': { outcome: 'ok', required_result_fields: [PROSE] },
    'required_result_fields/1': { outcome: 'ok', required_result_fields: [MARKER, MARKER] },
    'equals/*': { outcome: 'ok', equals: { [PROSE]: true } },
    [`equals/state`]: { outcome: 'ok', equals: { state: PROSE } },
    'required_result_paths/0': { outcome: 'ok', required_result_paths: [MARKER] },
    'required_result_paths/1': { outcome: 'ok', required_result_paths: [`/${MARKER}`, `/${MARKER}`] },
    'equals_paths/*': { outcome: 'ok', equals_paths: { [`/${MARKER}`]: [MARKER] } },
    error_code: { outcome: 'error', error_code: MARKER },
    equals: { outcome: 'error', equals: { state: MARKER } },
    outcome: { outcome: MARKER },
  };
  const probes = Object.values(expectations).map((expectation, at) =>
    example('instruction-fidelity', { id: `case-${at}`, expect: expectation }),
  );
  const expected = Object.keys(expectations).map((pointer, at) => `/probes/${at}/expect/${pointer}`);
  expect((await refusal(manifest(probes))).pointers).toEqual(expected.toSorted());
});

test('every name that stands twice in one object', async () => {
  const twice = (name: string, value: unknown): string =>
    `"${name}": ${JSON.stringify(value)}, "${name}": ${JSON.stringify(value)}`;
  const text = `{ ${twice('version', 1)}, "sandboxes": { "scratch": { ${twice('description', MARKER)} } }, "probes": [
    { "id": "one", "probe": "instruction-fidelity", ${twice('access', 'read_only')}, "tool": "read",
      "arguments": { "deep": [{ ${twice('word', MARKER)} }] }, "expect": { ${twice('outcome', 'ok')}, "equals": { ${twice('state', MARKER)} } } },
    { "id": "two", "probe": "workflow", "access": "read_only", "repetitions": 1, "steps": [
      { "tool": "read", "arguments": {}, "expect": { "outcome": "ok" } },
      { ${twice('tool', 'read')}, "arguments": {}, "expect": { "outcome": "ok" } }] }] }`;
  const { pointers, said } = await refusal(text);
  const expected = [
    '/version',
    '/sandboxes/scratch/description',
    '/probes/0/access',
    '/probes/0/arguments/deep/0/word',
    '/probes/0/expect/outcome',
    '/probes/0/expect/equals/state',
    '/probes/1/steps/1/tool',
  ];
  expect(pointers).toEqual(expected.toSorted());
  expect(said).toContain('stands twice');
});

test('every unsafe pair of access and sandbox, and every id that is no id of its own', async () => {
  const probes = [
    ...EITHER.flatMap((probe) => [
      { ...example(probe), id: `${probe}-1`, sandbox: 'scratch' },
      { ...example(probe), id: `${probe}-2`, access: 'mutating' },
      { ...example(probe), id: `${probe}-3`, access: 'mutating', sandbox: 'undeclared' },
    ]),
    ...TOLERATED.map((probe) => example(probe, { sandbox: 'scratch' })),
    ...KIND_NAMES.filter((probe) => !EITHER.includes(probe)).map((probe) =>
      example(probe, { id: `${probe}-4`, access: 'mutating' }),
    ),
    example('completion', { id: PROSE }),
    example('completion', { id: 'completion-4' }),
  ];
  const { pointers } = await refusal(manifest(probes, { sandboxes: { scratch: { description: MARKER } } }));
  const places = new Set(pointers.map((pointer) => pointer.split('/')[2]));
  expect(places).toEqual(new Set(probes.map((_, at) => String(at))));
});

/** Files that are not read to their end, so that each has one problem only. */
const UNREADABLE = [
  'byte-order-mark',
  'comment',
  'empty',
  'ends-early',
  'line-break-in-text',
  'list',
  'not-utf8',
  'too-deep',
  'trailing-comma',
  'yaml',
];

test.concurrent.each(UNREADABLE)('a file that cannot be read: %s', async (name) => {
  const ran = await probe({ probes: await readFile(`fixtures/broken/manifests/${name}.json`) });
  expect([ran.code, ran.out, ran.starts]).toEqual([2, '', 0]);
  expect(ran.err).toMatch(/^toolscore\.manifest\.json/);
});
