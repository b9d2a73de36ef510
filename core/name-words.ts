/**
 * The words of a name, lower-cased: split at everything that is no letter or digit and at camelCase borders, so that
 * `get-env`, `fetchData` and `list_notes` read alike. Scorecard specification, 2.3.
 */
export function nameWords(name: string): readonly string[] {
  const apart = name.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return apart
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** A noun's singular by its ending: `…ies` to `…y`, `…ses/xes/zes/ches/shes` without `es`, a final `s` dropped (not `ss`, `us`, `is`). */
export function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** Last words of names that stand for one record, such as `note_id` or `rowIndex`. */
const IDENTIFIERS: ReadonlySet<string> = new Set([
  'id',
  'number',
  'num',
  'no',
  'nr',
  'index',
  'idx',
  'pid',
  'uid',
  'key',
  'row',
  'ref',
  'reference',
  'position',
  'line',
  'port',
  'version',
  'revision',
  'serial',
]);

/** True when a property of this name says which record is meant: the number 1 in it could be somebody's. */
export function identifiesRecord(name: string): boolean {
  const last = nameWords(name).at(-1);
  return last !== undefined && (IDENTIFIERS.has(last) || IDENTIFIERS.has(singular(last)));
}
