/** `x-identity` in the schema of an observation kind: which fields tell two findings of one rule on one subject apart. */

import type { JsonObject } from '../json.js';

export const IDENTITY = 'x-identity';

/** The declared fields; none when the schema declares none. What is no text is left out: `identityFaults` speaks of it. */
export function identityIn(schema: JsonObject): readonly string[] {
  const declared = schema[IDENTITY];
  return Array.isArray(declared) ? declared.filter((field) => typeof field === 'string') : [];
}
