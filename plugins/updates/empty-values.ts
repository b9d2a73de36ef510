import { type CallRecord, type Confidence, type ProbeScope } from '../../core/index.js';
import type { ToolUpdate } from '../../schemas/observations.gen.js';
import { CannotTell, type Check } from '../effect-checks/check.js';
import { listed, shortened } from '../effect-checks/words.js';
import { saysEmptyIsNone } from './changes.js';
import { Facts } from './facts.js';
import type { Tried } from './one-field.js';
import type { Changeable, Given } from './update-form.js';

/** Changes a text to an empty one, and a number to 0: both have to show, or be refused. */
export class EmptyValues implements Check<'tool.update'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #tried: Tried;
  readonly #facts: Facts;

  constructor(scope: ProbeScope<'tool'>, tried: Tried) {
    this.#scope = scope;
    this.#tried = tried;
    this.#facts = new Facts(scope.subject.tool, 'empty-values', tried.subject.store.journal);
    this.#facts.readers = tried.subject.views.names;
    this.#facts.basis = `${listed(this.#facts.readers)} had shown other values of the same fields`;
  }

  async run(): Promise<void> {
    const { changed, replaced, shown, subject } = this.#tried;
    const { description } = this.#scope.subject.tool;
    const suits = (field: Changeable): boolean => field.takesEmpty && !saysEmptyIsNone(description, field.description);
    const text = replaced && suits(changed) ? changed : undefined;
    const number = shown.find((field) => field.kind === 'number' && suits(field));
    const fields = [text, number].filter((field) => field !== undefined);
    if (fields.length === 0) throw new CannotTell('no field that shows takes an empty text or 0', 'skipped');
    const kept: string[] = [];
    for (const field of fields) {
      const old = subject.state.get(field.path) as Given;
      const empty = field.kind === 'text' ? '' : 0;
      const update = await subject.update(
        `change ${shortened(field.name)} to ${JSON.stringify(empty)}`,
        new Map([[field.path, { value: empty, marker: undefined }]]),
      );
      if (update.kind === 'refused') continue;
      const view = await subject.views.look((seen) => !subject.shows(seen, field, old));
      if (!subject.shows(view, field, old)) continue;
      this.#facts.keep(update.call, view);
      kept.push(`"${shortened(field.name)}" keeps its old value instead of ${JSON.stringify(empty)}`);
    }
    this.#facts.fields = fields.map(({ name }) => name);
    this.#facts.ignored = listed(kept);
    this.#facts.summary = 'an empty value is taken or refused';
  }

  data(): ToolUpdate {
    return this.#facts.data();
  }

  basis(): string {
    return this.#facts.basis;
  }

  confidence(): Confidence {
    return 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#facts.evidence;
  }
}
