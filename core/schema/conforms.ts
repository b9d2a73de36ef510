/** Whether a value satisfies a schema: told without ajv where that is possible, and within bounds of size and time where it is not. */

import type { JsonObject } from '../json.js';
import { type Answer, check } from './check.js';
import { loadKeywords } from './happy.js';
import { Budget, BudgetSpent, fitsLimits } from './limits.js';
import { outputConformance } from './output-conformance.js';
import { surveyOf } from './survey.js';

/**
 * Whether `value` satisfies the whole of `schema`; undefined when nobody can tell, as with a schema that is broken.
 * References are followed within the schema and never fetched. Loads ajv only for what cannot be told without. Never rejects.
 */
export async function conforms(schema: JsonObject, value: unknown): Promise<boolean | undefined> {
  const answer = await quickly(schema, value);
  if (answer !== 'unknown') return answer === 'yes';
  const conformance = await outputConformance(schema, value);
  return conformance === 'unusable' ? undefined : conformance === 'conforms';
}

async function quickly(schema: JsonObject, value: unknown): Promise<Answer> {
  // `check` descends with the value, so only what is bounded may reach it.
  if (!fitsLimits(value)) return 'unknown';
  const survey = surveyOf(schema);
  if (survey.patterns || survey.formats) await loadKeywords(survey);
  try {
    return check(survey, new Budget(), schema, value);
  } catch (error) {
    if (error instanceof BudgetSpent) return 'unknown';
    throw error;
  }
}
