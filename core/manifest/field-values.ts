/** The fields of a valid case as its kind gets them. Source: manifest specification, M-29. */

import type { JsonObject } from '../json.js';
import type { KindDeclaration } from './declaration.js';

/** Null and absent are the same; what is left out has its fallback, when there is one. */
export function fieldValues({ fields }: Pick<KindDeclaration, 'fields'>, value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { optional, fallback }]) => {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      const used = given === undefined || (optional && given === null) ? fallback : given;
      return used === undefined ? [] : [[name, used]];
    }),
  );
}
