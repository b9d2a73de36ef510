import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  buildFixList,
  classifyTool,
  connect,
  definePlugin,
  defineProbe,
  estimateTokens,
  generateScenarios,
  gradeMeets,
  lintTools,
  type McpConnection,
  printConsole,
  ProbeConfigError,
  runProbes,
  runScenarios,
  scoreServer,
  ServerError,
  toBadge,
  toJson,
  toMarkdown,
  UsageError,
} from '../../core/index.js';

const SAMPLE = fileURLToPath(new URL('../../fixtures/sample-server.mjs', import.meta.url));

const open: McpConnection[] = [];
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close();
});
async function sample(...words: string[]): Promise<McpConnection> {
  const connection = await connect({ command: [process.execPath, SAMPLE, ...words] });
  open.push(connection);
  return connection;
}

/** Finds something on one tool, and does not count. */
const ONLY_SHOWN = defineProbe({
  name: 'only-shown',
  subject: 'tool',
  effects: 'read',
  emits: { 'acme.seen': { type: 'object', properties: { tool: { type: 'string' } }, required: ['tool'] } } as object,
  rules: [
    {
      id: 'acme-seen',
      title: 'Tool is fine',
      failure: 'Tool is not fine',
      severity: 'error',
      confidence: 'high',
      since: '1.0.0',
      counted: false,
      family: 'effect',
      observes: 'acme.seen',
      requires: ['tool'],
      when: { '===': [{ var: 'tool' }, 'list_notes'] },
      message: '{{tool}} is not fine.',
      fix: 'Mend it.',
    },
  ],
  observe({ subject: { tool }, emit }) {
    (emit as (kind: string, data: object) => void)('acme.seen', { tool: tool.name });
  },
});

describe('rules that do not count', () => {
  it('are told apart, in no number, until they are made to count', async () => {
    const plain = await scoreServer(await sample());
    const shown = await scoreServer(await sample(), { plugins: [ONLY_SHOWN] });
    expect(shown.uncounted).toEqual([
      {
        rule: 'acme-seen',
        tool: 'list_notes',
        tools: ['list_notes'],
        severity: 'error',
        confidence: 'high',
        message: 'list_notes is not fine.',
        fix: 'Mend it.',
      },
    ]);
    expect([shown.score, shown.effectRate, shown.probes]).toEqual([plain.score, null, []]);
    const rules = { 'acme-seen': { counted: true } };
    const counted = await scoreServer(await sample(), { plugins: [ONLY_SHOWN], rules });
    expect(counted.uncounted).toEqual([]);
    expect(counted.score).toBeLessThan(plain.score ?? 0);
    expect(counted.gradeCap).toMatchObject({ reasons: ['acme-seen on list_notes'] });
  });

  it('are made to count by a preset, which must be one that ships', async () => {
    const strict = await scoreServer(await sample(), { preset: 'strict' });
    expect([...strict.report.rules.values()].filter(({ counted }) => !counted)).toEqual([]);
    await expect(scoreServer(await sample(), { preset: 'stict' })).rejects.toThrow(
      'preset stict  there is no preset "stict". There are: recommended, strict, all. Did you mean "strict"?',
    );
  });
});

