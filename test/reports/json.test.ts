import { describe, expect, test } from 'vitest';
import { jsonText } from '../../core/index.js';
import { documentOf } from '../../plugins/report-json/document.js';
import { ReportBuilder } from './build-report.js';
import { capped, house, probed, readOnly, sample, unfinished } from './samples.js';

/** As a reader of the file gets it. */
const read = (report: Parameters<typeof documentOf>[0]): Record<string, unknown> =>
  JSON.parse(jsonText(documentOf(report))) as Record<string, unknown>;

describe('the document', () => {
  test('of the sample server, but for its results', () => {
    const { results, ...rest } = read(sample());
    expect(results).toHaveLength(29);
    expect(rest).toMatchInlineSnapshot(`
      {
        "context_tokens": 301,
        "faults": [],
        "findings": [
          {
            "confidence": "high",
            "counted": true,
            "id": "9143f484cda238f7",
            "message": "export_notes fails on valid input: no storage backend configured",
            "rule": "scenario-happy",
            "severity": "error",
            "tool": "export_notes",
          },
          {
            "confidence": "high",
            "counted": true,
            "id": "498588a1c91b4576",
            "message": "export_notes fails on valid input: no storage backend configured",
            "rule": "scenario-happy",
            "severity": "error",
            "tool": "export_notes",
          },
          {
            "confidence": "high",
            "counted": true,
            "id": "6297f2e3ca359037",
            "message": "export_notes fails on valid input: no storage backend configured",
            "rule": "scenario-happy",
            "severity": "error",
            "tool": "export_notes",
          },
          {
            "confidence": "high",
            "counted": true,
            "id": "11ba9936fffc75ec",
            "message": "list_notes has properties and no required list.",
            "rule": "required-undeclared",
            "severity": "warning",
            "tool": "list_notes",
          },
          {
            "confidence": "high",
            "counted": true,
            "id": "44df57866f3aeba6",
            "message": "search_notes has a description of 7 characters.",
            "rule": "description-short",
            "severity": "warning",
            "tool": "search_notes",
          },
          {
            "confidence": "high",
            "counted": true,
            "id": "bd184dcd0a6294e0",
            "message": "delete_note declares note_id without a type.",
            "rule": "property-untyped",
            "severity": "error",
            "tool": "delete_note",
          },
        ],
        "fixes": [
          {
            "finding_id": "9143f484cda238f7",
            "fix": "Accept the arguments that the input schema allows, or narrow the schema.",
            "priority": 0,
            "problem": "export_notes fails on valid input: no storage backend configured",
            "rule": "scenario-happy",
            "tool": "export_notes",
          },
          {
            "finding_id": "bd184dcd0a6294e0",
            "fix": "Give the property a type.",
            "priority": 2,
            "problem": "delete_note declares note_id without a type.",
            "rule": "property-untyped",
            "tool": "delete_note",
          },
          {
            "finding_id": "11ba9936fffc75ec",
            "fix": "Add a required list, an empty one when nothing is required.",
            "priority": 3,
            "problem": "list_notes has properties and no required list.",
            "rule": "required-undeclared",
            "tool": "list_notes",
          },
          {
            "finding_id": "44df57866f3aeba6",
            "fix": "Say what the tool does and when to choose it.",
            "priority": 3,
            "problem": "search_notes has a description of 7 characters.",
            "rule": "description-short",
            "tool": "search_notes",
          },
        ],
        "grade": "B",
        "grade_cap": {
          "cap": "C",
          "capped": false,
          "enabled": false,
          "note": null,
          "reasons": [],
          "uncapped_grade": "B",
        },
        "instructions_tokens": 0,
        "lint": [
          {
            "finding_id": "11ba9936fffc75ec",
            "fix": "Add a required list, an empty one when nothing is required.",
            "message": "list_notes has properties and no required list.",
            "rule": "required-undeclared",
            "severity": "warning",
            "tool": "list_notes",
          },
          {
            "finding_id": "44df57866f3aeba6",
            "fix": "Say what the tool does and when to choose it.",
            "message": "search_notes has a description of 7 characters.",
            "rule": "description-short",
            "severity": "warning",
            "tool": "search_notes",
          },
          {
            "finding_id": "bd184dcd0a6294e0",
            "fix": "Give the property a type.",
            "message": "delete_note declares note_id without a type.",
            "rule": "property-untyped",
            "severity": "error",
            "tool": "delete_note",
          },
        ],
        "mode": {
          "because": null,
          "name": "calls every tool",
        },
        "notes": [],
        "probe_summary": {
          "allow_writes": false,
          "fail": 0,
          "failing_tools": [],
          "inconclusive": 0,
          "markers": [],
          "pass": 0,
          "skipped": 0,
        },
        "probes": [],
        "score": 0.862,
        "scorer": {
          "name": "scorecard",
          "version": "1",
        },
        "scores": {
          "edge_resilience_rate": 1,
          "effect_rate": null,
          "happy_pass_rate": 0.8,
          "lint_score": 0.91,
          "probe_penalty": 0,
        },
        "server": {
          "era": "stateless",
          "name": "notes-server",
          "protocol_version": "2026-07-28",
          "version": "1.1.0",
        },
        "skipped": [],
        "tools": [
          {
            "avg_latency_ms": 1.3,
            "name": "create_note",
            "passed": 6,
            "tokens": 84,
            "total": 6,
          },
          {
            "avg_latency_ms": 1.3,
            "name": "list_notes",
            "passed": 5,
            "tokens": 60,
            "total": 5,
          },
          {
            "avg_latency_ms": 1.3,
            "name": "search_notes",
            "passed": 6,
            "tokens": 52,
            "total": 6,
          },
          {
            "avg_latency_ms": 1.3,
            "name": "delete_note",
            "passed": 6,
            "tokens": 49,
            "total": 6,
          },
          {
            "avg_latency_ms": 1.3,
            "name": "export_notes",
            "passed": 3,
            "tokens": 56,
            "total": 6,
          },
        ],
        "toolscore": "0.1.0",
        "total_tool_tokens": 301,
        "unfinished": null,
      }
    `);
  });

  test('has its fields in this order', () => {
    expect(Object.keys(read(sample())).join(' ')).toBe(
      'toolscore server grade score scorer grade_cap mode total_tool_tokens instructions_tokens context_tokens scores tools results skipped lint probes probe_summary fixes notes findings faults unfinished',
    );
  });

  test('one result for each call', () => {
    const { results } = read(sample()) as { results: unknown[] };
    expect(results[0]).toEqual({
      tool: 'create_note',
      kind: 'happy',
      description: 'happy case 1',
      arguments: { format: 'sample_0' },
      ok: true,
      is_error: false,
      duration: 0.0005,
      detail: 'ok',
    });
    expect(results[23]).toMatchObject({
      tool: 'export_notes',
      kind: 'happy',
      ok: false,
      is_error: true,
      detail: 'no storage backend configured',
    });
    expect(results[28]).toMatchObject({ tool: 'export_notes', kind: 'edge', ok: true, is_error: true });
  });

  test('of a capped server', () => {
    const { grade, grade_cap, probes, probe_summary, scores } = read(capped());
    expect({ grade, grade_cap, probes, probe_summary, scores }).toMatchInlineSnapshot(`
      {
        "grade": "C",
        "grade_cap": {
          "cap": "C",
          "capped": true,
          "enabled": true,
          "note": "Grade A by score, capped because: probe-silent-noop on tool_0",
          "reasons": [
            "probe-silent-noop on tool_0",
          ],
          "uncapped_grade": "A",
        },
        "probe_summary": {
          "allow_writes": false,
          "fail": 1,
          "failing_tools": [
            "tool_0",
          ],
          "inconclusive": 1,
          "markers": [],
          "pass": 1,
          "skipped": 1,
        },
        "probes": [
          {
            "basis": "the read tool showed this record",
            "calls": [
              {
                "answer": "stored",
                "method": "tools/call",
                "number": 10,
                "outcome": "result",
                "params": {
                  "arguments": {},
                  "name": "tool_0",
                },
              },
            ],
            "check": "round-trip",
            "confidence": "high",
            "details": [],
            "finding_id": "93a2621aae3f83a6",
            "fix": "Answer with an error, or say that nothing changed.",
            "message": "tool_0 reported a second write and changed nothing (probe-silent-noop)",
            "rule": "probe-silent-noop",
            "severity": "error",
            "status": "fail",
            "tool": "tool_0",
          },
          {
            "basis": "the read tool showed this record",
            "check": "round-trip",
            "confidence": "high",
            "details": [],
            "fix": null,
            "message": "the read tool showed this record",
            "rule": null,
            "severity": null,
            "status": "pass",
            "tool": "tool_1",
          },
          {
            "basis": "any read tool",
            "check": "round-trip",
            "confidence": null,
            "details": [],
            "fix": null,
            "message": "no reader answered",
            "rule": null,
            "severity": null,
            "status": "inconclusive",
            "tool": "tool_2",
          },
          {
            "basis": "any read tool",
            "check": "round-trip",
            "confidence": null,
            "details": [],
            "fix": null,
            "message": "it writes",
            "rule": null,
            "severity": null,
            "status": "skipped",
            "tool": "tool_3",
          },
        ],
        "scores": {
          "edge_resilience_rate": 1,
          "effect_rate": 0.5,
          "happy_pass_rate": 1,
          "lint_score": 1,
          "probe_penalty": 0.06666666666666667,
        },
      }
    `);
  });

  test('of a read-only run', () => {
    const { mode, skipped } = read(readOnly());
    expect({ mode, skipped }).toEqual({
      mode: { name: 'read-only', because: 'client config file' },
      skipped: [
        {
          tool: 'create_note',
          kind: 'happy',
          outcome: 'skipped',
          reason: 'not read-only, and this run is read-only',
        },
        {
          tool: 'create_note',
          kind: 'edge',
          outcome: 'skipped',
          reason: 'not read-only, and this run is read-only',
        },
        {
          tool: 'reset_all',
          kind: 'happy',
          outcome: 'skipped',
          reason: 'not read-only, and this run is read-only',
        },
      ],
    });
  });

  test('of a run that did not finish', () => {
    const { grade, faults, unfinished: why } = read(unfinished());
    expect({ grade, faults, why }).toEqual({
      grade: null,
      faults: [
        {
          plugin: 'our-login',
          step: 'observe.tool slow',
          message: 'connection closed before the login answer',
          cost: 'Rules that need its observations are inconclusive.',
        },
      ],
      why: { reason: 'the run took longer than 600 seconds', not_run: ['scenarios on never_reached'] },
    });
  });

  test('of another scorer: its parts beside the usual ones', () => {
    const report = new ReportBuilder()
      .tool('a')
      .build({ score: { scorer: 'weighted-mean', version: '2', value: 0.5, parts: { by_rule: 0.5 } } });
    expect(read(report)).toMatchObject({
      scorer: { name: 'weighted-mean', version: '2' },
      score: 0.5,
      scores: { happy_pass_rate: null, by_rule: 0.5 },
    });
  });
});

