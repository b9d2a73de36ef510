import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Agreement,
  type BoundRelation,
  emptyEffectConfig,
  type IdempotentCall,
  type ProbeCall,
  type WritePair,
} from '../../core/effects/config.js';
import { shapeProblems } from '../../core/effects/config-shape.js';
import { loadProbeConfig } from '../../core/effects/load-probe-config.js';
import {
  effectConfigOf,
  parseProbeConfig,
  type ProbeConfig,
  ProbeConfigError,
} from '../../core/effects/probe-config.js';
import schema from '../../schemas/probe-config.schema.json' with { type: 'json' };

const WHOLE = {
  $schema: 'probe-config.schema.json',
  args: { '*': { path: '/srv/x' }, create_note: { title: 5 } },
  builtins: false,
  writes: ['store'],
  exclude: ['export_notes'],
  pairs: [
    {
      write: 'create_note',
      read: 'search_notes',
      read_args: { query: '{key}', read_args: { kept: true } },
      write_args: { body: '{marker}' },
      key: ['title', 'slug'],
    },
  ],
  relations: [
    { id: 'a', tool: 'list', param: 'limit', values: [0, 1], expect: 'exact', args: { path: 'x' }, unit: 'items' },
  ],
  agreements: [
    { id: 'b', left: { tool: 's', field: 'title' }, right: { tool: 'l', args: {} }, expect: 'equal', unit: 'lines' },
  ],
  idempotent: [{ id: 'c', tool: 'list', args: { limit: 1 } }],
};

describe('a probe config', () => {
  it('has camelCase keys in code, and leaves argument names alone', () => {
    const { $schema: _, pairs: __, ...rest } = WHOLE;
    expect(parseProbeConfig(WHOLE)).toEqual({
      ...rest,
      pairs: [
        {
          write: 'create_note',
          read: 'search_notes',
          readArgs: { query: '{key}', read_args: { kept: true } },
          writeArgs: { body: '{marker}' },
          key: ['title', 'slug'],
        },
      ],
    });
  });

  it('may be empty, and what it leaves out has its default', () => {
    expect(parseProbeConfig({})).toEqual({});
    expect(effectConfigOf({})).toEqual(emptyEffectConfig);
    expect(effectConfigOf({ exclude: ['x'] })).toEqual({ ...emptyEffectConfig, exclude: ['x'] });
    expect(effectConfigOf({ args: { x: { y: 1 } } })).toEqual(emptyEffectConfig);
  });

  it('is checked when a program wrote it, under the names a program uses', () => {
    const config = { pairs: [{ write: 'a', read: 'b', readArgs: 'x' }], relations: [{ tool: 'l' }] };
    expect(() => effectConfigOf(config as unknown as ProbeConfig)).toThrow(ProbeConfigError);
    expect(() => effectConfigOf(config as unknown as ProbeConfig)).toThrow(
      [
        'config: pairs[0].readArgs: expected an object of argument values, found "x"',
        'config: relations[0].param: missing, expected the name of a parameter',
        'config: relations[0].values: missing, expected a non-empty list of non-negative integers',
        'config: relations[0].expect: missing, expected at_most, exact, prefix or suffix',
      ].join('\n'),
    );
    const leftOut = { pairs: undefined, exclude: ['x'], idempotent: [{ tool: 'a', args: undefined }] };
    expect(effectConfigOf(leftOut as unknown as ProbeConfig)).toEqual({
      ...emptyEffectConfig,
      exclude: ['x'],
      idempotent: [{ tool: 'a' }],
    });
    const ring: Record<string, unknown> = {};
    ring['args'] = { a: ring };
    for (const odd of [ring, undefined, 5n, () => 1]) {
      expect(() => effectConfigOf(odd as ProbeConfig)).toThrow(/^config: expected an object of plain data: /);
    }
  });

  it('is called what its caller calls it', () => {
    expect(() => parseProbeConfig(undefined, 'team.json')).toThrow(
      'team.json: expected an object of settings, found undefined',
    );
    const ring: Record<string, unknown> = {};
    ring['exclude'] = ring;
    expect(() => parseProbeConfig(ring)).toThrow(
      'probe config: exclude: expected a list of tool names, found an object',
    );
    expect(() => parseProbeConfig({ exclude: [5n] })).toThrow(
      'probe config: exclude[0]: expected a tool name, found 5',
    );
    expect(() => parseProbeConfig({ pair: [] })).toThrow('probe config: pair: unknown key. Did you mean "pairs"?');
  });
});

type Keys<T> = { readonly [K in keyof Required<T>]: 1 };
const args = 1;

