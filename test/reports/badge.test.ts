import { describe, expect, test } from 'vitest';
import { jsonText, type Report, UsageError } from '../../core/index.js';
import { badgeOf } from '../../plugins/report-badge/json-report.js';
import { faceOfReport } from '../../plugins/report-badge/face.js';
import { badgeSvg } from '../../plugins/report-badge/svg.js';
import { documentOf } from '../../plugins/report-json/document.js';
import { xmlTags } from './oracle.js';
import { capped, sample, unfinished } from './samples.js';

const badge = (report: Report): string => badgeSvg(faceOfReport(report));
const texts = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map((match) => match[1] ?? '');
const titles = (svg: string): readonly (string | undefined)[] => [
  /<title>([^<]*)</.exec(svg)?.[1],
  /aria-label="([^"]*)"/.exec(svg)?.[1],
];

describe('the badge', () => {
  test('of the sample server, whole', () => {
    expect(badge(sample())).toMatchInlineSnapshot(`
      "<svg xmlns="http://www.w3.org/2000/svg" width="124" height="20" role="img" aria-label="notes-server: grade B, score 86 %">
        <title>notes-server: grade B, score 86 %</title>
        <rect width="124" height="20" rx="3" fill="#2e8b2e"/>
        <path d="M3 0H38V20H3A3 3 0 0 1 0 17V3A3 3 0 0 1 3 0Z" fill="#444"/>
        <g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
          <text x="7" y="14" textLength="24">MCP</text>
          <text x="45" y="14" textLength="72">B · Toolscore</text>
        </g>
      </svg>
      "
    `);
    expect(xmlTags(badge(sample()))).toHaveLength(12);
  });

  test('says when the grade was capped, and why in its title', () => {
    const svg = badge(capped());
    expect(texts(svg)).toEqual(['MCP', 'C (capped) · Toolscore']);
    const title = 'memory-server: grade C, score 93 %. Grade A by score, capped because: probe-silent-noop on tool_0';
    expect(titles(svg)).toEqual([title, title]);
  });

  test('of a run without a grade', () => {
    expect(texts(badge(unfinished()))).toEqual(['MCP', 'no grade · Toolscore']);
    expect(titles(badge(unfinished()))[0]).toBe('notes-server: no grade');
  });

  test('has a colour for each grade, and its text fits', () => {
    const svgs = (['A', 'B', 'C', 'D', 'F'] as const).map((grade) => badgeSvg({ grade, capped: false, title: 'x' }));
    expect(new Set(svgs.map((svg) => /rx="3" fill="(#\w+)"/.exec(svg)?.[1])).size).toBe(5);
    for (const svg of svgs) {
      const [label = 0, text = 0] = [...svg.matchAll(/textLength="(\d+)"/g)].map((match) => Number(match[1]));
      expect(svg).toContain(`width="${label + text + 28}"`);
      expect(svg).toContain(`<text x="${label + 21}"`);
    }
  });

  test('asks nobody: no address but the name of the format', () => {
    expect(badge(sample()).match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
  });
});

describe('from a JSON report', () => {
  test.each([sample, capped, unfinished])('it is the same badge', (make) => {
    expect(badgeOf(JSON.parse(jsonText(documentOf(make()))))).toBe(badge(make()));
  });

  const problems = (value: unknown): readonly string[] => {
    try {
      badgeOf(value);
    } catch (error) {
      if (error instanceof UsageError) return error.problems;
      throw error;
    }
    return [];
  };

  test('everything that is missing is named at once', () => {
    expect(problems({ grade: 'E', score: 2, server: {}, grade_cap: { note: 3 } })).toEqual([
      'The report\'s grade must be one of A, B, C, D, F or null, found "E".',
      "The report's score must be a number from 0 to 1 or null, found 2.",
      "The report's server.name must be text, found none.",
      "The report's grade_cap.capped must be true or false, found none.",
      "The report's grade_cap.note must be text or null, found 3.",
      'Expected a file that `toolscore mcp test … --report json` wrote.',
    ]);
  });

  test.each([null, [], 'text', 7])('%j is no report', (value) => {
    expect(problems(value)).toEqual([
      'The report is no JSON object; expected one that `toolscore mcp test … --report json` wrote.',
    ]);
  });
});
