/** Arguments of a write tool that name other records: the ends of a link, a parent, the story of a task. */

import {
  type Catalog,
  idName,
  type Leaf,
  ledgerOf,
  nameNouns,
  nameWords,
  type OwnRecord,
  ownValue,
  type RecordPlan,
  type Tool,
} from '../../core/index.js';
import { type Store, storesOf } from './stores.js';

/** The two ends of a link, by the first word of their names. */
const ENDS: readonly (readonly [string, string])[] = [
  ['from', 'to'],
  ['source', 'target'],
  ['src', 'dst'],
  ['parent', 'child'],
];
/** Words for what only connects other records. */
const LINK_WORDS: ReadonlySet<string> = new Set(
  'relation relationship link edge connection dependency association connect relate associate'.split(' '),
);
/** Words for another record of the same kind. */
const SAME_KIND: ReadonlySet<string> = new Set('parent predecessor prerequisite blocker'.split(' '));
/** Who did something is often a plain label, whatever it is called. */
const ACTORS: ReadonlySet<string> = new Set(
  'agent user author owner assignee creator session thread chat client tenant workspace'.split(' '),
);

export interface Reference {
  readonly leaf: Leaf;
  /** The store whose records it names. */
  readonly store: Store;
  /** One of a pair of ends; else told by its name alone. */
  readonly isEnd: boolean;
  /** It may be no more than a label. */
  readonly isActor: boolean;
}

/** The arguments of a planned call that name records of proven stores. Ends first; none when all are free texts. */
export function referencesIn(tool: Tool, plan: RecordPlan, catalog: Catalog): readonly Reference[] {
  const stores = storesOf(catalog).filter((store) => keyed(store, catalog) !== undefined);
  const leaves = plan.leaves.filter(({ kind, name }) => kind === 'text' || idName(name).endsWith('_id'));
  const ends = endsIn(tool, leaves, stores);
  if (ends.length > 0) return ends;
  return leaves.flatMap((leaf) => {
    const store = stores.find((one) => isNamedAfter(leaf, one, tool, catalog));
    const isActor = nameWords(leaf.name).some((word) => ACTORS.has(word));
    return store === undefined ? [] : [{ leaf, store, isEnd: false, isActor }];
  });
}

/** The latest record of a store that other calls can name. */
export function keyed({ tool }: Store, catalog: Catalog): OwnRecord | undefined {
  return ledgerOf(catalog)
    .of(tool)
    .findLast(({ ids, record }) => ids.size > 0 || record.fields.some(({ isKey }) => isKey));
}

/** The value by which a reference names one of our records: its id, or what is its key and no other record's. */
export function nameOf(own: OwnRecord, { leaf }: Pick<Reference, 'leaf'>): unknown {
  const { fields } = own.record;
  const named = ownValue(own, leaf) ?? own.ids.get('id');
  if (named !== undefined) return named;
  // What the user fixed, such as the file that all are in, is the same for every record.
  const distinct = fields.filter(({ marker }) => marker !== undefined);
  const id = distinct.find(({ name }) => idName(name) === 'id');
  const keys = distinct.filter(({ isKey }) => isKey);
  return id?.value ?? (keys.length === 1 ? keys[0]?.value : undefined);
}

function endsIn(tool: Tool, leaves: readonly Leaf[], stores: readonly Store[]): readonly Reference[] {
  const links = nameWords(tool.name).some((word) => LINK_WORDS.has(word) || LINK_WORDS.has(word.replace(/s$/, '')));
  const nouns = new Set(nameNouns(tool.name));
  const others = stores.filter((store) => store.tool !== tool && !isLink(store.tool));
  const kin = others.find((store) => nameNouns(store.tool.name).some((noun) => nouns.has(noun)));
  const store = kin ?? (links ? others[0] : undefined);
  if (store === undefined || !links) return [];
  for (const pair of ENDS) {
    const [one, other] = pair.map((word) => leaves.find(({ name }) => nameWords(name)[0] === word));
    if (one === undefined || other === undefined || placeOf(one) !== placeOf(other)) continue;
    return [one, other].map((leaf) => ({ leaf, store, isEnd: true, isActor: false }));
  }
  return [];
}

/** True for `story_id` and `story` of what create_story stores, and for the parent of a record of the same kind. */
function isNamedAfter(leaf: Leaf, store: Store, tool: Tool, catalog: Catalog): boolean {
  const words = nameWords(leaf.name);
  if (store.tool === tool) return SAME_KIND.has(words[0] ?? '') && words.length <= 2;
  const own = keyed(store, catalog);
  if (own === undefined || ownValue(own, leaf) === undefined) return false;
  const nouns = nameNouns(store.tool.name);
  return nouns.includes(words[0] ?? '') && !sharesNoun(store.tool, tool);
}

/** `update_note` asks for the note that it is about, and for no other one. */
function sharesNoun(one: Tool, other: Tool): boolean {
  const nouns = new Set(nameNouns(one.name));
  return nameNouns(other.name).some((noun) => nouns.has(noun));
}

function isLink({ name }: Tool): boolean {
  return nameNouns(name).some((noun) => LINK_WORDS.has(noun));
}

/** Where a leaf stands, without its own name. */
function placeOf({ path, name }: Leaf): string {
  return path.slice(0, -name.length);
}
