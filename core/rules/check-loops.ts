/** Checks loops. Inside them `var` sees one element, in `reduce` the pair `current` and `accumulator`. */

import { nameOf } from './check-operands.js';
import { type Scope, typeWords } from './check-reads.js';
import type { Call, Place, Walk } from './check-when.js';
import { anyShape, itemsOf, listOf, objectOf, type Shape, shapeOfType, typeOfValue, typesOf } from './data-shape.js';

/** Loops inside each other. With the size of a rule, this bounds the time that one judgement can take. */
const MAX_LOOPS = 3;

export function checkLoop(walk: Walk, call: Call): Shape {
  const items = listItems(walk, call);
  if (items === undefined) return anyShape;
  const [list, body] = call.operands;
  const read = nameOf(list);
  const name = read.startsWith('"') ? `the elements of ${read}` : 'the elements';
  const given = walk.expression(
    body,
    call.at(1),
    inside(call.place, { shape: items, name, plural: true, requires: [] }),
  );
  if (call.operator === 'filter') return listOf(items);
  return call.operator === 'map' ? listOf(given) : shapeOfType('boolean');
}

export function checkReduce(walk: Walk, call: Call): Shape {
  const start = call.operands[2];
  const type = typeOfValue(start);
  if (type !== 'number' && type !== 'string' && type !== 'boolean') {
    return walk.fault(
      call.at(2),
      'starts "reduce" from something else than a number, a text, true or false. Write one, such as 0.',
    );
  }
  const items = listItems(walk, call);
  if (items === undefined) return anyShape;
  const accumulator = shapeOfType(type);
  const shape = objectOf(
    new Map([
      ['current', items],
      ['accumulator', accumulator],
    ]),
  );
  const place = inside(call.place, { shape, name: '"reduce"', plural: false, requires: [] });
  const given = typesOf(walk.expression(call.operands[1], call.at(1), { ...place, reducing: true }));
  if (given !== undefined && !given.has(type))
    walk.fault(call.at(1), `gives "reduce" a body of another type than its start value ${JSON.stringify(start)}.`);
  return accumulator;
}

function inside(place: Place, scope: Scope): Place {
  return { ...place, scope, loops: place.loops + 1 };
}

/** What the elements look like; undefined when there is no list to go over. */
function listItems(walk: Walk, { operator, operands, at, path, place }: Call): Shape | undefined {
  if (place.loops >= MAX_LOOPS) {
    walk.fault(path, `has more than ${MAX_LOOPS} loops inside each other. Let the probe compute the inner one.`);
    return undefined;
  }
  const [list] = operands;
  const shape = walk.expression(list, at(0), place);
  if (typesOf(shape)?.has('array') !== false) return itemsOf(shape);
  walk.fault(
    at(0),
    `gives "${operator}" ${nameOf(list)}, which is ${typeWords(shape) ?? 'no list'}. It goes over the elements of a list.`,
  );
  return undefined;
}
