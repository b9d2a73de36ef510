/** One rule on one observation: the verdict, whatever engine judges. */

import { messageOf } from '../errors.js';
import type { JudgeInput, Judgement } from '../hooks.js';
import type { JsonObject } from '../json.js';
import type { Observation, Outcome, Rule, Verdict } from '../model.js';
import { readPath, splitPath } from './path.js';
import { fillParsed, parseTemplate, type Template } from './template.js';

/** Asks the tap of the rule's engine; undefined when no plugin has one. */
export type AskEngine = (input: JudgeInput) => Judgement | undefined;

/** What of a rule is the same for all observations, computed once. */
interface Prepared {
  readonly requires: readonly { readonly path: string; readonly steps: readonly string[] }[];
  readonly message: Template;
  readonly fix: Template;
}

const prepared = new WeakMap<Rule, Prepared>();

/**
 * The verdict. An observation without data passes on its state and reason; a gap in `requires`, an engine nobody brings
 * and a rule that throws give `inconclusive`. `failed` hears what was thrown, so that it can be told as a fault.
 */
export function judgeObservation(
  rule: Rule,
  observation: Observation,
  ask: AskEngine,
  failed: (error: unknown) => void = () => {},
): Verdict {
  const { state, data, reason } = observation;
  if (state !== 'observed')
    return verdict(rule, observation, state, { reason: reason ?? `the probe ${observation.probe} gave no reason` });
  if (data === undefined)
    return verdict(rule, observation, 'inconclusive', { reason: `the probe ${observation.probe} gave no data` });
  const { requires, message, fix } = prepare(rule);
  const gap = requires.find(({ steps }) => (readPath(data, steps) ?? null) === null);
  if (gap !== undefined)
    return verdict(rule, observation, 'inconclusive', { reason: `${rule.observes} lacks "${gap.path}"` });

  let judgement: Judgement | undefined;
  try {
    judgement = ask({ rule, observation: observation as JudgeInput['observation'] });
  } catch (error) {
    failed(error);
    return verdict(rule, observation, 'inconclusive', { reason: `the rule failed: ${messageOf(error)}` });
  }
  if (judgement === undefined)
    return verdict(rule, observation, 'inconclusive', {
      reason: `no plugin judges rules of the engine "${rule.engine}"`,
    });
  if (!judgement.fires) return verdict(rule, observation, 'pass', {});
  const fill = (template: Template): string => fillParsed(template, data as JsonObject, rule.options);
  return verdict(rule, observation, 'fail', { message: fill(message), fix: fill(fix) });
}

function prepare(rule: Rule): Prepared {
  let made = prepared.get(rule);
  if (made === undefined) {
    made = {
      requires: rule.requires.map((path) => ({ path, steps: splitPath(path) })),
      message: parseTemplate(rule.message),
      fix: parseTemplate(rule.fix),
    };
    prepared.set(rule, made);
  }
  return made;
}

function verdict(
  rule: Rule,
  observation: Observation,
  outcome: Outcome,
  said: Pick<Verdict, 'message' | 'fix' | 'reason'>,
): Verdict {
  return {
    rule: rule.id,
    observation: observation.number,
    outcome,
    // A rule that is off is not asked; somebody who asks anyway hears how bad its author finds it.
    severity: rule.toggle === 'off' ? rule.severity : rule.toggle,
    confidence: observation.confidence ?? rule.confidence,
    subject: observation.subject,
    evidence: observation.evidence,
    ...said,
  };
}
