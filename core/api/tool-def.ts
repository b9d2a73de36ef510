import type { JsonObject } from '../json.js';

/** A tool as a server lists it. What is missing counts as empty. */
export interface ToolDef {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: JsonObject | undefined;
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: JsonObject | undefined;
}

/** The tools in the form that discovery takes. */
export function listed(tools: readonly ToolDef[]): readonly JsonObject[] {
  return tools.map((tool) => ({ ...tool }));
}
