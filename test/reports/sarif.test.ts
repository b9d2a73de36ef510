import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noSession } from '../../core/api/lent-session.js';
import { runApi } from '../../core/api/run.js';
import { listed, type ToolDef } from '../../core/api/tool-def.js';
import { findingIds, type Origin, type Report, type ShownTarget, type Verdict } from '../../core/index.js';
import { Places } from '../../plugins/finding-place/places.js';
import { renderSarif } from '../../plugins/report-sarif/log.js';
import { sarifProblems } from '../documents/official-sarif.js';
import { ReportBuilder, ruleOf, RULES } from './build-report.js';
import { repository } from './repository.js';
import { capped, sample, unfinished } from './samples.js';

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly baselineState?: string;
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region?: { readonly startLine: number };
    };
    readonly logicalLocations: readonly object[];
  }[];
  readonly properties: object;
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly Record<string, unknown>[] } };
  readonly results: readonly Result[];
  readonly invocations: readonly { readonly toolExecutionNotifications: readonly { message: { text: string } }[] }[];
}

const TYPED: ShownTarget = { kind: 'stdio', command: ['npx', '-y', 'notes-server'], env: [], cwd: undefined };
const NOWHERE = new Places({ target: TYPED }, repository());

async function runOf(report: Report, places: Places = NOWHERE): Promise<Run> {
  const log = JSON.parse(await renderSarif(report, places)) as { readonly runs: readonly [Run] };
  expect(sarifProblems(log)).toEqual([]);
  return log.runs[0];
}