describe('connect', () => {
  it('takes a command as words or as one text, and says what answered', async () => {
    const connection = await connect({ command: `"${process.execPath}" "${SAMPLE}"`, env: { X: '1' } });
    open.push(connection);
    expect(connection.server).toMatchObject({ name: 'notes-server', version: '1.1.0', era: 'stateless' });
    expect((await connection.listTools()).map(({ name }) => name)).toEqual([
      'create_note',
      'list_notes',
      'search_notes',
      'delete_note',
      'export_notes',
    ]);
  });

  it.each([
    [{ command: '' }, 'The command that starts the server is blank.'],
    [{ command: 'node "x' }, 'has a quote that does not end'],
    [{ command: [] }, 'a list of texts, not empty'],
    [{ command: ['node', 3] }, 'a list of texts, not empty'],
    [{}, 'connect takes { command } or { url }.'],
    [undefined, 'connect takes { command } or { url }.'],
  ])('refuses %j', async (target, message) => {
    const error = await connect(target as never).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain(message);
  });

  it('says why there is no session', async () => {
    await expect(connect({ command: ['/no/such/program'] })).rejects.toThrow(ServerError);
  });

  it('can be given up', async () => {
    const silent = [process.execPath, '-e', 'process.stdin.resume()'];
    await expect(connect({ command: silent }, { timeoutMs: 300 })).rejects.toThrow(ServerError);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    await expect(connect({ command: silent }, { signal: controller.signal })).rejects.toThrow(ServerError);
  });

  it('is closed once and for all, and what did not come from it is refused', async () => {
    const connection = await sample();
    await connection.close();
    await connection.close();
    const strange = { ...connection };
    await expect(scoreServer(strange)).rejects.toThrow('This is no connection.');
  });
});

describe('scoreServer', () => {
  it('makes the scorecard of the command line', async () => {
    const card = await scoreServer(await sample());
    expect(card).toMatchObject({ grade: 'B', uncappedGrade: 'B', edgeRate: 1, lintScore: 0.91, effectRate: null });
    expect(card.score).toBeCloseTo(0.862);
    expect(card.happyRate).toBeCloseTo(0.8);
    expect(card.totalToolTokens).toBe(301);
    expect(card.tools[0]).toMatchObject({ name: 'create_note', passed: 6, total: 6, tokens: 84 });
    expect(card.results).toHaveLength(29);
    expect(card.lint.map(({ rule }) => rule).toSorted()).toEqual([
      'description-short',
      'property-untyped',
      'required-undeclared',
    ]);
    expect(card.probes).toEqual([]);
    expect(card.gradeCap).toMatchObject({ enabled: false, capped: false, uncappedGrade: 'B', reasons: [], note: null });
    expect(card.buildFixList().map(({ tool, priority }) => [tool, priority])).toEqual([
      ['export_notes', 0],
      ['delete_note', 2],
      ['list_notes', 3],
      ['search_notes', 3],
    ]);
  });

  it('hands on every report, by method and by function', async () => {
    const card = await scoreServer(await sample(), { cases: 1, edgeCases: false });
    expect(card.results).toHaveLength(5);
    expect(toJson(card)).toMatchObject({ grade: 'B', server: { name: 'notes-server' }, results: { length: 5 } });
    expect(toMarkdown(card)).toContain('# MCP Scorecard: notes-server 1.1.0');
    expect(toBadge(card)).toMatch(/^<svg [^]*B · Toolscore/);
    expect(buildFixList(card)).toEqual(card.buildFixList());
    let printed = '';
    printConsole(card, { write: (text) => (printed += text), isTTY: false });
    expect(printed).toContain('notes-server 1.1.0');
    expect(printed).not.toContain('\u001b[');
  });

  it('takes values, rules, plugins and a scorer', async () => {
    const probe = defineProbe({
      name: 'mine',
      subject: 'server',
      effects: 'read',
      emits: { 'mine.fact': { type: 'object', properties: { it: { type: 'boolean' } }, required: ['it'] } } as never,
      rules: [
        {
          id: 'mine-fact',
          title: 'It is so',
          failure: 'It is not so',
          severity: 'warning',
          confidence: 'high',
          fix: 'Make it so.',
          since: '1.0.0',
          observes: 'mine.fact',
          requires: ['it'],
          when: { var: 'it' },
          message: 'It is so.',
        },
      ],
      observe: ({ emit }) => emit('mine.fact' as never, { it: true } as never),
    });
    const scorer = definePlugin({
      name: 'constant',
      apply: ({ hooks }) =>
        hooks.score
          .for('constant')
          .tap('constant', () => ({ scorer: 'constant', version: '1', value: 0.5, parts: {} })),
    });
    const card = await scoreServer(await sample(), {
      args: { export_notes: { format: 'json' } },
      rules: { 'description-short': 'off' },
      plugins: [probe, scorer],
      scoring: { use: 'constant' },
    });
    expect(card).toMatchObject({ grade: 'F', score: 0.5, happyRate: null });
    expect(card.lint.map(({ rule, tool }) => [rule, tool])).toContainEqual(['mine-fact', '<server>']);
    expect(card.lint.map(({ rule }) => rule)).not.toContain('description-short');
    const sent = card.results.filter(({ tool, kind }) => tool === 'export_notes' && kind === 'happy');
    expect(sent.map(({ arguments: given }) => given['format'])).toEqual(['json', 'json', 'json']);
  });

  it('refuses what is wrong before any tool is called', async () => {
    const connection = await sample();
    const problemsOf = async (options: object): Promise<readonly string[]> => {
      const error = await scoreServer(connection, options).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UsageError);
      return (error as UsageError).problems;
    };
    expect(await problemsOf({ cases: 1.5 })).toEqual(['--cases takes a whole number, found "1.5".']);
    expect(await problemsOf({ rules: { 'descripton-short': 'off' } })).toEqual([
      'options  no rule is called "descripton-short". Did you mean "description-short"?',
    ]);
    expect(await problemsOf({ args: { create_note: { titel: 1 }, make: { x: 1 } } })).toEqual([
      'options: args.create_note.titel: the tool "create_note" does not declare an argument "titel". Did you mean "title"?',
      'options: args.make.x: the server has no tool "make".',
    ]);
    expect(await problemsOf({ args: { create_note: 'x' } })).toEqual([
      'options: args.create_note: expected an object of argument values, found "x"',
    ]);
    expect(await problemsOf({ allowWrites: true, readOnly: true })).toEqual([
      'allowWrites and readOnly exclude each other: give one of them.',
    ]);
    expect(await problemsOf({ probes: { exclude: 'x' } })).toEqual([
      'config: exclude: expected a list of tool names, found "x"',
    ]);
    expect(await problemsOf({ probes: { exclude: ['export_note'] } })).toEqual([
      'config: exclude[0]: the server has no tool "export_note". Did you mean "export_notes"?',
    ]);
    // Nothing was written: the three notes it began with.
    const card = await scoreServer(connection, { readOnly: true, cases: 1, edgeCases: false });
    expect(card.results.map(({ tool }) => tool)).toEqual(['list_notes', 'search_notes', 'export_notes']);
  });

  it('can be stopped, and then has no grade', async () => {
    const controller = new AbortController();
    const card = await scoreServer(await sample(), {
      signal: controller.signal,
      onProgress: ({ subject }) => {
        if (subject === 'search_notes') controller.abort('enough');
      },
    });
    expect(card.grade).toBeNull();
    expect(card.report.unfinished?.reason).toBe('enough');
  });
});