test('findings of house rules are entries like all others', () => {
  const { lint, fixes, notes } = read(house()) as {
    lint: { rule: string }[];
    fixes: { rule: string }[];
    notes: { rule: string }[];
  };
  expect(lint.map(({ rule }) => rule)).toEqual([
    'required-undeclared',
    'description-short',
    'property-untyped',
    'house-prefix',
    'house-owner',
  ]);
  expect(fixes.map(({ rule }) => rule)).toContain('house-prefix');
  expect(fixes.map(({ rule }) => rule)).not.toContain('house-owner');
  expect(notes.map(({ rule }) => rule)).toEqual(['house-owner']);
});

test('two runs give the same bytes, apart from latencies and durations', () => {
  const timed = (ms: number): string =>
    jsonText(documentOf(new ReportBuilder().tool('a').scenario('happy', 'a', { ms }).build()));
  const timeless = (text: string): string => text.replaceAll(/("avg_latency_ms"|"duration"): [\d.]+/g, '$1');
  expect(timed(1)).not.toBe(timed(2));
  expect(timeless(timed(1))).toBe(timeless(timed(2)));
});

test('arguments of a server that wants too much are cut, deep ones too', () => {
  let deep: unknown = 'x';
  for (let at = 0; at < 50_000; at += 1) deep = [deep];
  const report = new ReportBuilder()
    .tool('a')
    .scenario('happy', 'a', { args: { deep, wide: Array.from({ length: 50_000 }, () => 0) } })
    .build();
  expect(jsonText(documentOf(report)).length).toBeLessThan(500_000);
});

