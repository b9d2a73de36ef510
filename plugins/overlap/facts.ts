/** What every check of overlapping calls keeps, for its observation. */

import type { Catalog, Tool } from '../../core/index.js';
import type { ToolOverlap } from '../../schemas/observations.gen.js';
import type { Journal } from '../effect-checks/journal.js';
import type { Store } from '../effect-checks/stores.js';

/** Calls that are sent at once: enough that a read, change and save without a lock cannot stay lucky. */
export const AT_ONCE = 8;

const WHAT: Readonly<Record<ToolOverlap['form'], string>> = {
  records: 'new records at once',
  edits: 'edits of different lines of one text at once',
  processes: 'new records at once through two server processes',
};

export class Facts {
  outcome: ToolOverlap['outcome'] = 'unknown';
  sent = 0;
  reported = 0;
  missing: readonly string[] = [];
  readers: readonly string[] = [];
  readonly #tool: Tool;
  readonly #form: ToolOverlap['form'];
  readonly #journal: Journal;

  constructor(tool: Tool, form: ToolOverlap['form'], journal: Journal) {
    this.#tool = tool;
    this.#form = form;
    this.#journal = journal;
  }

  data(): ToolOverlap {
    const { outcome, sent, reported, missing } = this;
    const what = WHAT[this.#form];
    return {
      check: 'overlap',
      tool: this.#tool.name,
      id: '',
      form: this.#form,
      what,
      readers: [...this.readers],
      outcome,
      sent,
      reported,
      shown: reported - missing.length,
      missing: [...missing],
      markers: [...this.#journal.markers],
      summary: this.#summary(what),
      details: this.#journal.details,
    };
  }

  #summary(what: string): string {
    if (this.outcome === 'refused') return `of ${this.sent} ${what}, all are refused`;
    if (this.outcome !== 'kept') return '';
    return `of ${this.sent} ${what}, all ${this.reported} that were reported as stored show`;
  }
}

/** Stores of which a run has seen that they bear calls that overlap, as far as one process goes. */
const SOUND = new WeakMap<Catalog, Set<Store>>();

/** The stores that have kept everything so far. */
export function soundStoresOf(catalog: Catalog): Set<Store> {
  let sound = SOUND.get(catalog);
  if (sound === undefined) SOUND.set(catalog, (sound = new Set()));
  return sound;
}