describe('runProbes', () => {
  it('only reads without allowWrites, and gives every result in order', async () => {
    const connection = await sample();
    const seen: unknown[] = [];
    const results = await runProbes(connection, await connection.listTools(), {
      onResult: (result) => seen.push(result),
    });
    expect(seen).toEqual(results);
    expect(results.find(({ check }) => check === 'bound')).toMatchObject({
      tool: 'list_notes',
      param: 'limit',
      status: 'pass',
      confidence: 'medium',
      rule: null,
      severity: null,
    });
    expect(results.filter(({ check }) => check === 'round-trip').every(({ status }) => status === 'skipped')).toBe(
      true,
    );
  });

  it('looks at the tools it is given, and at no others', async () => {
    const connection = await sample();
    expect(await runProbes(connection, [{ name: 'export_notes' }])).toEqual([]);
  });

  it('takes a config in code, and refuses a wrong one', async () => {
    const connection = await sample('--bug', 'limit-ignored');
    const tools = await connection.listTools();
    const config = {
      builtins: false,
      relations: [{ id: 'list-limit', tool: 'list_notes', param: 'limit', values: [1], expect: 'exact' as const }],
    };
    const [result, ...others] = await runProbes(connection, tools, { config });
    expect(others.filter(({ check }) => check === 'bound')).toEqual([]);
    expect(result).toMatchObject({
      check: 'bound',
      tool: 'list_notes',
      id: 'list-limit',
      status: 'fail',
      rule: 'probe-bound-exceeded',
      confidence: 'high',
      severity: 'error',
    });
    expect(result?.details.length).toBeGreaterThan(0);
    await expect(runProbes(connection, tools, { config: { pairs: [{ write: 'x' }] } as never })).rejects.toThrow(
      ProbeConfigError,
    );
  });

  it('waits as long as it is told', async () => {
    const connection = await sample('--bug', 'lose-on-write');
    const tools = await connection.listTools();
    const results = await runProbes(connection, tools, { allowWrites: true, settleMs: [] });
    expect(results.find(({ check }) => check === 'round-trip')).toMatchObject({
      status: 'fail',
      rule: 'probe-data-lost',
      markers: expect.arrayContaining([expect.stringMatching(/^tsp[0-9a-f]{6}-$/)]),
    });
    await expect(runProbes(connection, tools, { settleMs: 5 as never })).rejects.toThrow(
      /settleMs takes a list, found number 5/,
    );
  });

  it('hands on warnings of the config', async () => {
    const connection = await sample();
    const warnings: string[] = [];
    await runProbes(connection, await connection.listTools(), {
      config: { builtins: false, pairs: [{ write: 'create_note', read: 'delete_note' }] },
      onWarning: (warning) => warnings.push(warning),
    });
    expect(warnings).toEqual([expect.stringContaining('config: pairs[0].read: "delete_note" does not look read-only')]);
  });
});

