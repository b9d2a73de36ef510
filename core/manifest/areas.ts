/** From what the readiness battery saw to the areas of the standard and the points each of them lost. Source: manifest specification, 4.9.2. */

import type {} from '../../schemas/readiness.gen.js';
import type { Observation, ObservationKind, ObservationMap } from '../model.js';
import {
  type AreaName,
  CATALOG_TOKENS,
  contextScore,
  DESCRIPTION_LENGTH,
  HEAVIEST_TOOL_TOKENS,
  latencyScore,
  lost,
  mean,
  onCurve,
  rounded,
  total,
  WEIGHTS,
} from './standard.js';

/** Points that were lost. */
export interface LostCheck {
  readonly id: string;
  /** The tool that lost them; null when it is about the server. */
  readonly tool: string | null;
  /** 0 to 99. */
  readonly score: number;
  readonly observed: number | null;
  /** Number of the observation whose verdict says why. */
  readonly on: number;
}

export interface Area {
  readonly name: AreaName;
  readonly weight: number;
  /** 0 to 100, whole. */
  readonly score: number;
  readonly measurements: Readonly<Record<string, number>>;
  readonly checks: readonly LostCheck[];
}

export interface Measured {
  readonly surface: ObservationMap['readiness.surface'];
  /** 0 to 100, whole. */
  readonly score: number;
  /** In the order of documents. */
  readonly areas: readonly Area[];
}

/** A fact with the number of its observation. */
interface Fact<K extends ObservationKind> {
  readonly on: number;
  readonly data: ObservationMap[K];
}

type Scored = Pick<Area, 'checks'> & Partial<Pick<Area, 'measurements'>> & { readonly score: number };

/** The areas; undefined when the battery was not completed. The order of observations does not matter for the score. */
export function areasOf(observations: readonly Observation[]): Measured | undefined {
  const facts = factsIn(observations);
  const [surface] = facts('readiness.surface');
  if (surface === undefined) return undefined;
  const scored: Readonly<Record<AreaName, Scored>> = {
    protocol: protocol(facts('readiness.protocol')),
    catalog: catalog(facts('readiness.catalog'), surface),
    context: context(facts('readiness.context')),
    'error-honesty': honesty(facts('readiness.honesty'), facts('readiness.coverage'), surface),
    reliability: reliability(facts, surface),
    coverage: coverage(facts('readiness.coverage'), surface),
  };
  const areas = WEIGHTS.map(([name, weight]): Area => {
    const { score, measurements = {}, checks } = scored[name];
    return { name, weight, score: rounded(score), measurements, checks };
  });
  return { surface: surface.data, areas, score: total(new Map(areas.map(({ name, score }) => [name, score]))) };
}

type Facts = <K extends ObservationKind>(kind: K) => readonly Fact<K>[];
type Surface = Fact<'readiness.surface'>;

function factsIn(observations: readonly Observation[]): Facts {
  return <K extends ObservationKind>(kind: K) =>
    observations.flatMap((one): Fact<K>[] => {
      if (one.kind !== kind || one.state !== 'observed' || one.data === undefined) return [];
      return [{ on: one.number, data: one.data as unknown as ObservationMap[K] }];
    });
}

/** Points lost by each fact that does not hold, in the order of the facts. */
function lostBy<K extends ObservationKind>(
  id: string,
  facts: readonly Fact<K>[],
  look: (data: ObservationMap[K]) => Partial<Pick<LostCheck, 'tool' | 'score' | 'observed'>> | undefined,
): readonly LostCheck[] {
  return facts.flatMap(({ on, data }) => {
    const found = look(data);
    return found === undefined ? [] : [{ id, tool: null, score: 0, observed: null, on, ...found }];
  });
}

/** In the order of documents. */
const PROTOCOL = ['negotiation', 'unknown-method', 'ping', 'unknown-tool', 'pagination', 'surfaces'] as const;

function protocol(facts: readonly Fact<'readiness.protocol'>[]): Scored {
  return {
    score: mean(facts.map(({ data }) => (data.outcome === 'met' ? 100 : 0))),
    checks: PROTOCOL.flatMap((check) =>
      lostBy(`protocol.${check}`, facts, (data) => (data.check === check && data.outcome !== 'met' ? {} : undefined)),
    ),
  };
}

