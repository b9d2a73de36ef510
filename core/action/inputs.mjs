// The inputs of the action, as action.yml hands them over in environment variables, turned into the words of a command
// line. They are data all the way: no shell reads them, and a value that begins with a dash stays a value.
import { join, resolve } from 'node:path';

/** What the variable of an input is called: `mcp-fail-under` is INPUT_MCP_FAIL_UNDER. */
const variableOf = (input) => `INPUT_${input.toUpperCase().replaceAll('-', '_')}`;

/** Options that take the value of an input as it is. */
const VALUES = {
  'mcp-url': '--url',
  'mcp-config': '--config',
  'mcp-server': '--server',
  'mcp-preset': '--preset',
  'mcp-fail-under': '--fail-under',
  'mcp-probe-config': '--probe-config',
  'mcp-args-file': '--args-file',
  'mcp-baseline': '--baseline',
};

/** Options that an input gives when it is, or is not, true. */
const SWITCHES = [
  ['mcp-fail-on-errors', '--ci', true],
  ['mcp-probe-grade-cap', '--no-probe-grade-cap', false],
  ['mcp-probes', '--probes', true],
  ['mcp-allow-writes', '--allow-writes', true],
  ['mcp-strict-baseline', '--strict-baseline', true],
];

/** What a run writes: the name of the file, and the input that says where a copy is kept. */
const REPORTS = {
  json: { name: 'report.json', input: 'mcp-report' },
  sarif: { name: 'report.sarif', input: 'mcp-sarif' },
  html: { name: 'report.html', input: 'mcp-html' },
  badge: { name: 'badge.svg', input: 'mcp-badge' },
  markdown: { name: 'summary.md' },
  github: { name: 'annotations.txt' },
};

/** A version or a tag of the npm registry, and not a path, an address or an option of npm. */
const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+-]*$/;

const linesOf = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/\r$/, '').trimStart())
    .filter((line) => line !== '');

/**
 * Reads the inputs; an empty one is one that was not given. Reports go into the folder `temporary`, never at once to
 * where they are kept: there may lie the baseline, or the report of an earlier run.
 * @returns {{ args: string[], files: Record<string, string>, keep: Record<string, string>, version: string, annotations:
 * boolean, problems: string[] }} the words behind `toolscore`; by kind of report the file it writes, and the file for a
 * copy where one is wanted; and everything that is wrong with the inputs
 */
export function readInputs(env, temporary) {
  const problems = [];
  const given = (input) => env[variableOf(input)] ?? '';
  const isTrue = (input) => {
    const text = given(input).trim().toLowerCase();
    if (!['', 'true', 'false'].includes(text))
      problems.push(`${input} takes true or false, found ${JSON.stringify(given(input))}.`);
    return text === '' ? undefined : text === 'true';
  };

  // The log shows the whole report, for who has no summary to look at.
  const args = ['mcp', 'test', '--report=markdown=-'];
  for (const [input, option] of Object.entries(VALUES)) if (given(input) !== '') args.push(`${option}=${given(input)}`);
  for (const [input, option, wanted] of SWITCHES) if (isTrue(input) === wanted) args.push(option);
  for (const line of linesOf(given('mcp-args'))) args.push(`--arg=${line}`);

  const files = {};
  const keep = {};
  for (const [kind, { name, input }] of Object.entries(REPORTS)) {
    files[kind] = join(temporary, name);
    if (input !== undefined && given(input) !== '') keep[kind] = resolve(given(input));
    args.push(kind === 'badge' ? `--badge=${files[kind]}` : `--report=${kind}=${files[kind]}`);
  }

  const version = given('version').trim();
  if (version !== '' && !VERSION.test(version))
    problems.push(`version takes a version of toolscore such as 1.2.3, found ${JSON.stringify(version)}.`);
  const command = given('mcp-command').trim();
  if (command.startsWith('-'))
    problems.push(`mcp-command begins with the program that starts the server, found ${JSON.stringify(command)}.`);
  if (command !== '') args.push(command);
  return { args, files, keep, version, annotations: isTrue('mcp-annotations') !== false, problems };
}