describe('the building blocks', () => {
  it('generate and run scenarios', async () => {
    const connection = await sample();
    const scenarios = await generateScenarios(await connection.listTools());
    const results = await runScenarios(connection, scenarios);
    const card = await scoreServer(await sample());
    const withoutTimes = (list: readonly object[]) => list.map((one) => ({ ...one, durationMs: 0 }));
    expect(withoutTimes(results)).toEqual(withoutTimes(card.results));
  });

  it('leave writing tools out of a read-only run of scenarios', async () => {
    const connection = await sample();
    const scenarios = await generateScenarios(await connection.listTools(), { cases: 1, edgeCases: false });
    const results = await runScenarios(connection, scenarios, { readOnly: true });
    expect(results.map(({ tool, ok }) => [tool, ok])).toEqual([
      ['create_note', null],
      ['list_notes', true],
      ['search_notes', true],
      ['delete_note', null],
      ['export_notes', false],
    ]);
    expect(results[0]?.detail).toMatch(/read-only/);
  });

  it('lint definitions without a server', async () => {
    const tools = [
      { name: 'getThing', description: 'Get.', inputSchema: { type: 'object', properties: { x: {} }, required: [] } },
      { name: 'bare' },
    ];
    expect((await lintTools(tools)).map(({ tool, rule }) => `${tool} ${rule}`).toSorted()).toEqual([
      'bare description-missing',
      'bare schema-missing',
      'getThing description-short',
      'getThing name-not-snake-case',
      'getThing property-untyped',
    ]);
    const instructions = 'Call the `missing_one` tool first.';
    expect(await lintTools([], { instructions })).toMatchObject([
      { tool: '<instructions>', rule: 'tool-reference-missing' },
    ]);
    expect(await lintTools(tools, { rules: { 'schema-missing': 'off', 'description-missing': 'off' } })).toHaveLength(
      3,
    );
  });

  it('classify, estimate and compare', async () => {
    const [create, list] = await (await sample()).listTools();
    expect([classifyTool(create!), classifyTool(list!)]).toEqual(['write', 'read-only']);
    expect(estimateTokens(create!)).toBe(84);
    expect(gradeMeets('B', 'C')).toBe(true);
  });
});

describe('a run of the API', () => {
  it('starts a server that died again for its own time, and leaves the connection alone', async () => {
    const connection = await sample();
    await connection.close();
    expect((await connection.listTools()).length).toBe(5);
  });
});
