import { describe, expect, it } from 'vitest';
import { SUPPORTED_VERSIONS } from '../../../core/manifest/grammar.js';
import { accepts, example, faultsOf, KINDS, manifest, without } from './examples.js';

/** Specification, 1.7: smallest and largest value of each number. A wrong bound in a kind fails here. */
const NUMBERS: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>> = {
  'error-honesty': { max_attempts: [2, 20] },
  'discovery-cost': { max_tools: [1, 10_000], max_schema_bytes: [1, 10_000_000] },
  'token-cost': { max_total_tokens: [1, 1_000_000], max_tool_tokens: [1, 100_000] },
  'degradation-over-n': { max_attempts: [2, 100] },
  'latency-budget': { attempts: [1, 20], max_latency_ms: [1, 60_000] },
  pagination: { max_pages: [1, 100] },
  'payload-bounds': { size_bytes: [1, 16_000_000] },
  'surface-listing': { max_pages: [1, 1000] },
  cancellation: { grace_seconds: [1, 60] },
  sampling: { max_requests: [1, 10] },
  elicitation: { max_requests: [1, 10] },
  'resource-subscription': { max_wait_seconds: [1, 60] },
  completion: { max_values: [1, 100] },
  workflow: { repetitions: [1, 20] },
};

/** The others, by what they take. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  contention: ['tool'],
  'error-honesty': ['tool'],
  'state-recovery': ['failure_tool', 'recovery_tool', 'validation_tool'],
  'schema-guessability': ['tool'],
  'degradation-over-n': ['tool'],
  'instruction-fidelity': ['tool'],
  'latency-budget': ['tool'],
  'payload-bounds': ['tool'],
  'output-schema': ['tool'],
  cancellation: ['tool'],
  sampling: ['tool'],
  elicitation: ['tool'],
  'resource-subscription': ['trigger_tool'],
};
const IDENTIFIERS: Readonly<Record<string, readonly string[]>> = {
  'payload-bounds': ['field'],
  cancellation: ['reason'],
  completion: ['argument_value'],
};
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'resource-subscription': ['uri'],
  completion: ['ref_uri'],
};
const BOOLEANS: Readonly<Record<string, readonly string[]>> = {
  'error-honesty': ['expect_retryable'],
  'payload-bounds': ['expect_handled'],
  cancellation: ['require_honored'],
};
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  elicitation: { respond: ['accept', 'decline', 'cancel'] },
  completion: { ref_type: ['ref/prompt', 'ref/resource'] },
};
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'protocol-negotiation': ['bogus_version'],
  'instruction-fidelity': ['expect'],
  completion: ['argument_name'],
  workflow: ['steps'],
};
const OPTIONAL = ['max_tool_tokens', 'require_honored', 'trigger_tool', 'trigger_arguments'];

const pairs = (table: Readonly<Record<string, readonly string[]>>): readonly [string, string][] =>
  Object.entries(table).flatMap(([kind, names]) => names.map((name): [string, string] => [kind, name]));

/** What is wrong with a case whose field has that value, without pointer and name. The schema says the same. */
async function said(probe: string, name: string, value: unknown, more: object = {}): Promise<readonly string[]> {
  const begin = `/probes/0/${name}  probe case ${probe}: ${name} `;
  const document = manifest([example(probe, { ...more, [name]: value })]);
  const faults = await faultsOf(document);
  expect(accepts(document)).toBe(faults.length === 0);
  return faults.map((line) => {
    expect(line.startsWith(begin)).toBe(true);
    return line.slice(begin.length);
  });
}

it.each([...KINDS])('the tables name every field of %s', (probe, { fields }) => {
  const named = [TOOLS, IDENTIFIERS, TEXTS, BOOLEANS, ELSEWHERE].flatMap((table) => table[probe] ?? []);
  const all = [...named, ...Object.keys(NUMBERS[probe] ?? {}), ...Object.keys(WORDS[probe] ?? {})];
  const args = Object.keys(fields).filter((name) => name.endsWith('arguments'));
  expect(Object.keys(fields).toSorted()).toEqual([...all, ...args].toSorted());
  expect(args).toHaveLength(TOOLS[probe]?.length ?? 0);
  for (const [name, { optional }] of Object.entries(fields))
    expect([name, optional]).toEqual([name, OPTIONAL.includes(name)]);
});

