import { estimateTokens, type Report, type SubjectRef, type Tool } from '../../core/index.js';
import type { CaseResult } from './cases.js';
import { milliseconds } from './numbers.js';

/** A line of the table of tools. */
export interface ToolRow {
  readonly tool: Tool;
  readonly passed: number;
  /** Cases that count: passed or failed. */
  readonly total: number;
  /** Mean over all cases that were called, happy and edge; 0 when there is none. */
  readonly latencyMs: number;
  /** An estimate, of the definition. */
  readonly tokens: number;
}

/** The tools in the order of the server. Spec: scorecard 1.4 and 1.5. */
export function toolRows({ tools }: Report, cases: readonly CaseResult[]): readonly ToolRow[] {
  const own = tools.map((): CaseResult[] => []);
  const places = new Map(tools.map(({ name, index }) => [name, index]));
  for (const one of cases) own[placeOf(one.subject, places)]?.push(one);
  return tools.map((tool, at) => toolRow(tool, own[at] ?? []));
}

/** By place in the list, because names may repeat. */
function placeOf({ index, name }: SubjectRef, places: ReadonlyMap<string, number>): number {
  return index ?? places.get(name) ?? -1;
}

function toolRow(tool: Tool, cases: readonly CaseResult[]): ToolRow {
  const time = cases.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    tool,
    passed: cases.filter(({ passed }) => passed === true).length,
    total: cases.filter(({ passed }) => passed !== undefined).length,
    latencyMs: cases.length === 0 ? 0 : time / cases.length,
    tokens: estimateTokens(tool),
  };
}

/** Scenarios and mean latency as tables show them; a dash where nothing was called. */
export function calledCells({ passed, total, latencyMs }: ToolRow): readonly [scenarios: string, latency: string] {
  return [total === 0 ? '-' : `${passed}/${total}`, total === 0 && latencyMs === 0 ? '-' : milliseconds(latencyMs)];
}
