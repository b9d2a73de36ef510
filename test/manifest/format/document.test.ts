import { describe, expect, it } from 'vitest';
import { example, faultsOf, manifest, parse, problemsOf, without } from './examples.js';

const CASE = example('degradation-over-n');
const document = (more: object): object => ({ ...manifest([CASE]), ...more });
const sandboxes = (given: unknown): object => document({ sandboxes: given });

describe('the document', () => {
  it('says what the run needs to know', async () => {
    const read = await parse(document({ timeout_ms: 250, sandboxes: { scratch: { description: 'SECRET' } } }));
    expect(read).toMatchObject({ timeoutMs: 250, sandboxes: ['scratch'] });
    expect(JSON.stringify(read)).not.toContain('SECRET');
    expect(Object.isFrozen(read.cases[0]?.fields['arguments'])).toBe(true);
  });

  it('needs version and probes only', async () => {
    expect(await parse(document({}))).toMatchObject({ timeoutMs: undefined, sandboxes: [] });
    expect(await faultsOf({})).toEqual([
      '/version  version is missing; it takes the number 1, the only version there is.',
      '/probes  probes is missing; it takes a list of cases.',
    ]);
  });

  it.each([
    ['$schema', null],
    ['$schema', 'https://example.com/manifest.schema.json'],
    ['timeout_ms', null],
    ['sandboxes', null],
    ['sandboxes', {}],
    ['sandboxes', { unused: { description: '' } }],
  ])('takes %s: %j', async (name, value) => {
    expect(await faultsOf(document({ [name]: value }))).toEqual([]);
  });

  it.each([
    ['$schema', 1, '$schema takes a text.'],
    ['version', 2, 'version takes the number 1, the only version there is.'],
    ['version', '1', 'version takes the number 1, the only version there is.'],
    ['version', true, 'version takes the number 1, the only version there is.'],
    ['version', null, 'version takes the number 1, the only version there is.'],
    ['timeout_ms', '500', 'timeout_ms takes a whole number from 100 to 600000.'],
    ['timeout_ms', 500.5, 'timeout_ms takes a whole number from 100 to 600000.'],
    ['sandboxes', [], 'sandboxes takes an object from names to sandboxes.'],
    ['probes', null, 'probes takes a list of cases.'],
    ['probes', {}, 'probes takes a list of cases.'],
    ['probes', [], 'probes is empty; it takes at least one case.'],
  ])('refuses %s: %j', async (name, value, message) => {
    expect(await faultsOf(document({ [name]: value }))).toEqual([`/${name}  ${message}`]);
  });

  it('keeps the timeout from 100 to 600000, both included', async () => {
    for (const ms of [100, 600_000]) expect((await parse(document({ timeout_ms: ms }))).timeoutMs).toBe(ms);
    for (const ms of [99, 600_001, 0, -1])
      expect(await faultsOf(document({ timeout_ms: ms }))).toEqual([
        '/timeout_ms  timeout_ms takes a whole number from 100 to 600000.',
      ]);
  });

  it('has no other fields, and suggests the nearest', async () => {
    expect(await faultsOf(document({ timeoutms: 5 }))).toEqual([
      '/timeoutms  timeoutms is no field here. Did you mean "timeout_ms"? There are: $schema, version, timeout_ms, sandboxes, probes.',
    ]);
    expect(await faultsOf(document({ 'any "thing"': 5 }))).toEqual([
      '/*  * is no field here. There are: $schema, version, timeout_ms, sandboxes, probes.',
    ]);
  });
});

