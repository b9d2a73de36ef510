/** From a recorded run to a report: what it saw goes through the same judging as in the run itself. */

import { resolve } from 'node:path';
import { UsageError } from '../errors.js';
import { isObject } from '../json.js';
import type { Kernel } from '../kernel.js';
import type { JudgeInput, RunResult } from '../kernel/input.js';
import type { Rule } from '../model.js';
import { conforms } from '../schema/conforms.js';
import { printable } from '../text/printable.js';
import { LineProblems } from '../record/line-problems.js';
import type { RecordedOutcome, RecordedRun } from '../record/run-file.js';

/**
 * Judges, and writes what is wanted.
 * @throws UsageError when the record ends before its run did, or holds observations that no probe could have made
 */
export async function judgeRecorded(
  kernel: Kernel,
  run: RecordedRun,
  input: Pick<JudgeInput, 'outputs' | 'terminal' | 'log' | 'beforeReport' | 'baseline'>,
): Promise<RunResult> {
  const outcome = completed(run);
  await checkObservations(kernel, run, outcome);
  const { server, tools, observations, subjects, probed, sought, restart, unfinished } = outcome;
  return kernel.judge({
    ...input,
    target: run.header.target,
    declaredIn: declared(outcome.declaredIn),
    faults: outcome.faults,
    session: { wire: outcome.wire, serverEnded: outcome.serverEnded },
    seen: {
      catalog: { server, tools, resources: [], prompts: [] },
      probed,
      restart,
      observations,
      calls: run.entries,
      sought,
      subjects,
      cutShort: unfinished?.reason,
      notRun: unfinished?.notRun ?? [],
    },
  });
}

/** From the folder of this run, which may be another one. */
function declared(origin: RecordedOutcome['declaredIn']): JudgeInput['declaredIn'] {
  return origin && { ...origin, source: resolve(origin.source) };
}

/** @throws UsageError when the record ends before its run did */
export function completed({ outcome, source, calls }: RecordedRun): RecordedOutcome {
  if (outcome !== undefined) return outcome;
  const has = `It holds ${calls.length} ${calls.length === 1 ? 'call' : 'calls'} and no result to judge`;
  throw new UsageError(
    `${source}  ends before its run did. ${has}; --replay answers a new run from what is there, or record it again.`,
  );
}

/** What views and rules read of an observation has the shape that its kind declares, whoever wrote the file. */
async function checkObservations(
  kernel: Kernel,
  { source, header }: RecordedRun,
  outcome: RecordedOutcome,
): Promise<void> {
  const { toolscore } = header;
  const problems = new LineProblems(source);
  const { kinds } = kernel;
  for (const [at, { kind, data }] of outcome.observations.entries()) {
    const schema = kinds.get(kind);
    if (schema === undefined || data === undefined || !isObject(schema)) continue;
    if ((await conforms(schema, data)) === false)
      problems.add(
        outcome.observationLines[at] ?? 0,
        `has data that does not fit the observation kind ${printable(kind, { max: 60 })}. toolscore ${printable(toolscore, { max: 30 })} recorded it; record the run again with this one.`,
      );
  }
  problems.throwAny();
}

/**
 * Rules that are on and had nothing to judge, as somebody who wants to hear of it would list them: rules from outside or
 * set by the user of whose kind nothing was recorded, and rules of a kind that the recording program did not know.
 * `isOwn`: whether a plugin ships.
 */
export function unjudgedRules(
  { observations, kinds }: Pick<RecordedOutcome, 'observations' | 'kinds'>,
  rules: Iterable<Rule>,
  isOwn: (plugin: string) => boolean,
): readonly Rule[] {
  const seen = new Set(observations.map(({ kind }) => kind));
  return [...rules].filter(({ toggle, observes, plugin, origin }) => {
    if (toggle === 'off' || seen.has(observes)) return false;
    const isWanted = !isOwn(plugin) || !isBuiltIn(origin.source);
    return isWanted || !kinds.has(observes);
  });
}

/** Presets that ship, and the rule's own file or author. */
function isBuiltIn(source: string): boolean {
  return source === 'built in' || source.startsWith('toolscore:') || source.startsWith('preset ');
}

/** One line about them. */
export function unjudgedWords(rules: readonly Rule[], source: string): string {
  const kinds = [...new Set(rules.map(({ observes }) => observes))];
  const named = (words: readonly string[]): string =>
    printable(words.slice(0, MOST_NAMES).join(', '), { max: 400 }) +
    (words.length > MOST_NAMES ? ` and ${words.length - MOST_NAMES} more` : '');
  return `${source} holds nothing of the kind ${named(kinds)}, so nothing was judged by ${named(rules.map(({ id }) => id))}.`;
}

const MOST_NAMES = 6;
