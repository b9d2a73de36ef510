import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Report, Terminal } from '../../core/index.js';
import { renderScorecard } from '../../plugins/report-console/scorecard.js';
import { renderSummary } from '../../plugins/report-console/summary.js';
import { widthOf } from '../../plugins/terminal-view/width.js';
import { ReportBuilder } from './build-report.js';
import { capped, house, probed, readOnly, sample, unfinished, worldwide } from './samples.js';

const PLAIN: Terminal = { width: 80, color: false, unicode: true, verbose: false };
const shown = (report: Report, terminal: Partial<Terminal> = {}): string =>
  renderScorecard(report, { ...PLAIN, ...terminal });

describe('the whole scorecard', () => {
  test('of the sample server', () => {
    expect(shown(sample())).toMatchInlineSnapshot(`
      "
      ╭─────────────────────────────────────────────────────╮
      │ MCP Scorecard: notes-server 1.1.0                   │
      │ B · 86 % ━━━━━━━━━━━━━━━━━───                       │
      │ happy 80 % (12/15) · edge 100 % (14/14) · lint 91 % │
      │ MCP 2026-07-28 (stateless)                          │
      │ calls every tool, those that write included         │
      ╰─────────────────────────────────────────────────────╯

        Tool           Scenarios   Avg latency   Def. tokens
        ────────────────────────────────────────────────────
        create_note          6/6        1.3 ms            84
        list_notes           5/5        1.3 ms            60
        search_notes         6/6        1.3 ms            52
        delete_note          6/6        1.3 ms            49
        export_notes         3/6        1.3 ms            56
        301 tokens in 5 tool definitions (estimated)

        Top issues to fix

        ✗ export_notes: fails on valid input: no storage backend configured
          (scenario-happy)
          → Accept the arguments that the input schema allows, or narrow the schema.

        ✗ delete_note: declares note_id without a type. (property-untyped)
          → Give the property a type.

        ! list_notes: has properties and no required list. (required-undeclared)
          → Add a required list, an empty one when nothing is required.

        ! search_notes: has a description of 7 characters. (description-short)
          → Say what the tool does and when to choose it.

      "
    `);
  });

  test('of a capped server', () => {
    expect(shown(capped(), { width: 100 })).toMatchInlineSnapshot(`
      "
      ╭─────────────────────────────────────────────────────────────────╮
      │ MCP Scorecard: memory-server 0.6.3                              │
      │ C · 93 % ━━━━━━━━━━━━━━━━━━━─                                   │
      │ Grade A by score, capped because: probe-silent-noop on tool_0   │
      │ happy 100 % (9/9) · edge 100 % (0/0) · lint 100 % · effect 50 % │
      │ MCP 2025-11-25 (initialize handshake)                           │
      │ calls every tool, those that write included                     │
      ╰─────────────────────────────────────────────────────────────────╯

        Tool     Scenarios   Avg latency   Def. tokens
        ──────────────────────────────────────────────
        tool_0         1/1        1.0 ms            32
        tool_1         1/1        1.0 ms            32
        tool_2         1/1        1.0 ms            32
        tool_3         1/1        1.0 ms            32
        tool_4         1/1        1.0 ms            32
        tool_5         1/1        1.0 ms            32
        tool_6         1/1        1.0 ms            32
        tool_7         1/1        1.0 ms            32
        tool_8         1/1        1.0 ms            32
        288 tokens in 9 tool definitions (estimated)

        Effect probes

        Probe        Tool     Result         Confidence   Detail
        ──────────────────────────────────────────────────────────────────────────────────────────────────
        round-trip   tool_0   FAIL           high         tool_0 reported a second write and changed
                                                          nothing (probe-silent-noop)
        round-trip   tool_1   pass           high         the read tool showed this record
        round-trip   tool_2   inconclusive                no reader answered

        · Skipped 1 effect probe that writes (tool_3). --allow-writes runs it; what is written stays, so
          use a disposable server: a temporary data file, a test database or a sandbox account, never
          production data.

        Top issues to fix

        ✗ tool_0: reported a second write and changed nothing (probe-silent-noop)
          → Answer with an error, or say that nothing changed.

      "
    `);
  });

  test('of effect probes in a run that may not write', () => {
    const whole = shown(probed(), { width: 100 });
    expect(whole.slice(whole.indexOf('  Effect probes'), whole.indexOf('  Top issues'))).toMatchInlineSnapshot(`
      "  Effect probes

        Probe   Tool           Result   Confidence   Detail
        ──────────────────────────────────────────────────────────────────────────────────────────────────
        bound   list_notes     WARN     medium       limit does not bound the answer: limit 1 returned 4
                                                     items instead of 1 (probe-bound-exceeded)
        bound   search_notes   pass     high         limit bounded the result for the tried values [1]

        · Skipped 1 effect probe that writes (create_note). --allow-writes runs it; what is written stays,
          so use a disposable server: a temporary data file, a test database or a sandbox account, never
          production data.

      "
    `);
  });

  test('of a read-only run', () => {
    expect(shown(readOnly())).toMatchInlineSnapshot(`
      "
      ╭────────────────────────────────────────────────────────────────────────╮
      │ MCP Scorecard: notes-server 1.1.0                                      │
      │ A · 100 % ━━━━━━━━━━━━━━━━━━━━                                         │
      │ happy 100 % (1/1) · edge 100 % (0/0) · lint 100 %                      │
      │ MCP 2026-07-28 (stateless)                                             │
      │ read-only: calls what declares or looks read-only (client config file) │
      ╰────────────────────────────────────────────────────────────────────────╯

        Tool          Scenarios   Avg latency   Def. tokens
        ───────────────────────────────────────────────────
        list_notes          1/1        1.0 ms            33
        create_note           -             -            33
        reset_all             -             -            33
        99 tokens in 3 tool definitions (estimated)

        · Left out create_note, reset_all: not read-only, and this run is read-only.
        · --allow-writes calls the tools that are not read-only too; use it with a
          server whose data may change.

        No issues found.

      "
    `);
  });

  test('of a run that did not finish, where box characters do not show', () => {
    expect(shown(unfinished(), { unicode: false })).toMatchInlineSnapshot(`
      "
      +-------------------------------------------------+
      | MCP Scorecard: notes-server 1.1.0               |
      | No grade: the run took longer than 600 seconds  |
      | happy 0 % (0/1) | edge 100 % (0/0) | lint 100 % |
      | MCP 2026-07-28 (stateless)                      |
      | calls every tool, those that write included     |
      +-------------------------------------------------+

        Tool            Scenarios   Avg latency   Def. tokens
        -----------------------------------------------------
        slow                  0/1    30000.0 ms            32
        never_reached           -             -            34
        66 tokens in 2 tool definitions (estimated)

        x The run did not finish: the run took longer than 600 seconds. Not run:
          scenarios on never_reached.
        x Plugin "our-login" failed in observe.tool slow: connection closed before the
          login answer. Rules that need its observations are inconclusive.

        Top issues to fix

        x slow: fails on valid input: timeout after 30 s (scenario-happy)
          -> Accept the arguments that the input schema allows, or narrow the schema.

      "
    `);
  });
});

