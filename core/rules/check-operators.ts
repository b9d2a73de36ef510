/** What each operator needs of its operands, and what it gives. */

import { isObject } from '../json.js';
import { equalityFault, membershipFault, nameOf, type Operand, orderFault, typeFault } from './check-operands.js';
import { checkLoop, checkReduce } from './check-loops.js';
import { typeWords } from './check-reads.js';
import { checkMissing, checkMissingSome, checkVar } from './check-var.js';
import type { Call, Walk } from './check-when.js';
import { eitherOf, itemsOf, listOf, type Shape, shapeOfType, typesOf } from './data-shape.js';
import { patternFault } from './patterns.js';

export type Check = (walk: Walk, call: Call) => Shape;

const NUMBER = shapeOfType('number');
const TEXT = shapeOfType('string');
const YES_NO = shapeOfType('boolean');

export const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['var', checkVar],
  ['missing', checkMissing],
  ['missing_some', checkMissingSome],
  ...each(['===', '!==', '==', '!='], judged(YES_NO, equalityFault)),
  ...each(['<', '<=', '>', '>='], judged(YES_NO, orderFault)),
  ...each(['+', '-', '*', '/', '%', 'min', 'max'], judged(NUMBER, numberFault)),
  ['in', judged(YES_NO, (_, operands) => membershipFault(operands))],
  ['substr', judged(TEXT, () => undefined)],
  ['!!', judged(YES_NO, () => undefined)],
  ['!', checkNot],
  ...each(['and', 'or'], (walk, call) => eitherOf(operandsOf(walk, call).map(({ shape }) => shape))),
  ['if', checkIf],
  ['cat', checkCat],
  ['merge', checkMerge],
  ['matches', checkMatches],
  ...each(['some', 'all', 'none', 'filter', 'map'], checkLoop),
  ['reduce', checkReduce],
]);

function each(operators: readonly string[], check: Check): [string, Check][] {
  return operators.map((operator) => [operator, check]);
}

function operandsOf(walk: Walk, { operands, at, place }: Call): readonly Operand[] {
  return operands.map((node, index) => ({ node, shape: walk.expression(node, at(index), place) }));
}

/** An operator whose operands are looked at together. */
function judged(gives: Shape, faultOf: (operator: string, operands: readonly Operand[]) => string | undefined): Check {
  return (walk, call) => {
    const fault = faultOf(call.operator, operandsOf(walk, call));
    if (fault !== undefined) walk.fault(call.path, fault);
    return gives;
  };
}

function numberFault(operator: string, operands: readonly Operand[]): string | undefined {
  return typeFault(operator, operands, ['number'], 'numbers');
}

function checkNot(walk: Walk, call: Call): Shape {
  const [operand] = call.operands;
  if (isObject(operand) && Object.hasOwn(operand, 'all')) {
    walk.fault(
      call.path,
      'negates "all", which is false for an empty list, so an empty list would be reported.\n  Write "some" with the bad case instead.',
    );
  }
  operandsOf(walk, call);
  return YES_NO;
}

function checkIf(walk: Walk, call: Call): Shape {
  const { length } = call.operands;
  if (length % 2 === 0) {
    return walk.fault(
      call.path,
      `gives "if" ${length} operands. It takes conditions and values in turn, and last the value for "otherwise".`,
    );
  }
  const values = operandsOf(walk, call).filter((_, index) => index % 2 === 1 || index === length - 1);
  return eitherOf(values.map(({ shape }) => shape));
}

function checkCat(walk: Walk, call: Call): Shape {
  if (call.place.reducing)
    return walk.fault(call.path, 'joins texts inside "reduce". Only numbers, comparisons and conditions go there.');
  operandsOf(walk, call);
  return TEXT;
}

function checkMerge(walk: Walk, call: Call): Shape {
  if (call.place.reducing)
    return walk.fault(call.path, 'builds a list inside "reduce". Use "map" and "filter" for lists.');
  // Something that is no list is merged as one element.
  const parts = operandsOf(walk, call).map(({ shape }) =>
    typesOf(shape)?.has('array') === false ? shape : itemsOf(shape),
  );
  return listOf(eitherOf(parts));
}

function checkMatches(walk: Walk, { operands, at, place }: Call): Shape {
  const [text, pattern] = operands;
  const shape = walk.expression(text, at(0), place);
  if (typesOf(shape)?.has('string') === false) {
    walk.fault(at(0), `gives "matches" ${nameOf(text)}, which is ${typeWords(shape)}. It reads a text.`);
  }
  if (typeof pattern !== 'string')
    return walk.fault(
      at(1),
      'gives "matches" a pattern that is no plain text, so nobody can check it. Write the pattern out.',
    );
  const fault = patternFault(pattern);
  if (fault !== undefined) {
    walk.fault(
      at(1),
      `gives "matches" the pattern ${JSON.stringify(pattern.slice(0, 80))}: ${fault}.\n  Patterns are RE2: no look-around, no back-references.`,
    );
  }
  return YES_NO;
}
