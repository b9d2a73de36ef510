import { describe, expect, test } from 'vitest';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { probeReportOf } from '../../core/documents/build.js';
import { reportMarkdown } from '../../core/documents/markdown.js';
import { reportText } from '../../core/documents/text.js';
import { aCase, aReport, failed, mixedRun, READINESS } from './samples.js';

const withReadiness = async () => ({ ...probeReportOf(await mixedRun()), readiness: READINESS });

describe('text', () => {
  test('a run with every outcome', async () => {
    expect(reportText(await withReadiness(), { pricePerMtok: 3 })).toMatchInlineSnapshot(`
      "small-catalog discovery-cost pass attempts=1 tools=4 schema_bytes=895
      repeats degradation-over-n pass attempts=3
      quick latency-budget fail attempts=1 first_failure=1 reason=latency-budget-exceeded latency_ms=250 bound=max_latency_ms limit=100 observed=250
        hint: Speed up the slow path of the tool, or set a budget that follows from what was measured.
      cheap token-cost fail attempts=1 first_failure=1 reason=token-budget-exceeded tools=4 total_tokens=225 bound=max_total_tokens limit=200 observed=225
        hint: Shorten the descriptions and schemas of the heaviest tools, and move long guidance into resources.
        heaviest: search 113, read_status 39, silent 37
      answers instruction-fidelity error reason=transport-timeout
        hint: Answer every request, also with an error; raise timeout_ms where a slow answer is meant to be.
      status-after-search workflow fail attempts=6 first_failure=6 reason=value-mismatch
        hint: Call 6 of the workflow failed. Correct what the tool returns, or the expectation if the contract really changed: equals reads top-level keys, equals_paths follows pointers from the root of the result. To find the call: first_failure counts calls from 1 through the steps in their order, and on through the repetitions; 6 is step 3 of 3 in repetition 2. Repeat that call alone in a fresh session and compare. If it fails there too, the call itself is at fault; if it fails only in the sequence, look for state that an earlier step left behind, or for an error path that did not recover completely. Verify the repair with the full sequence, because a call that passes alone proves nothing about it.
      local gate 2/6 passed
      local readiness 87/100 protocol=100 catalog=70 context=80 standard=toolscore-standard/1
        surface: 3 tools, 2 read-only, 1 writers, 2 exercised
        lost catalog.output-schema score=0 tool=read_status reason=catalog-no-output-schema
          hint: Declare an output schema and return structured content that fits it.
        lost catalog.output-schema score=0 tool=search reason=catalog-no-output-schema
        lost context.catalog score=90 observed=2500 reason=context-catalog-heavy
          hint: Trim the catalog: every session pays for it before the first call.
      local price catalog_tokens=225 session=$0.000675 thousand_sessions=$0.675
      local protocol initialize
      "
    `);
  });

  test('brief leaves out advice and heaviest tools, and nothing else', async () => {
    const document = await withReadiness();
    const brief = reportText(document, { brief: true });
    expect(brief).toBe(
      reportText(document)
        .split('\n')
        .filter((line) => !/^ *(?:hint|heaviest): /.test(line))
        .join('\n'),
    );
    expect(brief).not.toContain('hint');
  });

  test('measurements in their order, warnings last', () => {
    const one = aCase('one', {
      attempts: 0,
      measurements: { tool_count: 1, schema_bytes: 2, total_tokens: 3, per_tool: [], latency_ms: 4, pages: 5 },
      warnings: ['a-label', 'b-label'],
    });
    const two = aCase('two', {
      probe: 'cancellation',
      attempts: 2,
      measurements: { cancellation_outcome: 'no-result' },
    });
    expect(reportText(aReport([one, two]))).toBe(
      [
        'one pagination pass attempts=0 tools=1 schema_bytes=2 total_tokens=3 latency_ms=4 pages=5 warnings=a-label,b-label',
        'two cancellation pass attempts=2 cancellation_outcome=no-result',
        'local gate 2/2 passed\n',
      ].join('\n'),
    );
  });

  test('readiness that was not measured, and a score under no standard', () => {
    const score = aReport([], { gate: null, readiness_error: 'transport-closed' });
    expect(reportText(score)).toBe('local readiness not measured reason=transport-closed\n');
    expect(reportText(aReport([], { gate: null }), { legacyScore: 83 })).toBe(
      'local manifest score 83/100 standard=none\n',
    );
  });

  test('a price needs tokens', () => {
    const tokens = aCase('one', { measurements: { total_tokens: 1000 } });
    const last = (text: string) => text.trimEnd().split('\n').at(-1);
    expect(last(reportText(aReport([tokens]), { pricePerMtok: 2.5 }))).toBe(
      'local price catalog_tokens=1000 session=$0.0025 thousand_sessions=$2.50',
    );
    expect(last(reportText(aReport([], { readiness: READINESS }), { pricePerMtok: 0 }))).toBe(
      'local price catalog_tokens=2500 session=$0.00 thousand_sessions=$0.00',
    );
    expect(last(reportText(aReport([]), { pricePerMtok: 2.5 }))).toMatch(/price not known/);
  });

  test('nothing in it commands a build system or moves a cursor', () => {
    const text = reportText(
      aReport([failed('one', 'missing-field', { hint: 'a \x1b[31mred\u202e ##[command]' })], { server: '::error::x' }),
    );
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/\x1b|\u202e|^::|##\[/m);
  });
});

