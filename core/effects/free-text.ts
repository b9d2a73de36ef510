/** Text properties of which we choose every word, and how a marker is written into them. Scorecard specification, 2.5.1. */

import { impliedType, type Shape } from '../schema/shape.js';
import { markerFor, SHORTEST_MARKER } from './marker.js';
import type { SchemaParts } from './schema-parts.js';

/** How a text is built around its marker. */
export interface TextForm {
  readonly before: string;
  readonly after: string;
  /** Characters of the whole text. */
  readonly min: number;
  readonly max: number;
}

/** Texts that are longer than anything somebody reads are no place for a marker. */
const MAX_FILL = 10_000;
/** Digits to try a pattern with: the ones of a real marker are random. */
const SAMPLES = ['0a1b2c', '000000', 'abcdef', '99e941'];
const WRAPPED: ReadonlyMap<string, Pick<TextForm, 'before' | 'after'>> = new Map([
  ['email', { before: '', after: '@example.com' }],
  ['idn-email', { before: '', after: '@example.com' }],
  ['uri', { before: 'https://example.com/', after: '' }],
  ['url', { before: 'https://example.com/', after: '' }],
  ['iri', { before: 'https://example.com/', after: '' }],
]);
const PLAIN = { before: '', after: '' };

/** The form of a property that takes any text; undefined when a marker does not fit into it. */
export function textFormOf(parts: SchemaParts, schema: unknown, shape: Shape): TextForm | undefined {
  if (!takesText(shape) || shape.choices !== undefined) return undefined;
  const wrap = shape.formats.map((format) => WRAPPED.get(format)).find((found) => found !== undefined) ?? PLAIN;
  const form = { ...wrap, min: shape.minLength, max: shape.maxLength };
  if (form.min > MAX_FILL || roomIn(form) < SHORTEST_MARKER) return undefined;
  const fits = SAMPLES.every((hex) => parts.accepts(schema, textWith(form, markerFor(hex, 'sample')).value));
  return fits ? form : undefined;
}

/** True for a part that says nothing of its type: it is treated as text, as the scenarios do. */
export function isUntyped(shape: Shape): boolean {
  return shape.types === undefined && impliedType(shape) === undefined;
}

function takesText(shape: Shape): boolean {
  if (isUntyped(shape)) return shape.preset === undefined && shape.examples.length === 0;
  return (shape.types?.find((type) => type !== 'null') ?? impliedType(shape)) === 'string';
}

const roomIn = ({ before, after, max }: TextForm): number => max - before.length - after.length;

/** The text with this marker in it, and the marker as far as there was room for it. */
export function textWith(form: TextForm, marker: string): { readonly value: string; readonly marker: string } {
  const cut = marker.slice(0, roomIn(form));
  const { before, after } = form;
  const filling = 'x'.repeat(Math.max(0, form.min - before.length - cut.length - after.length));
  return { value: `${before}${cut}${filling}${after}`, marker: cut };
}