describe('issues', () => {
  test('each finding shows its rule, house rules too, and information stands apart', () => {
    const text = shown(house());
    expect(text).toContain(
      '  ! create_note: lacks the prefix "acme_". (house-prefix)\n    → Begin the name with the team prefix.\n',
    );
    expect(text).toContain('  For information\n\n  · list_notes: names no owner. (house-owner)\n');
  });

  test('eight of them, then how many more there are', () => {
    const builder = new ReportBuilder().tool('t');
    for (let at = 0; at < 11; at += 1) builder.finding('property-untyped', 't', { message: `t has problem ${at}.` });
    const text = shown(builder.build());
    expect(text).toContain('t: has problem 7.');
    expect(text).not.toContain('t: has problem 8.');
    expect(text).toContain('and 3 more issues; a report file has all');
  });

  test('with verbose, the calls that a finding rests on', () => {
    expect(shown(sample(), { verbose: true, width: 160 })).toContain(
      '      call 24: tools/call {"name":"export_notes","arguments":{"format":"sample_0"}} gave result in\n      0.5 ms: no storage backend configured\n',
    );
    expect(shown(sample())).not.toContain('call 24');
  });

  test('with verbose, how a failed check of effects begins and how it ends', () => {
    const builder = new ReportBuilder().tool('create_x');
    for (let at = 0; at < 9; at += 1) builder.scenario('happy', 'create_x', { args: { at } });
    const report = builder
      .effect('probe-silent-noop', 'create_x', 'fail', { message: 'create_x changed nothing' })
      .build();
    const resting = (count: number): Report => ({
      ...report,
      verdicts: report.verdicts.map((verdict) => ({
        ...verdict,
        evidence: Array.from({ length: count }, (_, at) => at + 1),
      })),
    });
    const calls = (count: number): readonly string[] =>
      shown(resting(count), { verbose: true, width: 160 }).match(/call \d+:|… .* between …/g) ?? [];
    expect(calls(6)).toEqual([1, 2, 3, 4, 5, 6].map((id) => `call ${id}:`));
    expect(calls(9)).toEqual(['call 1:', '… 3 calls between …', ...[5, 6, 7, 8, 9].map((id) => `call ${id}:`)]);
  });

  test('none: one line says so', () => {
    expect(shown(new ReportBuilder().tool('a').scenario('happy', 'a').build())).toContain('\n  No issues found.\n');
  });
});

