/** What a catalog costs: it is sent along with every session. Source: manifest specification, 4.2. */

import { UsageError } from '../errors.js';
import type { ProbeReport } from './types.js';

/** @throws UsageError when the text is no price */
export function parsePrice(text: string): number {
  const price = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(price) && price >= 0) return price;
  throw new UsageError('--price-per-mtok takes a number of US dollars, 0 or more.');
}

export interface CatalogPrice {
  /** Estimated tokens of the catalog. */
  readonly tokens: number;
  /** US dollars, as text with two to six decimals. */
  readonly session: string;
  readonly thousandSessions: string;
}

/** Undefined when the report measured no catalog. `perMtok`: US dollars for a million tokens. */
export function priceOf(document: ProbeReport, perMtok: number): CatalogPrice | undefined {
  const tokens = catalogTokens(document);
  if (tokens === undefined) return undefined;
  const session = (tokens * perMtok) / 1_000_000;
  return { tokens, session: dollars(session), thousandSessions: dollars(session * 1000) };
}

function catalogTokens({ cases, readiness }: ProbeReport): number | undefined {
  const measured = cases.find(({ measurements }) => measurements.total_tokens !== undefined);
  if (measured !== undefined) return measured.measurements.total_tokens;
  return readiness?.areas.find(({ measurements }) => measurements['catalog_tokens'] !== undefined)?.measurements[
    'catalog_tokens'
  ];
}

const dollars = (amount: number): string => amount.toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1');
