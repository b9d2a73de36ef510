/** Effect probes through the built command line: the numbers of the specification, on the sample server and on published ones. */

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases, type JsonReport, SAMPLE_SERVER, scratch, toolscore } from './cli.js';

interface ProbeRow {
  readonly check: string;
  readonly tool: string;
  readonly status: string;
  readonly rule: string | null;
  readonly confidence: string | null;
  readonly severity: string | null;
  readonly message: string;
  readonly param?: string;
}

interface EffectReport extends JsonReport {
  readonly grade_cap: {
    readonly enabled: boolean;
    readonly capped: boolean;
    readonly cap: string;
    readonly uncapped_grade: string;
    readonly reasons: readonly string[];
    readonly note: string | null;
  };
  readonly probes: readonly ProbeRow[];
  readonly probe_summary: Record<string, unknown> & { readonly markers: readonly string[] };
}

const node = process.execPath;
const EXAMPLES = resolve('fixtures/examples');
const server = (name: string): string => resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** The JSON report of one run; the exit code has to be 0. */
async function report(
  command: readonly string[],
  options: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Promise<EffectReport> {
  const file = join(await scratch(), 'report.json');
  const args = ['mcp', 'test', '--report', 'json', '--output', file, ...options, '--', ...command];
  const ran = await toolscore(args, { env, ...(cwd !== undefined && { cwd }) });
  expect(`${ran.code} ${ran.err}`).toBe('0 ');
  return JSON.parse(await readFile(file, 'utf8')) as EffectReport;
}

/** `check tool status rule confidence severity`, what is null left out. */
const rows = ({ probes }: EffectReport): readonly string[] =>
  probes.map(({ check, tool, param, status, rule, confidence, severity }) =>
    [check, param === undefined ? tool : `${tool}.${param}`, status, rule, confidence, severity]
      .filter(Boolean)
      .join(' '),
  );

const PASSING_BOUND = 'bound list_notes.limit pass medium';
const PASSING_TRIP = 'round-trip create_note pass high';
const FAILING = 'probe-silent-noop high error';

/** Each mode of the sample server: grade, score, effect, rows. Spec: scorecard 8.4. */
const MODES: readonly [mode: string, grade: string, score: string, effect: number, rows: readonly string[]][] = [
  ['clean', 'B', '0.862', 1, [PASSING_BOUND, PASSING_TRIP]],
  ['silent-skip', 'C', '0.742', 0, [PASSING_BOUND, `round-trip create_note fail ${FAILING}`]],
  [
    'lose-on-write',
    'C',
    '0.742',
    0,
    ['bound list_notes.limit inconclusive', 'round-trip create_note fail probe-data-lost high error'],
  ],
  ['limit-ignored', 'B', '0.862', 1, ['bound list_notes.limit fail probe-bound-exceeded medium warning', PASSING_TRIP]],
];

/** The same with what the example declares. */
const DECLARED: typeof MODES = [
  ['clean', 'B', '0.862', 1, ['bound list_notes.limit pass high', 'agreement search_notes pass high', PASSING_TRIP]],
  [
    'silent-skip',
    'C',
    '0.742',
    2 / 3,
    ['bound list_notes.limit pass high', 'agreement search_notes pass high', `round-trip create_note fail ${FAILING}`],
  ],
  [
    'lose-on-write',
    'C',
    '0.742',
    1 / 2,
    [
      'bound list_notes.limit inconclusive',
      'agreement search_notes pass high',
      'round-trip create_note fail probe-data-lost high error',
    ],
  ],
  [
    'limit-ignored',
    'C',
    '0.742',
    2 / 3,
    ['bound list_notes.limit fail probe-bound-exceeded high error', 'agreement search_notes pass high', PASSING_TRIP],
  ],
];

const sample = (mode: string): readonly string[] => [node, SAMPLE_SERVER, ...(mode === 'clean' ? [] : ['--bug', mode])];

describe.concurrent('the sample server', () => {
  it.each(MODES)('%s, without a config', async (mode, grade, score, effect, expected) => {
    const found = await report(sample(mode), ['--probes', '--allow-writes']);
    expect([found.grade, found.score.toFixed(3), found.scores['effect_rate']]).toEqual([grade, score, effect]);
    expect([cases(found, 'happy'), cases(found, 'edge')]).toEqual(['12/15', '14/14']);
    expect(found.scores['lint_score']).toBeCloseTo(0.91, 10);
    expect(rows(found)).toEqual(expected);
    // C by score, so nothing was capped.
    expect(found.grade_cap).toMatchObject({ enabled: true, capped: false, uncapped_grade: grade, note: null });
    expect(found.probe_summary).toMatchObject({ allow_writes: true });
    for (const marker of found.probe_summary.markers) expect(marker).toMatch(/^tsp[0-9a-f]{6}-$/);
    expect(found.probe_summary.markers.length).toBeGreaterThan(0);
  });

  it.each(DECLARED)('%s, with the config of the example', async (mode, grade, score, effect, expected) => {
    const config = join(EXAMPLES, 'notes/probes.yaml');
    const found = await report(sample(mode), ['--probe-config', config, '--allow-writes']);
    expect([found.grade, found.score.toFixed(3), found.scores['effect_rate']]).toEqual([grade, score, effect]);
    expect(rows(found)).toEqual(expected);
  });

  it('lists what to fix, the failing probe first', async () => {
    const found = await report(sample('silent-skip'), ['--probes', '--allow-writes']);
    expect(found.fixes.map(({ tool, priority }) => `${tool} ${priority}`)).toEqual([
      'create_note 0',
      'export_notes 0',
      'delete_note 2',
      'list_notes 3',
      'search_notes 3',
    ]);
    expect(found.fixes[0]?.problem).toMatch(/\(probe-silent-noop\)$/);
  });

  it('shows the table, and says which probes were left out and how to run them', async () => {
    const { out } = await toolscore(['mcp', 'test', '--probes', '--allow-writes', '--', ...sample('silent-skip')]);
    expect(out).toMatch(/happy 80 %.* edge 100 %.* lint 91 %.* effect 0 %/);
    expect(out).toMatch(/Probe +Tool +Result +Confidence +Detail/);
    expect(out).toMatch(/bound +list_notes +pass +medium/);
    expect(out).toMatch(/round-trip +create_note +FAIL +high/);
    const { out: reading } = await toolscore(['mcp', 'test', '--probes', '--', ...sample('clean')]);
    expect(reading).toContain('effect n/a');
    expect(reading.replaceAll(/\s+/g, ' ')).toMatch(
      /Skipped 1 effect probe that writes \(create_note\)\. --allow-writes runs it;.*disposable server/,
    );
    const { out: without } = await toolscore(['mcp', 'test', '--', ...sample('clean')]);
    expect(without).not.toMatch(/effect/i);
  });

  it('only reads without --allow-writes', async () => {
    const found = await report(sample('silent-skip'), ['--probes']);
    expect(rows(found)).toEqual([PASSING_BOUND, 'round-trip create_note skipped']);
    expect([found.grade, found.score.toFixed(3), found.scores['effect_rate']]).toEqual(['B', '0.862', null]);
    expect(found.probe_summary.markers).toEqual([]);
  });

  it.each<[options: readonly string[], bug: string, code: number]>([
    [['--ci'], 'clean', 1],
    [['--fail-under', 'B'], 'clean', 0],
    [['--fail-under', 'A'], 'clean', 1],
    [['--fail-under', 'B'], 'silent-skip', 1],
  ])('with %j on %s exits %i', async (options, mode, code) => {
    const ran = await toolscore(['mcp', 'test', '--probes', '--allow-writes', ...options, '--', ...sample(mode)]);
    expect(ran.code).toBe(code);
  });

  it('fails the gate of CI for a certain failure, and not for a guess', async () => {
    const passing = join(EXAMPLES, 'notes/probes.yaml');
    const folder = await scratch();
    // Without what is wrong with the sample itself, only the probes can block.
    const quiet = ['--rule', 'property-untyped=off', '--cases', '0'];
    const run = async (...args: readonly string[]): Promise<number | null> =>
      (await toolscore(['mcp', 'test', '--ci', ...quiet, ...args, '--', ...sample('limit-ignored')], { cwd: folder }))
        .code;
    expect(await run('--probes')).toBe(0);
    expect(await run('--probe-config', passing)).toBe(1);
  });
});

describe.concurrent('memory', () => {
  const memory = [node, server('memory')];
  const file = async (): Promise<Record<string, string>> => ({
    MEMORY_FILE_PATH: join(await scratch(), 'memory.jsonl'),
  });
  const TRIPS = [
    `round-trip create_entities fail ${FAILING}`,
    'round-trip create_relations pass high',
    'round-trip add_observations inconclusive',
  ];

  it('keeps its score and is capped for an entity that it left out', async () => {
    const found = await report(memory, ['--probes', '--allow-writes'], { env: await file() });
    expect(rows(found)).toEqual(TRIPS);
    expect([found.grade, found.score.toFixed(4), found.scores['effect_rate']]).toEqual(['C', '0.9333', 0.5]);
    expect(found.grade_cap).toEqual({
      enabled: true,
      capped: true,
      cap: 'C',
      uncapped_grade: 'A',
      reasons: ['probe-silent-noop on create_entities'],
      note: 'Grade A by score, capped because: probe-silent-noop on create_entities',
    });
  });

  it('earns its A without the cap', async () => {
    const found = await report(memory, ['--probes', '--allow-writes', '--no-probe-grade-cap'], { env: await file() });
    expect([found.grade, found.grade_cap.enabled, found.grade_cap.capped]).toEqual(['A', false, false]);
  });

  it('is held to the capped letter by gates, and to the score alone without the cap', async () => {
    const gate = ['mcp', 'test', '--probes', '--allow-writes', '--fail-under', 'B'];
    const run = async (...args: readonly string[]): Promise<number | null> =>
      (await toolscore([...gate, ...args, '--', ...memory], { env: await file() })).code;
    expect(await run()).toBe(1);
    expect(await run('--no-probe-grade-cap')).toBe(0);
  });

  it('is only read without --allow-writes', async () => {
    const found = await report(memory, ['--probes'], { env: await file() });
    expect(rows(found)).toEqual([
      'round-trip create_entities skipped',
      'round-trip create_relations skipped',
      'round-trip add_observations skipped',
    ]);
    expect([found.grade, found.score, found.scores['effect_rate']]).toEqual(['A', 1, null]);
  });

  it('has observations tested on an entity that exists', async () => {
    const env = await file();
    await cp(join(EXAMPLES, 'memory/alice.jsonl'), env['MEMORY_FILE_PATH'] as string);
    const config = join(EXAMPLES, 'memory/observations.yaml');
    const found = await report(memory, ['--probe-config', config, '--allow-writes'], { env });
    expect(rows(found)).toEqual([...TRIPS.slice(0, 2), 'round-trip add_observations pass high']);
    expect(found.scores['effect_rate']).toBeCloseTo(2 / 3);
  });
});

describe.concurrent('filesystem', () => {
  /** A sandbox with one file, and values by tool: the file's path for those that read it, the folder's for those that list. */
  async function sandbox(content: string): Promise<{ command: readonly string[]; values: readonly string[] }> {
    const folder = join(await scratch(), 'sandbox');
    await mkdir(folder);
    await writeFile(join(folder, 'ten.txt'), content);
    const forFile = ['read_file', 'read_text_file', 'get_file_info'].map((tool) => `${tool}:path=ten.txt`);
    const forFolder = ['list_directory', 'list_directory_with_sizes', 'directory_tree'].map((tool) => `${tool}:path=.`);
    return {
      command: [node, server('filesystem'), folder],
      values: [...forFile, ...forFolder].flatMap((value) => ['--arg', value]),
    };
  }
  const TEN = Array.from({ length: 10 }, (_, at) => `line ${at + 1}`).join('\n');
  const BOUNDS = ['read_file.tail', 'read_file.head', 'read_text_file.tail', 'read_text_file.head'];
  const all = (result: string): readonly string[] => BOUNDS.map((bound) => `bound ${bound} ${result}`);
  const TOO_MANY = 'fail probe-bound-exceeded medium warning';
  const bound = ({ probes }: EffectReport, tool: string, param: string): string =>
    probes.find((probe) => probe.tool === tool && probe.param === param)?.message ?? '';

  it('cannot be told about without values', async () => {
    const { command } = await sandbox(TEN);
    const found = await report(command, ['--probes']);
    expect(rows(found)).toEqual([...all('inconclusive'), 'round-trip create_directory skipped']);
    expect(bound(found, 'read_file', 'head')).toContain('--arg read_file:path=VALUE');
    expect([found.grade, found.score.toFixed(4)]).toEqual(['F', '0.4843']);
  });

  it('returns the whole file for 0, and miscounts the tail of a file that ends with a line end', async () => {
    const { command, values } = await sandbox(`${TEN}\n`);
    const found = await report(command, ['--probes', ...values]);
    expect(rows(found)).toEqual([...all(TOO_MANY), 'round-trip create_directory skipped']);
    expect(bound(found, 'read_file', 'tail')).toMatch(/tail 0 returned 10 .* tail 1 returned 0 .* tail 2 returned 1 /);
    expect([found.grade, found.score.toFixed(4)]).toEqual(['D', '0.6557']);
  });

  it('is wrong for 0 alone where the file does not end with a line end', async () => {
    const { command, values } = await sandbox(TEN);
    const found = await report(command, ['--probes', ...values]);
    expect(rows(found)).toEqual([...all(TOO_MANY), 'round-trip create_directory skipped']);
    expect(bound(found, 'read_file', 'tail')).toMatch(/tail 0 returned 10 .* tail 1 returned 1, tail 2 returned 2 /);
  });

  it('makes folders that readers answer for, with values and without', async () => {
    const { command, values } = await sandbox(`${TEN}\n`);
    const trip = 'round-trip create_directory pass high';
    expect(rows(await report(command, ['--probes', '--allow-writes', ...values])).at(-1)).toBe(trip);
    expect(rows(await report(command, ['--probes', '--allow-writes'])).at(-1)).toBe(trip);
  });

  it('loses a fourteenth of 0.6 for a head that somebody declared', async () => {
    const { command, values } = await sandbox(`${TEN}\n`);
    const config = join(await scratch(), 'probes.json');
    const head = {
      tool: 'read_text_file',
      param: 'head',
      values: [0, 1, 3],
      expect: 'prefix',
      args: { path: 'ten.txt' },
    };
    await writeFile(config, JSON.stringify({ relations: [head] }));
    const found = await report(command, ['--probe-config', config, ...values]);
    expect(rows(found)).toContain('bound read_text_file.head fail probe-bound-exceeded high error');
    expect(found.scores['probe_penalty']).toBeCloseTo(0.6 / 14);
    expect(found.score).toBeCloseTo(0.6557 - 0.6 / 14, 3);
  });
});

describe.concurrent('other published servers', () => {
  it('everything has nothing to check that can be told', async () => {
    const found = await report([node, server('everything')], ['--probes', '--allow-writes', '--timeout', '15']);
    expect(found.probes.filter(({ check }) => check === 'bound')).toEqual([]);
    expect(rows(found).filter((row) => row.startsWith('round-trip'))).toEqual([
      'round-trip gzip-file-as-resource inconclusive',
      'round-trip toggle-simulated-logging inconclusive',
      'round-trip toggle-subscriber-updates inconclusive',
      'round-trip simulate-research-query inconclusive',
    ]);
    expect(found.scores['effect_rate']).toBeNull();
  });

  it('sequential-thinking has no effect to check, and says that it was looked for', async () => {
    const found = await report([node, server('sequential-thinking')], ['--probes', '--allow-writes']);
    expect(found.probes).toEqual([]);
    expect([found.grade, found.score.toFixed(2), found.scores['effect_rate']]).toEqual(['A', '0.98', null]);
    const { out } = await toolscore(['mcp', 'test', '--probes', '--', node, server('sequential-thinking')]);
    expect(out).toContain('effect n/a');
  });
});
