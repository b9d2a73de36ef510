/**
 * What one argument set may hold. A schema that demands more cannot be satisfied by us, and its happy cases are skipped
 * with that reason (scorecard specification 1.2, row 12). Servers send schemas that ask for a thousand million items.
 */

/** Items of one list. */
export const MAX_ITEMS = 100;
/** Values of one argument set: every text, number, list, object and so on counts as one. */
export const MAX_VALUES = 10_000;
/** UTF-16 units of all texts of one argument set, names of properties included. */
export const MAX_CHARACTERS = 100_000;
/** Lists and objects inside each other. */
export const MAX_DEPTH = 50;

/** Values that one search may try, those of rejected candidates included. */
const MAX_STEPS = 2 * MAX_VALUES;
const MAX_SEARCH_CHARACTERS = 10 * MAX_CHARACTERS;
/** Times that one search may look at some schema: to merge it with others, or to check a value against it. */
const MAX_VISITS = 300_000;

/** Thrown out of a search that used up its budget. Never leaves `core/schema`. */
export class BudgetSpent extends Error {}

/** What one search may still spend: schemas are hostile until shown otherwise, and their choices multiply. */
export class Budget {
  #visits = MAX_VISITS;
  #steps = MAX_STEPS;
  #characters = MAX_SEARCH_CHARACTERS;

  /**
   * One more value is tried, with this many characters of text in it.
   * @throws BudgetSpent
   */
  step(characters = 0): void {
    this.#steps -= 1;
    this.#characters -= characters;
    if (this.#steps < 0 || this.#characters < 0) throw new BudgetSpent();
  }

  /**
   * One more look at a schema.
   * @throws BudgetSpent
   */
  visit(): void {
    this.#visits -= 1;
    if (this.#visits < 0) throw new BudgetSpent();
  }

  /** New steps for another try; the visits stay spent, so that all tries together are bounded. */
  renew(): void {
    this.#steps = MAX_STEPS;
    this.#characters = MAX_SEARCH_CHARACTERS;
  }
}

/**
 * Whether a value can be sent as an argument: within the limits and plain JSON (a number beyond what JSON can hold is
 * not). Iterative, because the defaults and examples of a schema can be anything.
 */
export function fitsLimits(value: unknown): boolean {
  let values = 0;
  let characters = 0;
  const open: (readonly [unknown, number])[] = [[value, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [part, depth] = next;
    values += 1;
    if (typeof part === 'string') characters += part.length;
    if (typeof part === 'number' && !Number.isFinite(part)) return false;
    if (typeof part === 'object' && part !== null) {
      const members = Array.isArray(part) ? (part as readonly unknown[]) : Object.values(part);
      if (!Array.isArray(part)) for (const name of Object.keys(part)) characters += name.length;
      if (depth >= MAX_DEPTH || values + members.length > MAX_VALUES) return false;
      for (const member of members) open.push([member, depth + 1]);
    }
    if (values > MAX_VALUES || characters > MAX_CHARACTERS) return false;
  }
  return true;
}