test('a row of a probe has its own facts, and only those it has', () => {
  const { probes, probe_summary } = read(probed());
  expect(probes).toEqual([
    {
      check: 'bound',
      tool: 'list_notes',
      status: 'fail',
      rule: 'probe-bound-exceeded',
      confidence: 'medium',
      severity: 'warning',
      basis: 'built-in bound',
      message: 'limit does not bound the answer: limit 1 returned 4 items instead of 1 (probe-bound-exceeded)',
      fix: 'Cut the answer.',
      finding_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      param: 'limit',
      details: [
        { step: 'without limit', outcome: '4 items' },
        { step: 'limit 1', outcome: '4 items', note: 'instead of 1' },
      ],
      calls: [
        {
          number: 30,
          method: 'tools/call',
          params: { name: 'list_notes', arguments: {} },
          outcome: 'result',
          answer: 'stored',
        },
      ],
    },
    {
      check: 'bound',
      tool: 'search_notes',
      status: 'pass',
      rule: null,
      confidence: 'high',
      severity: null,
      basis: 'declared in the probe config',
      message: 'limit bounded the result for the tried values [1]',
      fix: null,
      id: 'search-limit',
      details: [],
    },
    {
      check: 'round-trip',
      tool: 'create_note',
      status: 'skipped',
      rule: null,
      confidence: null,
      severity: null,
      basis: 'any read tool',
      message: 'not read-only',
      fix: null,
      details: [],
    },
  ]);
  expect(probe_summary).toEqual({
    pass: 1,
    fail: 1,
    inconclusive: 0,
    skipped: 1,
    failing_tools: [],
    allow_writes: false,
    markers: [],
  });
});

