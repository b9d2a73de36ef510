import { describe, expect, test } from 'vitest';
import { exposedNames } from '../../plugins/lint/names.js';
import { referencesIn } from '../../plugins/lint/references.js';
import { plainText } from '../../plugins/lint/texts.js';
import { catalogOf, findingsIn, observationsOf, tool } from './judged.js';

const notes = catalogOf(
  [
    tool({
      name: 'issue_write',
      inputSchema: {
        type: 'object',
        properties: {
          issue_number: { type: 'integer' },
          method: { enum: ['create_issue', 'close_issue'] },
          nested: { anyOf: [{ properties: { run_search: { const: 'get_all' } } }] },
        },
      },
      outputSchema: { type: 'object', properties: { get_next: { type: 'string' } } },
    }),
    tool({ name: 'issue_read' }),
    tool({ name: 'search', annotations: { title: 'Finder' } }),
  ],
  '',
  [{ name: 'write_summary', arguments: [{ name: 'set_style' }] }],
);
const hyphenated = catalogOf([tool({ name: 'get-sum' }), tool({ name: 'echo' })]);

const missing = (text: string, catalog = notes): string[] =>
  referencesIn([plainText(text)], exposedNames(catalog))
    .filter(({ data, doubt }) => !data.exposed && doubt === undefined)
    .map(({ data }) => data.name);

describe('a text that sends the model to a missing tool', () => {
  test.each([
    ['Changes an issue. Use the `update_issue` tool to close it.', 'update_issue'],
    ['See the "update_issue" tool.', 'update_issue'],
    ["Get the number from the 'list_issues' tool first.", 'list_issues'],
    ["Please use the 'authenticate' tool first.", 'authenticate'],
    ['Call the `lookup` tool.', 'lookup'],
    ['Use `update_issue` to change the state.', 'update_issue'],
    ['If you do not know the number, call "find_issue" first.', 'find_issue'],
    ['Then invoke `issue_state`.', 'issue_state'],
    ['Use ‘get_issue’ to read it.', 'get_issue'],
    ['Run `search_users` to find the assignee.', 'search_users'],
    ['Try `list_labels` first', 'list_labels'],
    ['You must use the update_issue tool.', 'update_issue'],
    ['call update_issue tool', 'update_issue'],
    ['invoke the old update_issue tool', 'update_issue'],
    ['USE `get_user` FIRST', 'get_user'],
    ['Not for comments. Use `add_comment` for those.', 'add_comment'],
    ['Use the `getUser` tool.', 'getUser'],
    ['Use the `issue-write` tool.', 'issue-write'],
    ['Use the\n`update_issue`\ntool.', 'update_issue'],
  ])('%s', (text, name) => {
    expect(missing(text)).toEqual([name]);
  });

  test('hyphens are looked at where a tool of the server has them', () => {
    expect(missing('Use `get-roots` first, then `get-sum`; run `toggle-log`.', hyphenated)).toEqual(['toggle-log']);
    expect(missing('Call `get-difference` for the difference.', hyphenated)).toEqual(['get-difference']);
    expect(missing('Run `docker-compose` or `apt-get`; call `get-difference`.')).toEqual([]);
  });

  test('each name once', () => {
    expect(missing('Use `update_issue`. Call the `update_issue` tool, or use `get_user`.')).toEqual([
      'update_issue',
      'get_user',
    ]);
  });
});

describe('a text that does not', () => {
  test.each([
    // Exposed, in any case of letters.
    'Use the `issue_read` tool.',
    'Use `issue_write` to change it.',
    'The "Search" tool finds issues.',
    // Names of other things in the server.
    'Use `issue_number` to pick one.',
    'Use `create_issue` to make one.',
    'Call `run_search` with it.',
    'Use `get_all` for everything.',
    'Use `get_next` of the answer.',
    'Use the `write_summary` prompt, or call `write_summary`.',
    'Use `set_style` to change the style.',
    'The "Finder" tool.',
    // Fields, values, modes and formats.
    'Use `next_cursor` to get the next page.',
    'Use `page_token` from the previous response.',
    'use "nextPageToken" to go on',
    'Use `search_after` to page through results.',
    'Use `list_id` from the answer.',
    'Use `read_time` to sort.',
    'Use `sort_by` and `sort_order`.',
    'Use `updated_at` to sort.',
    'Use `add` to append, `remove` to delete.',
    "Use 'add' for a new one.",
    'Use `true` to include archived ones.',
    'Use "dry-run" mode to see what would happen.',
    'Use `dry_run` to see what would happen.',
    'Use dry-run mode first.',
    'Runs in read-only mode.',
    'Use `read_only` mode.',
    'Use `read-only` mode.',
    'Use `write_only` access.',
    'Use `snake_case` for names.',
    'Use `application_json`.',
    'Use `utf-8`.',
    'Use `get_value` function of the script.',
    'Use `copy_from` parameter.',
    'Use "iso_8601" format.',
    'Use `user_id`, not the name.',
    'Use `file_path` as given.',
    'Use `us_east_1` as region.',
    // Words.
    'Use this tool to search.',
    'Use the search tool to find it.',
    'Use only snake_case tool names.',
    'Call this tool with a tool name.',
    'Use `tool_name` as returned.',
    'Call `your_tool` with the arguments.',
    'Use the "hammer" tool palette.',
    "It's a tool that can't call 'home'.",
    // Programs and tools of others.
    'Wraps the `jq` tool.',
    'Similar to the `grep` tool of Unix.',
    'Requires the `ffmpeg` tool.',
    'Equivalent to the "diff" command-line tool; uses the `diff` tool.',
    "Read it with your editor's built-in `Read` tool.",
    'Use the `create_page` tool of the wiki server.',
    'Use the `list_pages` tool from the browser MCP.',
    'Use `mcp__github__create_page`.',
    'Use `send_mail` if available.',
    'If a `fetch` tool is available, prefer it.',
    // History and warnings.
    'Do not use the `update_issue` tool any more.',
    'Never call `update_issue`.',
    'Use this instead of the `update_issue` tool.',
    'Replaces the `update_issue` tool.',
    'Formerly the `update_issue` tool.',
    'The `update_issue` tool was removed.',
    'The `update_issue` tool is deprecated.',
    'There is no `update_issue` tool.',
    '',
  ])('%s', (text) => {
    expect(missing(text)).toEqual([]);
  });
});

