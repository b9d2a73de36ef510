import type { CallRecord, Confidence, Tool } from '../../core/index.js';
import type { ToolUpdate } from '../../schemas/observations.gen.js';
import { Journal } from '../effect-checks/journal.js';
import { listed, shortened } from '../effect-checks/words.js';
import type { View } from '../effect-checks/views.js';

/** What is known of the updates of one tool, kept however a check ends. */
export class Facts {
  journal = new Journal();
  /** The first markers that belong to this check, where checks share a journal. */
  readonly #from: number;
  readonly #tool: Tool;
  readonly #step: ToolUpdate['step'];
  #calls: CallRecord[] = [];
  fields: readonly string[] = [];
  dropped: readonly string[] = [];
  ignored = '';
  readers: readonly string[] = [];
  summary = '';
  basis = '';
  confidence: Confidence = 'high';

  constructor(tool: Tool, step: ToolUpdate['step'], journal = new Journal()) {
    this.#tool = tool;
    this.#step = step;
    this.journal = journal;
    this.#from = journal.details.length;
  }

  /** Calls that the result rests on. */
  keep(...parts: readonly (CallRecord | View)[]): void {
    this.#calls.push(...parts.flatMap((part) => ('calls' in part ? part.calls : [part])));
  }

  forget(): void {
    this.#calls = [];
  }

  get evidence(): readonly CallRecord[] {
    return [...new Map(this.#calls.map((call) => [call.id, call])).values()].toSorted(
      (one, other) => one.id - other.id,
    );
  }

  data(): ToolUpdate {
    return {
      check: 'update',
      tool: this.#tool.name,
      id: '',
      step: this.#step,
      fields: this.fields.map((name) => shortened(name)),
      dropped: listed(this.dropped.map((name) => `"${shortened(name)}"`)),
      ignored: this.ignored,
      change: CHANGE[this.#step],
      readers: [...this.readers],
      markers: [...this.journal.markers],
      summary: this.summary,
      details: this.journal.details.slice(this.#from),
    };
  }
}

const CHANGE: Record<ToolUpdate['step'], string> = {
  'one-field': 'changed one field of a record',
  'empty-values': 'emptied fields of a record',
  'nested-field': 'changed one field of a record',
  'fewer-fields': 'saved a record again without its optional fields',
};
