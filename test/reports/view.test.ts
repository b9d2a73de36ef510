import { describe, expect, test } from 'vitest';
import type { Observation, Verdict } from '../../core/index.js';
import { isNote } from '../../plugins/scorecard-view/findings.js';
import { counted, milliseconds, percent, someOf } from '../../plugins/scorecard-view/numbers.js';
import { viewOf } from '../../plugins/scorecard-view/view.js';
import { ReportBuilder } from './build-report.js';
import { capped, house, probed, readOnly, sample, sampleBuilder, unfinished } from './samples.js';

const order = (report: Parameters<typeof viewOf>[0]): readonly string[] =>
  viewOf(report).fixes.map(({ owner, rule, priority }) => `${priority} ${owner} ${rule}`);

describe('numbers', () => {
  test.each([
    [0.862, '86 %'],
    [0.125, '12 %'],
    [0.375, '38 %'],
    [0.285, '28 %'],
    [0.575, '58 %'],
    [0.995, '100 %'],
    [0.9949, '99 %'],
    [0, '0 %'],
    [1, '100 %'],
  ])('%d is %s', (share, text) => {
    expect(percent(share)).toBe(text);
  });

  test('counts, times and short lists', () => {
    expect([counted(0, 'error'), counted(1, 'error'), counted(2, 'error')]).toEqual([
      '0 errors',
      '1 error',
      '2 errors',
    ]);
    expect(milliseconds(12.34)).toBe('12.3 ms');
    expect(someOf(['a', 'b', 'c'], 3)).toBe('a, b, c');
    expect(someOf(['a', 'b', 'c', 'd', 'e'], 3)).toBe('a, b, c and 2 more');
  });
});

describe('the list of fixes', () => {
  test('of the sample server', () => {
    expect(order(sample())).toEqual([
      '0 export_notes scenario-happy',
      '2 delete_note property-untyped',
      '3 list_notes required-undeclared',
      '3 search_notes description-short',
    ]);
  });

  test('with a failing effect: before the happy failures of later names, and of its own tool', () => {
    const message = 'create_note reported a second write and changed nothing';
    const report = sampleBuilder()
      .effect('probe-silent-noop', 'create_note', 'fail', { message })
      .effect('probe-silent-noop', 'export_notes', 'fail', { message })
      .build();
    expect(order(report).slice(0, 3)).toEqual([
      '0 create_note probe-silent-noop',
      '0 export_notes probe-silent-noop',
      '0 export_notes scenario-happy',
    ]);
    expect(viewOf(report).fixes[0]?.problem).toBe(`${message} (probe-silent-noop)`);
  });

  test('an effect that is less than certain, or a warning, is no emergency', () => {
    const report = new ReportBuilder()
      .tool('a')
      .effect('probe-silent-noop', 'a', 'fail', { message: 'maybe', confidence: 'medium' })
      .effect('probe-silent-noop', 'a', 'fail', { message: 'not bad', severity: 'warning' })
      .build();
    expect(viewOf(report).fixes.map(({ priority, message }) => [priority, message])).toEqual([
      [3, 'maybe'],
      [3, 'not bad'],
    ]);
  });

  test('a tool that fails several cases appears once, with the first failure; tools of one name stay apart', () => {
    const report = new ReportBuilder()
      .tool('same')
      .scenario('happy', 'same', { outcome: 'error', detail: 'first' })
      .scenario('happy', 'same', { outcome: 'error', detail: 'second' })
      .scenario('edge', 'same', { outcome: 'timeout', detail: 'timeout after 3 s' })
      .tool('same')
      .scenario('happy', 'same', { outcome: 'error', detail: 'third' })
      .build();
    expect(
      viewOf(report).fixes.map(({ problem, priority, times, subject }) => [priority, subject.index, problem, times]),
    ).toEqual([
      [0, 0, 'same fails on valid input: first', 2],
      [0, 1, 'same fails on valid input: third', 1],
      [1, 0, 'same crashes on bad input: timeout after 3 s', 1],
    ]);
  });

  test('names sort by code unit, whatever their case', () => {
    const builder = new ReportBuilder();
    for (const name of ['b', 'a', 'B', '_', 'é', '10', '9'])
      builder.tool(name).finding('property-untyped', name, { message: 'x' });
    expect(viewOf(builder.build()).fixes.map(({ owner }) => owner)).toEqual(['10', '9', 'B', '_', 'a', 'b', 'é']);
  });

  test('house rules stand among the others; information is a note', () => {
    const { fixes, notes, lint, lintWarnings } = viewOf(house());
    expect(fixes.map(({ rule }) => rule)).toContain('house-prefix');
    expect(fixes.filter(isNote)).toEqual([]);
    expect(notes.map(({ rule, owner }) => `${owner} ${rule}`)).toEqual(['list_notes house-owner']);
    expect(lint.map(({ rule }) => rule)).toContain('house-owner');
    expect(lintWarnings).toBe(3);
  });

  test('what lowers the score is in the list, even when a config calls it information', () => {
    const report = new ReportBuilder()
      .tool('a')
      .verdict('scenario-happy', 'a', 'fail', { severity: 'info', message: 'a fails' })
      .build();
    expect(viewOf(report)).toMatchObject({ fixes: [{ priority: 0, owner: 'a' }], notes: [] });
  });

  test('findings about the server and its instructions name their owner', () => {
    const report = new ReportBuilder()
      .server({ name: 'acme' })
      .finding('text-conceal', '<instructions>', { message: 'x' })
      .finding('text-conceal', 'acme', { message: 'y' })
      .build();
    expect(viewOf(report).fixes.map(({ owner }) => owner)).toEqual(['<instructions>', '<server>']);
  });

  test('an entry always has a fix, and a problem, whatever its rule left out', () => {
    const report = new ReportBuilder().tool('a').finding('property-untyped', 'a', { message: 'x' }).build();
    const [{ message: _message, fix: _fix, ...bare }] = report.verdicts as [(typeof report.verdicts)[number]];
    const { fixes } = viewOf({ ...report, verdicts: [bare, { ...bare, rule: 'gone' }] });
    expect(fixes.map(({ problem, fix }) => [problem, fix])).toEqual([
      ['Not fine', 'Give the property a type.'],
      ['gone', 'See what gone asks for: toolscore explain gone'],
    ]);
  });
});

