/** `toolscore init`: a first manifest for a server, from a look at it. Spec: manifest 4.7. */

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Drafted, draftManifest } from '../api/draft-manifest.js';
import { timeoutFor } from '../api/manifest-kernel.js';
import { LocalError, messageOf, UsageError } from '../errors.js';
import { groupBy } from '../group.js';
import { writeOutput } from '../kernel/write.js';
import { FAULT_LABELS } from '../manifest/case.js';
import { DECISION_WORDS, type Decision } from '../manifest/decide.js';
import { installSignalHandlers } from '../session/live-servers.js';
import { typedPath } from '../shown-path.js';
import type { Composition } from './composition.js';
import { type EvaluationOptions, evaluationTarget, serverLabel, settingOf, unreachable } from './evaluation.js';
import { say } from './say.js';
import { EXIT } from './exit.js';
import { DEFAULT_MANIFEST } from './probe.js';
import { whyNotWritable } from './writable.js';

export interface InitOptions extends EvaluationOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly confirmReadOnly?: boolean;
  readonly tool?: readonly string[];
  readonly dryRun?: boolean;
}

/** Where the package keeps the schema, in a project that has it installed. */
const SCHEMA = 'node_modules/toolscore/schemas/manifest.schema.json';

/** Drafts a manifest and writes it; with `dryRun` only says which tools it would call. */
export async function runInit(
  words: readonly string[],
  verbatim: readonly string[] | undefined,
  options: InitOptions,
  composition: Composition,
): Promise<number> {
  const { output = DEFAULT_MANIFEST, dryRun = false, tool, confirmReadOnly = false } = options;
  const server = serverLabel(options.server);
  const target = evaluationTarget(words, verbatim, options);
  if (!dryRun) demandFree(output, options.force === true);
  const { kinds: _, ...setting } = await settingOf(options, composition);
  const cwd = process.cwd();
  const schema = typedPath(join(cwd, SCHEMA), dirname(resolve(cwd, output)));
  const undo = installSignalHandlers();
  try {
    const drafted = await draftManifest({
      ...setting,
      target,
      tools: tool,
      confirmReadOnly,
      decideOnly: dryRun,
      schema,
    });
    if (drafted.failure !== undefined) return incomplete(drafted.failure);
    if (drafted.draft === undefined) process.stdout.write(decisionLines(drafted));
    else await write(output, drafted.draft.text);
    for (const line of summary(drafted, server, output)) say(line);
    return EXIT.ok;
  } catch (error) {
    return unreachable(error, target, timeoutFor(target, undefined));
  } finally {
    undo();
  }
}

/** What is there already may be somebody's work. @throws UsageError before the server is contacted */
function demandFree(output: string, force: boolean): void {
  if (output === '-') return;
  const why = whyNotWritable(output);
  if (why !== undefined) throw new UsageError(`${output} ${why}`);
  if (!force && existsSync(output))
    throw new UsageError(`${output} is there already. Give another name with --output, or replace it with --force.`);
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeOutput({ format: 'manifest', path }, text);
  } catch (error) {
    throw new LocalError(`${path} could not be written: ${messageOf(error)}`);
  }
}

function incomplete(failure: NonNullable<Drafted['failure']>): number {
  say(
    failure === 'no-tools'
      ? 'The server lists no tools, so there is nothing to draft from. Nothing was written.'
      : `The look at the server did not come to its end (${FAULT_LABELS[failure]}). Nothing was written.`,
  );
  return EXIT.incomplete;
}

/** One line for each tool, in the order of the list. Names of tools that are listed hold nothing but plain characters. */
function decisionLines({ decisions }: Drafted): string {
  return decisions.map(({ tool, decision }) => `${tool.name} ${DECISION_WORDS[decision]}.\n`).join('');
}

/** I-6. */
function summary({ decisions, called, callable, draft }: Drafted, server: string, output: string): readonly string[] {
  const count = (...wanted: Decision[]): number => decisions.filter(({ decision }) => wanted.includes(decision)).length;
  const tools = [
    `${decisions.length} in all`,
    `${called} called, ${callable.length} of them with cases`,
    `${count('destructive', 'writer')} skipped by annotation`,
    `${count('needs-arguments')} with required arguments`,
    `${count('needs-attestation')} in need of --confirm-read-only`,
    `${count('not-selected')} not selected`,
    ...(count('left-out') > 0 ? [`${count('left-out')} left out for a mark x-mcp-header`] : []),
  ];
  const lines = [`Tools of ${server}: ${tools.join('; ')}.`];
  if (draft === undefined) return [...lines, 'Nothing was called and nothing was written: this was a dry run.'];
  const { cases } = draft.manifest;
  const kinds = [...groupBy(cases, ({ probe }) => probe)].map(([probe, list]) => `${probe} ${list.length}`);
  lines.push(`Cases: ${cases.length}: ${kinds.join(', ')}.`);
  if (output === '-') return lines;
  return [...lines, `Wrote ${output}. Go through it, then:  toolscore probe --server ${server} --manifest ${output} …`];
}
