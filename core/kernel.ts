/** The kernel: registers plugins, and owns the order of the steps of a run. Nothing else. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Plugin } from './define.js';
import { messageOf, UsageError } from './errors.js';
import { isObject, type JsonObject } from './json.js';
import { Budget } from './kernel/budget.js';
import { Connections } from './kernel/connections.js';
import { deadline } from './kernel/deadline.js';
import { Faults } from './kernel/faults.js';
import type { JudgeInput, KernelInput, RunInput, RunResult } from './kernel/input.js';
import { judge } from './kernel/judge.js';
import { look, type Seen } from './kernel/look.js';
import { resolveOptions } from './kernel/options.js';
import { orderPlugins } from './kernel/order.js';
import { createHooks, type KernelHooks, type TappedNames, viewFor } from './kernel/taps.js';
import { writeOutput } from './kernel/write.js';
import type { Report, Rule, ShownTarget } from './model.js';
import { didYouMean } from './nearest.js';
import { placeOf } from './origin.js';
import { type Opening, type Session, ServerError } from './session/port.js';
import { shownTarget } from './shown-target.js';

/** Requests of one run when nobody says otherwise: far above an honest run, so that only a runaway plugin meets it. */
const MAX_REQUESTS = 1_000_000;

/** A kernel ready to run once: plugins registered, rules sealed, everything the user wrote checked. */
export class Kernel {
  readonly #hooks: KernelHooks = createHooks();
  readonly #faults = new Faults();
  readonly #input: KernelInput;
  readonly #plugins: ReadonlyMap<string, Plugin>;
  readonly #options: ReadonlyMap<string, JsonObject>;
  #rules: ReadonlyMap<string, Rule> = new Map();

  private constructor(input: KernelInput, plugins: readonly Plugin[], options: ReadonlyMap<string, JsonObject>) {
    this.#input = input;
    this.#plugins = new Map(plugins.map((plugin) => [plugin.name, plugin]));
    this.#options = options;
  }

  /**
   * Registers the plugins and checks all that the user wrote.
   * @throws UsageError with everything that is wrong with plugins, rules, options and scoring
   */
  static async create(input: KernelInput): Promise<Kernel> {
    const problems: string[] = [];
    const plugins = orderPlugins(input.plugins);
    const kernel = new Kernel(input, plugins, resolveOptions(plugins, input.options, problems));
    const names: TappedNames = { subjects: new Set(), engines: new Set(), scorers: new Set() };
    for (const [place, plugin] of plugins.entries()) kernel.#apply(plugin, place, names, problems);
    kernel.#rules = await input.rules(plugins, problems);
    kernel.#validate(problems);
    const { use, origin, others = [] } = input.scoring;
    if (!names.scorers.has(use)) {
      const known = new Set([...names.scorers, ...others]);
      const words = [...known].join(', ') || 'none';
      problems.push(`${placeOf(origin)}  no scorer is called "${use}". There are: ${words}.${didYouMean(use, known)}`);
    }
    if (problems.length > 0) throw new UsageError(problems);
    return kernel;
  }

  /** All rules by id, their toggles applied. */
  get rules(): ReadonlyMap<string, Rule> {
    return this.#rules;
  }

  /** Report formats that some plugin writes. */
  get formats(): readonly string[] {
    return [...this.#plugins.values()].flatMap(({ formats }) => formats ?? []);
  }

  /** Kinds of observations that some plugin emits, with the schema of their data. */
  get kinds(): ReadonlyMap<string, JsonObject> {
    const all = [...this.#plugins.values()].flatMap(({ emits = {} }) => Object.entries(emits));
    return new Map(all.map(([kind, schema]) => [kind, isObject(schema) ? schema : {}]));
  }

  /**
   * One run against one server.
   * @throws ServerError when the server cannot be started, reached or listed
   * @throws UsageError when given argument values or declared effects do not fit the server's tools; no tool was called then
   */
  async run(input: RunInput): Promise<RunResult> {
    return this.#finished(await this.#run(input), input);
  }

  /** Judges what an earlier run saw, and writes what is wanted of it. Asks no server. */
  async judge(input: JudgeInput): Promise<RunResult> {
    for (const fault of input.faults) this.#faults.keep(fault);
    let report: Report | undefined;
    try {
      report = await this.#judged(input.seen, input.session, input);
      await this.#write(report, input.target, input);
    } finally {
      await this.#hooks.close.promise({ report });
    }
    return this.#finished(report, input);
  }

  #finished(report: Report, { log }: Pick<RunInput, 'log'>): RunResult {
    // Only now: the close step may have failed as well.
    const faults = this.#faults.list();
    for (const fault of faults) log?.warn(fault, 'a plugin failed');
    return { report, faults };
  }

  async #run(input: RunInput): Promise<Report> {
    const time = deadline(input.maxTimeMs, input.signal);
    const budget = new Budget(input.maxRequests ?? MAX_REQUESTS, time.signal);
    const ours: Opening = { spend: () => budget.take(), ...(input.strict === true && { strict: true }) };
    let report: Report | undefined;
    try {
      const connecting = this.connect(input, time.signal, ours);
      await this.#warmUp(input, connecting);
      // Whoever started the server early did so for the first session.
      const again = { ...input, early: undefined };
      const connections = new Connections(await connecting, (opening) =>
        this.connect(again, time.signal, { ...opening, ...ours }),
      );
      try {
        report = await this.#withServer(connections, budget, input, time.signal);
      } finally {
        await connections.close();
      }
      return report;
    } finally {
      time.stop();
      await this.#hooks.close.promise({ report });
    }
  }

