import { expect, test } from 'vitest';
import { renderMarkdown } from '../../plugins/report-markdown/scorecard.js';
import { ReportBuilder } from './build-report.js';
import { capped, house, probed, sample, unfinished } from './samples.js';

test('the sample server', () => {
  expect(renderMarkdown(sample())).toMatchInlineSnapshot(`
    "# MCP Scorecard: notes-server 1.1.0

    **Grade B**, score **86 %**

    - happy: 80 % (12 of 15 cases)
    - edge: 100 % (14 of 14 cases)
    - lint: 91 % (1 error, 2 warnings)
    - context: an estimated 301 tokens in 5 tool definitions
    - protocol: MCP 2026-07-28 (stateless)
    - mode: calls every tool

    ## Tools

    | Tool | Scenarios | Avg latency | Def. tokens |
    | --- | ---: | ---: | ---: |
    | \`create_note\` | 6/6 | 1.3 ms | 84 |
    | \`list_notes\` | 5/5 | 1.3 ms | 60 |
    | \`search_notes\` | 6/6 | 1.3 ms | 52 |
    | \`delete_note\` | 6/6 | 1.3 ms | 49 |
    | \`export_notes\` | 3/6 | 1.3 ms | 56 |

    ## Top issues to fix

    - **\`export_notes\`**: fails on valid input: no storage backend configured (\`scenario-happy\`)
      *Fix:* Accept the arguments that the input schema allows, or narrow the schema.
    - **\`delete_note\`**: declares note_id without a type. (\`property-untyped\`)
      *Fix:* Give the property a type.
    - **\`list_notes\`**: has properties and no required list. (\`required-undeclared\`)
      *Fix:* Add a required list, an empty one when nothing is required.
    - **\`search_notes\`**: has a description of 7 characters. (\`description-short\`)
      *Fix:* Say what the tool does and when to choose it.
    "
  `);
});

test('a capped server', () => {
  expect(renderMarkdown(capped())).toMatchInlineSnapshot(`
    "# MCP Scorecard: memory-server 0.6.3

    **Grade C** (capped), score **93 %**

    > Grade A by score, capped because: probe-silent-noop on tool_0

    - happy: 100 % (9 of 9 cases)
    - edge: 100 % (no cases)
    - lint: 100 % (0 errors, 0 warnings)
    - effect: 50 % (1 pass, 1 fail, 0 warn, 1 inconclusive, 1 skipped)
    - context: an estimated 288 tokens in 9 tool definitions
    - protocol: MCP 2025-11-25 (initialize handshake)
    - mode: calls every tool

    > Skipped 1 effect probe that writes (tool_3). --allow-writes runs it; what is written stays, so use a disposable server: a temporary data file, a test database or a sandbox account, never production data.

    ## Tools

    | Tool | Scenarios | Avg latency | Def. tokens |
    | --- | ---: | ---: | ---: |
    | \`tool_0\` | 1/1 | 1.0 ms | 32 |
    | \`tool_1\` | 1/1 | 1.0 ms | 32 |
    | \`tool_2\` | 1/1 | 1.0 ms | 32 |
    | \`tool_3\` | 1/1 | 1.0 ms | 32 |
    | \`tool_4\` | 1/1 | 1.0 ms | 32 |
    | \`tool_5\` | 1/1 | 1.0 ms | 32 |
    | \`tool_6\` | 1/1 | 1.0 ms | 32 |
    | \`tool_7\` | 1/1 | 1.0 ms | 32 |
    | \`tool_8\` | 1/1 | 1.0 ms | 32 |

    ## Effect probes

    | Probe | Tool | Result | Confidence | Detail |
    | --- | --- | --- | --- | --- |
    | round-trip | \`tool_0\` | FAIL | high | tool_0 reported a second write and changed nothing (probe-silent-noop) |
    | round-trip | \`tool_1\` | pass | high | the read tool showed this record |
    | round-trip | \`tool_2\` | inconclusive |  | no reader answered |

    ## Top issues to fix

    - **\`tool_0\`**: reported a second write and changed nothing (probe-silent-noop)
      *Fix:* Answer with an error, or say that nothing changed.
    "
  `);
});

test('a run that did not finish', () => {
  expect(renderMarkdown(unfinished())).toMatchInlineSnapshot(`
    "# MCP Scorecard: notes-server 1.1.0

    **No grade**: the run took longer than 600 seconds

    - happy: 0 % (0 of 1 case)
    - edge: 100 % (no cases)
    - lint: 100 % (0 errors, 0 warnings)
    - context: an estimated 66 tokens in 2 tool definitions
    - protocol: MCP 2026-07-28 (stateless)
    - mode: calls every tool

    > The run did not finish: the run took longer than 600 seconds. Not run: scenarios on never_reached.
    >
    > Plugin "our-login" failed in observe.tool slow: connection closed before the login answer. Rules that need its observations are inconclusive.

    ## Tools

    | Tool | Scenarios | Avg latency | Def. tokens |
    | --- | ---: | ---: | ---: |
    | \`slow\` | 0/1 | 30000.0 ms | 32 |
    | \`never_reached\` | - | - | 34 |

    ## Top issues to fix

    - **\`slow\`**: fails on valid input: timeout after 30 s (\`scenario-happy\`)
      *Fix:* Accept the arguments that the input schema allows, or narrow the schema.
    "
  `);
});

test('all issues, those of house rules with their id, and information apart', () => {
  const text = renderMarkdown(house());
  expect(text).toContain(
    '- **`create_note`**: lacks the prefix "acme\\_". (`house-prefix`)\n  *Fix:* Begin the name with the team prefix.\n',
  );
  expect(text).toContain('## For information\n\n- **`list_notes`**: names no owner. (`house-owner`)\n');
  const builder = new ReportBuilder().tool('t');
  for (let at = 0; at < 20; at += 1) builder.finding('property-untyped', 't', { message: `t has problem ${at}.` });
  expect(renderMarkdown(builder.build()).match(/^- \*\*`t`\*\*: /gm)).toHaveLength(20);
});

test('without issues and without tools', () => {
  const text = renderMarkdown(new ReportBuilder().build());
  expect(text).toContain('The server lists no tools.');
  expect(text).toContain('## Top issues to fix\n\nNo issues found.\n');
});

test('the effect probes of a run that may not write', () => {
  const whole = renderMarkdown(probed());
  expect(whole).toContain('- effect: 100 % (1 pass, 0 fail, 1 warn, 0 inconclusive, 1 skipped)\n');
  expect(whole).toContain('> Skipped 1 effect probe that writes (create_note). --allow-writes runs it;');
  expect(whole.slice(whole.indexOf('## Effect probes'), whole.indexOf('## Top issues'))).toMatchInlineSnapshot(`
    "## Effect probes

    | Probe | Tool | Result | Confidence | Detail |
    | --- | --- | --- | --- | --- |
    | bound | \`list_notes\` | WARN | medium | limit does not bound the answer: limit 1 returned 4 items instead of 1 (probe-bound-exceeded) |
    | bound | \`search_notes\` | pass | high | limit bounded the result for the tried values \\[1\\] |

    "
  `);
});
