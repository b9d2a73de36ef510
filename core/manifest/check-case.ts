/** Whether an entry of `probes` is a valid case. Source: manifest specification, 1.4, 1.5 and 1.7. */

import { isObject, type JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import { checkMembers } from './composite-fields.js';
import type { FieldStage, KindDeclaration, Kinds } from './declaration.js';
import { caseFields, mayMutate, sharedFields } from './document-fields.js';
import { fieldValues } from './field-values.js';
import { IDENTIFIER } from './grammar.js';
import type { ManifestProblems, Section } from './problems.js';

export interface CaseContext {
  readonly kinds: Kinds;
  /** Names of the sandboxes that the document declares; undefined when they cannot be told. */
  readonly sandboxes: ReadonlySet<string> | undefined;
  /** Ids of the cases before, each with its place. Grows. */
  readonly ids: Map<string, number>;
  readonly problems: ManifestProblems;
}

type Sink = (at: readonly (string | number)[], message: string, stage?: FieldStage) => void;

/** Reports everything that is wrong with the entry at `index`. */
export function checkCase(value: unknown, index: number, { kinds, sandboxes, ids, problems }: CaseContext): void {
  const add = problems.section(caseSection(value, index));
  const wrong = new Set<string | number | undefined>();
  const problem: Sink = (at, message, stage = 'bounds') => {
    wrong.add(at[0]);
    add(at, message, stage);
  };
  if (!isObject(value)) return problem([], 'takes an object', 'shape');
  const id = usableId(value);
  const name = value['probe'];
  const kind = typeof name === 'string' ? kinds.get(name) : undefined;
  if (kind === undefined) checkWithoutKind(value, kinds, problem);
  else checkMembers(value, caseFields(kind), [], problem);
  if (id !== undefined) {
    if (ids.has(id)) problem(['id'], `is also the id of /probes/${ids.get(id)}; each case has its own`, 'id');
    else ids.set(id, index);
  }
  if (kind === undefined) return;
  checkAccess(name as string, kind, value, sandboxes, problem);
  if (!Object.keys(kind.fields).some((field) => wrong.has(field)))
    kind.check?.(fieldValues(kind, value) as never, problem);
}

/** How messages name a case: by its id, when that is one. M-32 */
export function caseSection(value: unknown, index: number): Section {
  const id = usableId(value);
  return { path: ['probes', index], label: `probe case ${id ?? `number ${index + 1}`}: ` };
}

function usableId(value: unknown): string | undefined {
  const id = isObject(value) ? value['id'] : undefined;
  return typeof id === 'string' && IDENTIFIER.test(id) ? id : undefined;
}

/** Which fields there may be is not known; those that every case has are looked at. */
function checkWithoutKind(value: JsonObject, kinds: Kinds, problem: Sink): void {
  const shared = Object.entries(value).filter(([key]) => Object.hasOwn(sharedFields, key));
  checkMembers(Object.fromEntries(shared), sharedFields, [], problem);
  const name = value['probe'];
  if (typeof name !== 'string') return;
  const near = IDENTIFIER.test(name) ? didYouMean(name, kinds.keys()) : '';
  problem(['probe'], `names no kind.${near || ` There are: ${[...kinds.keys()].join(', ')}`}`, 'shape');
}

/** M-9 to M-11. */
function checkAccess(
  name: string,
  kind: KindDeclaration,
  { access, sandbox = null }: JsonObject,
  sandboxes: ReadonlySet<string> | undefined,
  problem: Sink,
): void {
  const refuse = (field: string, message: string): void => problem([field], message, 'access');
  if (access === 'mutating' && !mayMutate(kind)) return refuse('access', `must be "read_only": ${name} only reads`);
  if (access === 'read_only' && sandbox !== null && kind.sandbox !== 'no')
    refuse(
      'sandbox',
      kind.sandbox === 'tolerated'
        ? `must be left out: ${name} only reads`
        : 'goes with the access "mutating" only. Leave it out, or declare the case mutating',
    );
  if (access !== 'mutating') return;
  if (sandbox === null) refuse('sandbox', 'is missing; a mutating case names one of "sandboxes"');
  else if (typeof sandbox === 'string' && IDENTIFIER.test(sandbox) && sandboxes?.has(sandbox) === false)
    refuse('sandbox', 'is not declared; it takes a name that stands in "sandboxes"');
}
