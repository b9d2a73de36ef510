/** What every check of this probe keeps, for its observation. */

import type { Tool } from '../../core/index.js';
import type { ToolBatch } from '../../schemas/observations.gen.js';
import { CannotTell } from '../effect-checks/check.js';
import type { Journal } from '../effect-checks/journal.js';
import type { Stored, Written } from '../effect-checks/writer.js';

export class Facts {
  outcome: ToolBatch['outcome'] = 'unknown';
  record = '';
  way = '';
  bad = '';
  readers: readonly string[] = [];
  sent = 0;
  times = 0;
  said = '';
  readonly #tool: Tool;
  readonly #form: ToolBatch['form'];
  readonly #journal: Journal;

  constructor(tool: Tool, form: ToolBatch['form'], journal: Journal) {
    this.#tool = tool;
    this.#form = form;
    this.#journal = journal;
  }

  data(): ToolBatch {
    const { outcome, record, way, bad, readers, sent, times, said } = this;
    return {
      check: 'batch',
      tool: this.#tool.name,
      id: '',
      form: this.#form,
      record,
      way,
      bad,
      readers: [...readers],
      outcome,
      sent,
      times,
      said,
      markers: [...this.#journal.markers],
      summary: SUMMARY[outcome] ?? '',
      details: this.#journal.details,
    };
  }
}

const SUMMARY: Partial<Record<ToolBatch['outcome'], string>> = {
  fine: 'nothing is stored that should not be',
  refused: 'the call is refused as a whole',
  reported: 'the answer says what was left out',
};

/**
 * What a call comes to that stored nothing.
 * @throws CannotTell when there is nothing to judge by
 */
export function refusal({ kind, reason }: Exclude<Written, Stored>): 'refused' {
  if (kind === 'refused') return kind;
  throw new CannotTell(`there is no answer to judge by: ${reason}`);
}
