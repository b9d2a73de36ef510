import type { ConfigFile } from '../../schemas/config.gen.js';
import type { Plugin } from '../define.js';
import { emptyEffectConfig } from '../effects/config.js';
import type { ProbeConfig } from '../effects/probe-config.js';
import type { JsonObject } from '../json.js';
import { borrow, type McpConnection } from './connection.js';
import type { RuleToggles } from './lint-tools.js';
import { type CallingOptions, effectsFor, permissionsFor, valuesFor } from './options.js';
import { runApi } from './run.js';
import { Scorecard } from './scorecard.js';
import { loadViews } from './shipped.js';

export interface ScoreOptions extends CallingOptions {
  /** Valid calls of each tool. Default 3. */
  readonly cases?: number;
  /** False leaves out the calls with deliberately bad arguments. Default true. */
  readonly edgeCases?: boolean;
  /** Also checks that tools did what they reported; `true` means with an empty config. Default false. */
  readonly probes?: boolean | ProbeConfig;
  /** False leaves the grade to the score alone. Default true. */
  readonly probeGradeCap?: boolean;
  /** Calls only tools that are read-only. Default false: every tool is called, those that write included. */
  readonly readOnly?: boolean;
  /** Which rules apply, how severe, and whether they count: `recommended`, `strict` or `all`. Default `recommended`. */
  readonly preset?: string;
  /** Severities by rule id, as in a config file. */
  readonly rules?: RuleToggles;
  /** Further plugins, in the order they are applied. */
  readonly plugins?: readonly Plugin[];
  /** The scorer by name, with its options. */
  readonly scoring?: NonNullable<ConfigFile['scoring']>;
  /** Called for what the probe config declares and the author may not have meant. */
  readonly onWarning?: (warning: string) => void;
}

/**
 * The whole scorecard of a server, as `toolscore mcp test` makes it: calls every tool, so point it at a disposable one.
 * Reads no config file. Scorecard specification, 1 and 6.
 * @throws UsageError when an option, the config, a plugin or `args` is wrong; no tool was called then
 * @throws ServerError when the server cannot be listed, or is gone and cannot be started again
 */
export async function scoreServer(connection: McpConnection, options: ScoreOptions = {}): Promise<Scorecard> {
  const { probes = false, args, preset, rules, scoring, plugins, onWarning = () => {}, ...rest } = options;
  const { timeoutMs, maxTimeMs, signal, onProgress } = rest;
  const lent = borrow(connection);
  const declared = typeof probes === 'object' ? probes : undefined;
  const views = await loadViews();
  const report = await runApi({
    ...lent,
    timeoutMs: timeoutMs ?? lent.timeoutMs,
    maxTimeMs,
    signal,
    onProgress,
    probes: probes !== false,
    values: valuesFor(args, declared),
    effects: effectsFor(declared ?? emptyEffectConfig, onWarning),
    permissions: (mayWrite) => permissionsFor(options, mayWrite),
    // Under the names that the command line's flags have.
    settings: settingsOf(rest),
    config: { ...(rules !== undefined && { rules }), ...(scoring !== undefined && { scoring }) },
    ...(preset !== undefined && { preset }),
    ...(plugins !== undefined && { plugins }),
  });
  return new Scorecard(report, views);
}

/** Under the names that the command line's flags have. */
export function settingsOf(options: Pick<ScoreOptions, 'cases' | 'edgeCases' | 'probeGradeCap'>): JsonObject {
  const { cases, edgeCases, probeGradeCap } = options;
  return {
    ...(cases !== undefined && { cases: String(cases) }),
    ...(edgeCases !== undefined && { edgeCases }),
    ...(probeGradeCap !== undefined && { probeGradeCap }),
  };
}
