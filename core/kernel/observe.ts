/** What probes have in hand while they observe, and what is kept of it. */

import type { Plugin } from '../define.js';
import type { EffectConfig } from '../effects/config.js';
import { messageOf } from '../errors.js';
import type { EmitOptions, ObserveScope, ProbeScope } from '../hooks.js';
import { deepFreeze, type JsonObject } from '../json.js';
import type {
  CallRecord,
  Catalog,
  Observation,
  ObservationState,
  Permissions,
  SubjectKind,
  SubjectMap,
  SubjectRef,
  Target,
  Tool,
} from '../model.js';
import type { SessionInfo } from '../session/port.js';
import type { Budget } from './budget.js';
import type { Calls } from './calls.js';
import type { Connections } from './connections.js';
import type { Faults } from './faults.js';
import type { Asker, Gate } from './gate.js';
import { type Ask, sessionsFor } from './sessions.js';

export interface ObserveContext {
  readonly calls: Calls;
  readonly connections: Connections;
  readonly budget: Budget;
  readonly gate: Gate;
  readonly faults: Faults;
  readonly catalog: Catalog;
  readonly transport: Target['kind'];
  readonly session: SessionInfo;
  readonly permissions: Permissions;
  readonly signal: AbortSignal;
  /** Values the user gave for a tool's arguments, by property. */
  readonly values: (tool: Tool) => ReadonlyMap<string, unknown>;
  readonly effects: EffectConfig;
  /** Whether anybody reads observations of this kind. */
  readonly wanted: (kind: string) => boolean;
  /** Called before a probe that runs only when asked for looks at anything. */
  readonly beforeProbes: () => Promise<void>;
  readonly progress: (step: {
    readonly probe: string;
    readonly subject: string;
    readonly done: number;
    readonly of: number;
  }) => void;
}

const NONE: readonly CallRecord[] = [];

/** The observations of one run, in the order they were made, and the subjects that were not reached. */
export class Observations {
  readonly list: Observation[] = [];
  readonly notRun: string[] = [];
  readonly #context: ObserveContext;

  constructor(context: ObserveContext) {
    this.#context = context;
  }

  /** The scope of one plugin over all subjects of a kind. */
  scopeFor<S extends SubjectKind>(
    plugin: Plugin,
    options: JsonObject,
    subjects: readonly SubjectMap[S][],
  ): ObserveScope<S> {
    return {
      subjects,
      each: async (look, { evenLate = false, only = () => true } = {}) => {
        const { signal, beforeProbes } = this.#context;
        const wanted = subjects.filter(only);
        // Who looks at the server as a whole comes before the scenarios, which may still end it.
        const probesTools = plugin.optIn === true && subjects.some(({ kind }) => kind === 'tool');
        if (probesTools && !signal.aborted) await beforeProbes();
        for (const [at, subject] of wanted.entries()) {
          if (signal.aborted && !evenLate) {
            this.notRun.push(`${plugin.name} on ${subject.name}`);
            continue;
          }
          this.#context.progress({ probe: plugin.name, subject: subject.name, done: at, of: wanted.length });
          await this.#lookAt(plugin, options, subject, look);
        }
      },
    };
  }

  /** A probe that throws costs its own observations of this subject: each kind it did not get to is inconclusive. */
  async #lookAt<S extends SubjectKind>(
    plugin: Plugin,
    options: JsonObject,
    subject: SubjectMap[S],
    look: (scope: ProbeScope<S>) => void | Promise<void>,
  ): Promise<void> {
    const first = this.list.length;
    try {
      await look(this.#scope(plugin, options, subject));
    } catch (error) {
      const step = `observe.${subject.kind} ${subject.name}`;
      this.#context.faults.add(plugin.name, step, error, 'Rules that need its observations are inconclusive.');
      const seen = new Set(this.list.slice(first).map(({ kind }) => kind));
      for (const kind of Object.keys(plugin.emits ?? {})) {
        if (!seen.has(kind))
          this.#keep(
            plugin,
            refTo(subject),
            'inconclusive',
            kind,
            undefined,
            `the probe ${plugin.name} failed: ${messageOf(error)}`,
            NONE,
            {},
          );
      }
    }
  }

  #scope<S extends SubjectKind>(plugin: Plugin, options: JsonObject, subject: SubjectMap[S]): ProbeScope<S> {
    const { calls, gate, catalog, transport, session, permissions, signal, values, effects, wanted } = this.#context;
    const asker: Asker = { plugin: plugin.name, effects: plugin.effects ?? 'read', subject: refTo(subject) };
    let made: CallRecord[] = [];
    const keep = (
      state: ObservationState,
      kind: string,
      data: unknown,
      reason: string | undefined,
      given: EmitOptions = {},
    ): void => {
      const evidence = given.evidence ?? made;
      made = [];
      this.#keep(plugin, given.subject ?? refTo(subject), state, kind, data, reason, evidence, given);
    };
    const ask: Ask = async (method, params = {}, callOptions, member) => {
      const record = await calls.ask(asker, method, params, callOptions, member);
      made.push(record);
      return record;
    };
    return {
      subject,
      catalog,
      transport,
      session,
      permissions,
      signal,
      values,
      effects,
      options,
      wanted,
      mayCall: (tool) => gate.checkTool(asker, tool),
      call: (method, params, callOptions) => ask(method, params, callOptions),
      sessions: sessionsFor(ask, this.#context),
      emit: (kind, data, given) => keep('observed', kind, data, undefined, given),
      inconclusive: (kind, reason, data, given) => keep('inconclusive', kind, data, reason, given),
      skipped: (kind, reason, data, given) => keep('skipped', kind, data, reason, given),
      incomplete: (kind, reason, data, given) => keep('incomplete', kind, data, reason, given),
    };
  }

  #keep(
    plugin: Plugin,
    subject: SubjectRef,
    state: ObservationState,
    kind: string,
    data: unknown,
    reason: string | undefined,
    evidence: readonly CallRecord[],
    { basis, confidence }: EmitOptions,
  ): void {
    if (plugin.emits === undefined || !Object.hasOwn(plugin.emits, kind))
      throw new Error(`it emits "${kind}" without declaring it under emits`);
    this.list.push(
      Object.freeze({
        number: this.list.length,
        kind,
        subject,
        state,
        data: deepFreeze(data) as JsonObject | undefined,
        evidence: evidence.map(({ id }) => id),
        probe: plugin.name,
        ...(reason !== undefined && { reason }),
        ...(basis !== undefined && { basis }),
        ...(confidence !== undefined && { confidence }),
      }),
    );
  }
}

/** A subject as plain data. */
export function refTo(subject: SubjectMap[SubjectKind]): SubjectRef {
  return subject.kind === 'tool'
    ? { kind: 'tool', name: subject.name, index: subject.tool.index }
    : { kind: subject.kind, name: subject.name };
}
