/** The `expect` object of a manifest: what a call must end in, and facts about how it did end. Source: manifest specification, 1.6. */

import { isObject, type JsonObject } from '../json.js';
import { isResultPath } from './grammar.js';
import type { Completed } from './peer.js';

export type EqualityValue = null | boolean | number | string;

/** As it stands in a valid manifest; null means absent, as everywhere. */
export interface Expectation {
  readonly outcome: 'ok' | 'error';
  readonly required_result_fields?: readonly string[] | null | undefined;
  readonly equals?: Readonly<Record<string, EqualityValue>> | null | undefined;
  readonly required_result_paths?: readonly string[] | null | undefined;
  readonly equals_paths?: Readonly<Record<string, EqualityValue>> | null | undefined;
  readonly error_code?: number | null | undefined;
}

/** Says something of the result of a success. */
export function assertsResult({
  required_result_fields: fields,
  required_result_paths: paths,
  equals,
  equals_paths: equalsPaths,
}: Expectation): boolean {
  return [fields, paths, equals, equalsPaths].some((asserted) => Object.keys(asserted ?? {}).length > 0);
}

/** How a call ended against what it had to end in: the data of `case.outcome`. */
export interface OutcomeFacts {
  readonly expected: 'success' | 'error' | 'any';
  readonly ended: 'success' | 'error';
  /** The code that was declared, and the one that came; null where there is none. */
  readonly code_expected: number | null;
  readonly code: number | null;
  /** A declared field or path is absent. */
  readonly missing: boolean;
  /** A declared value differs; a missing one does. */
  readonly unequal: boolean;
}

/** Facts for a call that only has to succeed, to fail, or may do either. */
export function outcomeOf(completed: Completed, expected: OutcomeFacts['expected']): OutcomeFacts {
  const succeeded = completed.kind === 'success';
  return {
    expected,
    ended: succeeded ? 'success' : 'error',
    code_expected: null,
    code: succeeded ? null : completed.code,
    missing: false,
    unequal: false,
  };
}

/** Facts for a call that was expected to meet a declared expectation. */
export function expectationFacts(completed: Completed, expect: Expectation): OutcomeFacts {
  const facts = outcomeOf(completed, expect.outcome === 'ok' ? 'success' : 'error');
  const declared = { ...facts, code_expected: expect.error_code ?? null };
  if (completed.kind !== 'success' || expect.outcome !== 'ok') return declared;
  const { result } = completed;
  const { required_result_fields: fields, required_result_paths: paths, equals, equals_paths: equalsPaths } = expect;
  const found = [
    ...(fields ?? []).map((name) => member(result, name)),
    ...(paths ?? []).map((path) => resolvePath(result, path)),
  ];
  const same = [
    ...Object.entries(equals ?? {}).map(([name, value]) => equal(member(result, name), value)),
    ...Object.entries(equalsPaths ?? {}).map(([path, value]) => equal(resolvePath(result, path), value)),
  ];
  return { ...declared, missing: found.includes(undefined), unequal: same.includes(false) };
}

/** True when the call met its expectation, so that a sequence may go on. The labels of the rules say the same, in words. */
export function isMet({ expected, ended, code_expected: wanted, code, missing, unequal }: OutcomeFacts): boolean {
  if (expected === 'any') return true;
  return expected === ended && (wanted === null || wanted === code) && !missing && !unequal;
}

/** What was found: wrapped, so that an existing null is told from a missing value. */
interface Found {
  readonly value: unknown;
}

function member(object: JsonObject, name: string): Found | undefined {
  return Object.hasOwn(object, name) ? { value: object[name] } : undefined;
}

/** The value that a result path selects; undefined when it does not resolve. Array places are decimal without leading zeros. M-7. */
export function resolvePath(root: JsonObject, path: string): Found | undefined {
  if (!isResultPath(path)) return undefined;
  let found: Found | undefined = { value: root };
  for (const part of path.slice(1).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const { value }: Found = found;
    if (Array.isArray(value)) found = /^(?:0|[1-9]\d{0,8})$/.test(name) ? place(value, Number(name)) : undefined;
    else found = isObject(value) ? member(value, name) : undefined;
    if (found === undefined) return undefined;
  }
  return found;
}

function place(list: readonly unknown[], at: number): Found | undefined {
  return at < list.length ? { value: list[at] } : undefined;
}

/** Numbers by value, texts by code points, nothing is converted. M-20. */
function equal(found: Found | undefined, value: EqualityValue): boolean {
  return found !== undefined && found.value === value;
}