type Listed = ObservationMap['readiness.catalog'];

/** What is asked of the listing of a tool. `applies`: left out, of every tool. `observed`: what tells how far it is off. */
const LISTING: readonly {
  readonly id: string;
  readonly holds: (tool: Listed) => boolean;
  readonly applies?: (tool: Listed) => boolean;
  readonly observed?: (tool: Listed) => number;
}[] = [
  {
    id: 'catalog.description',
    holds: (tool) => tool.description_length >= DESCRIPTION_LENGTH,
    observed: (tool) => tool.description_length,
  },
  {
    id: 'catalog.params-described',
    applies: (tool) => tool.properties > 0,
    holds: (tool) => tool.undescribed === 0,
    observed: (tool) => tool.undescribed,
  },
  {
    id: 'catalog.params-typed',
    applies: (tool) => tool.properties > 0,
    holds: (tool) => tool.untyped === 0,
    observed: (tool) => tool.untyped,
  },
  { id: 'catalog.read-only-declared', holds: (tool) => tool.read_only_declared },
  {
    id: 'catalog.destructive-declared',
    applies: (tool) => tool.writer,
    holds: (tool) => tool.destructive_declared,
  },
  { id: 'catalog.output-schema', holds: (tool) => tool.output_schema_declared },
];

function catalog(facts: readonly Fact<'readiness.catalog'>[], surface: Surface): Scored {
  const share = (tool: Listed): number =>
    mean(LISTING.filter(({ applies }) => applies?.(tool) ?? true).map(({ holds }) => (holds(tool) ? 100 : 0)));
  const checks = LISTING.flatMap(({ id, applies = () => true, holds, observed }) =>
    lostBy(id, facts, (tool) =>
      applies(tool) && !holds(tool) ? { tool: tool.tool, observed: observed?.(tool) ?? null } : undefined,
    ),
  );
  const empty = lostBy('catalog.empty', [surface], ({ tools }) => (tools === 0 ? {} : undefined));
  return { score: mean(facts.map(({ data }) => share(data))), checks: [...checks, ...empty] };
}

function context(facts: readonly Fact<'readiness.context'>[]): Scored {
  const { catalog_tokens: whole = 0, heaviest_tool_tokens: heaviest = 0 } = facts[0]?.data ?? {};
  const catalogScore = onCurve(whole, CATALOG_TOKENS);
  const toolScore = onCurve(heaviest, HEAVIEST_TOOL_TOKENS);
  return {
    score: contextScore(whole, heaviest),
    measurements: { catalog_tokens: whole, heaviest_tool_tokens: heaviest },
    checks: [
      ...lostBy('context.catalog', facts, () =>
        catalogScore < 100 ? { score: lost(catalogScore), observed: whole } : undefined,
      ),
      ...lostBy('context.heaviest-tool', facts, ({ heaviest_tool: tool }) =>
        toolScore < 100 ? { tool, score: lost(toolScore), observed: heaviest } : undefined,
      ),
    ],
  };
}

type Judged = ObservationMap['readiness.honesty'];

/** JSON-RPC: invalid parameters. */
const INVALID_PARAMS = -32602;

function isHonest({ ended, code, explained, alive }: Judged): boolean {
  return alive && (ended === 'protocol-error' ? code === INVALID_PARAMS : ended === 'tool-error' && explained);
}

function honesty(
  facts: readonly Fact<'readiness.honesty'>[],
  covered: readonly Fact<'readiness.coverage'>[],
  surface: Surface,
): Scored {
  const dishonest = facts.filter(({ data }) => !isHonest(data));
  // Why a tool was not called is a matter of coverage.
  const told = dishonest.map((fact): Fact<'readiness.honesty'> => {
    if (fact.data.ended !== 'not-called') return fact;
    return { ...fact, on: covered.find(({ data }) => data.skipped && data.tool === fact.data.tool)?.on ?? fact.on };
  });
  return {
    score: facts.length === 0 ? 0 : (100 * (facts.length - dishonest.length)) / facts.length,
    checks: [
      ...lostBy('error-honesty.invalid-arguments', told, ({ tool }) => ({ tool })),
      ...lostBy('error-honesty.untestable', [surface], ({ judged }) => (judged === 0 ? {} : undefined)),
    ],
  };
}

