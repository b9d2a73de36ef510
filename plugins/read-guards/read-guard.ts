/** A table of our own: it is not there, a tool that only reads is sent the statement that creates it, and it is there. */

import {
  boundedJson,
  type CallRecord,
  type Confidence,
  distinctHex,
  type JsonObject,
  type NextHex,
  type ProbeScope,
  randomHex,
  textItems,
} from '../../core/index.js';
import type { ToolReadGuard } from '../../schemas/observations.gen.js';
import { type Attempt, attempt } from '../effect-checks/attempt.js';
import { startingArguments } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { Journal } from '../effect-checks/journal.js';
import { saysOfTheMoment } from '../effect-checks/reader.js';
import { shortened, unended } from '../effect-checks/words.js';
import type { Statement } from './statement.js';

export interface ReadGuardInput {
  readonly scope: ProbeScope<'tool'>;
  readonly statement: Statement;
  readonly nextHex?: NextHex;
}

/** The count of an empty table, standing alone. */
const ZERO = /(?<![\d.])0(?![\d.])/;

export class ReadGuard implements Check<'tool.read-guard'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #statement: Statement;
  readonly #nextHex: NextHex;
  readonly #journal = new Journal();
  #outcome: ToolReadGuard['outcome'] = 'unknown';
  #table = '';
  #left = '';

  constructor({ scope, statement, nextHex = randomHex }: ReadGuardInput) {
    this.#scope = scope;
    this.#statement = statement;
    this.#nextHex = distinctHex(nextHex);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    this.#demandPermission();
    const works = await this.#send('SELECT 1');
    if ('refused' in works) throw new CannotTell(`SELECT 1 fails: ${shortened(unended(works.refused), 100)}`);
    const table = `tsp${this.#nextHex()}_guard`;
    const count = `SELECT COUNT(*) FROM ${table}`;
    const before = await this.#send(count);
    if ('done' in before) throw new CannotTell('a table that is not there can be read, so a new one would not show');
    if (saysOfTheMoment(before.refused)) throw new CannotTell(`a read fails: ${unended(before.refused)}`);
    this.#table = table;
    this.#journal.markers.push(table);
    const created = await this.#send(`CREATE TABLE ${table} (id INTEGER)`);
    const after = await this.#send(count);
    const isThere = 'done' in after && countsNothing(after.done);
    this.#outcome = isThere ? 'written' : 'guarded';
    if (!isThere && 'refused' in created) return;
    const dropped = await this.#send(`DROP TABLE ${table}`);
    if (isThere && 'refused' in dropped) this.#left = ', which it does not drop again';
  }

  data(): ToolReadGuard {
    return {
      check: 'read-guard',
      tool: this.#scope.subject.name,
      id: '',
      argument: this.#statement.argument,
      claim: this.#statement.claim,
      outcome: this.#outcome,
      table: this.#table,
      left: this.#left,
      markers: [...this.#journal.markers],
      summary: this.#outcome === 'guarded' ? 'a statement that creates a table leaves none behind' : '',
      details: this.#journal.details,
    };
  }

  basis(): string {
    return `${this.#scope.subject.name} ${this.#statement.claim}`;
  }

  confidence(): Confidence {
    return this.#statement.isClear ? 'high' : 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#journal.evidence;
  }

  /** The tool looks read-only, so the gate would let it through: what is sent here may write, and needs leave to. */
  #demandPermission(): void {
    const { permissions, subject } = this.#scope;
    const { tool } = subject;
    demandPermission(this.#scope, tool);
    demandPermission(this.#scope, { ...tool, annotations: { ...tool.annotations, readOnlyHint: false } });
    if (!permissions.allowWrites)
      throw new CannotTell('a statement that creates a table is sent with --allow-writes only', 'skipped');
  }

  async #send(sql: string): Promise<Attempt> {
    const { tool } = this.#scope.subject;
    const args = await startingArguments(this.#scope, tool, { [this.#statement.argument]: sql });
    return attempt(this.#scope, this.#journal, { step: sql, tool, args });
  }
}

function countsNothing(result: JsonObject): boolean {
  const structured = JSON.stringify(
    boundedJson(result['structuredContent'] ?? null, { depth: 8, values: 200, text: 200 }),
  );
  return [...textItems(result), structured].some((text) => ZERO.test(text));
}
