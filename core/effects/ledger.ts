/** What a run itself wrote: the only records that its destructive calls may meet, besides ones that do not exist. */

import type { JsonObject } from '../json.js';
import type { Catalog, Tool } from '../model.js';
import { type OwnIds, ownIdsIn } from './own-ids.js';
import { keyTexts, markersOf, type ProbeRecord } from './record.js';

/** A record that a write tool reported as stored. */
export interface OwnRecord {
  /** The tool that wrote it. */
  readonly tool: Tool;
  readonly record: ProbeRecord;
  /** What the server calls it, as far as answers have said. */
  readonly ids: OwnIds;
}

/** Records that are kept; no run writes as many. */
const MOST_RECORDS = 2_000;

export class Ledger {
  readonly #records: OwnRecord[] = [];
  readonly #prefixes = new Set<string>();

  /** Every record, in the order they were written. */
  get records(): readonly OwnRecord[] {
    return this.#records;
  }

  /** The records that this tool wrote, the latest last. */
  of(tool: Tool): readonly OwnRecord[] {
    return this.#records.filter((own) => own.tool.name === tool.name);
  }

  /** Notes a record that the tool reported as stored with this answer. */
  add(tool: Tool, record: ProbeRecord, result: JsonObject): OwnRecord {
    const own: OwnRecord = { tool, record, ids: ownIdsIn(result, { tool }) };
    this.#prefixes.add(record.hex);
    if (this.#records.length < MOST_RECORDS) this.#records.push(own);
    return own;
  }

  /** Learns from what a reader shows of a record how the server calls it. What the write tool said comes first. */
  learn(own: OwnRecord, result: JsonObject): OwnRecord {
    const learned = ownIdsIn(result, { markers: [...markersOf(own.record), ...keyTexts(own.record)] });
    const known: OwnRecord = { ...own, ids: new Map([...learned, ...own.ids]) };
    const at = this.#records.indexOf(own);
    if (at >= 0) this.#records[at] = known;
    return known;
  }

  /** Whether a value names something of this run's own: a text with one of its markers, or an id that the server gave to one of its records. */
  owns(value: unknown): boolean {
    const text = String(value);
    for (const [, hex = ''] of text.matchAll(/tsp([0-9a-f]{6})-/gi))
      if (this.#prefixes.has(hex.toLowerCase())) return true;
    return this.#records.some(({ ids }) => [...ids.values()].some((id) => id === value));
  }
}

/** A run has a catalog of its own, and forgets both together. */
const LEDGERS = new WeakMap<Catalog, Ledger>();

/** The ledger of the run that looks at this catalog. */
export function ledgerOf(catalog: Catalog): Ledger {
  let ledger = LEDGERS.get(catalog);
  if (ledger === undefined) LEDGERS.set(catalog, (ledger = new Ledger()));
  return ledger;
}
