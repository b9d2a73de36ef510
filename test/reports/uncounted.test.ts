import { describe, expect, test } from 'vitest';
import type { JsonObject, Report, Rule, Terminal } from '../../core/index.js';
import { renderScorecard } from '../../plugins/report-console/scorecard.js';
import { documentOf } from '../../plugins/report-json/document.js';
import { renderLint } from '../../plugins/report-lint/lint.js';
import { renderMarkdown } from '../../plugins/report-markdown/scorecard.js';
import { reproFiles } from '../../plugins/report-repro/files.js';
import { viewOf } from '../../plugins/scorecard-view/view.js';
import { type FindingInput, ReportBuilder, ruleOf, RULES, uncounted } from './build-report.js';

const PLAIN: Terminal = { width: 80, color: false, unicode: true, verbose: false };
const LOST = ruleOf('probe-lost', 'effect', 'tool.overlap', 'error', 'Write one after the other.');
const QUIET = ruleOf('probe-quiet-error', 'effect', 'tool.answer', 'error', 'Set isError.');
const ITEMS = ruleOf('items-missing', 'lint', 'tool.property', 'error', 'Declare items.');
const NEW = [LOST, QUIET, ITEMS];

/** A run whose new rules count, or only show what they found. */
function run(counted: boolean): Report {
  const rules = NEW.map((rule): Rule => (counted ? { ...rule, countedByAuthor: false } : uncounted(rule)));
  return new ReportBuilder([...RULES, ...rules])
    .tool('create')
    .tool('link')
    .tool('list')
    .scenario('happy', 'create')
    .scenario('happy', 'link')
    .scenario('happy', 'list')
    .effect('probe-bound-exceeded', 'list', 'pass', { basis: 'limit' })
    .effect('probe-lost', 'link', 'fail', {
      message: 'link reported 8 links and stored 2',
      severity: 'warning',
      confidence: 'medium',
    })
    .effect('probe-lost', 'create', 'fail', { message: 'create reported 8 records and stored 1' })
    .effect('probe-quiet-error', 'create', 'pass', { basis: 'isError' })
    .effect('probe-quiet-error', 'link', 'inconclusive', { reason: 'no answer' })
    .effect('probe-quiet-error', 'list', 'skipped', { reason: 'not called' })
    .finding('items-missing', 'list', { message: 'list takes tags without items.' })
    .build({ probed: true, permissions: { allowWrites: true } });
}

/** The same run without anything new. */
const before = new ReportBuilder()
  .tool('create')
  .tool('link')
  .tool('list')
  .scenario('happy', 'create')
  .scenario('happy', 'link')
  .scenario('happy', 'list')
  .effect('probe-bound-exceeded', 'list', 'pass', { basis: 'limit' })
  .build({ probed: true, permissions: { allowWrites: true } });

const shown = (report: Report, terminal: Partial<Terminal> = {}): string =>
  renderScorecard(report, { ...PLAIN, ...terminal });

