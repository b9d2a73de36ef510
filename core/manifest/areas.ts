/** From what the readiness battery saw to the areas of the standard and the points each of them lost. Source: manifest specification, 4.9.2. */

import type { Observation, ObservationMap } from '../model.js';
import { catalog } from './area-catalog.js';
import { reliability } from './area-reliability.js';
import { type Fact, factsIn, type LostCheck, lostBy, type Scored, type Surface } from './lost.js';
import {
  type AreaName,
  CATALOG_TOKENS,
  contextScore,
  HEAVIEST_TOOL_TOKENS,
  lost,
  mean,
  onCurve,
  rounded,
  total,
  WEIGHTS,
} from './standard.js';

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
