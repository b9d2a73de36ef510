import { describe, expect, test } from 'vitest';
import { probeReportOf } from '../../core/documents/build.js';
import { readProbeReport } from '../../core/documents/read.js';
import type { StoredReport } from '../../core/documents/stored.js';
import { reportMarkdown } from '../../core/documents/markdown.js';
import { reportSarif } from '../../core/documents/sarif.js';
import { reportText } from '../../core/documents/text.js';
import { UsageError } from '../../core/errors.js';
import { jsonText } from '../../core/text/json.js';
import { manifestPlugins, shippedForManifests } from '../../plugins/manifest.js';
import { sarifProblems } from './official-sarif.js';
import { aCase, aReport, failed, mixedRun, READINESS } from './samples.js';

const KNOWN = {
  kinds: manifestPlugins.filter(({ kind }) => kind !== undefined).map(({ name }) => name),
  reasons: shippedForManifests.labels,
};

const read = (document: unknown): StoredReport =>
  readProbeReport(typeof document === 'string' ? document : JSON.stringify(document), 'report.json', KNOWN);

function problemsOf(document: unknown): readonly string[] {
  try {
    read(document);
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  return [];
}

describe('reports of this program', () => {
  test('are written again as they were, byte for byte', async () => {
    const profile = {
      evaluator: '0.1.0',
      platform: 'linux',
      arch: 'x64',
      client_capabilities: 'none',
      confirm_read_only: false,
      skipped_tools: ['a', 'b'],
      call_timeout_ms: 15_000,
      repeats: 3,
    };
    const badge = 'https://img.shields.io/badge/readiness-87%2F100-green';
    const { standard, score, ...rest } = READINESS;
    const readiness = { standard, score, badge, ...rest, profile };
    const mixed = { ...probeReportOf(await mixedRun()), readiness };
    const warned = aReport([aCase('a', { warnings: ['missing-field', 'payments/late'] })]);
    for (const document of [mixed, warned, aReport([], { gate: null, readiness_error: 'transport-closed' })])
      expect(jsonText(read(jsonText(document)).document)).toBe(jsonText(document));
  });

  test('keep plain measurements of kinds from outside, and lose what nobody knows', () => {
    const measurements = { pages: 2, apples: 3, word: 'ripe', prose: 'two words', deep: { a: 1 }, __proto__: 1 };
    const document = { ...aReport([{ ...aCase('a'), extra: 1, measurements } as never]), later: { more: true } };
    const { document: found } = read(document);
    expect(found).toEqual(aReport([aCase('a', { measurements: { pages: 2, apples: 3, word: 'ripe' } })]));
  });
});

describe('reports of its ancestor', () => {
  const CASE = {
    id: 'a',
    probe: 'pagination',
    passed: false,
    attempts: 3,
    first_failure: 3,
    reason: 'pagination-stalled-cursor',
    measurements: { pages: 3 },
  };

  test('of the first generation: no gate, a score under no standard, few fields', () => {
    const { document, legacyScore } = read({
      schema: 'mcpeval.probe-report/v1',
      server: 'demo',
      passed: false,
      readiness: { score: 40, categories: [], badge: 'https://img.shields.io/x' },
      cases: [CASE],
    });
    expect(document).toEqual({
      schema: 'toolscore.probe-report/v2',
      generator: { name: 'mcpeval', version: 'unknown' },
      server: 'demo',
      manifest_sha256: null,
      passed: false,
      gate: { passed: 0, total: 1 },
      readiness: null,
      readiness_error: null,
      cases: [{ ...CASE, tool: null, hint: null, detail: null }],
    });
    expect(legacyScore).toBe(40);
    expect(reportText(document, { legacyScore })).toBe(
      [
        'a pagination fail attempts=3 first_failure=3 reason=pagination-stalled-cursor pages=3',
        'demo gate 0/1 passed',
        'demo manifest score 40/100 standard=none\n',
      ].join('\n'),
    );
  });

  test('of the second generation: gate and readiness', () => {
    const { document, legacyScore } = read({
      schema: 'mcpeval.probe-report/v2',
      generator: { name: 'mcpeval', version: '0.4.0' },
      server: 'demo',
      manifest_sha256: 'ef'.repeat(32),
      passed: false,
      gate: { passed: 0, total: 1 },
      readiness: { ...READINESS, standard: 'mcpeval-standard/2', badge: 'https://img.shields.io/x' },
      readiness_error: null,
      cases: [{ ...CASE, tool: null, hint: 'End it.', detail: { bound: 'max_pages', limit: 2, observed: 3 } }],
    });
    expect(document).toMatchObject({
      generator: { name: 'mcpeval', version: '0.4.0' },
      manifest_sha256: 'ef'.repeat(32),
      readiness: { standard: 'mcpeval-standard/2', score: 87 },
    });
    expect(document.cases[0]?.detail).toEqual({ bound: 'max_pages', limit: 2, observed: 3 });
    expect(legacyScore).toBeUndefined();
  });
});

describe('what is refused', () => {
  const edited = (change: object): object => ({ ...aReport([failed('a', 'missing-field')]), ...change });
  const withCase = (change: object): object => edited({ cases: [{ ...failed('a', 'missing-field'), ...change }] });

  test.each<[string, unknown, string]>([
    ['no JSON', '{"schema": ', 'report.json  is no JSON: '],
    [
      'another document',
      { schema: 'toolscore.probe-diff/v2' },
      'report.json  /schema  is "toolscore.probe-diff/v2", so this is no report of toolscore probe.',
    ],
    ['a later generation', { schema: 'toolscore.probe-report/v3' }, 'Did you mean "toolscore.probe-report/v2"?'],
    ['a list', [], '/schema  is missing'],
    [
      'an unknown kind',
      withCase({ probe: 'latency-budgt' }),
      '/cases/0/probe  "latency-budgt" is no kind of probe here. Did you mean "latency-budget"?',
    ],
    [
      'an unknown reason',
      withCase({ reason: 'missing-fields' }),
      '/cases/0/reason  "missing-fields" is no reason here. Did you mean "missing-field"?',
    ],
    [
      'a kind of nobody',
      withCase({ probe: 'unheard-of-kind-of-things' }),
      'A plugin that brings it is named with --plugin.',
    ],
    ['an id that is none', withCase({ id: 'a b' }), '/cases/0/id  takes an identifier: '],
    ['half a call', withCase({ attempts: 1.5 }), '/cases/0/attempts  takes a whole number, 0 or more.'],
    [
      'a place before the first',
      withCase({ first_failure: 0 }),
      '/cases/0/first_failure  takes a whole number, 1 or more.',
    ],
    [
      'a measurement that is none',
      withCase({ measurements: { pages: '3' } }),
      '/cases/0/measurements/pages  takes a whole number',
    ],
    [
      'a tool of no name',
      withCase({ measurements: { per_tool: [{ tool: '<b>', tokens: 1 }] } }),
      '/measurements/per_tool/0/tool  takes 1 to 128',
    ],
    [
      'an unknown end of a cancelled call',
      withCase({ measurements: { cancellation_outcome: 'maybe' } }),
      'takes "no-result" or "completed" or "error".',
    ],
    ['a failure without a reason', withCase({ reason: null }), '/cases/0  did not pass, and yet it has no reason.'],
    [
      'a pass with a reason',
      edited({ passed: true, cases: [{ ...failed('a', 'missing-field'), passed: true }] }),
      '/cases/0  passed, and yet it has a reason.',
    ],
    ['a missing field', edited({ generator: undefined }), 'lacks "generator": an object.'],
    ['a server that is no label', edited({ server: 'a/b' }), '/server  takes 1 to 128'],
    [
      'readiness that failed for a verdict',
      edited({ readiness_error: 'missing-field' }),
      '/readiness_error  takes "transport-timeout" or ',
    ],
    ['a sum that is wrong', edited({ passed: true }), '/passed  contradicts its cases.'],
    ['another sum that is wrong', edited({ gate: { passed: 1, total: 1 } }), '/gate  contradicts its cases.'],
    [
      'one id twice',
      edited({ cases: [failed('a', 'missing-field'), failed('a', 'missing-field')], gate: { passed: 0, total: 2 } }),
      '/cases/1/id  stands for two cases.',
    ],
    [
      'readiness of no standard',
      edited({ readiness: { ...READINESS, standard: 'mine' } }),
      '/readiness/standard  takes the name of a standard.',
    ],
    [
      'more than everything',
      edited({ readiness: { ...READINESS, score: 101 } }),
      '/readiness/score  takes a whole number from 0 to 100.',
    ],
  ])('%s', (_, document, problem) => {
    const problems = problemsOf(document);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test('everything that is wrong is said at once', () => {
    const problems = problemsOf(edited({ server: 1, cases: [{}, 2, failed('a', 'nope')] }));
    expect(problems.length).toBeGreaterThan(8);
    expect(problems).toContain(
      'report.json  /cases/0  lacks "id": an identifier: a letter, then at most 63 letters, digits, "_", ".", ":" and "-".',
    );
    expect(problems).toContain('report.json  /cases/1  takes an object.');
  });
});

describe('hostile documents', () => {
  test('nested deeper than a stack, in what is ignored and in what is not', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = JSON.stringify(aReport([aCase('a')]));
    const ignored = `${text.slice(0, -1)},"later":${deep}}`;
    expect(read(ignored).document).toEqual(aReport([aCase('a')]));
    expect(problemsOf(`${text.slice(0, -1)},"readiness":${deep}}`)).toEqual([
      'report.json  /readiness  takes an object.',
    ]);
  });

  test('more problems than anybody reads', () => {
    const problems = problemsOf(aReport(Array.from({ length: 20_000 }, () => ({ probe: 'x'.repeat(100) }) as never)));
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toMatch(/and \d+ more\.$/);
  });

  test('larger than a report can be', () => {
    expect(problemsOf(`"${'x'.repeat(16 * 1024 * 1024)}"`)).toEqual([
      'report.json  is larger than 16 MiB. No report is.',
    ]);
  });

  test('names of prototypes are names like others', () => {
    const text = JSON.stringify(aReport([aCase('constructor')])).replace(
      '"measurements":{}',
      '"measurements":{"__proto__":{"pages":9},"constructor":1}',
    );
    const { document } = read(text);
    expect(document.cases[0]?.measurements).toEqual({ constructor: 1 });
    expect(document.cases[0]?.measurements.pages).toBeUndefined();
    expect(problemsOf(text.replace('"probe":"pagination"', '"probe":"toString"'))[0]).toContain(
      '"toString" is no kind',
    );
    expect(({} as Record<string, unknown>)['pages']).toBeUndefined();
  });

  test('advice is cut and bent into one line, and acts in no format', () => {
    const hint = `a\n\x1b[2J\u202e<img src=x onerror=alert(1)>[x](javascript:1) ${'y'.repeat(10_000)}`;
    const { document } = read(aReport([failed('a', 'missing-field', { hint })]));
    expect(document.cases[0]?.hint).toHaveLength(2_000);
    expect(document.cases[0]?.hint).not.toContain('\n');
    const sarif = reportSarif(document, { uri: null, lines: new Map(), summaries: new Map() });
    for (const text of [reportText(document), reportMarkdown(document), sarif, jsonText(document)])
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
    expect(reportMarkdown(document)).not.toMatch(/<img|(?<!\\)\]\(/);
    expect(sarifProblems(JSON.parse(sarif))).toEqual([]);
  });

  test('messages quote it shortly and harmlessly', () => {
    const [problem] = problemsOf(aReport([aCase('a', { probe: `\x1b]0;${'z'.repeat(500)}` })]));
    expect(problem?.length).toBeLessThan(300);
    expect(problem).not.toContain('\x1b');
  });
});