describe('findings of rules that do not count', () => {
  test('stand in a section of their own, in the console', () => {
    const old = shown(before);
    const text = shown(run(false));
    const at = text.indexOf('  Also found');
    // All that stood there before still does.
    expect(text.slice(0, at)).toBe(`${old.trimEnd().replace('No issues found.', 'No issues found that count.')}\n\n`);
    expect(text.slice(at)).toMatchInlineSnapshot(`
      "  Also found, not counted in the grade

        ✗ create: reported 8 records and stored 1 (probe-lost)
          Less certain on link
          → Write one after the other.

        ✗ list: takes tags without items. (items-missing)
          → Declare items.

        They count with --preset strict, or with counted: true for a rule in a config.
        Other checks by rules that do not count: 1 passed, 1 inconclusive, 1 skipped;
        --verbose lists them.

      "
    `);
  });

  test('leave the numbers of every other member of the JSON report alone', () => {
    const { uncounted_findings, uncounted_probes, uncounted_probe_summary, findings, ...rest } = documentOf(run(false));
    const { findings: foundBefore, ...restBefore } = documentOf(before);
    expect(rest).toEqual(restBefore);
    expect((findings as JsonObject[]).filter(({ counted }) => counted)).toEqual(foundBefore);
    expect(uncounted_findings).toMatchInlineSnapshot(`
      [
        {
          "confidence": "high",
          "family": "effect",
          "finding_id": "85dd63be1a2074b3",
          "fix": "Write one after the other.",
          "message": "create reported 8 records and stored 1 (probe-lost)",
          "rule": "probe-lost",
          "seen": [
            {
              "calls": [
                6,
              ],
              "confidence": "high",
              "finding_id": "85dd63be1a2074b3",
              "message": "create reported 8 records and stored 1 (probe-lost)",
              "severity": "error",
              "tool": "create",
            },
            {
              "calls": [
                5,
              ],
              "confidence": "medium",
              "finding_id": "6395752707335da9",
              "message": "link reported 8 links and stored 2 (probe-lost)",
              "severity": "warning",
              "tool": "link",
            },
          ],
          "severity": "error",
          "tool": "create",
          "tools": [
            "create",
            "link",
          ],
        },
        {
          "confidence": "high",
          "family": "lint",
          "finding_id": "86d9c95a87d04cd9",
          "fix": "Declare items.",
          "message": "list takes tags without items. (items-missing)",
          "rule": "items-missing",
          "seen": [
            {
              "calls": [],
              "confidence": "high",
              "finding_id": "86d9c95a87d04cd9",
              "message": "list takes tags without items. (items-missing)",
              "severity": "error",
              "tool": "list",
            },
          ],
          "severity": "error",
          "tool": "list",
          "tools": [
            "list",
          ],
        },
      ]
    `);
    expect(uncounted_probes).toMatchObject([
      { check: 'round-trip', tool: 'link', status: 'fail', rule: 'probe-lost', severity: 'warning' },
      { tool: 'create', status: 'fail', rule: 'probe-lost', severity: 'error', calls: [{ method: 'tools/call' }] },
      { tool: 'create', status: 'pass' },
      { tool: 'link', status: 'inconclusive', message: 'no answer' },
      { tool: 'list', status: 'skipped' },
    ]);
    expect(uncounted_probe_summary).toMatchObject({ pass: 1, fail: 2, inconclusive: 1, skipped: 1 });
  });

  test('stand in a section of their own, in Markdown and in the list of the lint', () => {
    const text = renderMarkdown(run(false));
    expect(text.slice(text.indexOf('## Also'))).toMatchInlineSnapshot(`
      "## Also found, not counted in the grade

      - **\`create\`**: reported 8 records and stored 1 (\`probe-lost\`)
        Less certain on \`link\`.
        *Fix:* Write one after the other.
      - **\`list\`**: takes tags without items. (\`items-missing\`)
        *Fix:* Declare items.

      They count with --preset strict, or with counted: true for a rule in a config.
      Other checks by rules that do not count: 1 passed, 1 inconclusive, 1 skipped; the JSON report lists them.
      "
    `);
    expect(text.slice(text.indexOf('## Top'), text.indexOf('## Also'))).toContain('No issues found that count.');
    const lint = renderLint(run(false), PLAIN);
    expect(lint).toContain('nothing to fix');
    expect(lint).toMatch(/Also found, not counted in the grade[^]*error +list +takes tags without items\. \(items-m/);
  });

  test('stand with the others where a preset counts them', () => {
    const report = run(true);
    const { probes, probe_summary: summary, fixes, lint, ...rest } = documentOf(report);
    expect(Object.keys(rest)).not.toContain('uncounted_findings');
    expect(probes).toHaveLength(6);
    expect(summary).toMatchObject({ pass: 2, fail: 2, failing_tools: ['create'] });
    expect(fixes).toMatchObject([{ rule: 'probe-lost', tool: 'create', priority: 0 }, { rule: 'items-missing' }, {}]);
    expect(lint).toHaveLength(1);
    expect(report.score.value).toBeLessThan(before.score.value ?? 0);
    expect(shown(report)).not.toContain('Also found');
    // One entry for both tools.
    const list = shown(report).split('Top issues')[1] ?? '';
    expect(list.match(/probe-lost/g)).toHaveLength(1);
    expect(shown(report)).toMatch(/create: reported 8 records[^]*Less certain on link\n/);
    expect(renderMarkdown(report)).toContain('Less certain on `link`.');
  });

  test('are written with --repro behind those that count', () => {
    const report = new ReportBuilder([...RULES, uncounted(LOST)])
      .tool('create')
      .effect('probe-lost', 'create', 'fail', { message: 'create lost' })
      .effect('probe-silent-noop', 'create', 'fail', { message: 'create did nothing' })
      .effect('probe-lost', 'create', 'fail', { message: 'create may lose', severity: 'warning' })
      .build({ probed: true });
    const files = reproFiles(report, { kind: 'stdio', command: ['node'], env: [], cwd: undefined });
    const [first, second, ...others] = files.filter(({ path }) => path.includes('/') && path.endsWith('README.md'));
    expect([first?.path, second?.path]).toEqual([
      '01-create-probe-silent-noop/README.md',
      '02-create-probe-lost/README.md',
    ]);
    expect(others).toEqual([]);
    expect(second?.text).toContain('Severity: error, not counted in the grade');
    expect(first?.text).not.toContain('not counted');
  });
});

describe('checks by rules that do not count', () => {
  test('are one line, and with --verbose a table', () => {
    const text = shown(run(false), { verbose: true });
    expect(text).not.toContain('Other checks');
    expect(text.slice(text.indexOf('  Checks that'))).toMatch(
      /pass[^]*inconclusive +no answer\n[^]*skipped +not called/,
    );
  });

  test('are no rows beside those of other rules, even where they count, until somebody asks', () => {
    const table = (text: string): string => text.slice(text.indexOf('  Effect probes'), text.indexOf('  Top issues'));
    expect(table(shown(run(true)))).toContain(
      'other checks: 1 passed, 1 inconclusive, 1 skipped; --verbose lists them',
    );
    expect(table(shown(run(true)))).not.toContain('no answer');
    expect(table(shown(run(true), { verbose: true }))).toContain('no answer');
  });

  test('say nothing where they found nothing', () => {
    const report = new ReportBuilder([...RULES, ...NEW.map((rule) => uncounted(rule))])
      .tool('list')
      .scenario('happy', 'list')
      .effect('probe-bound-exceeded', 'list', 'pass', { basis: 'limit' })
      .effect('probe-lost', 'list', 'pass')
      .effect('probe-quiet-error', 'list', 'skipped', { reason: 'not called' })
      .build({ probed: true, permissions: { allowWrites: true } });
    const without = new ReportBuilder()
      .tool('list')
      .scenario('happy', 'list')
      .effect('probe-bound-exceeded', 'list', 'pass', { basis: 'limit' })
      .build({ probed: true, permissions: { allowWrites: true } });
    expect(shown(report)).toBe(shown(without));
    expect(renderMarkdown(report)).toBe(renderMarkdown(without));
  });

  test('of a rule of scenarios change no case', () => {
    const strange = uncounted(ruleOf('edge-strange', 'edge', 'tool.edge-case', 'error', 'Mend it.'));
    const report = new ReportBuilder([...RULES, strange])
      .tool('list')
      .scenario('edge', 'list', { outcome: 'error' })
      .verdict('edge-strange', 'list', 'fail', { message: 'list answers strangely' })
      .build();
    const { results, uncounted_findings } = documentOf(report);
    expect(results).toMatchObject([{ kind: 'edge', ok: true }]);
    expect(uncounted_findings).toMatchObject([{ rule: 'edge-strange', family: 'edge' }]);
  });
});

describe('one cause is one finding', () => {
  const rules = [...RULES, uncounted(LOST), uncounted(QUIET)];
  type Found = readonly [rule: string, tool: string, finding: FindingInput, calls?: readonly number[]];
  /** A run with these findings, each of an observation of its own. */
  const found = (...list: readonly Found[]): ReportBuilder => {
    const builder = new ReportBuilder(rules).tool('create').tool('link');
    for (const [rule, tool, finding, calls] of list)
      builder.effect(rule, tool, 'pass').finding(rule, tool, finding, calls ?? []);
    return builder;
  };
  const causes = (report: ReportBuilder): readonly (readonly string[])[] =>
    viewOf(report.build()).uncounted.causes.map(({ lead, owners }) => [lead.rule, lead.severity, ...owners]);

  test('where one rule sees it on several tools', () => {
    const both: readonly Found[] = [
      ['probe-lost', 'link', { message: 'a' }],
      ['probe-lost', 'create', { message: 'b' }],
    ];
    expect(causes(found(...both))).toEqual([['probe-lost', 'error', 'link', 'create']]);
    const more = found(...both, ['probe-lost', 'create', { message: 'c', severity: 'warning' }]);
    expect(causes(more)).toEqual([['probe-lost', 'error', 'link', 'create']]);
  });

  test('where two rules see it in the same calls of a tool: the stronger', () => {
    const weak = { message: 'weak', confidence: 'medium', severity: 'warning' } as const;
    const one = (
      calls: readonly number[],
      others: readonly number[],
      tool = 'create',
    ): readonly (readonly string[])[] =>
      causes(found(['probe-quiet-error', 'create', weak, calls], ['probe-lost', tool, { message: 'x' }, others]));
    expect(one([4], [3, 4])).toEqual([['probe-lost', 'error', 'create']]);
    expect(one([3, 4], [4])).toEqual([['probe-lost', 'error', 'create']]);
    // A call in common is no proof: both may have begun with the same record.
    expect(one([3, 4], [4, 5])).toHaveLength(2);
    expect(one([4], [3, 4], 'link')).toHaveLength(2);
    expect(one([], [])).toHaveLength(2);
  });

  test('but two rules for one observation say two things of it', () => {
    const twin = uncounted(ruleOf('probe-twin', 'effect', 'tool.overlap', 'error', 'Mend it.'));
    const report = new ReportBuilder([...rules, twin])
      .tool('create')
      .effect('probe-lost', 'create', 'fail', { message: 'create lost one' })
      .verdict('probe-twin', 'create', 'fail', { message: 'create has twins' }, [1])
      .build();
    const { causes: told, effects } = viewOf(report).uncounted;
    expect(told.map(({ lead }) => lead.rule)).toEqual(['probe-lost', 'probe-twin']);
    expect(effects.map(({ rule, message }) => [rule, message])).toEqual([
      ['probe-lost', 'create lost one (probe-lost)'],
      ['probe-twin', 'create has twins (probe-twin)'],
    ]);
  });

  test('where a rule that counts tells it already', () => {
    const told = (severity: 'error' | 'warning'): readonly (readonly string[])[] =>
      causes(
        found(
          ['probe-lost', 'create', { message: 'x' }, [3, 4]],
          ['probe-silent-noop', 'create', { message: 'y', severity }, [4]],
        ),
      );
    expect(told('error')).toEqual([]);
    expect(told('warning')).toEqual([['probe-lost', 'error', 'create']]);
  });

  test('and a tool is shown with its strongest few', () => {
    const many = Array.from({ length: 5 }, (_, at) =>
      uncounted(ruleOf(`probe-${at}`, 'effect', 'tool.overlap', at === 4 ? 'error' : 'warning', `Mend ${at}.`)),
    );
    const report = new ReportBuilder([...RULES, ...many]).tool('create').tool('link').scenario('happy', 'create');
    for (const { id } of many) report.finding(id, 'create', { message: `create fails ${id}` });
    report.finding('probe-3', 'link', { message: 'link fails probe-3' });
    const text = shown(report.build());
    const found = [...text.matchAll(/fails probe-(\d)/g)].map(([, number]) => number);
    // The one on another tool as well has room there.
    expect(found).toEqual(['4', '0', '1', '3']);
    expect(text).toContain('and 1 more finding; a report file has all');
    expect(shown(report.build(), { verbose: true })).toContain('fails probe-2');
  });
});
