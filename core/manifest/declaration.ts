/** What a kind of manifest probe declares of itself: its fields, and what it may do. */

import type { JsonObject } from '../json.js';
import type { ListedTool, RunCatalog } from './case.js';

/**
 * Takes one problem: where, and what is wrong and allowed. The text never quotes a value of the manifest. `stage`: to
 * which stage of the check it belongs, where that is not the field's own.
 */
export type ProblemSink = (at: readonly (string | number)[], message: string, stage?: FieldStage) => void;

/** In which order the fields of a case are checked; `shape` is what is wrong with objects and lists as such. */
export const FIELD_STAGES = ['shape', 'id', 'tools', 'arguments', 'access', 'bounds', 'expectations'] as const;
export type FieldStage = (typeof FIELD_STAGES)[number];

export interface Field<T = unknown> {
  readonly stage: FieldStage;
  readonly schema: JsonObject;
  /** May be left out, or null, which means the same. */
  readonly optional: boolean;
  /** What the kind gets when it is left out. */
  readonly fallback?: T;
  /** Reports what is wrong with a value that is there. */
  check(value: unknown, at: readonly (string | number)[], problem: ProblemSink): void;
}

export type FieldSet = Readonly<Record<string, Field>>;

/** The fields of a case as its kind gets them. */
export type Values<F extends FieldSet> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** What a first look at a server showed, to draft a manifest from. */
export interface Survey {
  /** As listed, each name once. */
  readonly tools: readonly ListedTool[];
  readonly capabilities: unknown;
  /** Those that succeeded without arguments, at most twenty, and how many whole milliseconds each took. */
  readonly callable: readonly { readonly tool: ListedTool; readonly ms: number }[];
}

/** One case of a drafted manifest: read-only, and expected to pass on the server that was looked at. */
export interface DraftCase<F extends FieldSet = FieldSet> {
  /** Another is given when it can be none. */
  readonly id: string;
  readonly fields: Partial<Values<F>>;
}

/** Kinds of probes by name, in the order of reports and published schemas. */
export type Kinds = ReadonlyMap<string, KindDeclaration>;

/** What the validator and the published schema need to know of a kind. */
export interface KindDeclaration<F extends FieldSet = FieldSet> {
  /** One sentence about what the kind finds out, for documents and schemas that name it. */
  readonly summary?: string;
  /** `either`: the author may declare the case mutating. */
  readonly access: 'read-only' | 'either';
  /** Whether a case has a `sandbox` field; `tolerated`: it is known, and refused because the kind only reads. */
  readonly sandbox: 'yes' | 'tolerated' | 'no';
  readonly fields: F;
  /** Rules over several fields. Called with valid fields only; problems are named relative to the case. */
  check?(values: Values<F>, problem: ProblemSink): void;
  /** Every tool that a case may call, the primary one first. Left out: its `tool` field, when it has one. */
  tools?(values: Values<F>): readonly string[];
  /** Left out: true. False: no tool is the case's own, so that reports name none. */
  readonly hasPrimaryTool?: boolean;
  /** Why a case is refused once the catalog is known; the run then ends before anything is called. */
  refuse?(values: Values<F>, catalog: RunCatalog): string | undefined;
  /**
   * What the client declares on the session of its own that such a case runs on. Servers list some tools only to a
   * client that declares what they need, so its tools are looked for there, too.
   */
  readonly capabilities?: JsonObject;
  /**
   * Whether a pass says that the result was right, and not only that one came. Left out: it does not. Source: manifest
   * specification, V-5.
   */
  hasOracle?(values: Values<F>): boolean;
  /** Cases of this kind for a first manifest. Left out: none, because a person has to say what is expected. */
  draft?(seen: Survey): readonly DraftCase<F>[];
  /** False: it runs although the catalog is incomplete, and finds out why. */
  readonly needsCatalog?: false;
}