describe('a scorecard as SARIF', () => {
  test('has a result for each finding, with its level, words, fingerprint and tool', async () => {
    const report = sample();
    const { results, ...run } = await runOf(report);
    const findings = report.verdicts.filter(({ outcome }) => outcome === 'fail');
    expect(results).toHaveLength(findings.length);
    expect(run).toMatchObject({
      tool: { driver: { name: 'toolscore', version: '0.1.0' } },
      automationDetails: { id: 'toolscore/notes-server/' },
      invocations: [{ executionSuccessful: true, toolExecutionNotifications: [] }],
      properties: { grade: 'B', scorer: 'scorecard' },
    });
    const id = findingIds(report).get(findings.find(({ rule }) => rule === 'description-short') as Verdict);
    expect(results.find(({ ruleId }) => ruleId === 'description-short')).toEqual({
      ruleId: 'description-short',
      ruleIndex: run.tool.driver.rules.findIndex((rule) => rule['id'] === 'description-short'),
      level: 'warning',
      message: {
        text: 'search_notes: has a description of 7 characters. — Say what the tool does and when to choose it.',
      },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'README.md' } },
          logicalLocations: [
            { name: 'search_notes', fullyQualifiedName: 'notes-server/search_notes', kind: 'function' },
          ],
        },
      ],
      partialFingerprints: { 'findingId/v1': id, primaryLocationLineHash: `${id}:1` },
      properties: { severity: 'warning', confidence: 'high', counted: true, family: 'lint', calls: [] },
    });
  });

  test('describes each rule that found something once, with its page', async () => {
    const { tool, results } = await runOf(sample());
    const { rules } = tool.driver;
    expect(rules.map(({ id }) => id)).toEqual([
      'description-short',
      'property-untyped',
      'required-undeclared',
      'scenario-happy',
    ]);
    expect(results.every(({ ruleId, ruleIndex }) => rules[ruleIndex]?.['id'] === ruleId)).toBe(true);
    expect(rules[0]).toMatchObject({
      shortDescription: { text: 'Not fine' },
      help: {
        text: 'Say what the tool does and when to choose it.',
        markdown: expect.stringMatching(/^## Why it matters\n/),
      },
      defaultConfiguration: { level: 'warning' },
      properties: { precision: 'high', 'problem.severity': 'warning', tags: ['mcp', 'lint'] },
    });
    // A rule without a page still has its advice.
    expect(rules[3]).toMatchObject({
      help: { text: 'Accept the arguments that the input schema allows, or narrow the schema.' },
    });
  });

  test('has what does not count as notes, so that no check fails of it', async () => {
    const report = new ReportBuilder(RULES)
      .tool('echo')
      .effect('probe-only-shown', 'echo', 'fail', { message: 'echo answers errors without isError', severity: 'error' })
      .finding('text-conceal', 'echo', { message: 'echo hides things', severity: 'error' })
      .finding('house-owner', 'echo', { message: 'echo has no owner', severity: 'info' })
      .build();
    const { results, tool } = await runOf(report);
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['probe-only-shown', 'note'],
      ['text-conceal', 'error'],
      ['house-owner', 'note'],
    ]);
    expect(results[0]?.properties).toMatchObject({ severity: 'error', counted: false, calls: [1] });
    expect(tool.driver.rules.find(({ id }) => id === 'probe-only-shown')).toMatchObject({
      defaultConfiguration: { level: 'note' },
      properties: { 'problem.severity': 'recommendation', tags: ['mcp', 'effect', 'not-counted'] },
    });
  });

  test('says that a run did not finish, and which plugin failed', async () => {
    const { invocations } = await runOf(unfinished());
    expect(invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          { level: 'error', message: { text: 'The run did not finish: the run took longer than 600 seconds' } },
          { level: 'error', message: { text: expect.stringMatching(/^our-login failed in observe\.tool slow: /) } },
        ],
      },
    ]);
  });

  test('keeps what a baseline knows, marked', async () => {
    const report = sample();
    const found = report.verdicts.filter(({ outcome }) => outcome === 'fail');
    const states = new Map(found.map((verdict, at) => [verdict, at === 0 ? ('new' as const) : ('known' as const)]));
    const baseline = { source: 'before.json', otherServer: undefined, states, fixed: [], notLookedAt: [] };
    const { results } = await runOf({ ...report, baseline });
    expect(results.map(({ baselineState }) => baselineState)).toEqual(
      found.map((_, at) => (at === 0 ? 'new' : 'unchanged')),
    );
    expect((await runOf(report)).results[0]).not.toHaveProperty('baselineState');
  });

  test('leaves out the weakest of more findings than code scanning takes', async () => {
    const builder = new ReportBuilder([
      ruleOf('weak', 'lint', 'tool.listing', 'info', 'Do.'),
      ruleOf('strong', 'lint', 'tool.listing', 'error', 'Do.'),
    ]);
    builder.tool('a');
    for (let at = 0; at < 5_001; at += 1) builder.finding('weak', 'a', { message: 'x' });
    builder.finding('strong', 'a', { message: 'y' });
    const { results, invocations } = JSON.parse(await renderSarif(builder.build(), NOWHERE)).runs[0] as Run;
    expect(results).toHaveLength(5_000);
    expect(results[0]?.ruleId).toBe('strong');
    expect(invocations[0]?.toolExecutionNotifications[0]?.message.text).toBe('2 weaker findings are left out.');
  });

  test('of a server without a finding, and of rules that nobody knows', async () => {
    expect((await runOf(new ReportBuilder().tool('a').build())).results).toEqual([]);
    const report = { ...sample(), rules: new Map() };
    expect((await runOf(report)).tool.driver.rules[0]).toEqual({ id: 'description-short' });
  });
});

test('the same findings after reordering tools have the same fingerprints', async () => {
  const untyped = { type: 'object', properties: { a: {}, b: {} } } as const;
  const tools: readonly ToolDef[] = [
    { name: 'find_notes', description: 'Ask read_all first.', inputSchema: untyped },
    { name: 'addNote', description: '', inputSchema: untyped },
    { name: 'twin', description: 'Short.', inputSchema: untyped },
    { name: 'twin', description: 'Short.', inputSchema: untyped },
  ];
  const fingerprints = async (defs: readonly ToolDef[]): Promise<readonly (string | undefined)[]> => {
    const target = { kind: 'stdio' as const, command: ['-'] };
    const session = noSession('Call find_everything first.');
    const report = await runApi({ target, session, timeoutMs: 60_000, tools: listed(defs), only: ['read'] });
    const { results } = await runOf(report);
    return results.map(({ partialFingerprints }) => partialFingerprints['primaryLocationLineHash']).toSorted();
  };
  const before = await fingerprints(tools);
  expect(await fingerprints(tools.toReversed())).toEqual(before);
  expect(new Set(before).size).toBe(before.length);
  expect(before.length).toBeGreaterThan(12);
});

