import { describe, expect, test } from 'vitest';
import type { Terminal } from '../../core/index.js';
import { renderLint } from '../../plugins/report-lint/lint.js';
import { renderList } from '../../plugins/report-list/list.js';
import { widthOf } from '../../plugins/terminal-view/width.js';
import { ReportBuilder } from './build-report.js';
import { house, sample, worldwide } from './samples.js';

const PLAIN: Terminal = { width: 80, color: false, unicode: true, verbose: false };

describe('list', () => {
  test('the sample server', () => {
    expect(renderList(sample(), PLAIN)).toMatchInlineSnapshot(`
      "
        notes-server 1.1.0: 5 tools
        MCP 2026-07-28 (stateless)

        Tool           Parameters   Description
        ──────────────────────────────────────────────────────────────────────────────
        create_note             2   Store a note under a title, replacing the body of
                                    a note that already has it.
        list_notes              1   List stored notes, newest first, optionally only
                                    the first few.
        search_notes            1   Search.
        delete_note             1   Delete the note with a given id.
        export_notes            1   Export every note as json or markdown.

      "
    `);
  });

  test('a placeholder where there is no description, and no more parameters than are declared', () => {
    const report = new ReportBuilder()
      .tool('bare', { description: ' \n ', inputSchema: {} })
      .tool('odd', { inputSchema: { properties: ['a', 'b'] } })
      .build();
    expect(renderList(report, PLAIN)).toMatch(/bare +0 +\(no description\)\n {2}odd +0 /);
  });

  test('without tools', () => {
    expect(renderList(new ReportBuilder().build(), PLAIN)).toBe(
      '\n  notes-server 1.1.0: 0 tools\n  MCP 2026-07-28 (stateless)\n\n',
    );
  });

  test('is no wider than the terminal', () => {
    const lines = [renderList(worldwide(), PLAIN), renderList(sample(), { ...PLAIN, width: 50 })].flatMap((text) =>
      text.split('\n'),
    );
    expect(lines.filter((line) => widthOf(line) > 80)).toEqual([]);
  });
});

describe('lint', () => {
  test('house rules among the others, errors first, information not counted', () => {
    expect(renderLint(house(), PLAIN)).toMatchInlineSnapshot(`
      "
        notes-server 1.1.0: 1 error, 3 warnings in 5 tools
        MCP 2026-07-28 (stateless)

        Severity   Tool           Message
        ──────────────────────────────────────────────────────────────────────────────
        error      delete_note    declares note_id without a type. (property-untyped)
        warning    list_notes     has properties and no required list.
                                  (required-undeclared)
        warning    search_notes   has a description of 7 characters.
                                  (description-short)
        warning    create_note    lacks the prefix "acme_". (house-prefix)
        info       list_notes     names no owner. (house-owner)

      "
    `);
  });

  test('nothing found', () => {
    expect(renderLint(new ReportBuilder().tool('a').build(), PLAIN)).toBe(
      '\n  notes-server 1.1.0: nothing to fix in 1 tool\n  MCP 2026-07-28 (stateless)\n\n',
    );
  });

  test('failing scenarios are not its business', () => {
    expect(renderLint(sample(), PLAIN)).not.toContain('export_notes');
  });
});
