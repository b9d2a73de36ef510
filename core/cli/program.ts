/** The command line: what can be typed. What it does is in the files it loads. */

import { Command, CommanderError, Option } from 'commander';
import { collect } from './collect.js';
import type { Composition } from './composition.js';
import { EXIT, leave, report } from './exit.js';
import { addAuthorCommands } from './program-author.js';
import { addDocumentCommands } from './program-documents.js';
import { withOAuth } from './oauth-flags.js';
import { PROTOCOL } from './protocol-flag.js';
import { addManifestCommands } from './program-manifest.js';
import { say } from './say.js';

/** Runs one command line and leaves the process with its exit code. */
export async function main(argv: readonly string[], composition: Composition): Promise<void> {
  let code: number = EXIT.ok;
  let unwritable: string | undefined;
  process.stdout.on('error', ({ code: why, message }: NodeJS.ErrnoException) => {
    // The reader of a pipe may leave early, as `head` does; that is no failure of ours, and no reason to stop.
    if (why !== 'EPIPE' && why !== 'ERR_STREAM_DESTROYED') unwritable ??= message;
  });
  const { words, verbatim } = splitAtDashes(withDefaultCommand(argv));
  const program = createProgram(composition, verbatim, (result) => (code = result));
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    // Commander has printed its own message by then; help and version end with 0.
    code = error instanceof CommanderError ? (error.exitCode === 0 ? EXIT.ok : EXIT.usage) : report(error);
  }
  // What is still on its way may yet fail.
  await new Promise<void>((done) => process.stdout.write('', () => done()));
  if (unwritable !== undefined) say(`Standard output cannot be written: ${unwritable}.`);
  leave(unwritable === undefined ? code : EXIT.incomplete);
}

/** Words behind `--` are the server's command, word for word; commander would mix them with its own arguments. */
function splitAtDashes(argv: readonly string[]): {
  readonly words: readonly string[];
  readonly verbatim: readonly string[] | undefined;
} {
  const at = argv.indexOf('--');
  return at < 0 ? { words: argv, verbatim: undefined } : { words: argv.slice(0, at), verbatim: argv.slice(at + 1) };
}

/** `toolscore --plugin ./my-rule` grades the server of the config or of the client config file in the folder. */
function withDefaultCommand(argv: readonly string[]): readonly string[] {
  const first = argv[0];
  const own = ['-h', '--help', '-V', '--version'];
  return first !== undefined && first.startsWith('-') && !own.includes(first) ? ['mcp', 'test', ...argv] : argv;
}

function createProgram(
  composition: Composition,
  verbatim: readonly string[] | undefined,
  done: (code: number) => void,
): Command {
  const program = new Command('toolscore');
  program
    .description(
      'Grades an MCP server, and holds it to a manifest: calls its tools, and looks whether they did what they reported.',
    )
    .version(composition.version)
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      '\nWithout a command, options alone grade the server of the config in this folder: toolscore --plugin ./my-rule',
    );

  program.commandsGroup('Scorecards:');
  const mcp = program.command('mcp').description('look at an MCP server, lint it, grade it');
  const target = (name: string, description: string): Command =>
    withTarget(mcp.command(`${name} [command...]`).description(description));

  target('test', 'grade a server; calls every tool, those that write included, so give it a disposable one').action(
    async (words: string[], options: object) =>
      done(await (await import('./run.js')).runTest(words, verbatim, options, composition)),
  );
  target('lint', 'check the definitions only; calls no tool').action(async (words: string[], options: object) =>
    done(await (await import('./run.js')).runLint(words, verbatim, options, composition)),
  );
  target(
    'list',
    'list the tools, calls none; without a server, list the servers of client config files, starts none',
  ).action(async (words: string[], options: object) =>
    done(await (await import('./run.js')).runList(words, verbatim, options, composition)),
  );
  const probes = program.command('probes').description('declare what your tools do, for mcp test --probe-config');
  withTarget(probes.command('init [command...]').description('draft a probe config from the listed tools; calls none'))
    .option('-o, --output <file>', 'the file to write; standard output when left out')
    .action(async (words: string[], options: object) =>
      done(await (await import('./run.js')).runProbesInit(words, verbatim, options, composition)),
    );
  probes
    .command('schema')
    .description('print the JSON Schema of probe configs, for editors')
    .action(async () => done(await (await import('./probe-schema.js')).printProbeSchema()));
  for (const command of mcp.commands) {
    if (command.name() === 'list') withReports(command, composition);
    else withReplay(withRecord(withWatch(withAll(withJudging(command, composition)))));
    if (command.name() === 'test') withGrading(command, composition);
  }
  addOtherCommands(program, composition, done);
  program.commandsGroup('Rule authors:');
  addAuthorCommands({ program, composition, done });
  program.commandsGroup('Manifests:');
  addManifestCommands({ program, verbatim, composition, done });
  addDocumentCommands({ program, composition, done });
  // Inherited only by commands made after it, so it is set on all of them.
  const all = (of: Command): readonly Command[] => [of, ...of.commands.flatMap(all)];
  for (const command of all(program)) command.exitOverride().showSuggestionAfterError();
  return program;
}

