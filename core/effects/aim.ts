/** Arguments that are about one record: one of our own, or one that does not exist. */

import type { Tool } from '../model.js';
import { identifiesRecord, nameWords, singular } from '../name-words.js';
import { nameNouns } from '../tool-effects.js';
import { inventedLike } from './invented.js';
import { isKeyName, NO_KEY } from './key.js';
import type { OwnRecord } from './ledger.js';
import { idName } from './own-ids.js';
import { makeRecord, type ProbeRecord } from './record.js';
import { type Leaf, planRecord, type RecordPlan } from './record-plan.js';

/** What aims a call. */
export interface Aim {
  /** The arguments, and which of their fields say what record is meant: those that are its key. */
  readonly record: ProbeRecord;
  /** Names of the arguments that say which record is meant. Never empty. */
  readonly targets: readonly string[];
}

export interface AimInput {
  readonly tool: Tool;
  /** Values that the user gave for its properties: they stay as they are. */
  readonly values: ReadonlyMap<string, unknown>;
  /** True: also every free text that the tool does not ask for. */
  readonly optional?: boolean;
}

/** Aims calls of one tool. */
export interface Aimer {
  /** At a record of our own; undefined when no argument of the tool names it. `hex` is for its other texts. */
  at(own: OwnRecord, hex: string): Aim | undefined;
  /**
   * At nothing: every argument that names a record gets an invented value, in the shape of the one that would name
   * `like` when it is given. Undefined when no argument names a record, or the user fixed those that do.
   */
  atNothing(hex: string, like?: OwnRecord): Aim | undefined;
}

/** Plans the arguments of a tool once, for as many calls as are needed; undefined when none can be made. Never rejects. */
export async function aimerFor({ tool, values, optional = false }: AimInput): Promise<Aimer | undefined> {
  const planned = await planRecord(tool, { values, optional });
  if ('impossible' in planned) return undefined;
  const { plan } = planned;
  const isFree = (leaf: Leaf): boolean => !values.has(/^[^.[]*/.exec(leaf.path)?.[0] ?? '');
  return {
    at: (own, hex) => aimed(plan, hex, (leaf) => (isFree(leaf) ? ownValue(own, leaf) : undefined)),
    atNothing: (hex, like) => {
      const nothing = (leaf: Leaf): unknown => {
        if (!isFree(leaf)) return undefined;
        const real = like === undefined ? undefined : ownValue(like, leaf);
        if (real !== undefined) return inventedLike(real, hex, leaf.name);
        return namesRecord(leaf, tool) ? inventedLike(isNumeric(leaf) ? 0 : '', hex, leaf.name) : undefined;
      };
      return aimed(plan, hex, nothing);
    },
  };
}

/** The value by which an argument of this name means a record of ours; undefined when it does not speak of it. */
export function ownValue({ tool, record, ids }: OwnRecord, { name }: Pick<Leaf, 'name'>): unknown {
  const wanted = idName(name);
  const one = singularName(wanted);
  const id = ids.get(wanted) ?? ids.get(one);
  if (id !== undefined) return id;
  const keys = record.fields.filter(({ isKey }) => isKey);
  const same = keys.find((field) => idName(field.name) === wanted || singularName(idName(field.name)) === one);
  if (same !== undefined) return same.value;
  // `entityName` of what create_entities stores under `name`, and `note` of what has one key only.
  const nouns = nameNouns(tool.name);
  const bare = keys.find((field) => nouns.some((noun) => one === `${noun}_${idName(field.name)}`));
  if (bare !== undefined) return bare.value;
  return keys.length === 1 && nouns.includes(one) ? keys[0]?.value : undefined;
}

function aimed(plan: RecordPlan, hex: string, given: (leaf: Leaf) => unknown): Aim | undefined {
  const targets = new Set<string>();
  const record = makeRecord(plan, NO_KEY, hex, {
    given: (leaf) => {
      const value = given(leaf);
      if (value !== undefined) targets.add(leaf.name);
      return value;
    },
  });
  return targets.size === 0 ? undefined : { record, targets: [...targets] };
}

/** True for an argument whose name says that it names a record: `note_id`, `path`, or `note` of `delete_note`. */
function namesRecord(leaf: Leaf, tool: Tool): boolean {
  if (leaf.kind === 'fixed' && !isNumeric(leaf)) return false;
  const one = singularName(idName(leaf.name));
  if (isNumeric(leaf)) return identifiesRecord(leaf.name) && !/(?:line|position|port|version)$/.test(one);
  return isKeyName(one) || identifiesRecord(one) || nameNouns(tool.name).includes(one);
}

function isNumeric(leaf: Leaf): boolean {
  return leaf.kind === 'fixed' && typeof leaf.value === 'number';
}

function singularName(name: string): string {
  const words = nameWords(name);
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join('_');
}
