/** Checks operands of JSON-Logic against the schema: a comparison that can never be true is a typo, not a rule. */

import { isObject } from '../json.js';
import { nearest } from '../nearest.js';
import { itemsOf, type JsonType, type Shape, typeOfValue, typesOf, valuesOf } from './data-shape.js';
import { typeWords } from './check-reads.js';

export interface Operand {
  readonly node: unknown;
  readonly shape: Shape;
}

/** How a message calls an operand: its path when it reads one. */
export function nameOf(node: unknown): string {
  const read = isObject(node) ? node['var'] : undefined;
  const path = Array.isArray(read) ? (read as unknown[])[0] : read;
  if (typeof path === 'string' && path !== '') return `"${path}"`;
  return path === '' ? 'the element' : 'the value';
}

/** `===`, `!==`, `==`, `!=`: a literal must be among the values and, for the strict two, the types of the other side. */
export function equalityFault(operator: string, operands: readonly Operand[]): string | undefined {
  const [left, right] = operands;
  if (left === undefined || right === undefined) return undefined;
  const strict = operator.length === 3;
  if (isLiteral(right.node) && !isLiteral(left.node)) return literalFault(left, right.node, strict);
  if (isLiteral(left.node) && !isLiteral(right.node)) return literalFault(right, left.node, strict);
  const [types, others] = [typesOf(left.shape), typesOf(right.shape)];
  if (!strict || types === undefined || others === undefined || [...types].some((type) => others.has(type)))
    return undefined;
  return `compares ${nameOf(left.node)} (${typeWords(left.shape)}) with ${nameOf(right.node)} (${typeWords(right.shape)}), which are never equal.`;
}

/** `in` with a fixed list or a fixed needle: each literal must be a value that can occur. */
export function membershipFault([needle, haystack]: readonly Operand[]): string | undefined {
  if (needle === undefined || haystack === undefined) return undefined;
  const types = typesOf(haystack.shape);
  if (types !== undefined && !types.has('array') && !types.has('string'))
    return `looks with "in" into ${nameOf(haystack.node)}, which is ${typeWords(haystack.shape)} and not a list or a text.`;
  if (Array.isArray(haystack.node)) {
    const literals = (haystack.node as unknown[]).filter(isLiteral);
    return literals.map((literal) => literalFault(needle, literal, true)).find((fault) => fault !== undefined);
  }
  // A text may hold what it is not equal to, so only the elements of a list are looked at.
  if (!isLiteral(needle.node) || types === undefined || types.has('string')) return undefined;
  return literalFault({ node: haystack.node, shape: itemsOf(haystack.shape) }, needle.node, true, 'the elements of ');
}

/** `<` and its like: all numbers, or all texts. Null is neither and compares as zero. */
export function orderFault(operator: string, operands: readonly Operand[]): string | undefined {
  const fault = typeFault(operator, operands, ['number', 'string'], 'numbers or texts');
  if (fault !== undefined) return fault;
  const known = operands.map(({ shape }) => typesOf(shape)).filter((types) => types !== undefined);
  const common = (['number', 'string'] as const).some((type) => known.every((types) => types.has(type)));
  return common ? undefined : `compares a text with a number by "${operator}", which is never true.`;
}

/** Every operand must be able to have one of the wanted types, and none may be null. */
export function typeFault(
  operator: string,
  operands: readonly Operand[],
  wanted: readonly JsonType[],
  takes: string,
): string | undefined {
  for (const { node, shape } of operands) {
    const types = typesOf(shape);
    if (types === undefined) continue;
    if (!wanted.some((type) => types.has(type)))
      return `gives "${operator}" ${nameOf(node)}, which is ${typeWords(shape) ?? 'of another type'}. It takes ${takes}.`;
    if (types.has('null'))
      return `gives "${operator}" ${nameOf(node)}, which may be null and then counts as zero.\n  List it in requires, so that null gives inconclusive.`;
  }
  return undefined;
}

function literalFault({ node, shape }: Operand, literal: Literal, strict: boolean, of = ''): string | undefined {
  // Null asks whether there is a value at all, which is always a fair question.
  if (literal === null) return undefined;
  const values = valuesOf(shape);
  // oxlint-disable-next-line eqeqeq -- as the operator itself compares
  if (values !== undefined && !values.some((value) => (strict ? value === literal : value == literal))) {
    const texts = values.map(String);
    const near = nearest(String(literal), texts);
    const never = of === '' ? 'which it never is.\n  It is one of' : 'which is never there.\n  There are';
    return `compares ${of}${nameOf(node)} with ${JSON.stringify(literal)}, ${never}: ${texts.join(', ')}.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
  }
  const [types, type] = [typesOf(shape), typeOfValue(literal)];
  if (!strict || types === undefined || type === undefined || types.has(type)) return undefined;
  return `compares ${of}${nameOf(node)} (${typeWords(shape)}) with ${JSON.stringify(literal)}, which are never equal.`;
}

type Literal = string | number | boolean | null;

function isLiteral(node: unknown): node is Literal {
  return typeof node !== 'object' || node === null;
}
