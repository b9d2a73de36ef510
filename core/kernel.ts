/** The kernel: registers plugins, and owns the order of the steps of a run. Nothing else. */

import type { Plugin } from './define.js';
import { UsageError } from './errors.js';
import { groupBy } from './group.js';
import type { ReportInput, Terminal } from './hooks.js';
import type { JsonObject } from './json.js';
import { Calls } from './kernel/calls.js';
import { Draft, identityOf, infoOf } from './kernel/catalog.js';
import { deadline } from './kernel/deadline.js';
import { Faults } from './kernel/faults.js';
import { Gate } from './kernel/gate.js';
import { judgeAll } from './kernel/judge.js';
import { Observations, type ObserveContext } from './kernel/observe.js';
import { type GivenOptions, resolveOptions } from './kernel/options.js';
import { orderPlugins } from './kernel/order.js';
import { grade } from './kernel/score.js';
import { createHooks, type KernelHooks, type TappedNames, viewFor } from './kernel/taps.js';
import { writeOutput } from './kernel/write.js';
import type {
  Catalog,
  Effects,
  Origin,
  Output,
  Permissions,
  PluginFault,
  Report,
  Rule,
  SubjectKind,
  SubjectMap,
  Target,
  Tool,
} from './model.js';
import { didYouMean } from './nearest.js';
import { placeOf } from './origin.js';
import { happyArguments } from './schema/happy.js';
import { type Session, ServerError } from './session/port.js';
import { isReadOnlyTool } from './tool-effects.js';

export interface KernelInput {
  readonly version: string;
  /** In order; each name once. */
  readonly plugins: readonly Plugin[];
  /** Makes the sealed registry once the observation kinds are known; adds what is wrong to `problems`. */
  readonly rules: (plugins: readonly Plugin[], problems: string[]) => Promise<ReadonlyMap<string, Rule>>;
  readonly options: readonly GivenOptions[];
  readonly scoring: { readonly use: string; readonly options: JsonObject; readonly origin: Origin };
  readonly permissions: Permissions;
}

export interface RunInput {
  readonly target: Target;
  /** A session already on its way; see `ConnectRequest.early`. */
  readonly early?: Promise<Session> | undefined;
  /** Milliseconds for the handshake and for each call. */
  readonly timeoutMs: number;
  /** Milliseconds for the whole run. */
  readonly maxTimeMs: number;
  readonly maxRequests?: number;
  readonly signal?: AbortSignal | undefined;
  /** Only probes with these effects run; left out: all. */
  readonly only?: readonly Effects[];
  readonly values: { for(tool: Tool): ReadonlyMap<string, unknown>; check(tools: readonly Tool[]): readonly string[] };
  readonly outputs: readonly Output[];
  readonly terminal: Terminal;
  readonly progress?: ObserveContext['progress'];
  /** Called when observing is over, before anything is written. */
  readonly beforeReport?: () => void;
}

