/** A first manifest for a server, from what the kinds make of a look at it. Source: manifest specification, 4.7. */

import type { JsonObject } from '../json.js';
import type { Kinds, Survey } from './declaration.js';
import { IDENTIFIER } from './grammar.js';

/** The cases in the order of the kinds; all of them read only. */
export function draftCases(seen: Survey, kinds: Kinds): readonly JsonObject[] {
  const ids = new Set<string>();
  return [...kinds].flatMap(([probe, kind]) =>
    (kind.draft?.(seen) ?? []).map(({ id, fields }) => {
      const used = usableId(id, probe, ids);
      ids.add(used);
      return { id: used, probe, access: 'read_only', ...fields };
    }),
  );
}

/** The id itself when it can be one; a tool may have a name that makes it too long, or begin with a digit. */
function usableId(id: string, probe: string, taken: ReadonlySet<string>): string {
  if (IDENTIFIER.test(id) && !taken.has(id)) return id;
  for (let number = 1; ; number += 1) {
    const other = `case-${probe}-${number}`;
    if (!taken.has(other)) return other;
  }
}

/** The text of a manifest with these cases. `schema`: where editors find the schema. */
export function manifestText(cases: readonly JsonObject[], schema: string): string {
  return `${JSON.stringify({ $schema: schema, version: 1, probes: cases }, null, 2)}\n`;
}
