import { describe, expect, test } from 'vitest';
import { baselineOf, compareWithBaseline, type Report } from '../../core/index.js';
import { documentOf } from '../../plugins/report-json/document.js';
import { renderHtml } from '../../plugins/report-html/page.js';
import { renderLint } from '../../plugins/report-lint/lint.js';
import { renderMarkdown } from '../../plugins/report-markdown/scorecard.js';
import { renderScorecard } from '../../plugins/report-console/scorecard.js';
import { renderSummary } from '../../plugins/report-console/summary.js';
import { ReportBuilder } from './build-report.js';

const TERMINAL = { width: 100, color: false, unicode: true, verbose: false };

/** A report whose `description-short` on `add` is new since a run that had the finding on `list`, which is fixed, and one on `find`. */
function compared(more: { readonly message?: string; readonly server?: string } = {}): Report {
  const tools = (): ReportBuilder => new ReportBuilder().tool('add').tool('list').tool('find');
  const before = tools()
    .server({ name: more.server ?? 'notes-server' })
    .finding('description-short', 'list', { message: more.message ?? 'list is barely described.' })
    .finding('property-untyped', 'find', { message: 'find declares no type.' })
    .effect('probe-silent-noop', 'find', 'fail', { message: 'find did nothing' })
    .build({ probed: true });
  const now = tools()
    .verdict('description-short', 'list', 'pass')
    .finding('description-short', 'add', { message: 'add is barely described.' })
    .finding('property-untyped', 'find', { message: 'find declares no type.' })
    .build();
  return { ...now, baseline: compareWithBaseline(now, baselineOf(before, 'base.json')) };
}

describe('with a baseline', () => {
  test('the console shows what is new and what is fixed, and counts what is known', () => {
    const text = renderScorecard(compared(), TERMINAL);
    expect(text).toContain(
      [
        '  · 1 known finding is in the baseline base.json (not shown); 1 finding is new.',
        '  · 1 finding of the baseline was not looked at: nothing in this run looked for it; --probes does.',
        '',
        '  Fixed since the baseline',
        '  ✓ list: is barely described. (description-short)',
        '',
        '  Top issues to fix',
        '',
        '  ! add: is barely described. (description-short)',
      ].join('\n'),
    );
    expect(text).not.toContain('declares no type');
  });

  test('the numbers stay those of the whole server', () => {
    const report = compared();
    const alone = { ...report, baseline: undefined };
    const head = (one: Report): string => renderScorecard(one, TERMINAL).split('╰')[0] ?? '';
    expect(head(report)).toBe(head(alone));
    expect(renderMarkdown(report)).toContain('(1 error, 1 warning)');
  });

  test('Markdown says the same', () => {
    const text = renderMarkdown(compared());
    expect(text).toContain('> 1 known finding is in the baseline `base.json` (not shown); 1 finding is new.');
    expect(text).toContain('## Fixed since the baseline\n\n- **`list`**: is barely described. (`description-short`)');
    expect(text).not.toContain('declares no type');
  });

  test('so does the page, whose numbers stay those of the whole server', () => {
    const text = renderHtml(compared());
    expect(text).toContain('1 known finding is in the baseline base.json (not shown); 1 finding is new.');
    expect(text).toContain('Fixed since the baseline: description-short on list.');
    expect(text).toContain('Is barely described.');
    expect(text).not.toContain('declares no type');
    expect(text).toContain('1 error, 1 warning');
  });

  test('the table of lint has what is new', () => {
    const text = renderLint(compared(), TERMINAL);
    expect(text).toContain('notes-server 1.1.0: 0 new errors, 1 new warning in 3 tools');
    expect(text).toContain('✓ list: is barely described.');
    expect(text).not.toContain('declares no type');
  });

  test('one line has the numbers', () => {
    expect(renderSummary(compared(), [{ format: 'json', path: 'r.json' }], TERMINAL)).toMatch(
      /\(against base\.json: 1 new, 1 known, 1 fixed\) → r\.json\n$/,
    );
  });

  test('the JSON report keeps every finding, with its state', () => {
    const document = documentOf(compared()) as Record<string, unknown>;
    const findings = document['findings'] as readonly Record<string, unknown>[];
    const [fresh, known] = findings;
    expect(findings.map(({ rule, state }) => [rule, state])).toEqual([
      ['description-short', 'new'],
      ['property-untyped', 'known'],
    ]);
    expect(document['baseline']).toMatchObject({
      file: 'base.json',
      other_server: null,
      new: [fresh?.['id']],
      known: [known?.['id']],
      fixed: [{ rule: 'description-short', tool: 'list' }],
      not_looked_at: [
        { rule: 'probe-silent-noop', tool: 'find', reason: expect.stringContaining('--probes') as string },
      ],
    });
  });

  test('nothing new is no issue', () => {
    const report = new ReportBuilder().tool('add').finding('description-short', 'add', { message: 'short' }).build();
    const same = { ...report, baseline: compareWithBaseline(report, baselineOf(report, 'base.json')) };
    const text = renderScorecard(same, TERMINAL);
    expect(text).toContain('1 known finding is in the baseline base.json (not shown); nothing is new.');
    expect(text).toContain('No new issues found.');
    expect(text).not.toContain('short');
    expect(renderLint(same, TERMINAL)).toContain('nothing new to fix');
  });

  test('a baseline of another server is told', () => {
    const report = compared({ server: 'other' });
    const words = 'and this server is';
    expect(renderScorecard(report, TERMINAL)).toContain(`a report of "other", ${words} "notes-server"`);
    expect(renderMarkdown(report)).toContain(`a report of \`other\`, ${words} \`notes-server\``);
    expect(documentOf(report)['baseline']).toMatchObject({ other_server: 'other' });
  });

  test('what a baseline says is not believed to be text for a terminal or for Markdown', () => {
    const report = compared({ message: 'list \u001b[2Jis <img src=x> [here](http://x) | \n# gone' });
    expect(renderScorecard(report, TERMINAL)).not.toContain('\u001b');
    const item = renderMarkdown(report)
      .split('\n')
      .find((line) => line.startsWith('- **`list`**'));
    expect(item).toBeDefined();
    expect(item).not.toMatch(/<img|[^\\]\]\(http/);
  });
});

test('without a baseline no document has a word about one', () => {
  const { baseline: _, ...report } = compared();
  const document = documentOf(report);
  expect(document).not.toHaveProperty('baseline');
  expect(JSON.stringify(document)).not.toContain('"state"');
  expect(renderScorecard(report, TERMINAL) + renderMarkdown(report) + renderLint(report, TERMINAL)).not.toContain(
    'aseline',
  );
});