test('probes that wrote are told by readers and the beginnings of their texts', () => {
  const report = new ReportBuilder()
    .tool('create_note')
    .effect('probe-silent-noop', 'create_note', 'pass', {
      data: { readers: ['list_notes'], markers: ['tsp64c7f0-', 'tsp9d01aa-'] },
    })
    .build({ probed: true, permissions: { allowWrites: true } });
  const { probes, probe_summary } = read(report);
  expect(probes).toMatchObject([{ readers: ['list_notes'], markers: ['tsp64c7f0-', 'tsp9d01aa-'] }]);
  expect(probe_summary).toMatchObject({ allow_writes: true, markers: ['tsp64c7f0-', 'tsp9d01aa-'] });
});

test('a cap that was in force is told without failures, one that was not is not', () => {
  const cap = { letter: null, reasons: [], watched: ['C' as const] };
  const enabled = (more: Parameters<ReportBuilder['build']>[0]): unknown =>
    read(new ReportBuilder().tool('a').scenario('happy', 'a').build(more))['grade_cap'];
  expect(enabled({ probed: true, cap })).toMatchObject({ enabled: true, cap: 'C', capped: false, reasons: [] });
  expect(enabled({ probed: false, cap })).toMatchObject({ enabled: false, cap: 'C' });
  expect(enabled({ probed: true })).toMatchObject({ enabled: false, cap: 'C' });
});
