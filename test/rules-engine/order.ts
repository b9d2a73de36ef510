import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../core/json.js';
import type { Observation, Rule, RuleInput } from '../../core/model.js';
import { makeRule } from '../../core/rules/make-rule.js';

/** The made-up kind of observation that the tests of rules read: every shape a schema can give a value. */
export const orderSchema = JSON.parse(
  readFileSync(new URL('../../fixtures/broken/rules/order.listing.schema.json', import.meta.url), 'utf8'),
) as JsonObject;

/** Data that fits it. */
export const order: JsonObject = {
  name: 'first',
  id: 'o-1',
  total: 12.5,
  paid: true,
  state: 'open',
  refund: null,
  tags: ['new'],
  extra: { any: { thing: 1 } },
  customer: { id: 'c-1', address: { city: 'Ghent', box: 4 } },
  items: [
    { title: 'pen', count: 2, price: 1.5, stock: 0, parts: [{ title: 'cap', count: 1, price: 0.1 }] },
    { title: 'ink', count: 1, price: 4 },
  ],
};

/** A rule input about orders; what matters to a test laid over it. */
export function orderRule(given: Partial<RuleInput> = {}): RuleInput {
  return {
    id: 'order-bad',
    title: 'Order is good',
    failure: 'Order is bad',
    severity: 'warning',
    confidence: 'high',
    since: '0.1.0',
    observes: 'order.listing',
    when: { '===': [{ var: 'name' }, ''] },
    message: 'The order {{id}} is bad.',
    fix: 'Mend {{id}}.',
    ...given,
  };
}

/** The same as the registry would hand it out. */
export function sealedRule(given: Partial<RuleInput> = {}, toggle: Rule['toggle'] = 'warning'): Rule {
  const input = orderRule(given);
  return makeRule(input, {
    id: input.id,
    plugin: 'shop',
    toggle,
    options: input.options ?? {},
    origin: { source: 'test' },
    page: undefined,
  });
}

export function observed(data: JsonObject = order, given: Partial<Observation> = {}): Observation {
  return {
    number: 0,
    kind: 'order.listing',
    subject: { kind: 'order', name: 'first', index: 0 },
    state: 'observed',
    data,
    evidence: [3],
    probe: 'shop',
    ...given,
  };
}