describe('the suggestion', () => {
  const suggest = (name: string, tools: readonly string[]): string =>
    exposedNames(catalogOf(tools.map((each) => tool({ name: each })))).suggest(name);

  test.each([
    ['update_issue', ['list_users', 'issue_write', 'label_write'], 'issue_write'],
    ['list_open_issues', ['list_users', 'listOpenIssue', 'open_file'], 'listOpenIssue'],
    ['get_issues', ['get_user', 'issue_get', 'create_issue'], 'issue_get'],
    ['updateissue', ['update_issue', 'issue'], 'update_issue'],
    ['serch', ['search', 'list'], 'search'],
    ['get_weather', ['list_notes', 'search'], ''],
    ['abc', [], ''],
    ['abc', ['', '_', '__proto__', 'constructor'], ''],
  ])('%s among %j', (name, tools, expected) => {
    expect(suggest(name, tools)).toBe(expected);
  });

  test('stays affordable when every tool of a long list names a missing one', () => {
    const tools = Array.from({ length: 10_000 }, (_, index) => `get_record_${index}`);
    const { suggest: next } = exposedNames(catalogOf(tools.map((name) => tool({ name }))));
    const answers = tools.map((name) => next(name.replace('get', 'read')));
    expect(answers[0]).toBe('get_record_0');
    expect(answers.at(-1)).toBe('');
    expect(next('read_record_0')).toBe('get_record_0');
  });
});

test('a reference is a fact whether the tool is there or not', async () => {
  const catalog = catalogOf([
    tool({ name: 'issue_write', description: 'Use `issue_write` again, or the `update_issue` tool.' }),
  ]);
  const seen = (await observationsOf(catalog)).filter(({ kind }) => kind === 'text.tool-reference');
  expect(seen.map(({ data }) => data)).toEqual([
    {
      owner: 'issue_write',
      name: 'update_issue',
      exposed: false,
      suggestion: 'issue_write',
      replacement: '"issue_write", the listed tool most like it',
    },
    { owner: 'issue_write', name: 'issue_write', exposed: true, suggestion: '', replacement: '' },
  ]);
});

test('a tool named after a feature of clients may be listed to others: that cannot be told', async () => {
  const catalog = catalogOf([tool({ name: 'get_sum' })], 'Use the `get_roots_list` tool first.');
  expect(await findingsIn(catalog)).toEqual([]);
  expect((await observationsOf(catalog)).find(({ state }) => state === 'inconclusive')).toMatchObject({
    kind: 'text.tool-reference',
    subject: '<instructions>',
    reason: expect.stringContaining('"get_roots_list" is not listed'),
  });
});

test('a description, a parameter and the instructions each get their finding', async () => {
  const inputSchema = {
    type: 'object',
    required: [],
    properties: { label: { type: 'string', description: 'Call the `update_issue` tool for others.' } },
  };
  const catalog = catalogOf(
    [
      tool({ name: 'label_write', description: 'Writes a label. Use the `update_issue` tool to put it on an issue.' }),
      tool({ name: 'issue_write', inputSchema }),
    ],
    'To change an issue, use `update_issue`.',
  );
  expect(await findingsIn(catalog)).toEqual(
    ['label_write', 'issue_write', '<instructions>'].map((owner) => ({
      rule: 'tool-reference-missing',
      severity: 'warning',
      tool: owner,
      message: 'The text sends the model to "update_issue", a tool this server does not list.',
      fix: 'Replace "update_issue" by "issue_write", the listed tool most like it, or list a tool of that name.',
    })),
  );
});
