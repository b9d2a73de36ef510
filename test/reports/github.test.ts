import { describe, expect, test } from 'vitest';
import type { Report } from '../../core/index.js';
import { Places } from '../../plugins/finding-place/places.js';
import { renderCommands } from '../../plugins/report-github/commands.js';
import { ReportBuilder } from './build-report.js';
import { HOSTILE } from './hostile-texts.js';
import { acting } from './oracle.js';
import { repository } from './repository.js';
import { hostile, sample } from './samples.js';

const TARGET = { kind: 'stdio' as const, command: ['x'], env: [], cwd: undefined };
const PLACES = new Places({ target: TARGET }, repository());

interface Command {
  readonly level: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

const decoded = (text: string): string =>
  text.replaceAll(/%(0A|0D|3A|2C|25)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/**
 * A line as the runner reads it: a command is at the start of a line, behind blanks, and its properties end at the first
 * `::` behind them. Source: `ActionCommand.cs` of the runner of GitHub Actions.
 */
function commandIn(line: string): Command | undefined {
  const found = /^\s*::([\w-]+)(?: (.*?))?::(.*)$/.exec(line);
  if (found === null) return undefined;
  const [, level = '', given = '', text = ''] = found;
  const pairs = given.split(',').map((pair): readonly [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), decoded(pair.slice(at + 1))];
  });
  return { level, properties: Object.fromEntries(pairs), text: decoded(text) };
}

const linesOf = (report: Report, places: Places = PLACES): readonly string[] =>
  renderCommands(report, places).split('\n').slice(0, -1);
const commandsOf = (report: Report): readonly (Command | undefined)[] => linesOf(report).map(commandIn);

describe('findings as annotations', () => {
  test('are the strongest first, with what to do', () => {
    expect(linesOf(sample())).toMatchInlineSnapshot(`
      [
        "::error title=export_notes%3A scenario-happy,file=README.md::fails on valid input: no storage backend configured%0AFix: Accept the arguments that the input schema allows, or narrow the schema.",
        "::error title=delete_note%3A property-untyped,file=README.md::declares note_id without a type.%0AFix: Give the property a type.",
        "::warning title=list_notes%3A required-undeclared,file=README.md::has properties and no required list.%0AFix: Add a required list, an empty one when nothing is required.",
        "::warning title=search_notes%3A description-short,file=README.md::has a description of 7 characters.%0AFix: Say what the tool does and when to choose it.",
      ]
    `);
  });

  test('stand on the line that names the tool', () => {
    const folder = repository({ 'a,b:c %.js': "\n\n\nserver.tool('echo')" });
    const target = { ...TARGET, command: ['node', 'a,b:c %.js'] };
    const report = new ReportBuilder().tool('echo').finding('text-conceal', 'echo', { message: 'x' }).build();
    expect(linesOf(report, new Places({ target }, folder))).toEqual([
      '::error title=echo%3A text-conceal,file=a%2Cb%3Ac %25.js,line=4::x%0AFix: Remove the words.',
    ]);
  });

  test('are no more than GitHub shows of each level, and tell how many are left', () => {
    const builder = new ReportBuilder();
    for (let at = 0; at < 12; at += 1)
      builder
        .tool(`tool_${at}`)
        .finding('text-conceal', `tool_${at}`, { message: 'conceals' })
        .finding('description-short', `tool_${at}`, { message: 'is short' })
        .finding('house-owner', `tool_${at}`, { message: 'has no owner' });
    builder.tool('last').effect('probe-silent-noop', 'last', 'fail', { message: 'last changed nothing' });
    const lines = linesOf(builder.build());
    const levels = lines.map((line) => commandIn(line)?.level ?? line);
    expect(levels).toEqual([
      ...Array.from({ length: 10 }, () => 'error'),
      ...Array.from({ length: 10 }, () => 'warning'),
      ...Array.from({ length: 10 }, () => 'notice'),
      'Not annotated, because GitHub shows 10 of a level: 3 more errors, 2 more warnings, 2 more notices.',
    ]);
    // What tools did not do comes before how they are described.
    expect(lines[0]).toContain('last%3A probe-silent-noop');
  });

  test('tell what one rule says of one tool once', () => {
    const builder = new ReportBuilder().tool('echo');
    for (const name of ['a', 'b', 'c'])
      builder.finding('property-untyped', 'echo', { message: `"${name}" has no type` });
    expect(commandsOf(builder.build())).toEqual([
      {
        level: 'error',
        properties: { title: 'echo: property-untyped', file: 'README.md' },
        text: '"a" has no type\nAnd 2 more of this rule on it.\nFix: Give the property a type.',
      },
    ]);
  });

  test('are notices where nothing counts, and leave out what a baseline knows', () => {
    const report = new ReportBuilder()
      .tool('echo')
      .effect('probe-only-shown', 'echo', 'fail', { message: 'answers errors', severity: 'error' })
      .finding('text-conceal', 'echo', { message: 'conceals' })
      .build();
    expect(commandsOf(report).map((one) => [one?.level, one?.text.split('\n')[0]])).toEqual([
      ['error', 'conceals'],
      ['notice', 'Not counted: answers errors'],
    ]);
    const states = new Map(report.verdicts.map((one) => [one, 'known' as const]));
    const baseline = { source: 'b.json', otherServer: undefined, states, fixed: [], notLookedAt: [] };
    expect(renderCommands({ ...report, baseline }, PLACES)).toBe('');
  });

  test('of a server without a finding are none', () => {
    expect(renderCommands(new ReportBuilder().tool('a').build(), PLACES)).toBe('');
  });
});

/** The levels of a server that wants nothing. */
const HARMLESS = commandsOf(hostile('words')).map((one) => one?.level);

describe('a server that wants to command the runner', () => {
  test.each(HOSTILE.map((text): readonly [string, string] => [JSON.stringify(text.slice(0, 40)), text]))(
    'gets its text shown: %s',
    (_, text) => {
      const output = renderCommands(hostile(text), PLACES);
      expect(acting(output)).toEqual([]);
      const commands = output.split('\n').slice(0, -1).map(commandIn);
      expect(commands.map((one) => one?.level)).toEqual(HARMLESS);
      for (const one of commands) expect(Object.keys(one?.properties ?? {})).toEqual(['title', 'file']);
      // The older form is read anywhere in a line.
      expect(/##\w*\[/.exec(output)).toBeNull();
      // A message is shown over several lines of the log, and none of them is a command.
      for (const line of commands.flatMap((one) => one?.text.split('\n') ?? [])) expect(line).not.toMatch(/^\s*::/);
      expect(output.length).toBeLessThan(60_000);
    },
  );

  test('gets no property, no second command and no end of a property by its name', () => {
    const name = 'x,file=/etc/passwd::error::y\r\n::set-output name=a::b';
    const report = new ReportBuilder()
      .tool(name)
      .finding('text-conceal', name, { message: `${name}\n::stop-commands::z` })
      .build();
    const [command, ...others] = commandsOf(report);
    expect(others).toEqual([]);
    expect(command?.properties).toEqual({
      title: String.raw`x,file=/etc/passwd::error::y\r\n::set-output name=a::b: text-conceal`,
      file: 'README.md',
    });
  });
});
