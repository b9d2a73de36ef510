/** What a probe config declares, in the form that probes read: shape checked, keys in camelCase. Scorecard specification, 4 and 6. */

import type { JsonObject } from '../json.js';

/** A write tool and the read tool that shows what it stores. */
export interface WritePair {
  readonly write: string;
  readonly read: string;
  /** Arguments of `read`. Texts may hold `{key}` and `{marker}`. */
  readonly readArgs?: JsonObject;
  /** Arguments of `write`, instead of generated ones. Texts may hold `{marker}` and `{key}`. */
  readonly writeArgs?: JsonObject;
  /** Names of the key field or fields, instead of the likeliest one. */
  readonly key?: string | readonly string[];
}

/** A parameter that bounds what comes back. */
export interface BoundRelation {
  readonly tool: string;
  readonly param: string;
  /** Never empty; whole numbers from 0. */
  readonly values: readonly number[];
  readonly expect: 'at_most' | 'exact' | 'prefix' | 'suffix';
  readonly args?: JsonObject;
  readonly unit?: 'auto' | 'lines' | 'items';
  readonly id?: string;
}

/** One call of an agreement; `field` is the member of its items that is compared. */
export interface ProbeCall {
  readonly tool: string;
  readonly args?: JsonObject;
  readonly field?: string;
}

/** Two calls that should return the same items, or the left ones among the right ones. */
export interface Agreement {
  readonly left: ProbeCall;
  readonly right: ProbeCall;
  readonly expect?: 'subset' | 'equal';
  readonly unit?: 'auto' | 'lines';
  readonly id?: string;
}

/** A call that answers the same when it is made twice in a row. */
export interface IdempotentCall {
  readonly tool: string;
  readonly args?: JsonObject;
  readonly id?: string;
}

export interface EffectConfig {
  readonly builtins: boolean;
  readonly writes: readonly string[];
  readonly exclude: readonly string[];
  readonly pairs: readonly WritePair[];
  readonly relations: readonly BoundRelation[];
  readonly agreements: readonly Agreement[];
  readonly idempotent: readonly IdempotentCall[];
}

/** Nothing declared: the built-in checks alone. */
export const emptyEffectConfig: EffectConfig = {
  builtins: true,
  writes: [],
  exclude: [],
  pairs: [],
  relations: [],
  agreements: [],
  idempotent: [],
};
