/** What a tool of `toolscore serve` is made of. */

import type { JsonObject } from '../json.js';
import type { Field, FieldSet, Values } from '../manifest/declaration.js';
import type { Offer } from './offer.js';

export interface CallScope {
  readonly offer: Offer;
  /**
   * Does `work` as the one evaluation that is under way. The signal aborts when the client cancels or leaves, and when
   * this program ends.
   * @throws UsageError when another evaluation is under way
   */
  evaluate<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** What a call came to: the same twice, for programs and for readers. */
export interface Answer {
  readonly structured: object;
  readonly text: string;
}

export interface ToolDeclaration<F extends FieldSet> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** One declaration for the schema that clients see and for the check of what they send. */
  readonly input: F;
  /** The JSON Schema of `structured`. */
  readonly output: JsonObject;
  readonly annotations: Annotations;
  /** Looks at what can be looked at in arguments that do not fit. @throws UsageError with what else is wrong with them */
  alsoCheck?(given: JsonObject, offer: Offer): Promise<void>;
  /** Gets valid input only. Whatever it throws becomes a tool error. */
  run(input: Values<F>, scope: CallScope): Promise<Answer>;
}

export type ServedTool = ToolDeclaration<FieldSet>;

export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Looks at what toolscore knows or keeps. */
export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Starts whatever program it is told to, and calls tools that it is told only read: nobody can say what that destroys. */
export const EVALUATES: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

export function defineTool<F extends FieldSet>(tool: ToolDeclaration<F>): ServedTool {
  return tool as unknown as ServedTool;
}

/** The field with what its reader should know; `examples` are arguments that can be sent as they are. */
export function described<T>(inner: Field<T>, description: string, examples?: readonly T[]): Field<T> {
  const schema = { description, ...inner.schema, ...(examples !== undefined && { examples }) };
  return { ...inner, schema };
}

/** The same field, but it may be left out; null means the same, and is not advertised. */
export function leftOut<T>(inner: Field<T>): Field<T | undefined>;
export function leftOut<T>(inner: Field<T>, fallback: T): Field<T>;
export function leftOut<T>(inner: Field<T>, fallback?: T): Field<T | undefined> {
  if (fallback === undefined) return { ...inner, optional: true };
  return { ...inner, schema: { ...inner.schema, default: fallback }, optional: true, fallback };
}
