/** `explain`: what a label means and what to do about it. Source: manifest specification, 4.8. */

import { UsageError } from '../errors.js';
import { field } from '../manifest/plain-fields.js';
import type { Rule } from '../model.js';
import { alikeRules, lookUpRule } from '../rules/describe.js';
import { labels } from './output-schemas.js';
import { defineTool, described, leftOut, READS } from './tool.js';

const MAX_LABEL = 100;

export const explainTool = defineTool({
  name: 'explain',
  title: 'Explain a label',
  description:
    'Says what a label of a report means and what the maintainer of the server can do about it. Without a label it lists all of them.',
  input: {
    label: leftOut(
      described(
        field<string>(
          'bounds',
          { type: 'string', minLength: 1, maxLength: MAX_LABEL },
          `a text of 1 to ${MAX_LABEL} characters`,
          (value) => typeof value === 'string' && value.length >= 1 && value.length <= MAX_LABEL,
        ),
        'A reason of a report.',
        ['unexpected-outcome', 'value-mismatch', 'latency-budget-exceeded'],
      ),
    ),
  },
  output: labels,
  annotations: READS,
  async run({ label }, { offer: { rules } }) {
    if (label === undefined) {
      const all = [...rules.values()].map(meaningOf);
      return {
        structured: { labels: all },
        text: all.map((one) => `${one.label}: ${one.meaning}`).join('\n'),
      };
    }
    const rule = lookUpRule(rules, label);
    if (rule === undefined) throw new UsageError(`arguments  /label  there is no such label.${helpFor(label, rules)}`);
    return {
      structured: { labels: [{ ...meaningOf(rule), hint: rule.fix }] },
      text: `${rule.id}: ${rule.failure} — ${rule.fix}`,
    };
  },
});

const meaningOf = ({ id, failure }: Rule): { readonly label: string; readonly meaning: string } => ({
  label: id,
  meaning: failure,
});

function helpFor(label: string, rules: ReadonlyMap<string, Rule>): string {
  return alikeRules(label, [...rules.keys()]) || ' Leave label out to list them.';
}
