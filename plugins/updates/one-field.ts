import { type CallRecord, type Confidence, type NextHex, type ProbeScope, valueMarkers } from '../../core/index.js';
import type { ToolUpdate } from '../../schemas/observations.gen.js';
import { failureAdvice } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { listed, shortened } from '../effect-checks/words.js';
import type { View } from '../effect-checks/views.js';
import { promiseOfFields } from './changes.js';
import { Facts } from './facts.js';
import { Subject } from './subject.js';
import type { Changeable, Given } from './update-form.js';

export interface OneFieldInput {
  readonly scope: ProbeScope<'tool'>;
  readonly settleMs: readonly number[];
  readonly nextHex: NextHex;
}

/** A record on which updates are known to work, and a field that was changed. */
export interface Tried {
  readonly subject: Subject;
  readonly changed: Changeable;
  /** The value that was there before is gone: an update does not append. */
  readonly replaced: boolean;
  readonly shown: readonly Changeable[];
}

/** Something of the record that has to stay. */
interface Other {
  readonly name: string;
  isShown(view: View): boolean;
}

/** Fills every field of a record, changes one of them, and looks at the others. */
export class OneField implements Check<'tool.update'> {
  readonly #input: OneFieldInput;
  #facts: Facts;
  #tried: Tried | undefined;

  constructor(input: OneFieldInput) {
    this.#input = input;
    this.#facts = new Facts(input.scope.subject.tool, 'one-field');
  }

  get tried(): Tried | undefined {
    return this.#tried;
  }

  async run(): Promise<void> {
    const { scope, settleMs, nextHex } = this.#input;
    const { tool } = scope.subject;
    demandPermission(scope, tool);
    const subject = await Subject.make(scope, { settleMs, nextHex });
    this.#facts = new Facts(tool, 'one-field', subject.store.journal);
    this.#facts.readers = subject.views.names;
    const before = await subject.views.look(() => true);
    const shown = await this.#fill(subject);
    this.#facts.keep(before);
    const changed = shown.find(({ name, kind }) => kind === 'text' && !/name|title/i.test(name)) ?? shown[0];
    if (changed === undefined) throw new CannotTell(`no read tool shows a field that ${tool.name} changes`);
    const others = othersOf(subject, before, shown, changed);
    await this.#change(subject, changed, shown, others);
  }

  data(): ToolUpdate {
    return this.#facts.data();
  }

  basis(): string {
    return this.#facts.basis;
  }

  confidence(): Confidence {
    return this.#facts.confidence;
  }

  evidence(): readonly CallRecord[] {
    return this.#facts.evidence;
  }

  /** Gives every field a value; when that is refused, the texts only. */
  async #fill(subject: Subject): Promise<readonly Changeable[]> {
    const { tool } = this.#input.scope.subject;
    const { fields } = subject.form;
    if (fields.length === 0) throw new CannotTell(`${tool.name} takes no text or number that could be changed`);
    const texts = fields.filter(({ kind }) => kind === 'text');
    let reason = '';
    for (const chosen of texts.length < fields.length && texts.length > 0 ? [fields, texts] : [fields]) {
      const given = subject.form.fresh(
        subject.hex(),
        chosen.map(({ path }) => path),
      );
      const updated = await subject.update('fill every field', given);
      if (updated.kind === 'refused') {
        reason = updated.reason;
        continue;
      }
      const isShown = (view: View) => (field: Changeable) => subject.shows(view, field, given.get(field.path) as Given);
      const full = await subject.views.look((view) => chosen.every(isShown(view)));
      this.#facts.keep(updated.call, full);
      const shown = chosen.filter(isShown(full));
      this.#facts.fields = shown.map(({ name }) => name);
      return shown;
    }
    throw new CannotTell(failureAdvice(`an update of a record of ours`, reason, tool));
  }

  async #change(
    subject: Subject,
    changed: Changeable,
    shown: readonly Changeable[],
    others: readonly Other[],
  ): Promise<void> {
    const { tool } = this.#input.scope.subject;
    const facts = this.#facts;
    const old = subject.state.get(changed.path) as Given;
    const given = subject.form.fresh(subject.hex(), [changed.path]);
    const value = given.get(changed.path) as Given;
    if (changed.kind === 'number') throw new CannotTell('only numbers show of what it changes');
    const updated = await subject.update(`change ${shortened(changed.name)} only`, given);
    if (updated.kind === 'refused') throw new CannotTell(failureAdvice('an update of one field', updated.reason, tool));
    const view = await subject.views.look(
      (seen) => subject.shows(seen, changed, value) && others.every((other) => other.isShown(seen)),
    );
    facts.keep(updated.call, view);
    if (!subject.shows(view, changed, value)) {
      if (!subject.shows(view, changed, old)) throw new CannotTell('after the update no read tool shows the record');
      facts.ignored = `"${shortened(changed.name)}" keeps its old value`;
      facts.basis = `${listed(facts.readers)} had shown the update before it`;
      facts.confidence = 'medium';
      return;
    }
    this.#tried = { subject, changed, shown, replaced: !subject.shows(view, changed, old) };
    const gone = others.filter((other) => !other.isShown(view));
    const promise = promiseOfFields(tool);
    facts.basis =
      promise === 'keeps' ? 'the description says that only the given fields change' : 'they may be left out';
    if (gone.length > 0 && promise === 'replaces') {
      facts.summary = `the description of ${tool.name} says that the others are replaced`;
      return;
    }
    facts.dropped = [...new Set(gone.map(({ name }) => name))];
    facts.summary =
      others.length === 0 ? `${changed.name} changes` : `${changed.name} changes, and ${others.length} others stay`;
  }
}

/** What the record shows besides the field that is changed: other fields, and what only the tool that made it takes. */
function othersOf(subject: Subject, before: View, shown: readonly Changeable[], changed: Changeable): readonly Other[] {
  const fields = shown
    .filter((field) => field !== changed && !field.demanded)
    .map((field): Other => {
      const value = subject.state.get(field.path) as Given;
      return { name: field.name, isShown: (view) => subject.shows(view, field, value) };
    });
  const { record } = subject.own;
  const values = new Set(valueMarkers(record));
  const taken = new Set(subject.form.fields.map((field) => field.name));
  const made = record.fields.flatMap(({ name, marker }): readonly Other[] =>
    marker !== undefined && values.has(marker) && before.shows(marker) && !taken.has(name)
      ? [{ name, isShown: (view) => view.shows(marker) }]
      : [],
  );
  return [...fields, ...made];
}
