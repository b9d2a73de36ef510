/** Checks what a `when` reads: `var`, `missing` and `missing_some`. */

import type { Path } from '../origin.js';
import { isOption, optionFault, readIn, topScope, typeWords } from './check-reads.js';
import type { Call, Place, Walk } from './check-when.js';
import { anyShape, eitherOf, listOf, type Shape, shapeOfType, typeOfValue, typesOf } from './data-shape.js';

export function checkVar(walk: Walk, { operands, at, place }: Call): Shape {
  const [written, fallback] = operands;
  const isPlace = Number.isInteger(written) && (written as number) >= 0;
  if (typeof written !== 'string' && !isPlace)
    return walk.fault(at(0), `reads a path that ${computed(written)}. Write the path out.`);
  const given = operands.length > 1 ? walk.expression(fallback, at(1), place) : undefined;
  const path = String(written);
  if (isOption(path)) return readOption(walk, path, at(0));
  if (path === '')
    return place.loops > 0
      ? place.scope.shape
      : walk.fault(at(0), 'reads "", which is the whole observation. Name a field of it.');
  return readData(walk, path, at(0), place, given);
}

function readData(walk: Walk, path: string, at: Path, place: Place, given: Shape | undefined): Shape {
  const read = readIn(place.scope, path);
  if ('fault' in read) return walk.fault(at, `reads "${path}", ${read.fault}${outside(walk, path, place)}`);
  if (given !== undefined) {
    if (haveNothingInCommon(read.shape, given)) {
      walk.fault(
        at,
        `reads "${path}", which is ${typeWords(read.shape)}, and instead of it something else, ${typeWords(given)}. Give a default of the same type, or null.`,
      );
    }
    return eitherOf([read.shape, given]);
  }
  // Of data that nobody declares, nothing is certain; that is said once, of the kind.
  if (!read.certain && walk.context.schema !== undefined) {
    const advice = place.loops === 0 ? 'List it in requires, or say what to read instead' : 'Say what to read instead';
    walk.fault(
      at,
      `reads "${path}", which ${place.scope.name} may lack; an absent value counts as null and as zero.\n  ${advice}: { var: [${path}, 0] }.`,
    );
  }
  return read.shape;
}

/** A default of null stands for "not there" whatever the type. */
function haveNothingInCommon(shape: Shape, given: Shape): boolean {
  const [types, others] = [typesOf(shape), typesOf(given)];
  return (
    types !== undefined && others !== undefined && !others.has('null') && ![...others].some((type) => types.has(type))
  );
}

function readOption(walk: Walk, path: string, at: Path): Shape {
  const fault = optionFault(path, walk.context.options);
  if (fault !== undefined) return walk.fault(at, `reads "${path}", ${fault}`);
  const value = walk.context.options[path.slice('options.'.length)];
  const types = (Array.isArray(value) ? (value as unknown[]) : [value]).map(typeOfValue);
  if (types.some((type) => type === undefined || type === 'array' || type === 'object')) {
    return walk.fault(at, `reads "${path}", which is neither a text, a number, true or false, nor a list of these.`);
  }
  const shapes = types.map((type) => (type === undefined ? anyShape : shapeOfType(type)));
  return Array.isArray(value) ? listOf(eitherOf(shapes)) : eitherOf(shapes);
}

/** When a path that a loop cannot see would be found outside it. */
function outside(walk: Walk, path: string, place: Place): string {
  if (place.loops === 0 || 'fault' in readIn(topScope(walk.context), path)) return '';
  return '\n  Inside a loop, var sees one element only. Let the probe put what is needed into the elements.';
}

export function checkMissing(walk: Walk, { operands, at, place }: Call): Shape {
  const [first] = operands;
  if (operands.length === 1 && Array.isArray(first))
    return askMissing(walk, first as unknown[], (index) => [...at(0), index], place);
  return askMissing(walk, operands, at, place);
}

export function checkMissingSome(walk: Walk, { operands, at, path, place }: Call): Shape {
  const [count, paths] = operands;
  if (!Number.isInteger(count) || (count as number) < 1 || !Array.isArray(paths)) {
    return walk.fault(
      path,
      'gives "missing_some" something else than a number and a list of paths: { missing_some: [1, [first, second]] }.',
    );
  }
  return askMissing(walk, paths as unknown[], (index) => [...at(1), index], place);
}

function askMissing(walk: Walk, paths: readonly unknown[], at: (index: number) => Path, place: Place): Shape {
  for (const [index, path] of paths.entries()) {
    if (typeof path !== 'string') {
      walk.fault(at(index), `asks "missing" for a path that ${computed(path)}. Write the path out.`);
      continue;
    }
    const read = readIn(place.scope, path);
    if ('fault' in read) walk.fault(at(index), `asks whether "${path}" is missing, ${read.fault}`);
  }
  return listOf(shapeOfType('string'));
}

function computed(written: unknown): string {
  const shown = JSON.stringify(written)?.slice(0, 60) ?? typeof written;
  return typeof written === 'object' && written !== null
    ? `is computed (${shown}), so nobody can check it`
    : `is ${shown} and no text`;
}
