import { oneLine, type Tool } from '../../core/index.js';
import type { ToolPromise } from '../../schemas/observations.gen.js';
import { Journal } from '../effect-checks/journal.js';

/** What is known of one promise, kept however its check ends. */
export class SaidFacts {
  readonly journal = new Journal();
  readonly words: string;
  outcome: ToolPromise['outcome'] = 'unknown';
  happened = '';
  readonly #tool: Tool;
  readonly #says: string;

  /** `says`: what is promised, in words of ours; `words`: those of the description. */
  constructor(tool: Tool, says: string, words: string) {
    this.#tool = tool;
    this.#says = says;
    this.words = oneLine(words, 120);
  }

  data(): ToolPromise {
    const { outcome, happened, words, journal } = this;
    return {
      check: 'promise',
      tool: this.#tool.name,
      id: '',
      says: this.#says,
      words,
      outcome,
      happened,
      markers: [...journal.markers],
      summary: outcome === 'kept' ? `it ${this.#says}` : '',
      details: journal.details,
    };
  }
}
