/** The catalog area: what the listing says of each tool. Source: manifest specification, 4.9.2. */

import type { ObservationMap } from '../model.js';
import { type Fact, lostBy, type Scored, type Surface } from './lost.js';
import { DESCRIPTION_LENGTH, mean } from './standard.js';

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

export function catalog(facts: readonly Fact<'readiness.catalog'>[], surface: Surface): Scored {
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
