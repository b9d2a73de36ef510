/**
 * Reads a rule's `when` without running it. What is refused here would otherwise be a rule that never fires, always
 * fires, or does not end. Every value it reads must be sure to be there: required by the schema, listed in `requires`,
 * or read with a default, because JSON-Logic takes an absent value for null and null for zero. There is no exception for
 * places where absence looks harmless: `!` on a value that was never measured would report a fault nobody saw.
 */

import { isObject } from '../json.js';
import { nearest } from '../nearest.js';
import type { Path, Problem } from '../origin.js';
import { CHECKS } from './check-operators.js';
import { type ReadContext, type Scope, topScope } from './check-reads.js';
import { anyShape, eitherOf, listOf, type Shape, shapeOfValue, typeOfValue } from './data-shape.js';
import { countWords, LEFT_OUT, OPERATORS, OTHER_SPELLINGS, rangeWords } from './operators.js';

/** Operators and literals of one rule. */
const MAX_NODES = 400;
const MAX_DEPTH = 24;

/** Every problem of a `when`, in the order of the text. Uses patterns: `loadPatterns()` comes first when there are any. */
export function checkWhen(when: unknown, context: ReadContext): readonly Problem[] {
  if (when === true) return [];
  const walk = new Walk(context);
  if (isObject(when)) walk.expression(when, [], { scope: topScope(context), depth: 0, loops: 0, reducing: false });
  else
    walk.fault(
      [],
      `is ${JSON.stringify(when)?.slice(0, 60)}. Write an operator, such as { "===": [{ var: field }, 0] }, or true to report every observation.`,
    );
  return walk.problems;
}

/** True when a `when` uses `matches` anywhere. */
export function usesPatterns(when: unknown): boolean {
  return some(when, (node) => Object.hasOwn(node, 'matches'));
}

/** True when a `when` reads this option. */
export function readsOption(when: unknown, option: string): boolean {
  return some(when, ({ var: read }) => (Array.isArray(read) ? (read as unknown[])[0] : read) === `options.${option}`);
}

/** Iterative, and bounded for values that hold themselves: it also sees what has not been checked. */
function some(when: unknown, test: (node: Readonly<Record<string, unknown>>) => boolean): boolean {
  const open: unknown[] = [when];
  for (let count = 0; open.length > 0 && count < MAX_NODES * 10; count += 1) {
    const node = open.pop();
    if (isObject(node) && test(node)) return true;
    if (typeof node === 'object' && node !== null) open.push(...Object.values(node));
  }
  return false;
}

/** Where in a `when` an expression stands. */
export interface Place {
  readonly scope: Scope;
  /** Operators and lists around it. */
  readonly depth: number;
  /** Loops around it. */
  readonly loops: number;
  /** In the body of a `reduce`, where building a list or a text could double it at every step. */
  readonly reducing: boolean;
}

/** One use of an operator. */
export interface Call {
  readonly operator: string;
  readonly operands: readonly unknown[];
  readonly place: Place;
  /** Up to and with the operator. */
  readonly path: Path;
  /** Path of operand number `index`. */
  at(index: number): Path;
}

/** The state of one check: problems so far, and how much was read. */
export class Walk {
  readonly problems: Problem[] = [];
  #nodes = 0;

  constructor(readonly context: ReadContext) {}

  /** Checks one expression and tells what it gives. */
  expression(node: unknown, path: Path, place: Place): Shape {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES || place.depth > MAX_DEPTH) return this.#tooBig(path);
    if (Array.isArray(node)) return this.#list(node as unknown[], path, place);
    if (isObject(node)) return this.#operator(node, path, place);
    return typeOfValue(node) === undefined
      ? this.fault(path, `holds a ${typeof node}, which is no JSON.`)
      : shapeOfValue(node);
  }

  /** Notes a problem. Nothing is known of what a wrong expression gives. */
  fault(path: Path, message: string, atKey = false): Shape {
    this.problems.push({ path: ['when', ...path], message: `when ${message}`, atKey });
    return anyShape;
  }

  #operator(node: Readonly<Record<string, unknown>>, path: Path, place: Place): Shape {
    const names = Object.keys(node);
    const [operator] = names;
    if (operator === undefined)
      return this.fault(path, 'holds an empty object, which always counts as true. Write an operator or remove it.');
    if (names.length > 1) {
      const list = names.map((name) => `"${name}"`).join(', ');
      return this.fault(
        path,
        `holds ${names.length} operators in one object (${list}), which JSON-Logic takes for data that is always true.\n  Write one operator per object and join them with "and".`,
      );
    }
    const [known, check] = [OPERATORS.get(operator), CHECKS.get(operator)];
    const inside: Path = [...path, operator];
    const deeper = { ...place, depth: place.depth + 1 };
    if (known === undefined || check === undefined) return this.#unknown(operator, inside);
    const value = node[operator];
    // A single operand may stand without a list.
    const operands = Array.isArray(value) ? (value as unknown[]) : [value];
    if (operands.length < known.least || operands.length > known.most) {
      return this.fault(inside, `gives "${operator}" ${countWords(operands.length)}; it takes ${rangeWords(known)}.`);
    }
    return check(this, {
      operator,
      operands,
      place: deeper,
      path: inside,
      at: (index) => (Array.isArray(value) ? [...inside, index] : inside),
    });
  }

  #list(nodes: readonly unknown[], path: Path, place: Place): Shape {
    if (place.reducing && nodes.some((node) => typeof node === 'object')) {
      return this.fault(path, 'builds a list inside "reduce". Use "map" and "filter" for lists.');
    }
    return listOf(
      eitherOf(
        nodes.map((node, index) => this.expression(node, [...path, index], { ...place, depth: place.depth + 1 })),
      ),
    );
  }

  #unknown(operator: string, path: Path): Shape {
    const why = LEFT_OUT.get(operator);
    if (why !== undefined)
      return this.fault(path, `uses "${operator}", which ${why} and has no place in a rule.`, true);
    const other = OTHER_SPELLINGS.get(operator) ?? nearest(operator, OPERATORS.keys());
    const advice =
      other === undefined ? `\n  There are: ${[...OPERATORS.keys()].join(' ')}.` : ` Did you mean "${other}"?`;
    return this.fault(path, `uses "${operator}", which is no operator here.${advice}`, true);
  }

  #tooBig(path: Path): Shape {
    if (this.problems.some(({ message }) => message.startsWith(TOO_BIG))) return anyShape;
    return this.fault(
      path,
      `${TOO_BIG.slice('when '.length)}: at most ${MAX_NODES} operators and values, nested at most ${MAX_DEPTH} deep. Let the probe compute more.`,
    );
  }
}

const TOO_BIG = 'when is too big';