describe.each(
  Object.entries(NUMBERS).flatMap(([probe, fields]) =>
    Object.entries(fields).map(([name, [least, most]]) => ({ probe, name, least, most })),
  ),
)('$name of $probe', ({ probe, name, least, most }) => {
  // The total must not be below the largest tool.
  const more = name === 'max_tool_tokens' ? { max_total_tokens: 1_000_000 } : { max_tool_tokens: 1 };
  const with_ = probe === 'token-cost' ? more : {};
  const takes = [`takes a whole number from ${least} to ${most}.`];

  it(`is from ${least} to ${most}`, async () => {
    for (const value of [least, most]) expect(await said(probe, name, value, with_)).toEqual([]);
    for (const value of [least - 1, most + 1, -least]) expect(await said(probe, name, value, with_)).toEqual(takes);
  });

  it('is a whole number', async () => {
    for (const value of [least + 0.5, String(least), true, [least], {}])
      expect(await said(probe, name, value, with_)).toEqual(takes);
    const text = JSON.stringify(manifest([example(probe, { ...with_, [name]: most })]));
    expect(await faultsOf(text.replace(`"${name}":${most}`, `"${name}":${most}.0`))).toEqual([]);
  });
});

describe.each(pairs(TOOLS))('%s: %s', (probe, name) => {
  it('is a tool name', async () => {
    for (const value of ['a', '1', '-', 'A.b_c:d-1', 'x'.repeat(128)])
      expect(await said(probe, name, value)).toEqual([]);
    for (const value of ['', 'a/b', 'a b', 'a\n', '\u00e4', 'x'.repeat(129), 5, ['a']])
      expect(await said(probe, name, value)).toEqual([
        'takes a tool name: 1 to 128 letters, digits, "_", ".", ":" and "-".',
      ]);
  });
});

describe.each(pairs(IDENTIFIERS))('%s: %s', (probe, name) => {
  it('is an identifier', async () => {
    for (const value of ['a', 'Z9_.:-', 'x'.repeat(64)]) expect(await said(probe, name, value)).toEqual([]);
    for (const value of ['', '1', 'a b', 'a/b', 'a\n', 'x'.repeat(65), 5, null])
      expect(await said(probe, name, value)).toEqual([
        'takes an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".',
      ]);
  });
});

describe.each(pairs(TEXTS))('%s: %s', (probe, name) => {
  it('has 1 to 512 characters', async () => {
    for (const value of ['x', 'x'.repeat(512), '\u{1F9EA}'.repeat(512), 'file:///a b?c#d'])
      expect(await said(probe, name, value)).toEqual([]);
    for (const value of ['', 'x'.repeat(513), '\u{1F9EA}'.repeat(513), 'a\nb', 'a\u0000', '\u0085', 5, null])
      expect(await said(probe, name, value)).toEqual(['takes 1 to 512 characters, none of them a control character.']);
  });
});

describe.each(pairs(BOOLEANS))('%s: %s', (probe, name) => {
  it('is true or false', async () => {
    for (const value of [true, false]) expect(await said(probe, name, value)).toEqual([]);
    for (const value of [0, 1, 'true', [], {}])
      expect(await said(probe, name, value)).toEqual(['takes true or false.']);
  });
});

describe.each(
  Object.entries(WORDS).flatMap(([probe, fields]) =>
    Object.entries(fields).map(([name, words]) => ({ probe, name, words })),
  ),
)('$probe: $name', ({ probe, name, words }) => {
  it('is one of a few words', async () => {
    for (const value of words) expect(await said(probe, name, value)).toEqual([]);
    const takes = [`takes ${words.map((word) => `"${word}"`).join(' or ')}.`];
    for (const value of ['', words[0]?.toUpperCase(), `${words[0]} `, 5, null, [words[0]]])
      expect(await said(probe, name, value)).toEqual(takes);
  });
});

