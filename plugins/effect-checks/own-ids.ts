import { nameWords } from '../../core/index.js';

/** Last words of names under which a server keeps an id of its own. */
const IDS: ReadonlySet<string> = new Set(['id', 'uuid', 'uid', 'guid', 'number']);

/** True when these are records that the server tells apart by ids of its own. */
export function haveOwnIds(values: readonly unknown[]): boolean {
  const ids = values.map((value) =>
    Object.entries(typeof value === 'object' && value !== null ? value : {}).find(([name]) =>
      IDS.has(nameWords(name).at(-1) ?? ''),
    ),
  );
  return ids.every((id) => id !== undefined) && new Set(ids.map((id) => String(id?.[1]))).size === ids.length;
}