export interface RunResult {
  readonly report: Report;
  /** All plugin failures, those of the report and close steps included. */
  readonly faults: readonly PluginFault[];
}

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
    const { use, origin } = input.scoring;
    if (!names.scorers.has(use)) {
      const known = [...names.scorers].join(', ') || 'none';
      problems.push(
        `${placeOf(origin)}  no scorer is called "${use}". There are: ${known}.${didYouMean(use, names.scorers)}`,
      );
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

  /**
   * One run against one server.
   * @throws ServerError when the server cannot be started, reached or listed
   * @throws UsageError when given argument values do not fit the server's tools; no tool was called then
   */
  async run(input: RunInput): Promise<RunResult> {
    const time = deadline(input.maxTimeMs, input.signal);
    let session: Session | undefined;
    let report: Report | undefined;
    try {
      session = await this.#connect(input, time.signal);
      const seen = await this.#look(input, session, time.signal);
      // The server is not needed any more; it ends while the rest is computed and written.
      const closing = session.close();
      report = this.#judge(seen, session);
      input.beforeReport?.();
      await this.#report(report, input);
      await closing;
    } finally {
      time.stop();
      await session?.close();
      await this.#hooks.close.promise({ report });
    }
    return { report, faults: this.#faults.list() };
  }

  #apply(plugin: Plugin, place: number, names: TappedNames, problems: string[]): void {
    try {
      plugin.apply?.({
        hooks: viewFor({ plugin: plugin.name, place }, this.#hooks, this.#faults, names),
        options: this.#options.get(plugin.name) ?? {},
      });
    } catch (error) {
      problems.push(
        `Plugin "${plugin.name}" failed in apply: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  #validate(problems: string[]): void {
    this.#hooks.validate.call((plugin) => ({
      options: this.#options.get(plugin) ?? {},
      permissions: this.#input.permissions,
      problem: (message) => problems.push(`Plugin "${plugin}"  ${message}`),
    }));
  }

  async #connect(input: RunInput, signal: AbortSignal): Promise<Session> {
    const { target, timeoutMs, early } = input;
    const session = await this.#hooks.connect.promise({ target, timeoutMs, signal, early });
    if (session !== undefined) return session;
    const failed = this.#faults.list().map(({ plugin, message }) => `plugin "${plugin}" failed in connect: ${message}`);
    throw new ServerError([`No plugin can connect to a target of kind ${target.kind}`, ...failed].join('; '));
  }

  async #look(input: RunInput, session: Session, signal: AbortSignal): Promise<Seen> {
    const gate = new Gate(this.#input.permissions);
    const calls = new Calls(
      this.#hooks,
      gate,
      { timeoutMs: input.timeoutMs, maxRequests: input.maxRequests ?? MAX_REQUESTS },
      signal,
    );
    const info = infoOf(session);
    calls.use(session, info);
    const draft = new Draft();
    await this.#hooks.discovery.promise(draft, (plugin) => ({
      session: info,
      signal,
      call: (method, params = {}, options) =>
        calls.ask({ plugin, effects: this.#plugins.get(plugin)?.effects ?? 'read' }, method, params, options),
    }));
    const { catalog, added } = draft.seal(identityOf(info));
    const misfits = input.values.check(catalog.tools);
    if (misfits.length > 0) throw new UsageError(misfits);
    gate.know(catalog.tools);

    const values = (tool: Tool): ReadonlyMap<string, unknown> => input.values.for(tool);
    const progress = input.progress ?? (() => {});
    const observations = new Observations({
      calls,
      gate,
      catalog,
      session: info,
      signal,
      values,
      progress,
      faults: this.#faults,
      permissions: this.#input.permissions,
    });
    const server: AnySubject = { kind: 'server', name: catalog.server.name, server: catalog.server };
    const all = [server, ...catalog.tools.map((tool) => toolSubject(tool, values)), ...added];
    const subjects = groupBy(all, ({ kind }) => kind);
    for (const [kind, ofKind] of subjects) {
      await this.#hooks.observe.get(kind)?.promise((name) => {
        const plugin = this.#plugins.get(name) as Plugin;
        const wanted = input.only === undefined || input.only.includes(plugin.effects ?? 'read');
        return observations.scopeFor(plugin, this.#options.get(name) ?? {}, wanted ? ofKind : []);
      });
    }
    return { catalog, calls, observations, subjects, reason: signal.aborted ? String(signal.reason) : undefined };
  }

  #judge({ catalog, calls, observations, subjects, reason }: Seen, session: Session): Report {
    const verdicts = judgeAll(this.#hooks, this.#faults, this.rules, observations.list);
    const graded = grade(this.#hooks, this.#input.scoring.use, {
      verdicts,
      rules: this.rules,
      subjects: new Map([...subjects].map(([kind, list]) => [kind, list.length])),
      options: this.#input.scoring.options,
    });
    const finished = reason === undefined;
    return Object.freeze({
      ...graded,
      // A run that was cut short earns no letter: what did not run might have changed it.
      grade: finished ? graded.grade : null,
      uncappedGrade: finished ? graded.uncappedGrade : null,
      toolscore: this.#input.version,
      server: catalog.server,
      tools: catalog.tools,
      permissions: this.#input.permissions,
      observations: observations.list,
      verdicts,
      rules: this.rules,
      calls: calls.journal,
      faults: this.#faults.list(),
      wire: session.counts,
      unfinished: finished ? undefined : { reason, notRun: observations.notRun },
    });
  }

  async #report(report: Report, { outputs, terminal }: RunInput): Promise<void> {
    const input: ReportInput = { report, outputs, terminal, write: writeOutput };
    await this.#hooks.report.promise(input);
  }
}

interface Seen {
  readonly catalog: Catalog;
  readonly calls: Calls;
  readonly observations: Observations;
  readonly subjects: ReadonlyMap<SubjectKind, readonly AnySubject[]>;
  /** Why the run was cut short; undefined when it was not. */
  readonly reason: string | undefined;
}

type AnySubject = SubjectMap[SubjectKind];

function toolSubject(tool: Tool, values: (tool: Tool) => ReadonlyMap<string, unknown>): SubjectMap['tool'] {
  return {
    kind: 'tool',
    name: tool.name,
    tool,
    readOnly: isReadOnlyTool(tool),
    async sampleArguments(index = 0) {
      const made = await happyArguments(tool, index, { values: values(tool) });
      return made.ok ? made.arguments : undefined;
    },
  };
}
