import { definePlugin, type Plugin } from '../define.js';
import type { CallRecord, ServerSubject } from '../model.js';
import type { ProbeScope } from '../hooks.js';
import {
  scenarioDetail,
  scenarioDuration,
  scenarioOutcome,
  scenarioPassed,
  type ScenarioResult,
} from '../scenario-result.js';
import type { Scenario } from '../schema/scenarios.js';
import { borrow, type McpConnection } from './connection.js';
import { type CallingOptions, permissionsFor } from './options.js';
import { runApi } from './run.js';

export interface RunScenariosOptions extends Omit<CallingOptions, 'args' | 'onProgress'> {
  /** Calls only tools that are read-only; the others are left out. Default false. */
  readonly readOnly?: boolean;
}

const NAME = 'run-scenarios';

/**
 * Calls tools with the arguments of scenarios, as `generateScenarios` makes them, one after the other. Calls tools that
 * write too, short of destructive ones that name no target. Scorecard specification, 1.3.
 * @throws ServerError when the server cannot be listed, or is gone and cannot be started again
 */
export async function runScenarios(
  connection: McpConnection,
  scenarios: readonly Scenario[],
  options: RunScenariosOptions = {},
): Promise<readonly ScenarioResult[]> {
  const { timeoutMs, maxTimeMs, signal } = options;
  const lent = borrow(connection);
  const results: ScenarioResult[] = [];
  await runApi({
    ...lent,
    timeoutMs: timeoutMs ?? lent.timeoutMs,
    maxTimeMs,
    signal,
    among: ({ emits }) => emits === undefined,
    plugins: [caller(scenarios, results)],
    permissions: () => permissionsFor(options, [NAME]),
  });
  return results;
}

/** A plugin, so that its calls pass the gate, the budget and the time limits like everybody's. */
function caller(scenarios: readonly Scenario[], results: ScenarioResult[]): Plugin {
  return definePlugin({
    name: NAME,
    effects: 'mutate',
    apply({ hooks }) {
      hooks.observe.for('server').tapPromise(NAME, ({ each }) =>
        each(async ({ call }: ProbeScope<ServerSubject['kind']>) => {
          for (const scenario of scenarios) {
            const { tool: name, arguments: given } = scenario;
            results.push(resultOf(scenario, await call('tools/call', { name, arguments: given })));
          }
        }),
      );
    },
  });
}

function resultOf({ tool, kind, description, arguments: given }: Scenario, record: CallRecord): ScenarioResult {
  const about = { tool, kind, description, arguments: given };
  // Not allowed, or not reached: says nothing about the server.
  if (record.outcome === 'refused' || record.outcome === 'aborted')
    return { ...about, ok: null, isError: false, durationMs: 0, detail: record.reason ?? record.outcome };
  const outcome = scenarioOutcome(record);
  return {
    ...about,
    ok: scenarioPassed(kind, outcome),
    isError: outcome === 'error' || outcome === 'error-result',
    durationMs: scenarioDuration(outcome, record),
    detail: scenarioDetail(outcome, record),
  };
}