describe('the schema of the file', () => {
  const ajv = new Ajv2020({ strict: true, keywords: ['x-expected'] });
  const fits = ajv.compile(schema);

  it('takes a config that uses every key it has', () => {
    expect(fits(WHOLE)).toBe(true);
    const keys = (part: { readonly properties?: object }): string[] => Object.keys(part.properties ?? {});
    const { pair, relation, agreement, side, call } = schema.$defs;
    expect(Object.keys(WHOLE).sort()).toEqual(keys(schema).sort());
    expect(Object.keys(WHOLE.pairs[0]!).sort()).toEqual(keys(pair).sort());
    expect(Object.keys(WHOLE.relations[0]!).sort()).toEqual(keys(relation).sort());
    expect(Object.keys(WHOLE.agreements[0]!).sort()).toEqual(keys(agreement).sort());
    expect(Object.keys({ ...WHOLE.agreements[0]!.left, ...WHOLE.agreements[0]!.right }).sort()).toEqual(
      keys(side).sort(),
    );
    expect(Object.keys(WHOLE.idempotent[0]!).sort()).toEqual(keys(call).sort());
  });

  it('has the keys of the types, and the types have those of the schema', () => {
    // The compiler refuses a key too many and a key too few.
    const config: Keys<ProbeConfig> = {
      args,
      builtins: 1,
      writes: 1,
      exclude: 1,
      pairs: 1,
      relations: 1,
      agreements: 1,
      idempotent: 1,
    };
    const pair: Keys<WritePair> = { write: 1, read: 1, readArgs: 1, writeArgs: 1, key: 1 };
    const relation: Keys<BoundRelation> = { tool: 1, param: 1, values: 1, expect: 1, args, unit: 1, id: 1 };
    const agreement: Keys<Agreement> = { left: 1, right: 1, expect: 1, unit: 1, id: 1 };
    const side: Keys<ProbeCall> = { tool: 1, args, field: 1 };
    const call: Keys<IdempotentCall> = { tool: 1, args, id: 1 };
    const inFiles = (keys: object): string[] =>
      Object.keys(keys)
        .map((key) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
        .sort();
    const { properties, $defs } = schema;
    expect(inFiles({ ...config, $schema: 1 })).toEqual(Object.keys(properties).sort());
    for (const [name, keys] of Object.entries({ pair, relation, agreement, side, call })) {
      expect(inFiles(keys)).toEqual(Object.keys($defs[name as 'pair'].properties).sort());
    }
  });

  it('means to editors what it means to us', () => {
    const odd = fc.oneof(
      fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 60, '', 'x', 'exact', 'lines', 'subset'),
      fc.constantFrom([], [''], ['a'], [1], [-1, 1], {}, { tool: 'x' }, { write: 'a', read: 'b' }, { x: 1 }),
    );
    const places = fc.constantFrom(...placesIn(WHOLE));
    const change = fc.record({ place: places, value: fc.option(odd, { nil: undefined }), added: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const config = structuredClone(WHOLE) as unknown;
        for (const { place, value, added } of changes)
          alter(config, added ? [...place, 'extra'] : place, structuredClone(value));
        const ours = shapeProblems(config).filter(({ message }) => !message.includes('is already the id of'));
        expect(ours.length === 0).toBe(fits(config));
      }),
      { numRuns: 2_000 },
    );
  });
});

function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  const inner = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return [
    path,
    ...inner.flatMap(([key, member]) => placesIn(member, [...path, Array.isArray(value) ? Number(key) : key])),
  ];
}

/** Puts a value at a place, or takes away what is there. A place that an earlier change took away is left alone. */
function alter(root: unknown, place: readonly (string | number)[], value: unknown): void {
  const last = place.at(-1);
  const holder = place.slice(0, -1).reduce<any>((part, step) => part?.[step], root);
  if (last === undefined || typeof holder !== 'object' || holder === null) return;
  if (Array.isArray(holder)) {
    if (value === undefined || typeof last === 'string') holder.splice(Number(last) || 0, 1);
    else holder[last] = value;
  } else if (value === undefined) delete holder[last];
  else holder[last] = value;
}

describe('a probe config file', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });
  async function load(name: string, text: string): Promise<ProbeConfig> {
    const folder = await mkdtemp(join(tmpdir(), 'toolscore-probes-'));
    folders.push(folder);
    await writeFile(join(folder, name), text);
    return loadProbeConfig(name, folder);
  }

  it.each([
    ['probes.yaml', ''],
    ['probes.json', ''],
    ['probes.json', '\n  \n'],
    ['probes.yml', '# only a comment\n\n  # and another\n'],
    ['probes.conf', '\uFEFF'],
    ['probes.json', '{}'],
  ])('that is empty is an empty config: %s %j', async (name, text) => {
    expect(await load(name, text)).toEqual({});
  });

  it.each([
    ['probes.json', '{ "exclude": ["a"] }'],
    ['probes.yaml', 'exclude: [a]'],
    ['probes.YML', 'exclude:\n  - a\n'],
    ['probes.conf', '{ "exclude": ["a"] }'],
    ['probes.conf', '{ exclude: [a] }'],
    ['probes', 'exclude: [a]'],
    ['probes.js', '{ "exclude": ["a"] }'],
  ])('is JSON or YAML by its name, or by what it holds: %s %j', async (name, text) => {
    expect(await load(name, text)).toEqual({ exclude: ['a'] });
  });

  it('never runs code', async () => {
    await expect(load('probes.mjs', 'export default { exclude: ["a"] };')).rejects.toThrow(ProbeConfigError);
  });

  it('may hold comments and anchors; dates and yes stay texts', async () => {
    const text = `# our own
args:
  "*": &common { from: 2026-01-31, confirm: yes, big: 007 }
  list_notes: *common
`;
    const common = { from: '2026-01-31', confirm: 'yes', big: 7 };
    expect(await load('probes.yaml', text)).toEqual({ args: { '*': common, list_notes: common } });
  });
});