/** Options that say which server, and how to reach it. */
function withTarget(command: Command): Command {
  command
    .usage('[options] "SERVER COMMAND"   or   [options] -- SERVER COMMAND   or   [options] --url ADDRESS')
    .option('--url <address>', 'reach the server over HTTP instead of starting it')
    .option('--protocol <version>', PROTOCOL)
    .option('--header <name: value>', 'sent with every request to a server over HTTP; may be repeated', collect)
    .option('--header-env <name=variable>', 'a header with the value of an environment variable', collect);
  return withOAuth(command)
    .option('--config <file>', 'a toolscore config, or a client config file (mcpServers); says which it read', collect)
    .option('--config-file <file>', 'the same as --config', collect)
    .option('--server <name>', 'which server of the client config file')
    .option('--timeout <seconds>', 'limit for the handshake and for each call (30)')
    .option('--no-color', 'no colour')
    .option('--verbose', 'logs on standard error, and the calls behind each finding');
}

/** Options for more than one server. */
function withAll(command: Command): Command {
  return command
    .option(
      '--all',
      'every server of the client config file, with one table at the end; --report json holds all reports',
    )
    .option('--jobs <n>', 'with --all: how many servers at a time, 1 to 16 (1)');
}

/** Options that say where reports go. */
function withReports(command: Command, { flags }: Composition): Command {
  return command
    .option(
      '--report <kind=file>',
      `also write a report, to - for standard output; may be repeated: ${flags.reportFormats.join(', ')}`,
      collect,
    )
    .option('-o, --output <file>', 'the file of a --report KIND that names none');
}

function withRecord(command: Command): Command {
  return command.option(
    '--record <file>',
    'also record the run; toolscore judge makes reports of it without the server',
  );
}

function withReplay(command: Command): Command {
  return command.option('--replay <file>', 'take the answers from a recorded run; starts no server');
}

/** Options for whoever works on a server. */
function withWatch(command: Command): Command {
  return command
    .option('--watch', 'run again whenever the files of the server change, and show what moved')
    .option('--watch-path <path>', 'with --watch: a file or folder to watch besides; may be repeated', collect);
}

/** Options that say what to judge by. */
function withJudging(command: Command, composition: Composition): Command {
  return withReports(command, composition)
    .option('--plugin <path>', 'a plugin, a rule, a folder of them or a package; may be repeated', collect)
    .option('--rule <id=severity>', 'off, info, warning or error for one rule; may be repeated', collect)
    .option('--preset <name>', 'recommended, strict or all: which rules apply, how severe, and whether they count')
    .option(
      '--baseline <file>',
      'a JSON report written earlier: show, and with --ci fail on, only what it does not have',
    )
    .option('--strict-baseline', 'fail when something in the baseline does not occur any more');
}

/** Options that say what comes of a verdict. */
function withResult(command: Command): Command {
  return command
    .option('--scorer <name>', 'how to weigh the verdicts')
    .option('--repro <folder>', 'write for each failed probe the calls it rests on and how to make them again')
    .option('--badge <file>', 'write the badge, an SVG')
    .option('--fail-under <grade>', 'exit 1 below this grade, or below this score from 0 to 1')
    .option('--ci', 'exit 1 on findings of severity error, and add to the job summary');
}

