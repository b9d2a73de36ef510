/** From the lines of a recorded run to the run: what belongs together, in order. */

import { excerptOf } from '../excerpt.js';
import { deepFreeze } from '../json.js';
import type { CallEntry, Observation, Tool } from '../model.js';
import type { CallLine, EndLine, HeaderLine, RecordedOutcome, RecordedRun, RunLine, SessionLine } from './run-file.js';
import type { LineProblems } from './line-problems.js';

export interface PlacedLine {
  readonly line: RunLine;
  /** From 1. */
  readonly number: number;
}

type Of<T extends RunLine['type']> = Extract<RunLine, { readonly type: T }>;

/** What does not fit together is added to `problems`; then the result is not to be used. */
export function assembled(
  lines: readonly PlacedLine[],
  source: string,
  cutOff: boolean,
  problems: LineProblems,
): RecordedRun {
  const placed = <T extends RunLine['type']>(type: T): readonly { readonly line: Of<T>; readonly number: number }[] =>
    lines.filter((one): one is { readonly line: Of<T>; readonly number: number } => one.line.type === type);
  const of = <T extends RunLine['type']>(type: T): readonly Of<T>[] => placed(type).map(({ line }) => line);

  for (const type of ['run', 'server', 'end'] as const)
    for (const { number } of placed(type).slice(1)) problems.add(number, `is a second line of the type "${type}".`);
  const [end] = placed('end');
  const last = lines.at(-1);
  if (end !== undefined && last !== undefined && last.number > end.number)
    problems.add(last.number, 'stands behind the line of the type "end", which is the last one.');
  inOrder(placed('observation'), ({ number }) => number, 'number', problems);
  inOrder(placed('tool'), ({ tool }) => tool.index, 'index', problems);
  const ids = new Set<number>();
  for (const { line, number } of placed('call')) {
    if (ids.has(line.id)) problems.add(number, `is a second call with the id ${line.id}.`);
    ids.add(line.id);
  }
  if (end !== undefined && of('server').length === 0) problems.add(end.number, 'ends a run that names no server.');

  const calls = of('call');
  const [header] = of('run');
  return {
    source,
    header: header as HeaderLine,
    sessions: of('session') satisfies readonly SessionLine[],
    calls,
    entries: calls.map(entryOf).toSorted((a, b) => a.id - b.id),
    outcome: end === undefined || cutOff ? undefined : outcomeOf(end.line, of, placed('observation')),
  };
}

/** Whoever refers to them does so by place. */
function inOrder<L extends RunLine>(
  lines: readonly { readonly line: L; readonly number: number }[],
  placeOf: (line: L) => number,
  member: string,
  problems: LineProblems,
): void {
  for (const [at, { line, number }] of lines.entries())
    if (placeOf(line) !== at)
      return problems.add(number, `has the ${member} ${placeOf(line)}, where ${at} comes next.`);
}

function outcomeOf(
  end: EndLine,
  of: <T extends RunLine['type']>(type: T) => readonly Of<T>[],
  placed: readonly { readonly line: Of<'observation'>; readonly number: number }[],
): RecordedOutcome {
  const { serverEnded, restart, unfinished, declaredIn } = end;
  const tools = of('tool');
  const cutTools = tools.filter(({ cut }) => cut !== undefined);
  const cutObservations = placed.filter(({ line }) => line.cut !== undefined);
  const gaps = [
    ...(cutTools.length > 0 ? [`${cutTools.length} of ${tools.length} definitions were too large to keep whole`] : []),
    ...(cutObservations.length > 0
      ? [`${cutObservations.length} of ${placed.length} observations were too large to keep`]
      : []),
    ...(end.dropped > 0 ? [`${end.dropped} lines did not fit into the file`] : []),
  ];
  return deepFreeze({
    server: (of('server')[0] as Of<'server'>).server,
    tools: tools.map(({ tool }): Tool => ({ ...tool, outputSchema: tool.outputSchema })),
    observations: placed.map(({ line }) => observationOf(line)),
    observationLines: placed.map(({ number }) => number),
    faults: of('fault').map(({ plugin, step, message, cost }) => ({ plugin, step, message, cost })),
    subjects: new Map(Object.entries(end.subjects)),
    kinds: new Set(end.kinds),
    sought: end.sought === undefined ? undefined : new Map(Object.entries(end.sought)),
    probed: end.probed,
    wire: end.wire,
    serverEnded,
    restart: restart === undefined ? undefined : { failure: restart.failure },
    unfinished,
    declaredIn,
    gaps,
  });
}

function observationOf(line: Of<'observation'>): Observation {
  const { number, kind, subject, state, data, reason, basis, confidence, evidence, probe } = line;
  return {
    number,
    kind,
    subject,
    state,
    data,
    evidence,
    probe,
    ...(reason !== undefined && { reason }),
    ...(basis !== undefined && { basis }),
    ...(confidence !== undefined && { confidence }),
  };
}

function entryOf({ id, plugin, method, params, outcome, ms, excerpt, ...answer }: CallLine): CallEntry {
  return { id, plugin, method, params, outcome, ms, excerpt: excerpt ?? excerptOf({ outcome, ...answer }) };
}