describe('Markdown', () => {
  test('a run with every outcome', async () => {
    expect(reportMarkdown(await withReadiness(), { pricePerMtok: 3 })).toMatchInlineSnapshot(`
      "# Probe report: \`local\`

      Protocol: initialize

      **Readiness: 87 of 100** under \`toolscore-standard/1\`

      | Area | Weight | Score |
      | --- | --- | --- |
      | \`protocol\` | 15 | 100 |
      | \`catalog\` | 20 | 70 |
      | \`context\` | 15 | 80 |

      Surface: 3 tools, 2 read-only, 1 writers, 2 exercised

      ## Lost points

      - \`catalog-no-output-schema\`. Declare an output schema and return structured content that fits it.
        - \`catalog.output-schema\` scored 0, tool \`read_status\`
        - \`catalog.output-schema\` scored 0, tool \`search\`
      - \`context-catalog-heavy\`. Trim the catalog: every session pays for it before the first call.
        - \`context.catalog\` scored 90, observed 2500

      Catalog: 225 tokens, 0.000675 US dollars for each session, 0.675 for 1000 sessions

      **Gate: 2 of 6 passed**

      | Case | Probe | Result | Attempts | First failure | Reason | Bound |
      | --- | --- | --- | --- | --- | --- | --- |
      | \`small-catalog\` | \`discovery-cost\` | pass | 1 | - | - | - |
      | \`repeats\` | \`degradation-over-n\` | pass | 3 | - | - | - |
      | \`quick\` | \`latency-budget\` | fail | 1 | 1 | \`latency-budget-exceeded\` | \`max_latency_ms\` 250 > 100 |
      | \`cheap\` | \`token-cost\` | fail | 1 | 1 | \`token-budget-exceeded\` | \`max_total_tokens\` 225 > 200 |
      | \`answers\` | \`instruction-fidelity\` | error | - | - | \`transport-timeout\` | - |
      | \`status-after-search\` | \`workflow\` | fail | 6 | 6 | \`value-mismatch\` | - |

      ## Remediation

      - \`quick\`: \`latency-budget-exceeded\`. Speed up the slow path of the tool, or set a budget that follows from what was measured.
      - \`cheap\`: \`token-budget-exceeded\`. Shorten the descriptions and schemas of the heaviest tools, and move long guidance into resources.
        Heaviest tools: \`search 113\`, \`read_status 39\`, \`silent 37\`
      - \`answers\`: \`transport-timeout\`. Answer every request, also with an error; raise timeout_ms where a slow answer is meant to be.
      - \`status-after-search\`: \`value-mismatch\`. Call 6 of the workflow failed. Correct what the tool returns, or the expectation if the contract really changed: equals reads top-level keys, equals_paths follows pointers from the root of the result. To find the call: first_failure counts calls from 1 through the steps in their order, and on through the repetitions; 6 is step 3 of 3 in repetition 2. Repeat that call alone in a fresh session and compare. If it fails there too, the call itself is at fault; if it fails only in the sequence, look for state that an earlier step left behind, or for an error path that did not recover completely. Verify the repair with the full sequence, because a call that passes alone proves nothing about it.
      "
    `);
  });

  test('is tables and lists to a renderer, every cell in its column', async () => {
    const html = micromark(reportMarkdown(await withReadiness()), { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
    expect(html.match(/<tr>/g)).toHaveLength(1 + 3 + 1 + 6);
    expect(html.match(/<td>/g)).toHaveLength(3 * 3 + 6 * 7);
    expect(html.match(/<li>/g)).toHaveLength(2 + 3 + 4);
  });

  test('a pass without attempts had nothing to look at; warnings stand beside it', () => {
    const markdown = reportMarkdown(aReport([aCase('one', { attempts: 0 }), aCase('two', { warnings: ['a-label'] })]));
    expect(markdown).toContain('| `one` | `pagination` | pass (not applicable) | 0 |');
    expect(markdown).toContain('| `two` | `pagination` | pass, warns: `a-label` | 1 |');
    expect(markdown).not.toContain('## Remediation');
  });

  test('brief leaves out the advice', async () => {
    const markdown = reportMarkdown(await withReadiness(), { brief: true });
    expect(markdown).not.toContain('## Remediation');
    expect(markdown).toContain('- `context-catalog-heavy`\n');
  });

  test('advice of a stranger stays text', () => {
    const hint = '[click](https://example.com) <script> | a\n# b';
    const html = micromark(reportMarkdown(aReport([failed('one', 'missing-field', { hint })])), {
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
      allowDangerousHtml: true,
    });
    expect(html).not.toMatch(/<a |<script>|<h1>b/);
  });
});