function withPluginFlags(command: Command, flags: Composition['flags']['pluginFlags']): Command {
  for (const flag of flags) command.addOption(new Option(flag.flags, flag.description));
  return command;
}

/** Options of the whole scorecard. */
function withGrading(command: Command, { flags }: Composition): Command {
  command
    .option(
      '--arg <[tool:]name=value>',
      'a value the server accepts, for every tool or for one; may be repeated',
      collect,
    )
    .option('--args-file <file>', 'such values from a JSON or YAML file; may be repeated', collect)
    .option('--read-only', 'call only tools that are read-only')
    .option(
      '--allow-writes',
      'run probes that write, and call destructive tools that name no target; only against a disposable server',
    )
    .option('--probes', 'also check that tools did what they reported; without --allow-writes this only reads')
    .option('--probe-config <file>', 'what you declare about your tools, for probes; implies --probes')
    .option('--max-time <seconds>', 'limit for the whole run (600)');
  return withPluginFlags(withResult(command), flags.pluginFlags);
}

function addOtherCommands(program: Command, composition: Composition, done: (code: number) => void): void {
  withRecord(withGrading(withJudging(program.command('demo'), composition), composition))
    .description('grade the bundled sample server')
    .option('--protocol <version>', PROTOCOL)
    .option('--timeout <seconds>', 'limit for the handshake and for each call (30)')
    .option('--config <file>', 'a toolscore config', collect)
    .option('--no-color', 'no colour')
    .option('--verbose', 'logs on standard error, and the calls behind each finding')
    .action(async (options: object) => done(await (await import('./run.js')).runDemo(options, composition)));
  const judge = withResult(withJudging(program.command('judge <run.jsonl>'), composition));
  withPluginFlags(
    judge,
    composition.flags.pluginFlags.filter(({ judges }) => judges === true),
  )
    .description('make the reports of a recorded run, by the rules that apply now; starts no server')
    .option('--config <file>', 'a toolscore config', collect)
    .option('--no-color', 'no colour')
    .option('--verbose', 'logs on standard error, and the calls behind each finding')
    .action(async (file: string, options: object) =>
      done(await (await import('./judge.js')).runJudge(file, options, composition)),
    );
  program
    .command('sample-server')
    .description('run the sample server on standard input and output')
    .option('--bug <mode>', 'switch a bug on')
    .action(async ({ bug }: { bug?: string }) =>
      done(await composition.sampleServer.run(bug === undefined ? [] : ['--bug', bug])),
    );
  program
    .command('badge <report.json>')
    .description('make a badge from a JSON report')
    .option('-o, --output <file>', 'the SVG file; standard output when left out')
    .action(async (file: string, options: { output?: string }) =>
      done(await (await import('./badge.js')).runBadge(file, options.output, composition)),
    );
  program.commandsGroup('Rules and config:');
  withRules(program.command('rules [id]').description('list the rules with their severity and where it came from'))
    .option(
      '--pack <name>',
      'those of one pack, with their severity in each preset: a package, a folder or a namespace',
    )
    .action(async (id: string | undefined, options: object) =>
      done(await (await import('./rules.js')).runRules(id, options, composition)),
    );
  withRules(program.command('explain [id]').description('say what to do about a rule or a label; list them all'))
    .option('--page', 'the whole page of a label, not only its hint')
    .action(async (id: string | undefined, options: object) =>
      done(await (await import('./rules.js')).runExplain(id, options, composition)),
    );
  withRules(program.command('config').description('show the config as it applies'))
    .option('--print', 'print every setting with where it came from')
    .action(async (options: object) => done(await (await import('./config.js')).runConfig(options, composition)));
}

/** Options that decide which rules there are. */
function withRules(command: Command): Command {
  return command
    .option('--config <file>', 'a toolscore config', collect)
    .option('--plugin <path>', 'a plugin, a rule, a folder of them or a package; may be repeated', collect)
    .option('--rule <id=severity>', 'off, info, warning or error for one rule; may be repeated', collect)
    .option('--preset <name>', 'recommended, strict or all: which rules apply, how severe, and whether they count');
}