describe('the place of a finding', () => {
  const SCRIPT = "import x from 'x';\n\nserver.registerTool(\n  'create_note',\n  {}, () => 'search_notes');\n";
  const node = (...words: readonly string[]): ShownTarget => ({
    kind: 'stdio',
    command: ['node', ...words],
    env: [],
    cwd: undefined,
  });

  function placesOf(
    files: Readonly<Record<string, string>>,
    target: ShownTarget = TYPED,
    declaredIn?: Origin,
    from = '.',
  ): (tool: string) => string {
    const folder = repository(files);
    const places = new Places({ target, declaredIn }, join(folder, from));
    return (tool) => {
      const place = places.of(tool === '' ? { kind: 'server', name: 's' } : { kind: 'tool', name: tool });
      return [places.uri(place), place.line].filter((part) => part !== undefined).join(':');
    };
  }

  test('is the line of the script that names the tool first', async () => {
    const place = placesOf(
      { 'my server.js': SCRIPT, 'package.json': '{}' },
      node('--inspect', 'my server.js', '--db', 'x.json'),
    );
    expect([place('create_note'), place('search_notes'), place('gone'), place('')]).toEqual([
      'my%20server.js:4',
      'my%20server.js:5',
      'my%20server.js',
      'my%20server.js',
    ]);
  });

  test('is the function of that name where functions are tools', async () => {
    const place = placesOf({ 'server.py': '@mcp.tool()\ndef add_note(text: str):\n  pass\n' }, node('server.py'));
    expect(place('add_note')).toBe('server.py:2');
  });

  test('is the source of what was built', async () => {
    const files = { 'dist/a/server.js': SCRIPT, 'src/a/server.ts': `\n${SCRIPT}`, 'package.json': '{}' };
    expect(placesOf(files, node('dist/a/server.js'))('create_note')).toBe('src/a/server.ts:5');
  });

  test('is where a config names the server, when its command has no script here', async () => {
    const files = { '.mcp.json': '{}', 'package.json': '{}', 'node_modules/x/server.js': SCRIPT };
    const declared = { source: '.mcp.json', line: 3 };
    expect(placesOf(files, TYPED, declared)('create_note')).toBe('.mcp.json:3');
    expect(placesOf(files, node('node_modules/x/server.js'), declared)('create_note')).toBe('.mcp.json:3');
    const http = { kind: 'http' as const, url: 'http://127.0.0.1/mcp', headers: [] };
    expect(placesOf(files, http, { source: 'gone.json' })('a')).toBe('package.json');
  });

  test('is never outside of the repository', async () => {
    const outside = repository({ 'server.js': SCRIPT, 'config.yaml': '' });
    const files = { 'pyproject.toml': '' };
    const place = placesOf(files, node(join(outside, 'server.js')), { source: join(outside, 'config.yaml') });
    expect(place('create_note')).toBe('pyproject.toml');
    expect(placesOf({})('create_note')).toBe('README.md');
  });

  test('is counted from the root of the repository, not from the folder of the run', async () => {
    const files = { 'packages/notes/server.js': SCRIPT };
    const place = placesOf(files, node('server.js'), undefined, 'packages/notes');
    expect(place('create_note')).toBe('packages/notes/server.js:4');
  });
});

test('a report with effects and a cap is one that code scanning takes', async () => {
  expect((await runOf(capped())).results.map(({ ruleId }) => ruleId)).toEqual(['probe-silent-noop']);
});
