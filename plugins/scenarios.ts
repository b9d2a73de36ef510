/** Calls every tool with valid and with deliberately bad arguments, and writes down what comes back. */

import {
  type CallRecord,
  defineProbe,
  exampleTool,
  isDestructiveTool,
  type Scenario,
  scenarioDetail,
  scenarioDuration,
  scenarioOutcome,
  scenariosOf,
  type ObservationMap,
  type Tool,
  type ToolScenarios,
} from '../core/index.js';
import { observationSchemas } from '../schemas/observations.gen.js';
import { builtInRules } from '../rules/rules.gen.js';

/** The observation kinds of the two kinds of scenario. */
const KINDS = { happy: 'tool.happy-case', edge: 'tool.edge-case' } as const;

const REFUSALS: ReadonlySet<string> = new Set(['error', 'error-result']);

/** Scenarios of the tool that comes next, made while the one before it is called. */
const madeAhead = new WeakMap<Tool, Promise<ToolScenarios>>();

export default defineProbe({
  name: 'scenarios',
  summary: 'Calls every tool with valid and with deliberately bad arguments.',
  subject: 'tool',
  effects: 'mutate',
  emits: {
    'tool.happy-case': observationSchemas['tool.happy-case'],
    'tool.edge-case': observationSchemas['tool.edge-case'],
  },
  options: { cases: 3, edgeCases: true },
  rules: builtInRules.scenarios,
  async warmUp() {
    await scenariosOf(exampleTool);
  },
  /** What ends a record that the user named may be what other tools were given as well, so these have their turn first. */
  last: ({ subject: { tool }, values }) => isDestructiveTool(tool) && values(tool).size > 0,
  async observe({ subject, catalog, options, permissions, values, mayCall, call, emit, skipped, incomplete }) {
    const { tool } = subject;
    const permitted = mayCall(tool);
    if (!permitted.allowed) return skipped('tool.happy-case', permitted.reason);

    const make = (one: Tool): Promise<ToolScenarios> =>
      scenariosOf(one, { ...options, values, disposable: permissions.allowWrites });
    const { happy, edge, skipped: impossible } = await (madeAhead.get(tool) ?? make(tool));
    if (impossible !== undefined) skipped('tool.happy-case', impossible);
    const endsGiven = isDestructiveTool(tool) && values(tool).size > 0;
    let hasEnded = false;
    for (const [at, scenario] of [...happy, ...edge].entries()) {
      const answer = call('tools/call', { name: tool.name, arguments: scenario.arguments });
      // The server is busy now, so the next tool's arguments cost no time.
      const next = at === 0 ? catalog.tools[tool.index + 1] : undefined;
      if (next !== undefined && mayCall(next).allowed) madeAhead.set(next, make(next));
      const record = await answer;
      const { kind } = scenario;
      // What ends one call ends those behind it.
      if (record.outcome === 'aborted') return incomplete(KINDS[kind], record.reason ?? 'the run was cut short');
      if (record.outcome === 'refused') return skipped(KINDS[kind], record.reason ?? 'it was not allowed');
      const data = caseOf(scenario, record);
      if (kind === 'happy' && data.outcome === 'input-required') {
        // Neither works nor fails: without a client that answers, nobody can tell.
        skipped('tool.happy-case', 'it asks the client for input', data);
      } else if (scenario.madeUp === true && REFUSALS.has(data.outcome)) {
        // An honest answer: the values that its schema offers were kept from it, because they may name real records.
        skipped('tool.happy-case', 'refused a made-up target; --arg gives it one that may go', data);
      } else if (kind === 'happy' && hasEnded && REFUSALS.has(data.outcome)) {
        skipped('tool.happy-case', 'refused what a call before it may have ended: both name the value you gave', data);
      } else emit(KINDS[kind], data as ObservationMap['tool.edge-case']);
      hasEnded ||= endsGiven && record.ok;
    }
  },
});

/** What one call came to. Spec: scorecard 1.3. */
function caseOf(scenario: Scenario, record: CallRecord): ObservationMap['tool.happy-case'] {
  const { tool, number, description, arguments: sent, mutation } = scenario;
  const outcome = scenarioOutcome(record);
  return {
    tool,
    number,
    description,
    arguments: sent as Record<string, unknown>,
    ...(mutation !== undefined && { mutation }),
    outcome,
    durationMs: scenarioDuration(outcome, record),
    detail: scenarioDetail(outcome, record),
  };
}
