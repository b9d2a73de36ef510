/** What one tool's input schema says of its parts, for arguments that are put together piece by piece. */

import type { JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { check } from '../schema/check.js';
import { startSearch } from '../schema/fill.js';
import { loadKeywords } from '../schema/happy.js';
import { Budget, BudgetSpent } from '../schema/limits.js';
import { allOf, type Shape, shapesOf } from '../schema/shape.js';
import { type Survey, surveyOf } from '../schema/survey.js';
import { isDestructiveTool } from '../tool-effects.js';

const PLACE = { path: '', index: 0, depth: 1, width: 1, looped: false, trail: [] };

/** Looks at the schemas inside of one input schema. A schema too tangled to follow forbids nothing and offers nothing. */
export class SchemaParts {
  readonly root: JsonObject;
  readonly #survey: Survey;
  readonly #synthetic: boolean;
  /** One for everything that is asked of this schema: a server may list thousands of tangled properties. */
  readonly #budget = new Budget();

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
    return this.#bounded((budget) => {
      const [shape] = shapesOf(this.#survey, budget, schema);
      return shape;
    });
  }

  /** False when the part certainly refuses the value. */
  accepts(schema: unknown, value: unknown): boolean {
    return this.#bounded((budget) => check(this.#survey, budget, schema, value)) !== 'no';
  }

  /** A value for the part as the scenarios would make it; undefined, and no member, when there is none. */
  generated(schema: unknown, name: string): { readonly value: unknown } | undefined {
    return this.#bounded((budget) => {
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

  #bounded<T>(look: (budget: Budget) => T): T | undefined {
    this.#budget.renew();
    try {
      return look(this.#budget);
    } catch (error) {
      if (error instanceof BudgetSpent) return undefined;
      throw error;
    }
  }
}

/** A property that a schema declares or demands. */
export interface Property {
  readonly name: string;
  /** Everything that is said of it. */
  readonly schema: unknown;
  readonly demanded: boolean;
}

/** Properties of one object that are looked at. No honest schema comes near it. */
const MAX_PROPERTIES = 1_000;

/** The properties of an object's shape, in the order they are declared. */
export function propertiesOf({ objects, required }: Shape): readonly Property[] {
  const demanded = new Set(required);
  const names = new Set([...objects.flatMap(({ properties }) => Object.keys(properties)), ...demanded]);
  return [...names].slice(0, MAX_PROPERTIES).map((name) => ({
    name,
    schema: allOf(
      objects.map(({ properties, additional }) => (Object.hasOwn(properties, name) ? properties[name] : additional)),
    ),
    demanded: demanded.has(name),
  }));
}
