import type { Plugin } from '../define.js';
import { emptyEffectConfig } from '../effects/config.js';
import type { ProbeConfig } from '../effects/probe-config.js';
import type { ProbeResult } from '../report-parts.js';
import { borrow, type McpConnection } from './connection.js';
import { type CallingOptions, effectsFor, permissionsFor, valuesFor } from './options.js';
import { runApi } from './run.js';
import { loadViews } from './shipped.js';
import { listed, type ToolDef } from './tool-def.js';

export interface ProbeOptions extends CallingOptions {
  /** What the author declares; everything declared is of high confidence. */
  readonly config?: ProbeConfig;
  /** Milliseconds to wait before each further look, where a write did not show at once. Default 250 and 1,000. */
  readonly settleMs?: readonly number[];
  /** Called for each result, in order, when all have been judged. */
  readonly onResult?: (result: ProbeResult) => void;
  /** Called for what the config declares and the author may not have meant. */
  readonly onWarning?: (warning: string) => void;
}

/**
 * Checks that tools do what they report: bounds, agreements and idempotent reads, and round trips where `allowWrites`
 * lets them. Probes of whose rules none counts are left out. Only `tools` are looked at. Scorecard specification, 2 and 6.
 * @throws ProbeConfigError when the config is wrong, UsageError when it or `args` do not fit the tools; nothing was called then
 * @throws ServerError when the server is gone and cannot be started again
 */
export async function runProbes(
  connection: McpConnection,
  tools: readonly ToolDef[],
  options: ProbeOptions = {},
): Promise<readonly ProbeResult[]> {
  const { config = emptyEffectConfig, args, settleMs, onResult, onWarning = () => {} } = options;
  const { timeoutMs, maxTimeMs, signal, onProgress } = options;
  const { probes: view } = await loadViews();
  const lent = borrow(connection);
  const report = await runApi({
    ...lent,
    timeoutMs: timeoutMs ?? lent.timeoutMs,
    maxTimeMs,
    signal,
    onProgress,
    tools: listed(tools),
    // What looks at a server in every run is not asked for here, nor what gives no result of its own.
    among: (plugin) => (plugin.emits === undefined || plugin.optIn === true) && !isOnlyShown(plugin),
    ...(settleMs !== undefined && { everywhere: { settleMs } }),
    probes: true,
    values: valuesFor(args, config),
    effects: effectsFor(config, onWarning),
    permissions: () => permissionsFor(options, []),
  });
  const results = view(report);
  for (const result of results) onResult?.(result);
  return results;
}

/** Whether none of its rules counts: `scoreServer` tells what they find. */
function isOnlyShown({ rules = [] }: Plugin): boolean {
  return rules.length > 0 && rules.every(({ counted }) => counted === false);
}
