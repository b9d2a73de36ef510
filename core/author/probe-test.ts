/** What `testProbe` checks, apart from the runner it runs under. */

import { deepStrictEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from '../define.js';
import type { JsonObject } from '../json.js';
import type { Confidence, ObservationState } from '../model.js';
import { didYouMean } from '../nearest.js';
import { observeReady, type ReadyProbe, readyProbe, type Script, type SeenObservation } from './observe.js';

/** An observation that must come. What is left out is not compared, except the state, the data and the reason. */
export interface ExpectedObservation {
  readonly kind: string;
  /** Left out: `observed`. */
  readonly state?: ObservationState;
  /** All of it. */
  readonly data?: JsonObject;
  /** The whole reason, of every state but `observed`. */
  readonly reason?: string;
  /** Name of the subject. */
  readonly subject?: string;
  readonly basis?: string;
  readonly confidence?: Confidence;
  /** The calls it rests on, as `tools/call NAME`, or the method alone. */
  readonly evidence?: readonly string[];
}

/** Laid over what the cases have in common, one part at a time. */
export interface ProbeCase extends Script {
  /** What the case is about, in words. */
  readonly name: string;
  /** All observations, in order. */
  readonly observations: readonly ExpectedObservation[];
}

/** What the cases have in common, and the cases. */
export interface ProbeCases extends Script {
  readonly cases: readonly ProbeCase[];
}

/** Why these cases prove nothing, one sentence for each reason. */
export function probeCaseFaults({ cases }: ProbeCases): readonly string[] {
  const faults = cases.length === 0 ? ['there is no case.'] : [];
  for (const [index, one] of cases.entries()) {
    const before = cases.slice(0, index);
    if (before.some(({ name }) => name === one.name)) faults.push(`two cases are called "${one.name}".`);
    const same = before.find((other) => isDeepStrictEqual(scriptOf(other), scriptOf(one)));
    if (same !== undefined)
      faults.push(`"${same.name}" and "${one.name}" have the same server and setting: one of them proves nothing.`);
    for (const { kind, state = 'observed', data, reason = '' } of one.observations) {
      if (state === 'observed' && data === undefined)
        faults.push(`"${one.name}" expects ${kind} without its data: write all of it.`);
      if (state !== 'observed' && reason.trim() === '')
        faults.push(`"${one.name}" expects ${kind} to be ${state} without the reason: write the whole reason.`);
    }
  }
  return faults;
}

function scriptOf(one: ProbeCase): Script {
  const { name: _, observations: __, ...script } = one;
  return script;
}

/** A probe that is ready to be tested. */
export interface ProbeUnderTest {
  run(one: ProbeCase): Promise<void>;
}

/**
 * Finds the probe and holds the cases against what it says of itself.
 * @throws Error when there is no such probe, or when the cases leave something it emits untested
 */
export async function probeUnderTest(probe: Plugin | string | URL, cases: ProbeCases): Promise<ProbeUnderTest> {
  const ready = await readyProbe(probe);
  const faults = gapsOf(ready.plugin, cases.cases);
  if (faults.length > 0) throw new Error(notWorth(ready.plugin.name, faults));
  const { cases: _, ...common } = cases;
  return { run: (one) => runCase(ready, { ...common, ...one }) };
}

/** The words of a test that is refused. */
export function notWorth(name: string, faults: readonly string[]): string {
  return [`The test of ${name} is not worth running:`, ...faults.map((fault) => `- ${fault}`)].join('\n');
}

function gapsOf({ emits = {}, effects = 'read' }: Plugin, cases: readonly ProbeCase[]): readonly string[] {
  const kinds = Object.keys(emits);
  const expected = cases.flatMap(({ observations }) => observations);
  const faults = [...new Set(expected.map(({ kind }) => kind))]
    .filter((kind) => !Object.hasOwn(emits, kind))
    .map((kind) => `a case expects ${kind}, which the probe does not emit.${didYouMean(kind, kinds)}`);
  for (const kind of kinds) {
    const states = expected.filter((one) => one.kind === kind).map(({ state = 'observed' }) => state);
    if (!states.includes('observed'))
      faults.push(`no case observes ${kind}: a probe that never looks would go unnoticed.`);
    if (effects !== 'read' && states.every((state) => state === 'observed'))
      faults.push(`no case leaves ${kind} open: a probe that calls can find no answer, and has to say so.`);
  }
  return faults;
}

async function runCase(ready: ReadyProbe, one: ProbeCase): Promise<void> {
  const { observations: expected } = one;
  const { observations } = await observeReady(ready, scriptOf(one));
  const wanted = expected.map((wish) => ({ ...wish, state: wish.state ?? 'observed' }));
  // The rest of what was observed stands there in full, so that the difference says what to write.
  deepStrictEqual(
    observations.map((seen, index) => shaped(seen, expected[index])),
    wanted.map(plain),
  );
}

/** The parts that are compared. */
function shaped(seen: SeenObservation, wanted: ExpectedObservation | undefined): unknown {
  const { kind, state, data, reason, subject, basis, confidence } = seen;
  const evidence = seen.evidence.map(({ method, params }) =>
    method === 'tools/call' ? `${method} ${String(params['name'])}` : method,
  );
  const optional = Object.entries({ subject, basis, confidence, evidence }).filter(
    ([key]) => wanted !== undefined && Object.hasOwn(wanted, key),
  );
  const withData = data !== undefined && (state === 'observed' || wanted?.data !== undefined);
  return plain({
    kind,
    state,
    ...(withData && { data }),
    ...(reason !== undefined && { reason }),
    ...Object.fromEntries(optional),
  });
}

/** As JSON has it: a member without a value is not there. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
