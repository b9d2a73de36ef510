/** The three things an author writes: a plugin, a probe, a rule. Each function only checks types and fills defaults. */

import type { ConfigFile } from '../schemas/config.gen.js';
import type { AsyncTap, ObserveScope, PluginHooks, ProbeScope, ReportInput, Terminal } from './hooks.js';
import type { JsonObject } from './json.js';
import type { KindDeclaration } from './manifest/declaration.js';
import type { Effects, ObservationKind, Report, RuleInput, SubjectKind, SubjectMap } from './model.js';

/** What a plugin says of itself besides its name; the kernel checks configs against it before anything connects. */
export interface Plugin {
  /** Kebab-case, equal to its file. */
  readonly name: string;
  readonly summary?: string;
  readonly version?: string;
  /** Run behind these plugins where they are present. */
  readonly after?: readonly string[];
  /** Defaults of `probes.<name>` in a config. */
  readonly options?: JsonObject;
  /** JSON Schema of those options; without one, only the names of `options` are checked. */
  readonly optionsSchema?: JsonObject;
  /**
   * Observation kinds it emits, each with the JSON Schema of its data: inline, or a path or URL of a file. `x-identity`
   * in it lists the fields that tell two findings of one rule on one subject apart, such as the name of a parameter:
   * what stays the same from run to run, so no counts, times, invented values or places in lists. Without it, such
   * findings are numbered.
   */
  readonly emits?: Readonly<Record<string, JsonObject | string | URL>>;
  /** Rules it brings. */
  readonly rules?: readonly RuleInput[];
  /** What it does to a server; left out for plugins that do not observe. */
  readonly effects?: Effects;
  /** A probe that runs only when the run asks for probes. */
  readonly optIn?: true;
  /** It wants every observation, also those that no rule reads. */
  readonly readsAll?: true;
  /** Makes it a kind of manifest probe, under its name; see `defineKind`. */
  readonly kind?: KindDeclaration;
  /** Report formats it writes. */
  readonly formats?: readonly string[];
  /** Its output from a parsed JSON report that was written earlier. Throws UsageError when it is none. */
  fromJson?(report: unknown): string;
  apply?(context: PluginContext): void;
  /**
   * Called while the server starts, when there is time: load and run once what will be needed. Must have no effect but
   * being faster later; it may not be called at all.
   */
  warmUp?(wanted: Wanted): void | Promise<void>;
}

/** What a run was asked for. */
export interface Wanted {
  readonly formats: readonly string[];
  /** Probes that run only when asked for will run. */
  readonly probes: boolean;
}

export interface PluginContext {
  readonly hooks: PluginHooks;
  /** The plugin's options, config laid over its defaults. */
  readonly options: JsonObject;
}

/** Declares a plugin. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

/** Declares a rule, for a plugin's `rules` or as the default export of a file. */
export function defineRule(rule: RuleInput): RuleInput {
  return rule;
}

/** Declares a config, for the default export of `toolscore.config.ts`. */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config;
}

export interface ProbeInput<S extends SubjectKind, K extends ObservationKind, Options extends JsonObject> extends Omit<
  Plugin,
  'apply' | 'emits' | 'options' | 'effects' | 'formats'
> {
  readonly subject: S;
  readonly effects: Effects;
  readonly emits: Readonly<Record<K, JsonObject | string | URL>>;
  readonly options?: Options;
  /** Loads what `observe` needs, while the server starts. */
  load?(): Promise<unknown>;
  /** Of a probe that looks at some subjects behind all others: whether this is one. */
  last?(scope: ProbeScope<S, Options>): boolean;
  observe(scope: ProbeScope<S, Options>): void | Promise<void>;
}

type EachScope<S extends SubjectKind> = Pick<ObserveScope<S>, 'each'>;

/** Declares a probe: a plugin that observes subjects of one kind, one after the other. */
export function defineProbe<S extends SubjectKind, K extends ObservationKind, Options extends JsonObject = JsonObject>(
  probe: ProbeInput<S, K, Options>,
): Plugin {
  const { subject, observe, last, load, ...plugin } = probe;
  return {
    ...(load !== undefined && {
      warmUp: async ({ probes }) => void ((plugin.optIn !== true || probes) && (await load())),
    }),
    ...plugin,
    apply({ hooks }) {
      const tap: AsyncTap<[EachScope<S>], void> = hooks.observe.for(subject);
      tap.tapPromise(plugin.name, async ({ each }) => {
        const put = new Set<SubjectMap[S]>();
        // The kernel laid the config over `options`, so their shape is the declared one.
        const own = (scope: ProbeScope<S>) => scope as unknown as ProbeScope<S, Options>;
        await each((scope) => {
          if (last?.(own(scope)) !== true) return observe(own(scope));
          put.add(scope.subject);
        });
        if (put.size > 0) await each((scope) => observe(own(scope)), { only: (one) => put.has(one) });
      });
    },
  };
}

export interface ReporterInput extends Pick<Plugin, 'name' | 'summary' | 'options' | 'fromJson'> {
  readonly formats: readonly string[];
  /** Loads what `render` needs, while the server starts. */
  load?(): Promise<unknown>;
  /** The whole output as text. May load what it needs. `options`: a config laid over the reporter's own. */
  render(report: Report, terminal: Terminal, options: JsonObject): string | Promise<string>;
}

/** Declares a reporter: a plugin that turns the report into text for the formats it names. */
export function defineReporter(reporter: ReporterInput): Plugin {
  const { render, load, ...plugin } = reporter;
  return {
    ...plugin,
    async warmUp({ formats }) {
      if (plugin.formats.some((format) => formats.includes(format))) await load?.();
    },
    apply({ hooks, options }) {
      hooks.report.tapPromise(plugin.name, async ({ report, outputs, write, terminal }: ReportInput) => {
        for (const output of outputs) {
          if (plugin.formats.includes(output.format)) await write(output, await render(report, terminal, options));
        }
      });
    },
  };
}