describe('the table of tools', () => {
  test('of the sample server', () => {
    const { tools, toolTokens } = viewOf(sample());
    expect(tools.map(({ tool, passed, total, tokens }) => `${tool.name} ${passed}/${total} ${tokens}`)).toEqual([
      'create_note 6/6 84',
      'list_notes 5/5 60',
      'search_notes 6/6 52',
      'delete_note 6/6 49',
      'export_notes 3/6 56',
    ]);
    expect(tools[0]?.latencyMs).toBe(1.25);
    expect(toolTokens).toBe(301);
  });

  test('a case that was left out is not in the total, one that does not count only in the latency', () => {
    const report = new ReportBuilder()
      .tool('a')
      .scenario('happy', 'a', { ms: 4 })
      .leftOut('happy', 'a', 'no arguments fit its schema')
      .build();
    const [called] = report.observations as [Observation];
    const asked: Observation = { ...called, number: 99, state: 'inconclusive', reason: 'needs client input' };
    const { tools, cases, leftOut } = viewOf({ ...report, observations: [...report.observations, asked] });
    expect(tools[0]).toMatchObject({ passed: 1, total: 1, latencyMs: 4 });
    expect(cases.map(({ passed }) => passed)).toEqual([true, undefined]);
    expect(leftOut.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
      'skipped: no arguments fit its schema',
      'inconclusive: needs client input',
    ]);
  });

  test('tools of one name keep their own numbers', () => {
    const report = new ReportBuilder()
      .tool('same')
      .scenario('happy', 'same')
      .tool('same')
      .scenario('happy', 'same', { outcome: 'error' })
      .build();
    expect(viewOf(report).tools.map(({ passed, total }) => `${passed}/${total}`)).toEqual(['1/1', '0/1']);
  });

  test('verdicts find their cases by evidence, in whatever order they come', () => {
    const report = new ReportBuilder()
      .tool('a')
      .scenario('happy', 'a', { outcome: 'error' })
      .scenario('happy', 'a')
      .build();
    const reversed = { ...report, verdicts: report.verdicts.toReversed() };
    expect(viewOf(reversed).cases.map(({ passed }) => passed)).toEqual([false, true]);
  });

  test('without evidence they find them by subject, and by order for each subject', () => {
    const { tools, observations, verdicts, ...rest } = new ReportBuilder()
      .tool('same')
      .scenario('happy', 'same')
      .scenario('happy', 'same', { outcome: 'error' })
      .tool('same')
      .scenario('happy', 'same', { outcome: 'error' })
      .build();
    const bareVerdicts = verdicts.map((verdict): Verdict => ({ ...verdict, evidence: [] }));
    const bare = observations.map((observation) => ({ ...observation, evidence: [] }));
    const report = {
      ...rest,
      tools,
      observations: bare,
      verdicts: [...bareVerdicts.slice(2), ...bareVerdicts.slice(0, 2)],
    };
    expect(viewOf(report).cases.map(({ passed }) => passed)).toEqual([true, false, false]);
  });

  test('a case whose rule is off does not count', () => {
    const report = new ReportBuilder().tool('a').scenario('happy', 'a').build();
    expect(viewOf({ ...report, verdicts: [] }).tools[0]).toMatchObject({ passed: 0, total: 0 });
  });
});

