import type { Tool } from '../../core/index.js';
import type { ToolDryRun } from '../../schemas/observations.gen.js';
import type { Journal } from '../effect-checks/journal.js';
import type { Flag } from './flag.js';

/** What is known of one dry run, kept however the check ends. */
export class Facts {
  outcome: ToolDryRun['outcome'] = 'unknown';
  /** What was not to be changed, in words. */
  change = '';
  readers: readonly string[] = [];
  readonly #tool: Tool;
  readonly #flag: Flag;
  readonly #way: ToolDryRun['way'];
  readonly #journal: Journal;

  constructor(tool: Tool, flag: Flag, way: ToolDryRun['way'], journal: Journal) {
    this.#tool = tool;
    this.#flag = flag;
    this.#way = way;
    this.#journal = journal;
  }

  data(): ToolDryRun {
    return {
      check: 'dry-run',
      tool: this.#tool.name,
      id: '',
      flag: this.#flag.name,
      way: this.#way,
      outcome: this.outcome,
      change: this.change,
      readers: [...this.readers],
      markers: [...this.#journal.markers],
      summary: SUMMARY[this.outcome] ?? '',
      details: this.#journal.details,
    };
  }
}

const SUMMARY: Partial<Record<ToolDryRun['outcome'], string>> = {
  kept: 'nothing of a dry run shows',
  refused: 'a dry run is refused',
};
