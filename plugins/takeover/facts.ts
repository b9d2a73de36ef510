import { type CallRecord, type Confidence, describeRecord, type ProbeRecord, type Tool } from '../../core/index.js';
import type { ToolTakeover } from '../../schemas/observations.gen.js';
import { Journal } from '../effect-checks/journal.js';
import { promiseOfPlace } from './contract.js';

/** What is known of one takeover, kept however the check ends. */
export class Facts {
  readonly journal: Journal;
  outcome: ToolTakeover['outcome'] = 'unknown';
  readers: readonly string[] = [];
  summary = '';
  record: ProbeRecord | undefined;
  readonly #tool: Tool;
  readonly #way: ToolTakeover['way'];

  constructor(tool: Tool, way: ToolTakeover['way'], journal = new Journal()) {
    this.#tool = tool;
    this.#way = way;
    this.journal = journal;
  }

  is(outcome: ToolTakeover['outcome'], summary: string): void {
    this.outcome = outcome;
    this.summary = outcome === 'replaced' ? '' : summary;
    this.journal.note('look for the earlier record', outcome, summary);
  }

  basis(): string {
    const promise = promiseOfPlace(this.#tool);
    if (promise === 'keeps') return 'the description says that what is there stays';
    return 'the description does not say that what is there may be replaced';
  }

  confidence(): Confidence {
    return promiseOfPlace(this.#tool) === 'keeps' || this.outcome !== 'replaced' ? 'high' : 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.journal.evidence;
  }

  data(): ToolTakeover {
    return {
      check: 'takeover',
      tool: this.#tool.name,
      id: '',
      way: this.#way,
      record: this.record === undefined ? '' : describeRecord(this.record),
      outcome: this.outcome,
      promise: promiseOfPlace(this.#tool) === 'keeps' ? ', although the description rules that out' : '',
      readers: [...this.readers],
      markers: [...this.journal.markers],
      summary: this.summary,
      details: this.journal.details,
    };
  }
}
