/** The command line of what runs no server: stored documents, their schemas, and findings. */

import type { Command } from 'commander';
import { collect } from './collect.js';
import type { Commands } from './program-manifest.js';

export function addDocumentCommands({ program, composition, done }: Omit<Commands, 'verbatim'>): void {
  withKinds(program.command('report <document>'))
    .description('show a JSON report that was written earlier, in another format; - reads standard input')
    .option('--format <format>', 'text, markdown, sarif or json')
    .option('--manifest <file>', 'what SARIF points into (toolscore.manifest.json)')
    .option('--brief', 'leave out the hints')
    .option('--price-per-mtok <dollars>', 'add what the catalog costs for each million tokens')
    .action(async (document: string, options: object) =>
      done(await (await import('./report.js')).runReport(document, options, composition)),
    );
  withKinds(program.command('diff <baseline> <current>'))
    .description('say what moved between two JSON reports of one server; - reads one from standard input')
    .option('--format <format>', 'text, markdown or json')
    .option(
      '--fail-on-regression',
      'exit 1 when a case that passed does not pass any more; of scorecards: when the grade is worse, or an error is new',
    )
    .option(
      '--fail-on-change',
      'exit 1 also when a case fails for another reason; of scorecards: when any finding is new, or a tool came or went',
    )
    .action(async (baseline: string, current: string, options: object) =>
      done(await (await import('./diff.js')).runDiff(baseline, current, options, composition)),
    );
  addSchemas({ program, composition, done });
  addFindings({ program, done });
}

function addSchemas({ program, composition, done }: Omit<Commands, 'verbatim'>): void {
  const schema = program.command('schema').description('print a JSON Schema: of manifests, or of their documents');
  withKinds(schema.command('manifest'))
    .description('of manifests, for editors')
    .action(async (options: object) =>
      done(await (await import('./manifest-schema.js')).printManifestSchema(options, composition)),
    );
  for (const document of ['report', 'diff'] as const)
    schema
      .command(document)
      .description(`of the JSON document of ${document === 'report' ? 'probe' : 'diff'}`)
      .action(async () => done(await (await import('./document-schema.js')).printDocumentSchema(document)));
}

function addFindings({ program, done }: Pick<Commands, 'program' | 'done'>): void {
  const load = (): Promise<typeof import('./findings.js')> => import('./findings.js');
  const findings = program
    .command('findings')
    .description('list what is known to be wrong, and how far its repair is; verify moves it on')
    .option('--state <state>', 'only those in this state: open, fix-claimed, verifying or closed')
    .action(async (options: object) => done(await (await load()).runFindings(options)));
  findings
    .command('open')
    .description('keep a finding about a tool')
    .option('--server <label>', 'the label of the server in documents')
    .option('--tool <name>', 'the tool')
    .option('--class <class>', 'what is wrong, such as false-success')
    .action(async (options: object) => done(await (await load()).runFindingsOpen(options)));
  findings
    .command('show <id>')
    .description('show all of a finding')
    .action(async (id: string) => done(await (await load()).runFindingsShow(id)));
  findings
    .command('claim <id>')
    .description('say that it is repaired; verify finds out')
    .action(async (id: string) => done(await (await load()).runFindingsClaim(id)));
}

/** Options that say which kinds and labels there are besides those that ship. */
function withKinds(command: Command): Command {
  return command
    .option('--config <file>', 'a toolscore config', collect)
    .option('--plugin <path>', 'a plugin that brings kinds or labels; may be repeated', collect);
}
