/** The JSON-Logic operators a rule may use. Nothing that prints, calls methods or was added by somebody else. */

/** How many operands an operator takes. */
export interface Operator {
  readonly least: number;
  readonly most: number;
}

const ANY = Number.POSITIVE_INFINITY;
const takes = (least: number, most = least): Operator => ({ least, most });

export const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['var', takes(1, 2)],
  ['===', takes(2)],
  ['==', takes(2)],
  ['!=', takes(2)],
  ['!==', takes(2)],
  ['<', takes(2, 3)],
  ['<=', takes(2, 3)],
  ['>', takes(2)],
  ['>=', takes(2)],
  ['!', takes(1)],
  ['!!', takes(1)],
  ['and', takes(2, ANY)],
  ['or', takes(2, ANY)],
  ['if', takes(3, ANY)],
  ['+', takes(1, ANY)],
  ['-', takes(1, 2)],
  ['*', takes(2, ANY)],
  ['/', takes(2)],
  ['%', takes(2)],
  ['min', takes(1, ANY)],
  ['max', takes(1, ANY)],
  ['cat', takes(1, ANY)],
  ['in', takes(2)],
  ['substr', takes(2, 3)],
  ['some', takes(2)],
  ['all', takes(2)],
  ['none', takes(2)],
  ['filter', takes(2)],
  ['map', takes(2)],
  ['reduce', takes(3)],
  ['merge', takes(1, ANY)],
  ['missing', takes(1, ANY)],
  ['missing_some', takes(2)],
  ['matches', takes(2)],
]);

/** What people write instead, from JavaScript, other rule languages and JSON-Logic's own spare spellings. */
export const OTHER_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['?:', 'if'],
  ['=', '==='],
  ['<>', '!=='],
  ['not', '!'],
  ['&&', 'and'],
  ['||', 'or'],
  ['any', 'some'],
  ['every', 'all'],
  ['contains', 'in'],
  ['concat', 'cat'],
  ['match', 'matches'],
  ['regex', 'matches'],
  ['regexp', 'matches'],
  ['equals', '==='],
  ['eq', '==='],
  ['ne', '!=='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);

/** Operators of JSON-Logic or its relatives that are left out on purpose. */
export const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['log', 'prints'],
  ['method', 'runs code'],
]);

export function countWords(count: number): string {
  return count === 1 ? '1 operand' : `${count} operands`;
}

/** `exactly 2`, `2 or 3`, `at least 2`. */
export function rangeWords({ least, most }: Operator): string {
  if (most === ANY) return `at least ${least}`;
  return least === most ? `exactly ${least}` : `${least} or ${most}`;
}
