/** Which of the built-in labels fire on given facts. */

import type { JsonObject } from '../../core/json.js';
import { judgeWhen } from '../../core/rules/json-logic.js';
import { makeRule } from '../../core/rules/make-rule.js';
import { rules } from '../../rules/gate.gen.js';

const made = rules.map((input) =>
  makeRule(input, {
    id: input.id,
    plugin: 'test',
    toggle: input.severity,
    options: {},
    origin: { source: 'test' },
    page: undefined,
  }),
);

/** Ids of the labels that fire on one observation, in the order of the contract. */
export function firing(observes: string, data: JsonObject): readonly string[] {
  const observation = {
    number: 0,
    kind: observes,
    subject: { kind: 'test', name: 'test' },
    state: 'observed',
    data,
    evidence: [],
    probe: 'test',
  } as const;
  return made
    .filter((rule) => rule.observes === observes && judgeWhen({ rule, observation }).fires)
    .map(({ id }) => id);
}

/** Every combination of one value for each name. */
export function combinations<T extends JsonObject>(choices: {
  readonly [K in keyof T]: readonly T[K][];
}): readonly T[] {
  return Object.entries(choices as Record<string, readonly unknown[]>).reduce<readonly JsonObject[]>(
    (made, [name, values]) => made.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as readonly T[];
}
