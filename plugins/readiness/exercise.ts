/** What one tool does with arguments that break its schema, and with arguments that satisfy it. Spec: manifest 4.9.1. */

import {
  BATTERY,
  CaseFault,
  type CaseRun,
  type Completed,
  isAlive,
  isObject,
  type JsonObject,
  limitExceeded,
  type ListedTool,
  type ObservationMap,
  orFault,
  outputConformance,
  textItems,
} from '../../core/index.js';
import type { Connection } from './connection.js';

/** JSON-RPC: invalid parameters. */
const INVALID_PARAMS = -32602;

type Ending = 'success' | 'tool-error' | 'rpc-error' | 'rejected';

/** Under the classes of the standard. A result that asks for what this client cannot give is no success. */
export function endingOf(completed: Completed): Ending {
  if (completed.kind === 'protocol-error') return completed.code === INVALID_PARAMS ? 'rejected' : 'rpc-error';
  const unfinished = completed.result['resultType'] === 'input_required';
  return completed.kind === 'tool-error' || unfinished ? 'tool-error' : 'success';
}

/**
 * One call with arguments that the schema refuses, and a look whether the session lives on.
 * @throws CaseFault when there is no connection, or the budget is used up
 */
export async function tryInvalid(
  connection: Connection,
  tool: string,
  args: JsonObject,
  { era }: Pick<CaseRun, 'era'>,
): Promise<ObservationMap['readiness.honesty']> {
  const peer = await connection.peer();
  const completed = await orFault(peer.call(tool, args));
  if (completed instanceof CaseFault) return { tool, ended: 'fault', code: null, explained: false, alive: false };
  const alive = await isAlive(peer, era);
  if (completed.kind === 'protocol-error')
    return { tool, ended: completed.kind, code: completed.code, explained: hasText(completed.error['message']), alive };
  const ended = endingOf(completed) === 'success' ? 'success' : 'tool-error';
  return { tool, ended, code: null, explained: textItems(completed.result).some(hasText), alive };
}

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/**
 * Equal calls with valid arguments, as many as the standard wants; one that is not completed is the last.
 * @throws CaseFault when there is no connection, or the budget is used up
 */
export async function callRepeatedly(
  connection: Connection,
  { name, entry: { outputSchema } }: ListedTool,
  args: JsonObject,
): Promise<ObservationMap['readiness.reliability']> {
  const ends: Ending[] = [];
  const times: number[] = [];
  let faults = 0;
  let broken = false;
  while (ends.length < BATTERY.repeats && faults === 0) {
    const peer = await connection.peer();
    const completed = await orFault(peer.call(name, args));
    if (completed instanceof CaseFault) {
      faults = 1;
      continue;
    }
    const ending = endingOf(completed);
    ends.push(ending);
    times.push(completed.ms);
    if (ending === 'success' && isObject(outputSchema)) broken ||= !(await keepsTo(outputSchema, completed));
  }
  const count = (wanted: Ending): number => ends.filter((ending) => ending === wanted).length;
  return {
    tool: name,
    planned: BATTERY.repeats,
    completed: ends.length,
    succeeded: count('success'),
    tool_errors: count('tool-error'),
    rpc_errors: count('rpc-error'),
    rejected: count('rejected'),
    faults,
    consistent: new Set(ends).size <= 1,
    median_above_ms: limitExceeded(median(times)),
    output: isObject(outputSchema) ? (broken ? 'broken' : 'conforming') : 'undeclared',
  };
}

async function keepsTo(schema: JsonObject, completed: Completed): Promise<boolean> {
  if (completed.kind !== 'success' || !Object.hasOwn(completed.result, 'structuredContent')) return false;
  return (await outputConformance(schema, completed.result['structuredContent'])) === 'conforms';
}

/** The middle one, the lower of two; 0 for none. */
function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)] ?? 0;
}