describe('the header', () => {
  test('of the sample server', () => {
    expect(viewOf(sample()).header).toEqual({
      server: 'notes-server',
      version: '1.1.0',
      grade: 'B',
      score: expect.closeTo(0.862, 12) as number,
      capped: false,
      note: undefined,
      gradeless: undefined,
      parts: [
        { label: 'happy', share: 0.8, passed: 12, total: 15 },
        { label: 'edge', share: 1, passed: 14, total: 14 },
        { label: 'lint', share: 0.91 },
      ],
      scorer: undefined,
      protocol: 'MCP 2026-07-28 (stateless)',
      mode: { name: 'calls every tool', because: undefined },
    });
  });

  test('a cap shows with its reasons, at most three', () => {
    expect(viewOf(capped()).header).toMatchObject({
      grade: 'C',
      capped: true,
      note: 'Grade A by score, capped because: probe-silent-noop on tool_0',
      protocol: 'MCP 2025-11-25 (initialize handshake)',
    });
    const many = { ...capped(), cap: { letter: 'C' as const, reasons: ['a', 'b', 'c', 'd', 'e'] } };
    expect(viewOf(many).header.note).toBe('Grade A by score, capped because: a, b, c and 2 more');
  });

  test('a letter that is no better by score is not capped', () => {
    const report = {
      ...sample(),
      cap: { letter: 'C' as const, reasons: ['a'] },
      grade: 'C' as const,
      uncappedGrade: 'C' as const,
    };
    expect(viewOf(report).header).toMatchObject({ capped: false, note: undefined });
  });

  test('effect shows only when probes ran', () => {
    expect(viewOf(capped()).header.parts.at(-1)).toEqual({ label: 'effect', share: 0.5 });
    const skipped = sampleBuilder()
      .effect('probe-silent-noop', 'create_note', 'skipped', { reason: 'it writes' })
      .build();
    expect(viewOf(skipped).header.parts.at(-1)).toEqual({ label: 'effect', share: null });
  });

  test('effect shows when probes ran and found nothing to look at', () => {
    const { header, notices } = viewOf(sampleBuilder().build({ probed: true }));
    expect(header.parts.at(-1)).toEqual({ label: 'effect', share: null });
    expect(notices.map(({ text }) => text)).toEqual(['No effect probe applies to the tools of this server.']);
  });

  test('another scorer brings its own parts and its name', () => {
    const report = sampleBuilder().build({
      score: { scorer: 'weighted-mean', version: '2', value: 0.5, parts: { by_rule: 0.5, rest: null } },
    });
    expect(viewOf(report).header).toMatchObject({
      scorer: 'weighted-mean 2',
      parts: [
        { label: 'by rule', share: 0.5 },
        { label: 'rest', share: null },
      ],
    });
  });

  test('a run that did not finish has a reason instead of a grade', () => {
    expect(viewOf(unfinished()).header).toMatchObject({
      grade: null,
      score: null,
      gradeless: 'the run took longer than 600 seconds',
    });
    expect(viewOf(new ReportBuilder().build()).header).toMatchObject({ grade: null, gradeless: 'nothing was judged' });
  });
});