  async #withServer(connections: Connections, budget: Budget, input: RunInput, signal: AbortSignal): Promise<Report> {
    const { permissions } = this.#input;
    const parts = { hooks: this.#hooks, faults: this.#faults, plugins: this.#plugins, options: this.#options };
    const on = [...this.#rules.values()].filter(({ toggle }) => toggle !== 'off');
    const read = new Set(on.map(({ observes }) => observes));
    const seen = await look({ ...parts, permissions, read }, input, connections, budget, signal);
    const { counts, ended } = connections;
    // The server is not needed any more; it ends while the rest is computed and written.
    const closing = connections.close();
    const report = await this.#judged(seen, { wire: counts, serverEnded: ended }, input);
    await this.#write(report, shownTarget(input.target), input);
    input.log?.debug(await closing, 'the server ended');
    return report;
  }

  async #judged(
    seen: Seen,
    session: JudgeInput['session'],
    { baseline, beforeReport }: Pick<RunInput, 'baseline' | 'beforeReport'>,
  ): Promise<Report> {
    const { version, permissions, scoring } = this.#input;
    const parts = { hooks: this.#hooks, faults: this.#faults, plugins: this.#plugins, rules: this.#rules };
    const report = judge({ ...parts, scoring, permissions, version }, seen, session);
    beforeReport?.();
    if (baseline === undefined) return report;
    const { compareWithBaseline } = await import('./baseline/compare.js');
    return Object.freeze({ ...report, baseline: compareWithBaseline(report, baseline) });
  }

  async #write(
    report: Report,
    target: ShownTarget,
    input: Pick<RunInput, 'declaredIn' | 'outputs' | 'terminal'>,
  ): Promise<void> {
    const { declaredIn, outputs, terminal } = input;
    await this.#hooks.report.promise({ report, target, declaredIn, outputs, terminal, write: writeOutput });
  }

  #apply(plugin: Plugin, place: number, names: TappedNames, problems: string[]): void {
    try {
      plugin.apply?.({
        hooks: viewFor({ plugin: plugin.name, place }, this.#hooks, this.#faults, names),
        options: this.#options.get(plugin.name) ?? {},
      });
    } catch (error) {
      problems.push(`Plugin "${plugin.name}" failed in apply: ${messageOf(error)}`);
    }
  }

  #validate(problems: string[]): void {
    this.#hooks.validate.call((plugin) => ({
      options: this.#options.get(plugin) ?? {},
      permissions: this.#input.permissions,
      problem: (message) => problems.push(`Plugin "${plugin}"  ${message}`),
    }));
  }

  /** Uses the time until the server answers; not a moment longer than the step that is under way. */
  async #warmUp({ outputs, probes = false }: RunInput, connecting: Promise<unknown>): Promise<void> {
    let waiting = true;
    const stop = (): void => void (waiting = false);
    connecting.then(stop, stop);
    const formats = outputs.map(({ format }) => format);
    for (const { name, warmUp } of this.#plugins.values()) {
      if (warmUp === undefined) continue;
      // Lets the server's bytes in between two of them.
      await nextTurn();
      if (!waiting) return;
      try {
        await warmUp({ formats, probes });
      } catch (error) {
        this.#faults.add(name, 'warmUp', error, 'The run is slower, and nothing else.');
      }
    }
  }

  /**
   * A session with the target, which is the caller's to close.
   * @throws ServerError when no plugin knows the target or the server gives no session
   */
  async connect(
    { target, timeoutMs, early, log }: Pick<RunInput, 'target' | 'timeoutMs' | 'early' | 'log'>,
    signal: AbortSignal,
    opening: Opening = {},
  ): Promise<Session> {
    const session = await this.#hooks.connect.promise({ target, timeoutMs, signal, early, ...opening });
    if (session !== undefined) {
      log?.debug({ era: session.era, version: session.version }, 'connected');
      return session;
    }
    const failed = this.#faults.list().map(({ plugin, message }) => `plugin "${plugin}" failed in connect: ${message}`);
    throw new ServerError([`No plugin can connect to a target of kind ${target.kind}`, ...failed].join('; '));
  }
}