type Called = ObservationMap['readiness.reliability'];

const isWhole = ({ completed, planned }: Called): boolean => completed === planned;

/** 0 to 100: how well the answers of a tool were, times how many of them were successes. */
export function reliabilityOf(called: Called): number {
  if (!isWhole(called)) return 0;
  const { consistent, median_above_ms: exceeded, output, succeeded, planned } = called;
  const parts = [consistent ? 100 : 0, latencyScore(exceeded)];
  if (output !== 'undeclared') parts.push(output === 'conforming' ? 100 : 0);
  return (mean(parts) * succeeded) / planned;
}

function reliability(facts: Facts, surface: Surface): Scored {
  const called = facts('readiness.reliability');
  const [contention, payload] = [facts('readiness.contention'), facts('readiness.payload')];
  const { tools, writers, exercised, skipped_tools: skipped } = surface.data;
  const untested = tools - writers - called.length;
  const cases = [
    ...contention.map(({ data }) => (data.both_succeeded ? 100 : 0)),
    ...payload.map(({ data }) => (data.survived ? 100 : 0)),
  ];
  const entries = [
    ...called.map(({ data }) => reliabilityOf(data)),
    ...Array.from({ length: untested }, () => 0),
    // Leaving a tool out must not choose which one meets the two cases.
    ...(skipped.length > 0 ? [0, 0] : cases),
  ];
  const left = facts('readiness.coverage').filter(({ data }) => data.skipped);
  return {
    score: mean(entries),
    measurements: countsOf(called, untested),
    checks: [
      ...lostByCalls(called),
      ...lostBy('reliability.contention', contention, ({ tool, both_succeeded: held }) =>
        held ? undefined : { tool },
      ),
      ...lostBy('reliability.payload', payload, ({ tool, survived }) => (survived ? undefined : { tool })),
      ...lostBy('reliability.none-exercised', [surface], () => (exercised === 0 ? {} : undefined)),
      ...lostBy('reliability.skipped', left.slice(0, 1), () => ({ observed: skipped.length })),
    ],
  };
}

function countsOf(called: readonly Fact<'readiness.reliability'>[], untested: number): Record<string, number> {
  const sum = (of: (data: Called) => number): number => called.reduce((all, { data }) => all + of(data), 0);
  return {
    successful_calls: sum((data) => data.succeeded),
    tool_errors: sum((data) => data.tool_errors),
    rpc_errors: sum((data) => data.rpc_errors),
    rejected_calls: sum((data) => data.rejected),
    transport_errors: sum((data) => data.faults),
    untested_tools: untested,
  };
}

/** A tool whose calls were not all completed has lost everything with its success; the rest is judged of whole sets only. */
function lostByCalls(called: readonly Fact<'readiness.reliability'>[]): readonly LostCheck[] {
  const whole = called.filter(({ data }) => isWhole(data));
  return [
    ...lostBy('reliability.success', called, (data) => {
      const { tool, succeeded, planned } = data;
      if (succeeded === planned) return undefined;
      return { tool, score: isWhole(data) ? rounded((100 * succeeded) / planned) : 0, observed: succeeded };
    }),
    ...lostBy('reliability.consistent', whole, ({ tool, consistent }) => (consistent ? undefined : { tool })),
    ...lostBy('reliability.latency', whole, ({ tool, median_above_ms: exceeded }) =>
      exceeded > 0 ? { tool, score: latencyScore(exceeded) } : undefined,
    ),
    ...lostBy('reliability.output-schema', whole, ({ tool, output }) => (output === 'broken' ? { tool } : undefined)),
  ];
}

function coverage(facts: readonly Fact<'readiness.coverage'>[], surface: Surface): Scored {
  const { tools, writers, exercised } = surface.data;
  const safe = tools - writers;
  return {
    score: safe === 0 ? 0 : (100 * exercised) / safe,
    checks: [
      ...lostBy('coverage.exercised', facts, ({ tool, writer, succeeded }) =>
        writer || succeeded > 0 ? undefined : { tool },
      ),
      ...lostBy('coverage.exercised', [surface], () => (safe === 0 ? {} : undefined)),
    ],
  };
}