describe.each(
  [...KINDS].flatMap(([probe, { fields }]) =>
    Object.keys(fields)
      .filter((name) => name.endsWith('arguments'))
      .map((name) => [probe, name] as const),
  ),
)('%s: %s', (probe, name) => {
  it('is an object, whatever is in it', async () => {
    for (const value of [{}, { 'any name': [null, { id: 'x', version: 9 }], surplus: true, '': '' }])
      expect(await said(probe, name, value)).toEqual([]);
    for (const value of [[], 'x', 5, true]) expect(await said(probe, name, value)).toEqual(['takes an object.']);
  });
});

describe('rules over several fields', () => {
  it('the largest tool may not cost more than all of them', async () => {
    expect(await faultsOf(manifest([example('token-cost', { max_total_tokens: 100, max_tool_tokens: 100 })]))).toEqual(
      [],
    );
    expect(await faultsOf(manifest([example('token-cost', { max_total_tokens: 99, max_tool_tokens: 100 })]))).toEqual([
      expect.stringMatching(
        /^\/probes\/0\/max_tool_tokens {2}probe case token-cost: max_tool_tokens .*max_total_tokens/,
      ),
    ]);
    // With a wrong one of the two there is nothing to compare.
    expect(
      await faultsOf(manifest([example('token-cost', { max_total_tokens: 0, max_tool_tokens: 100 })])),
    ).toHaveLength(1);
  });

  it('arguments of a trigger go with a trigger', async () => {
    const subscription = example('resource-subscription');
    expect(await faultsOf(manifest([without(subscription, 'trigger_arguments')]))).toEqual([]);
    expect(await faultsOf(manifest([without(without(subscription, 'trigger_arguments'), 'trigger_tool')]))).toEqual([]);
    expect(await faultsOf(manifest([without(subscription, 'trigger_tool')]))).toEqual([
      expect.stringContaining('/probes/0/trigger_arguments  '),
    ]);
  });

  it('the name of an argument of a prompt is an identifier, that of a resource is any text', async () => {
    const named = (ref_type: string, argument_name: unknown): Promise<readonly string[]> =>
      faultsOf(manifest([example('completion', { ref_type, argument_name })]));
    const refused = [expect.stringContaining('/probes/0/argument_name  probe case completion: argument_name ')];
    expect(await named('ref/prompt', 'x'.repeat(64))).toEqual([]);
    for (const name of ['a b', 'x'.repeat(65), '1']) expect(await named('ref/prompt', name)).toEqual(refused);
    for (const name of ['1', 'a b', '\u{1F9EA}'.repeat(128)]) expect(await named('ref/resource', name)).toEqual([]);
    for (const name of ['', 'x'.repeat(129), 'a\nb']) expect(await named('ref/resource', name)).toEqual(refused);
    for (const type of ['ref/prompt', 'ref/resource'])
      for (const name of [5, null, []]) expect(await named(type, name)).toEqual(refused);
  });

  it('a bogus version has the shape of one and is none that is spoken', async () => {
    for (const value of ['2000-01-01', '9999-99-99', '2025-11-26'])
      expect(await said('protocol-negotiation', 'bogus_version', value)).toEqual([]);
    for (const value of [
      '2000-1-1',
      '2000-01-011',
      '2000-01-01\n',
      'bogus',
      '2000/01/01',
      20000101,
      null,
      ...SUPPORTED_VERSIONS,
    ])
      expect(await said('protocol-negotiation', 'bogus_version', value)).toEqual([
        `takes a version YYYY-MM-DD that toolscore does not speak; it speaks ${SUPPORTED_VERSIONS.join(', ')}.`,
      ]);
    expect(SUPPORTED_VERSIONS).toContain('2025-11-25');
  });
});
