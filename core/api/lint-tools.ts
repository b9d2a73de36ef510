import type { ConfigFile } from '../../schemas/config.gen.js';
import type { LintIssue } from '../report-parts.js';
import { noSession } from './lent-session.js';
import { runApi } from './run.js';
import { loadViews } from './shipped.js';
import { listed, type ToolDef } from './tool-def.js';

export interface LintOptions {
  /** What the server tells its clients about itself. */
  readonly instructions?: string;
  /** Severities by rule id, as in a config file: `{ 'definition-large': 'off' }`. */
  readonly rules?: RuleToggles;
}

/** Severities, or severities with options, by rule id. */
export type RuleToggles = NonNullable<ConfigFile['rules']>;

/**
 * What is wrong with definitions. Needs no server and calls no tool. Scorecard specification, 1.6.
 * @throws UsageError for a toggle that names no rule
 */
export async function lintTools(tools: readonly ToolDef[], options: LintOptions = {}): Promise<readonly LintIssue[]> {
  const { instructions = '', rules } = options;
  const { lint } = await loadViews();
  const report = await runApi({
    // Nothing is started: the session is there already.
    target: { kind: 'stdio', command: ['-'] },
    session: noSession(instructions),
    timeoutMs: 1,
    tools: listed(tools),
    only: ['read'],
    ...(rules !== undefined && { config: { rules } }),
  });
  return lint(report);
}
