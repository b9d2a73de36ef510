/** What the battery does, in the order of the standard: the listing, every tool, two clients and a large text, the protocol. Spec: manifest 4.9.1. */

import {
  BATTERY,
  isObject,
  isWriter,
  type JsonObject,
  type ListedTool,
  type ObservationMap,
  type ProbeScope,
  synthesize,
  type Tool,
  violate,
} from '../../core/index.js';
import type { Connection } from './connection.js';
import { callRepeatedly, tryInvalid } from './exercise.js';
import { contextFacts, hintsOf, listingFacts } from './listing.js';
import { protocolChecks } from './protocol.js';
import { contend, overload, textPropertyOf, type WorkingTool } from './stress.js';

export interface BatteryOptions extends JsonObject {
  /** Names of tools that are never called. Those that are not listed are left out. */
  readonly skipTools: readonly string[];
}

type Scope = ProbeScope<'readiness', BatteryOptions>;

/** One measurement. What it sees is told as it goes; the surface comes last, and says that nothing is missing. */
export class Battery {
  readonly #scope: Scope;
  readonly #connection: Connection;
  readonly #tools: readonly ListedTool[];
  /** The same, as the write gate knows them. */
  readonly #known: ReadonlyMap<string, Tool>;
  readonly #skipped: ReadonlySet<string>;
  /** Tools all of whose calls succeeded. */
  readonly #working: WorkingTool[] = [];
  #exercised = 0;
  #judged = 0;

  constructor(scope: Scope, connection: Connection) {
    this.#scope = scope;
    this.#connection = connection;
    const { tools } = scope.subject.run.catalog;
    this.#tools = [...tools.values()];
    this.#known = new Map(scope.catalog.tools.map((tool) => [tool.name, tool]));
    this.#skipped = new Set(scope.options.skipTools.filter((name) => tools.has(name)));
  }

  /** @throws CaseFault when it cannot be completed */
  async run(): Promise<void> {
    const { emit } = this.#scope;
    emit('readiness.context', contextFacts(this.#tools));
    for (const tool of this.#tools) emit('readiness.catalog', listingFacts(tool), about(tool));
    // A server that cannot be reached is not measured, whether or not it has tools to call.
    await this.#connection.peer();
    for (const tool of this.#tools) await this.#lookAt(tool);
    await this.#stress();
    for await (const facts of protocolChecks(this.#connection, this.#scope.subject.run))
      emit('readiness.protocol', facts);
    emit('readiness.surface', this.#surface());
  }

  async #lookAt(tool: ListedTool): Promise<void> {
    const permitted = this.#isPermitted(tool);
    const invalid = permitted ? await violate(schemaOf(tool)) : undefined;
    if (invalid !== undefined) await this.#judge(tool, invalid.ok ? invalid.value : undefined);
    await this.#exercise(tool, permitted);
  }

  /** Never what declares that it writes; what declares nothing only when the operator vouches for it. */
  #isPermitted(tool: ListedTool): boolean {
    const { permissions, mayCall } = this.#scope;
    const { readOnlyHint, destructiveHint } = hintsOf(tool);
    const vouched = readOnlyHint === undefined && destructiveHint === undefined && permissions.confirmReadOnly === true;
    const known = this.#known.get(tool.name);
    return !isWriter(tool) && (readOnlyHint === true || vouched) && known !== undefined && mayCall(known).allowed;
  }

  /** A tool that is left out counts as one that failed where it would have been asked, or leaving it out would pay. */
  async #judge(tool: ListedTool, invalid: JsonObject | undefined): Promise<void> {
    const { emit, skipped, subject } = this.#scope;
    const { name } = tool;
    if (invalid === undefined)
      return skipped('readiness.honesty', 'its input schema admits everything', undefined, about(tool));
    this.#judged += 1;
    const facts = this.#skipped.has(name)
      ? ({ tool: name, ended: 'not-called', code: null, explained: false, alive: false } as const)
      : await tryInvalid(this.#connection, name, invalid, subject.run);
    emit('readiness.honesty', facts, about(tool));
  }

  async #exercise(tool: ListedTool, permitted: boolean): Promise<void> {
    const [writer, skipped] = [isWriter(tool), this.#skipped.has(tool.name)];
    if (writer && !skipped) return;
    const args = permitted ? await argumentsFor(tool) : undefined;
    const before = this.#connection.calls.length;
    const called = args === undefined || skipped ? undefined : await callRepeatedly(this.#connection, tool, args);
    const told = { ...about(tool), evidence: this.#connection.calls.slice(before) };
    if (called !== undefined) this.#scope.emit('readiness.reliability', called, told);
    this.#scope.emit(
      'readiness.coverage',
      { tool: tool.name, writer, skipped, permitted, synthesized: args !== undefined, ...countsOf(called) },
      told,
    );
    if (called === undefined || args === undefined || called.succeeded === 0) return;
    this.#exercised += 1;
    if (called.succeeded === called.planned) this.#working.push({ tool, args });
  }

  /** Left out when a tool is skipped: which tools come into question must not be a matter of choice. */
  async #stress(): Promise<void> {
    const { emit, skipped, subject } = this.#scope;
    const working = this.#skipped.size > 0 ? [] : this.#working;
    const why = this.#skipped.size > 0 ? 'the operator leaves tools out' : 'no tool fits whose calls all succeeded';
    const [first] = working;
    if (first === undefined) skipped('readiness.contention', why);
    else emit('readiness.contention', await contend(this.#connection, first), about(first.tool));

    for (const one of working) {
      const field = textPropertyOf(one.tool);
      if (field === undefined) continue;
      return emit('readiness.payload', await overload(this.#connection, one, field, subject.run), about(one.tool));
    }
    skipped('readiness.payload', why);
  }

  #surface(): ObservationMap['readiness.surface'] {
    const writers = this.#tools.filter(isWriter).length;
    const readOnly = this.#tools.filter((tool) => !isWriter(tool) && hintsOf(tool).readOnlyHint === true).length;
    return {
      tools: this.#tools.length,
      read_only: readOnly,
      writers,
      exercised: this.#exercised,
      judged: this.#judged,
      attested_read_only: this.#scope.permissions.confirmReadOnly === true,
      skipped_tools: [...this.#skipped].toSorted(),
      call_timeout_ms: BATTERY.callTimeoutMs,
      repeats: BATTERY.repeats,
    };
  }
}

const about = ({ name }: ListedTool): { readonly subject: { readonly kind: 'tool'; readonly name: string } } => ({
  subject: { kind: 'tool', name },
});

function schemaOf({ entry: { inputSchema } }: ListedTool): JsonObject {
  return isObject(inputSchema) ? inputSchema : {};
}

async function argumentsFor(tool: ListedTool): Promise<JsonObject | undefined> {
  const made = await synthesize(schemaOf(tool));
  return made.ok && isObject(made.value) ? made.value : undefined;
}

function countsOf(
  called: ObservationMap['readiness.reliability'] | undefined,
): Pick<ObservationMap['readiness.coverage'], 'calls' | 'succeeded' | 'rejected'> {
  if (called === undefined) return { calls: 0, succeeded: 0, rejected: 0 };
  const { completed, faults, succeeded, rejected } = called;
  return { calls: completed + faults, succeeded, rejected };
}
