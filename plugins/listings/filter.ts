import {
  isObject,
  type JsonObject,
  markersOf,
  type ProbeRecord,
  type ProbeScope,
  type RecordField,
  shownIn,
} from '../../core/index.js';
import type { ToolFilter } from '../../schemas/observations.gen.js';
import { ask } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission, type Detail } from '../effect-checks/check.js';
import type { OwnStore } from '../effect-checks/stores.js';
import { shortened } from '../effect-checks/words.js';

type Scope = ProbeScope<'tool'>;

const MOST_FILTERS = 3;
/** What orders or weighs, and leaves nothing out. */
const NO_FILTER = /\b(?:rank|sort|order|boost|prefer|hint|weigh|highlight|relevan|similar|fuzzy|semantic)\w*\b/i;

/** One check for each parameter of the list that has the name of a field of the records. */
export function filterChecks(scope: Scope, own: OwnStore): readonly Filter[] {
  const { tool } = scope.subject;
  const { properties } = tool.inputSchema;
  if (!isObject(properties)) return [];
  const fields = own.store.first.record.fields.filter(
    ({ isKey, marker, path }) => !isKey && marker !== undefined && !path.includes('['),
  );
  const named = fields.filter(({ name }) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return (
      isObject(schema) && schema['type'] === 'string' && !NO_FILTER.test(JSON.stringify(schema['description'] ?? ''))
    );
  });
  return named
    .filter(({ name }) => !scope.values(tool).has(name))
    .slice(0, MOST_FILTERS)
    .map(({ name }) => new Filter(scope, own, name));
}

class Filter implements Check<'tool.filter'> {
  readonly #scope: Scope;
  readonly #own: OwnStore;
  readonly #param: string;
  readonly #details: Detail[] = [];
  #wanted = '';
  #showsWanted = false;
  #showsOther = false;

  constructor(scope: Scope, own: OwnStore, param: string) {
    this.#scope = scope;
    this.#own = own;
    this.#param = param;
  }

  async run(): Promise<void> {
    const { tool } = this.#scope.subject;
    demandPermission(this.#scope, tool);
    const [one, other] = [await this.#store(), await this.#store()];
    const reader = this.#own.readers.find(({ choice }) => choice.tool === tool);
    const sent = Object.entries(reader?.argumentsFor(one) ?? {});
    // Without this filter and all others that are named like a field.
    const base = Object.fromEntries(sent.filter(([name]) => fieldOf(one, name) === undefined));
    const all = await this.#show(base, [one, other]);
    if (all.size < 2)
      throw new CannotTell('it does not show both of two records of our own, so a filter could not be told from that');
    const value = fieldOf(one, this.#param)?.value;
    this.#wanted = shortened(String(value));
    const filtered = await this.#show({ ...base, [this.#param]: value }, [one, other]);
    this.#showsWanted = filtered.has(one);
    this.#showsOther = filtered.has(other);
    this.#details.push({
      step: `with ${this.#param}`,
      outcome: this.#showsOther ? 'also shows the other record' : 'does not show the other record',
      note: '',
    });
  }

  data(): ToolFilter {
    return {
      check: 'filter',
      tool: this.#scope.subject.name,
      id: '',
      parameter: this.#param,
      writer: this.#own.store.tool.name,
      wanted: this.#wanted,
      showsWanted: this.#showsWanted,
      showsOther: this.#showsOther,
      markers: [...this.#own.journal.markers],
      summary: `${this.#param} leaves out what does not match`,
      details: this.#details,
    };
  }

  basis(): string {
    return `${this.#own.store.tool.name} stores a field of that name`;
  }

  /** A search that matches parts of words may show both, and be right: the values of two records look alike. */
  confidence(): 'medium' {
    return 'medium';
  }

  async #store(): Promise<ProbeRecord> {
    const written = await this.#own.send('store a record');
    if (written.kind !== 'stored') throw new CannotTell(`no record could be stored: ${written.reason}`);
    return written.record;
  }

  async #show(args: JsonObject, records: readonly ProbeRecord[]): Promise<ReadonlySet<ProbeRecord>> {
    const answer = await ask(this.#scope, this.#scope.subject.tool, args);
    if (answer.kind !== 'answered') throw new CannotTell(`it could not be read: ${shortened(answer.reason, 100)}`);
    return new Set(records.filter((record) => shownIn(answer.result, markersOf(record)).size > 0));
  }
}

function fieldOf({ fields }: ProbeRecord, name: string): RecordField | undefined {
  return fields.find((field) => field.name === name);
}
