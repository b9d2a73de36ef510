/** Texts that nobody else has, so that a record is known wherever it shows. Scorecard specification, 2.5.1. */

import type { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';

/** Gives six random lower-case hexadecimal digits; a test gives the ones it wants. */
export type NextHex = () => string;

/** Where the digits of a run come from that is to be made again; loaded for none other. */
let chosen: AsyncLocalStorage<NextHex> | undefined;

/** The one place where a run is random. */
export const randomHex: NextHex = () => chosen?.getStore()?.() ?? randomBytes(3).toString('hex');

/** Digits that follow from `seed`, so that the same run draws the same ones. */
export function seededHex(seed: string): NextHex {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed}:${drawn++}`).digest('hex').slice(0, 6);
}

/** Runs with these digits instead of random ones; others that run meanwhile have their own. */
export async function withHex<T>(next: NextHex, run: () => Promise<T>): Promise<T> {
  const { AsyncLocalStorage: Storage } = await import('node:async_hooks');
  chosen ??= new Storage();
  return chosen.run(next, run);
}

/** Characters of the shortest marker that can still be told from other texts: `tsp`, six digits and a hyphen. */
export const SHORTEST_MARKER = 10;
/** A server may name a property with thousands of characters. */
const MAX_FIELD = 40;

/** What all markers of one record begin with; what people search for when they clean up. */
export function markerPrefix(hex: string): string {
  return `tsp${hex}-`;
}

/** `tsp<hex>-<field>`, such as `tsp64c7f0-title`: plain ASCII, so that no encoding changes it. */
export function markerFor(hex: string, field: string): string {
  return markerPrefix(hex) + field.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, MAX_FIELD);
}

/** The text without any marker, its own words only. */
export function withoutMarkers(text: string): string {
  return text.replaceAll(/tsp[0-9a-f]{6}-\w*/gi, '');
}

/** Far more than chance ever needs; a source that only has one answer must not hang a run. */
const MAX_TRIES = 100;

/** A source of digits that does not give the same ones twice. */
export function distinctHex(next: NextHex): NextHex {
  const given = new Set<string>();
  return () => {
    let hex = next();
    for (let tries = 1; given.has(hex) && tries < MAX_TRIES; tries += 1) hex = next();
    given.add(hex);
    return hex;
  };
}