describe('notices', () => {
  test('one line for each reason why tools were left out, and how to call them', () => {
    expect(viewOf(readOnly()).notices.map(({ text }) => text)).toEqual([
      'Left out create_note, reset_all: not read-only, and this run is read-only.',
      '--allow-writes calls the tools that are not read-only too; use it with a server whose data may change.',
    ]);
  });

  test('an unfinished run and a failed plugin', () => {
    expect(viewOf(unfinished()).notices).toEqual([
      {
        severity: 'error',
        text: 'The run did not finish: the run took longer than 600 seconds. Not run: scenarios on never_reached.',
      },
      {
        severity: 'error',
        text: 'Plugin "our-login" failed in observe.tool slow: connection closed before the login answer. Rules that need its observations are inconclusive.',
      },
    ]);
  });

  test('noise on standard output', () => {
    const report = sampleBuilder().build({ wire: { noiseLines: 2, noiseSamples: ['ready \u001b[0m'] } });
    expect(viewOf(report).notices.map(({ text }) => text)).toEqual([
      'The server wrote 2 lines to standard output that are no protocol message; logs belong on standard error. The first: ready \\x1b[0m',
    ]);
  });

  test('a run without any has none, and long lists are cut', () => {
    expect(viewOf(sample()).notices).toEqual([]);
    const builder = new ReportBuilder();
    for (let at = 0; at < 9; at += 1)
      builder.tool(`t${at}`).leftOut('happy', `t${at}`, at < 8 ? `reason ${at % 7}` : 'reason 0');
    const texts = viewOf(builder.build()).notices.map(({ text }) => text);
    expect(texts).toHaveLength(6);
    expect(texts[0]).toBe('Left out t0, t7, t8: reason 0.');
    expect(texts[5]).toBe('Left out for 2 more reasons; the JSON report has all.');
  });
});

describe('effects', () => {
  test('a row has the words of its check, and names the rule that failed', () => {
    expect(
      viewOf(probed()).effects.map(({ check, status, message, id, param }) => [check, status, message, id, param]),
    ).toEqual([
      [
        'bound',
        'fail',
        'limit does not bound the answer: limit 1 returned 4 items instead of 1 (probe-bound-exceeded)',
        '',
        'limit',
      ],
      ['bound', 'pass', 'limit bounded the result for the tried values [1]', 'search-limit', ''],
      ['round-trip', 'skipped', 'not read-only', '', ''],
    ]);
  });

  test('what a probe from outside wrote in other shapes is left out', () => {
    const data = { check: 5, id: [], param: {}, readers: 'x', markers: [1, 'tsp'], details: ['x', null, { step: 1 }] };
    const [row] = viewOf(sampleBuilder().effect('probe-silent-noop', 'create_note', 'pass', { data }).build()).effects;
    expect(row).toMatchObject({
      check: 'round-trip',
      id: '',
      param: '',
      readers: [],
      markers: ['tsp'],
      details: [{ step: '', outcome: '', note: '' }],
    });
  });

  const notices = (report: Parameters<typeof viewOf>[0]): readonly string[] =>
    viewOf(report).notices.map(({ text }) => text);

  test('what was not permitted is one line that says how to run it', () => {
    const skipped = (...tools: readonly string[]) => {
      const builder = sampleBuilder();
      for (const tool of tools) builder.effect('probe-silent-noop', tool, 'skipped', { reason: 'not read-only' });
      return builder;
    };
    expect(notices(skipped('create_note').build())).toEqual([
      'Skipped 1 effect probe that writes (create_note). --allow-writes runs it; what is written stays, so use a disposable server: a temporary data file, a test database or a sandbox account, never production data.',
    ]);
    expect(notices(skipped('create_note', 'delete_note').build())[0]).toMatch(
      /^Skipped 2 effect probes that write \(create_note, delete_note\)\. --allow-writes runs them;/,
    );
    expect(notices(skipped('create_note').build({ permissions: { allowWrites: true } }))).toEqual([
      'Skipped 1 effect probe (create_note): not read-only.',
    ]);
  });

  test('what was written is told by its beginning, each once', () => {
    const report = sampleBuilder()
      .effect('probe-silent-noop', 'create_note', 'pass', { data: { markers: ['tsp64c7f0-', 'tsp64c7f0-title'] } })
      .effect('probe-silent-noop', 'delete_note', 'inconclusive', { reason: 'x', data: { markers: ['tsp9d01aa-'] } })
      .build();
    expect(notices(report)).toEqual([
      'Effect probes wrote records whose texts begin with tsp64c7f0-, tsp9d01aa-; search for these to clean up.',
    ]);
  });
});
