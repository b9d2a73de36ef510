/** What one tool's input schema says of its parts, for arguments that are put together piece by piece. */

import type { JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { check } from '../schema/check.js';
import { startSearch } from '../schema/fill.js';
import { loadKeywords } from '../schema/happy.js';
import { Budget, BudgetSpent } from '../schema/limits.js';
import { type Shape, shapesOf } from '../schema/shape.js';
import { type Survey, surveyOf } from '../schema/survey.js';
import { isDestructiveTool } from '../tool-effects.js';

const PLACE = { path: '', index: 0, depth: 1, width: 1, looped: false, trail: [] };

/** Looks at the schemas inside of one input schema. A schema too tangled to follow forbids nothing and offers nothing. */
export class SchemaParts {
  readonly root: JsonObject;
  readonly #survey: Survey;
  readonly #synthetic: boolean;

  private constructor(tool: Tool) {
    this.root = tool.inputSchema;
    this.#survey = surveyOf(tool.inputSchema);
    this.#synthetic = isDestructiveTool(tool);
  }

  /** Loads what this schema needs first. */
  static async of(tool: Tool): Promise<SchemaParts> {
    await loadKeywords(surveyOf(tool.inputSchema));
    return new SchemaParts(tool);
  }

  /** The likeliest shape of a part; undefined when it contradicts itself. */
  shape(schema: unknown): Shape | undefined {
    return bounded((budget) => {
      const [shape] = shapesOf(this.#survey, budget, schema);
      return shape;
    });
  }

  /** False when the part certainly refuses the value. */
  accepts(schema: unknown, value: unknown): boolean {
    return bounded((budget) => check(this.#survey, budget, schema, value)) !== 'no';
  }

  /** A value for the part as the scenarios would make it; undefined, and no member, when there is none. */
  generated(schema: unknown, name: string): { readonly value: unknown } | undefined {
    return bounded((budget) => {
      const search = startSearch({
        survey: this.#survey,
        budget,
        extent: 'all',
        synthetic: this.#synthetic,
        note: () => {},
      });
      for (const value of search.valuesFor(schema, { ...PLACE, name })) return { value };
      return undefined;
    });
  }
}

function bounded<T>(look: (budget: Budget) => T): T | undefined {
  try {
    return look(new Budget());
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}
