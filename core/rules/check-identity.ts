import type { JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import { followPath, memberNames, shapeOf } from './data-shape.js';
import { IDENTITY } from './identity.js';
import { pathFault, splitPath } from './path.js';

/** What is wrong with the declaration of a schema, one sentence each, ready to follow the name of the kind and a colon. */
export function identityFaults(schema: JsonObject): readonly string[] {
  const declared = schema[IDENTITY];
  if (declared === undefined) return [];
  if (!Array.isArray(declared) || declared.some((field) => typeof field !== 'string'))
    return [`${IDENTITY} is ${JSON.stringify(declared)}. It takes a list of fields of the data, as in ["param"].`];
  return (declared as readonly string[]).flatMap((field) => {
    const fault = pathFault(field);
    if (fault !== undefined) return [`${IDENTITY} lists "${field}", a path that ${fault}.`];
    const shape = shapeOf(schema);
    if (!('lostAt' in followPath(shape, splitPath(field)))) return [];
    const names = memberNames(shape);
    return [
      `${IDENTITY} lists "${field}", which the schema does not have. It has: ${names.join(', ')}.${didYouMean(field, names)}`,
    ];
  });
}
