/** `--all`: every server of a client config file, each in a run of its own, and one table at the end. */

import type { ServerChoice } from '../config/client.js';
import { messageOf, UsageError } from '../errors.js';
import { createModuleLoader } from '../load/module.js';
import type { Report } from '../model.js';
import { installSignalHandlers } from '../session/live-servers.js';
import type { Overview, ServerOutcome } from '../shipped.js';
import { printable } from '../text/printable.js';
import { type AllSettings, allSettings } from './all-options.js';
import type { Composition } from './composition.js';
import { EXIT, report as tell } from './exit.js';
import { inOrder } from './in-order.js';
import type { Given } from './options.js';
import { type Plan, planRun, runInputOf } from './plan.js';
import { endOf, type Kind, LINT } from './run-kind.js';
import { faultWords, say } from './say.js';
import { type DocumentEntry, ServersDocument } from './servers-document.js';
import { allTargets } from './target-all.js';
import { terminalOf } from './terminal.js';

/** What one server came to. */
interface Result {
  readonly outcome: ServerOutcome;
  readonly code: number;
  /** Its part of the document; made only when one is wanted. */
  readonly entry: DocumentEntry | undefined;
}

/** What all runs have in common. */
interface Round {
  readonly kind: Kind;
  readonly settings: AllSettings;
  readonly configPath: string | undefined;
  readonly composition: Composition;
  readonly overview: Overview;
  /** Aborted when the user ends the program. */
  readonly stop: AbortSignal;
  readonly of: number;
}

/**
 * Grades or lints all servers of the file. Returns the worst exit code.
 * @throws UsageError with everything that is wrong, before any server is started
 */
export async function runAll(kind: Kind, words: boolean, options: Given, composition: Composition): Promise<number> {
  const settings = allSettings(options, words);
  const cwd = process.cwd();
  const context = { cwd, modules: createModuleLoader(composition.entries, cwd) };
  const { choices, configPath, notes } = await allTargets(settings.each, context);
  const { overview: load } = await composition.load();
  const stop = new AbortController();
  const round: Round = {
    kind,
    settings,
    configPath,
    composition,
    overview: await load(),
    stop: stop.signal,
    of: choices.length,
  };
  // What is wrong with the flags or the config is wrong for all of them.
  const [first] = choices;
  const plan = first && (await planOf(round, first));
  for (const note of new Set([...notes, ...(plan?.notes ?? []), ...leftOut(plan)])) say(note);
  const undo = installSignalHandlers(() => stop.abort());
  try {
    return await gradeAll(round, choices);
  } finally {
    undo();
  }
}

async function gradeAll(round: Round, choices: readonly ServerChoice[]): Promise<number> {
  const { settings, overview, kind } = round;
  const document = settings.output === undefined ? undefined : new ServersDocument(settings.output);
  const outcomes: ServerOutcome[] = [];
  let worst: number = EXIT.ok;
  try {
    await inOrder(
      choices,
      settings,
      (choice, index) => gradeOne(round, choice, index),
      async ({ outcome, code, entry }) => {
        outcomes.push(outcome);
        worst = Math.max(worst, code);
        if (entry !== undefined) await document?.add(entry);
      },
    );
    await document?.finish();
  } finally {
    document?.close();
  }
  if (settings.output !== '-') process.stdout.write(overview.table(outcomes, tableOf(kind), terminalOf(settings.each)));
  if (settings.output !== undefined && settings.output !== '-') say(`Wrote ${settings.output}.`);
  return worst;
}

async function gradeOne(round: Round, choice: ServerChoice, index: number): Promise<Result> {
  const name = choice.name ?? '';
  const label = `[${index + 1}/${round.of}] ${printable(name, { max: 60 })}`;
  await untilStopped(round);
  say(`${label} …`);
  try {
    const plan = await planOf(round, choice);
    if (index > 0) for (const note of choice.notes ?? []) say(`${label}: ${note}`);
    const { report, faults } = await runOf(round, plan);
    await untilStopped(round);
    return finished(round, { plan, report, name, label, faults });
  } catch (error) {
    await untilStopped(round);
    say(`${label}: no result`);
    const code = tell(error);
    const message = error instanceof UsageError ? error.problems.join(' ') : messageOf(error);
    return { outcome: { name, error: message }, code, entry: { name, error: message } };
  }
}

function finished(
  { kind, overview, settings: { output } }: Round,
  {
    plan,
    report,
    name,
    label,
    faults,
  }: {
    readonly plan: Plan;
    readonly report: Report;
    readonly name: string;
    readonly label: string;
    readonly faults: Report['faults'];
  },
): Result {
  for (const fault of faults) say(`${label}: ${printable(`plugin ${faultWords(fault)}`)}`);
  const outputFailed = faults.some(({ step }) => step === 'report');
  const { code, failed } = endOf(kind, report, plan.settings, outputFailed);
  const row = overview.row(report, tableOf(kind));
  say(`${label}: ${printable(overview.words(row, tableOf(kind)))}`);
  for (const why of failed) say(`${label}: failed: ${why}.`);
  const entry = output === undefined ? undefined : { name, report: overview.json(report) };
  return { outcome: { name, row }, code, entry };
}

function planOf({ kind, settings, configPath, composition }: Round, server: ServerChoice): Promise<Plan> {
  return planRun(undefined, settings.each, kind.format, composition, { server, configPath, notes: [] });
}

async function runOf({ kind, settings: { each } }: Round, plan: Plan): ReturnType<Plan['kernel']['run']> {
  // Only what adds up: the others would write over each other.
  const outputs = plan.settings.outputs.filter(({ append }) => append === true);
  return plan.kernel.run({ ...(await runInputOf(plan, kind, each)), outputs });
}

/** Reports that the config asks for, which are for one server. */
function leftOut(plan: Plan | undefined): readonly string[] {
  const some = plan?.settings.outputs.some(({ path, append }) => path !== '-' && append !== true) ?? false;
  return some ? ['The reports of the config are for one server; with --all there is --report json.'] : [];
}

/** When the user has ended the program nothing begins any more and nothing is told; whoever heard the signal exits. */
async function untilStopped({ stop }: Round): Promise<void> {
  if (stop.aborted) await new Promise<never>(() => {});
}

function tableOf(kind: Kind): 'scorecard' | 'lint' {
  return kind === LINT ? 'lint' : 'scorecard';
}
