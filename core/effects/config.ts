/** What an author declares about a server's effects, so that probes need not guess. Everything declared is of high confidence. Scorecard specification, 4 and 6. */

import type { JsonObject } from '../json.js';
import type { Tool } from '../model.js';

/** What a parameter that bounds an answer promises, for a value N. */
export type BoundExpectation = 'at_most' | 'exact' | 'prefix' | 'suffix';
/** What is counted: lines of text, items of a list, or whichever the answer holds. */
export type BoundUnit = 'auto' | 'lines' | 'items';
/** How the items of two calls relate. */
export type AgreementExpectation = 'subset' | 'equal';

/** A write tool and the read tool that shows what it stored. */
export interface WritePair {
  readonly write: string;
  readonly read: string;
  /** Texts in it may hold `{key}` and `{marker}`, at any depth. */
  readonly readArgs?: JsonObject;
  /** Values instead of generated ones; texts in it may hold `{marker}` and `{key}`. */
  readonly writeArgs?: JsonObject;
  /** Names of the fields that tell two records apart, instead of what the schema suggests. */
  readonly key?: string | readonly string[];
}

/** A parameter that bounds how much a tool answers. */
export interface BoundRelation {
  readonly tool: string;
  readonly param: string;
  /** What it is tried with: whole numbers from 0. Never empty. */
  readonly values: readonly number[];
  readonly expect: BoundExpectation;
  readonly args?: JsonObject;
  /** Left out: `auto`. */
  readonly unit?: BoundUnit;
  readonly id?: string;
}

/** One side of an agreement. */
export interface ProbeCall {
  readonly tool: string;
  readonly args?: JsonObject;
  /** Compare this field of every item instead of whole items; given on one side it applies to both. */
  readonly field?: string;
}

/** Two calls whose items should agree. */
export interface Agreement {
  readonly left: ProbeCall;
  readonly right: ProbeCall;
  /** Left out: `subset`. */
  readonly expect?: AgreementExpectation;
  /** `lines`: take lines of prose as items. Left out: `auto`. */
  readonly unit?: 'auto' | 'lines';
  readonly id?: string;
}

/** A call that should answer the same twice. */
export interface IdempotentCall {
  readonly tool: string;
  readonly args?: JsonObject;
  readonly id?: string;
}

/** A probe config with nothing left out. It can never permit a write; `Permissions` do that. */
export interface EffectConfig {
  /** False turns the built-in bounds off. */
  readonly builtins: boolean;
  /** Tools to treat as write tools besides those that look like one. */
  readonly writes: readonly string[];
  /** Tools that no probe calls, not even to read back what another wrote. */
  readonly exclude: readonly string[];
  readonly pairs: readonly WritePair[];
  readonly relations: readonly BoundRelation[];
  readonly agreements: readonly Agreement[];
  readonly idempotent: readonly IdempotentCall[];
}

/** What a run is given of it. */
export interface EffectsInput {
  readonly config: EffectConfig;
  /** What does not fit the tools of the server; it ends the run before any of them is called. */
  check?(tools: readonly Tool[]): readonly string[];
}

/** The config of a run that declares nothing. */
export const emptyEffectConfig: EffectConfig = Object.freeze({
  builtins: true,
  writes: [],
  exclude: [],
  pairs: [],
  relations: [],
  agreements: [],
  idempotent: [],
});