describe('sandboxes', () => {
  const DESCRIPTION =
    '/sandboxes/a/description  sandboxes.a.description takes 0 to 240 characters, none of them a control character.';

  it('take notes of up to 240 characters as Unicode counts them', async () => {
    for (const note of ['', 'x'.repeat(240), '\u{1F9EA}'.repeat(240)])
      expect(await faultsOf(sandboxes({ a: { description: note } }))).toEqual([]);
    for (const note of ['x'.repeat(241), '\u{1F9EA}'.repeat(241), 5, null, ['x']])
      expect(await faultsOf(sandboxes({ a: { description: note } }))).toEqual([DESCRIPTION]);
  });

  it.each(['\n', '\t', '\u0000', '\u001b', '\u007f', '\u0085'])('take no control character such as %j', async (one) => {
    expect(await faultsOf(sandboxes({ a: { description: `x${one}` } }))).toEqual([DESCRIPTION]);
  });

  it('have a description and nothing else', async () => {
    expect(await faultsOf(sandboxes({ a: {} }))).toEqual([
      '/sandboxes/a/description  sandboxes.a.description is missing; it takes 0 to 240 characters, none of them a control character.',
    ]);
    expect(await faultsOf(sandboxes({ a: { description: 'x', owner: 'y' } }))).toEqual([
      '/sandboxes/a/owner  sandboxes.a.owner is no field here. There are: description.',
    ]);
    expect(await faultsOf(sandboxes({ a: 'x' }))).toEqual([
      '/sandboxes/a  sandboxes.a takes an object with description.',
    ]);
  });

  it.each(['a', 'A1_.:-', 'a'.repeat(64)])('may be called %s', async (name) => {
    expect(await faultsOf(sandboxes({ [name]: { description: 'x' } }))).toEqual([]);
  });

  it.each(['', '1a', 'a b', 'a/b', '\u00e4', 'a'.repeat(65), '__proto__'])('may not be called %j', async (name) => {
    const text = JSON.stringify(sandboxes({ NAME: { description: 'x' } })).replace('"NAME"', JSON.stringify(name));
    expect(await faultsOf(text)).toEqual([
      '/sandboxes/*  sandboxes.* is named wrongly: the name takes an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".',
    ]);
  });
});

describe('the problems of a manifest', () => {
  it('are all told at once, in the order of the check', async () => {
    const broken = {
      extra: 1,
      version: 3,
      timeout_ms: 5,
      sandboxes: { scratch: { description: 'x'.repeat(241) } },
      probes: [
        { ...example('latency-budget'), attempts: 0, tool: 'a b', arguments: [], access: 'mutating', id: '1' },
        { ...example('instruction-fidelity'), id: 'two', expect: { outcome: 'error', error_code: 1.5 } },
        { ...example('degradation-over-n'), id: 'two', access: 'mutating', sandbox: 'other', max_attempts: 1 },
        'four',
        { ...without(example('degradation-over-n'), 'tool'), id: 'five', color: 'red' },
      ],
    };
    expect((await faultsOf(broken)).map((line) => line.split('  ')[0])).toEqual([
      '/extra',
      '/probes/3',
      '/probes/4/color',
      '/probes/4/tool',
      '/version',
      '/timeout_ms',
      '/sandboxes/scratch/description',
      '/probes/0/id',
      '/probes/0/tool',
      '/probes/0/arguments',
      '/probes/0/access',
      '/probes/0/attempts',
      '/probes/1/expect/error_code',
      '/probes/2/id',
      '/probes/2/sandbox',
      '/probes/2/max_attempts',
    ]);
  });

  it('keep what depends on other problems to itself, and nothing else', async () => {
    const price = { ...example('token-cost', { id: 'm', max_total_tokens: 5, max_tool_tokens: 6 }), surplus: 1 };
    expect((await faultsOf(manifest([price, price]))).map((line) => line.split('  ')[0])).toEqual([
      '/probes/0/surplus',
      '/probes/1/surplus',
      '/probes/0/max_tool_tokens',
      '/probes/1/id',
      '/probes/1/max_tool_tokens',
    ]);
  });

  it('are told up to the thousandth', async () => {
    const faults = await faultsOf(manifest(Array.from({ length: 1005 }, () => 1)));
    expect(faults).toHaveLength(1001);
    expect(faults.slice(-2)).toEqual([
      '/probes/999  probe case number 1000: takes an object.',
      'There are more problems than these 1000.',
    ]);
  });

  it('say line and column of the part that is wrong, or of what should hold it', async () => {
    const text = JSON.stringify(
      manifest([without(example('degradation-over-n', { max_attempts: 1 }), 'tool')]),
      null,
      2,
    );
    expect(await problemsOf(text)).toEqual([
      'm.json:4:5  /probes/0/tool  probe case degradation-over-n: tool is missing; it takes a tool name: 1 to 128 letters, digits, "_", ".", ":" and "-".',
      'm.json:9:7  /probes/0/max_attempts  probe case degradation-over-n: max_attempts takes a whole number from 2 to 100.',
    ]);
  });
});
