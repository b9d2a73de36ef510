/** The command line of manifest runs: what can be typed. What it does is in the files it loads. */

import type { Command } from 'commander';
import { withOAuth } from './oauth-flags.js';
import { collect } from './collect.js';
import type { Composition } from './composition.js';
import { PROTOCOL } from './protocol-flag.js';

export interface Commands {
  readonly program: Command;
  /** The words behind `--`. */
  readonly verbatim: readonly string[] | undefined;
  readonly composition: Composition;
  readonly done: (code: number) => void;
}

export function addManifestCommands({ program, verbatim, composition, done }: Commands): void {
  withReadiness(withEvaluation(program.command('probe [command...]')))
    .description('hold a server to a manifest: strict cases, one verdict each')
    .option('--manifest <file>', 'the manifest (toolscore.manifest.json)')
    .option('--probe <kind>', 'only the cases of this kind')
    .option('--case <id>', 'only this case')
    .option('--format <format>', 'text, json, markdown or sarif')
    .option('--allow-mutation', 'run cases that may change the server; only against a disposable one')
    .option('--brief', 'leave out the hints')
    .option('--gate-only', 'leave out the readiness score')
    .option('--no-journal', 'keep no journal of the calls')
    .action(async (words: string[], options: object) =>
      done(await (await import('./probe.js')).runProbe(words, verbatim, options, composition)),
    );
  withEvaluation(program.command('init [command...]'))
    .description('draft a manifest from what the server lists; calls tools that only read and need no arguments, once')
    .option('-o, --output <file>', 'the file to write (toolscore.manifest.json); - for standard output')
    .option('--force', 'replace the file when it is there already')
    .option('--confirm-read-only', 'tools that declare nothing only read: you say so')
    .option('--tool <name>', 'only this tool; may be repeated', collect)
    .option('--dry-run', 'say what would become of each tool; call none and write nothing')
    .action(async (words: string[], options: object) =>
      done(await (await import('./init.js')).runInit(words, verbatim, options, composition)),
    );
  withReadiness(withEvaluation(program.command('score [command...]')))
    .description('measure how ready a server is for agents, from 0 to 100; calls only what is read-only')
    .option('--format <format>', 'text, json or markdown')
    .option('--brief', 'leave out the hints')
    .action(async (words: string[], options: object) =>
      done(await (await import('./probe.js')).runScore(words, verbatim, options, composition)),
    );
  withSetting(program.command('compare [command...]'))
    .usage('[options] --endpoint LABEL=ADDRESS … --command LABEL="COMMAND" … [-- SERVER COMMAND]')
    .description('hold several servers to one manifest, side by side')
    .option('--endpoint <label=address>', 'a server over HTTP; may be repeated', collect)
    .option('--command <label=command>', 'a server to start; may be repeated', collect)
    .option('--allow-remote-http', 'allow addresses that are not of this machine, over https')
    .option('--protocol <version>', PROTOCOL)
    .option('--manifest <file>', 'the manifest (toolscore.manifest.json)')
    .option('--probe <kind>', 'only the cases of this kind')
    .option('--format <format>', 'text, markdown or json')
    .option('--allow-mutation', 'run cases that may change the server; only against disposable ones')
    .option('--no-journal', 'keep no journal of the calls')
    .action(async (words: string[], options: object) =>
      done(await (await import('./compare.js')).runCompare(words, verbatim, options, composition)),
    );
  withEvaluation(program.command('verify [command...]'))
    .description('run one case to see whether a finding is repaired; three passes in a row close it')
    .option('--finding <id>', 'the finding')
    .option('--case <id>', 'the case of the manifest that shows it')
    .option('--manifest <file>', 'the manifest (toolscore.manifest.json)')
    .option('--allow-mutation', 'run a case that may change the server; only against a disposable one')
    .action(async (words: string[], options: object) =>
      done(await (await import('./verify.js')).runVerify(words, verbatim, options, composition)),
    );
  withJudging(program.command('serve'))
    .description('offer toolscore to agents as an MCP server: over standard input and output, or over HTTP')
    .option('--listen <address>', 'serve over HTTP on this machine, such as 127.0.0.1 or localhost:8080')
    .option('--allow-spawn', 'let agents start the servers they evaluate: any program, with your rights')
    .option('--print-config', 'print what the config of a client says to have it, and end')
    .action(async (options: object) => done(await (await import('./serve.js')).runServe(options, composition)));
}

/** Options of every command that evaluates one server. */
function withEvaluation(command: Command): Command {
  return withOAuth(
    withSetting(command)
      .usage('[options] --server LABEL -- SERVER COMMAND   or   [options] --server LABEL --url ADDRESS')
      .option('--server <label>', 'a name for the server in documents')
      .option('--url <address>', 'reach the server over HTTP')
      .option('--allow-remote-http', 'allow an address that is not of this machine, over https')
      .option('--protocol <version>', PROTOCOL),
  );
}

/** Options that say what to judge by, of commands that print. */
function withSetting(command: Command): Command {
  return withJudging(command).option('--no-color', 'no colour');
}

/** Options that say what to judge by. */
function withJudging(command: Command): Command {
  return command
    .option('--config <file>', 'a toolscore config', collect)
    .option(
      '--plugin <path>',
      'a plugin, a kind of probe, a rule, a folder of them or a package; may be repeated',
      collect,
    )
    .option('--rule <id=severity>', 'off, info, warning or error for one label or rule; may be repeated', collect);
}

/** Options of the readiness score. */
function withReadiness(command: Command): Command {
  return command
    .option('--confirm-read-only', 'tools that declare nothing only read: you say so')
    .option('--skip-tool <name>', 'readiness never calls this tool; may be repeated', collect)
    .option('--price-per-mtok <dollars>', 'add what the catalog costs for each million tokens');
}