describe('the table of tools', () => {
  test('200 of many, failing ones first, and how many are left out', () => {
    const builder = new ReportBuilder();
    for (let at = 0; at < 250; at += 1)
      builder.tool(`tool_${at}`).scenario('happy', `tool_${at}`, at === 249 ? { outcome: 'error' } : {});
    const lines = shown(builder.build())
      .split('\n')
      .filter((line) => /^  tool_\d+ +[01]\/1/.test(line));
    expect(lines).toHaveLength(200);
    expect(lines[0]).toMatch(/^  tool_249 +0\/1/);
    expect(lines[1]).toMatch(/^  tool_0 +1\/1/);
    expect(shown(builder.build())).toContain('and 50 more tools; those with failing scenarios come first');
  });

  test('long names are cut, and a nameless tool can be seen', () => {
    const text = shown(new ReportBuilder().tool('n'.repeat(300)).tool('').build());
    expect(text).toMatch(/^  n{30,}… +-/m);
    expect(text).toMatch(/^  \(unnamed tool\) +-/m);
  });
});

describe('every width', () => {
  const reports: Readonly<Record<string, () => Report>> = { sample, capped, readOnly, unfinished, house, worldwide };
  test.each(Object.keys(reports))('no line is wider than the terminal: %s', (name) => {
    const report = reports[name]?.() as Report;
    for (const width of [60, 80, 100, 140]) {
      const wide = shown(report, { width })
        .split('\n')
        .filter((line) => widthOf(line) > width);
      expect(wide).toEqual([]);
    }
  });

  test('the box is closed in every script', () => {
    const box = shown(worldwide()).split('\n').slice(1, 7);
    expect(new Set(box.map(widthOf)).size).toBe(1);
    expect(box.slice(1, -1).every((line) => line.startsWith('│') && line.endsWith('│'))).toBe(true);
  });
});

describe('colour', () => {
  test('only when the terminal has it, and the border has that of the grade', () => {
    expect(shown(sample())).not.toContain('\u001b');
    expect(shown(sample(), { color: true })).toContain('\u001b[32m╭');
    expect(shown(capped(), { color: true })).toContain('\u001b[33m╭');
  });

  test('changes nothing else', () => {
    expect(stripVTControlCharacters(shown(house(), { color: true }))).toBe(shown(house()));
  });
});

describe('one line', () => {
  const outputs = [
    { format: 'summary', path: '-' },
    { format: 'json', path: 'out/report.json' },
    { format: 'badge', path: 'badge.svg' },
  ];

  test('says server, grade, score and files', () => {
    expect(renderSummary(sample(), outputs, PLAIN)).toBe('notes-server 1.1.0: B 86 % → out/report.json, badge.svg\n');
    expect(renderSummary(capped(), outputs.slice(0, 1), PLAIN)).toBe('memory-server 0.6.3: C (capped) 93 %\n');
    expect(renderSummary(unfinished(), [], PLAIN)).toBe(
      'notes-server 1.1.0: no grade, the run took longer than 600 seconds\n',
    );
  });
});
