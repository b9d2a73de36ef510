/** Which calls a scorecard makes. Scorecard specification 1.2. */

import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { edgeArguments, type Mutation } from './edge.js';
import { isDestructiveTool } from '../tool-effects.js';
import { type HappyArguments, happyArguments, isUsableSchema } from './happy.js';

export interface Scenario {
  /** Name of the tool. */
  readonly tool: string;
  readonly kind: 'happy' | 'edge';
  /** Number among those of its tool and kind, from 1. */
  readonly number: number;
  /** What the case tries, in words. */
  readonly description: string;
  readonly arguments: JsonObject;
  /** Of a happy case: made-up texts stand where the schema offers values that could name somebody's record. */
  readonly madeUp?: true;
  /** Of an edge case: what is wrong with the arguments. */
  readonly mutation?: Mutation;
}

export interface ScenarioOptions {
  /** Happy cases of each tool, at most 1,000; a negative number counts as 0. Default 3. */
  readonly cases?: number;
  /** Default true. */
  readonly edgeCases?: boolean;
  /** The server may lose anything, so that destructive tools get the examples of their schema, too. Default false. */
  readonly disposable?: boolean;
  /** Values the user gave, for happy cases only. */
  readonly values?: (tool: Tool) => ReadonlyMap<string, unknown>;
}

/** They are made before the first is called. */
const MAX_CASES = 1_000;

export interface ToolScenarios {
  readonly happy: readonly Scenario[];
  readonly edge: readonly Scenario[];
  /** Why there is no happy case, when no valid arguments could be made. */
  readonly skipped?: string;
}

/** The scenarios of all tools in the server's order, happy cases before edge cases; the same ones in every run. */
export async function generateScenarios(
  tools: readonly Tool[],
  options: ScenarioOptions = {},
): Promise<readonly Scenario[]> {
  const all: Scenario[] = [];
  for (const tool of tools) {
    const { happy, edge } = await scenariosOf(tool, options);
    all.push(...happy, ...edge);
  }
  return all;
}

/** The scenarios of one tool. */
export async function scenariosOf(
  tool: Tool,
  { cases = 3, edgeCases = true, disposable = false, values }: ScenarioOptions = {},
): Promise<ToolScenarios> {
  const usable = isUsableSchema(tool.inputSchema);
  const wanted = Math.min(MAX_CASES, Math.max(0, Math.floor(cases)));
  const happy: Scenario[] = [];
  const given = values === undefined ? {} : { values: values(tool) };
  const synthetic = isDestructiveTool(tool) && !disposable;
  for (let index = 0; index < (usable ? wanted : Math.min(1, wanted)); index += 1) {
    const made = await happyArguments(tool, index, { ...given, synthetic });
    if (!made.ok)
      return {
        happy: [],
        edge: await edges(tool, wanted, edgeCases),
        skipped: `no valid arguments could be made: ${made.reason}`,
      };
    happy.push({
      tool: tool.name,
      kind: 'happy',
      number: index + 1,
      description: describe(made.arguments, index, usable),
      arguments: made.arguments,
      ...(synthetic && (await differs(made, happyArguments(tool, index, { ...given, synthetic: false }))) && MADE_UP),
    });
  }
  return { happy, edge: await edges(tool, wanted, edgeCases) };
}

const MADE_UP = { madeUp: true } as const;

/** Whether the schema offers other arguments than those that were made. */
async function differs(made: HappyArguments, offered: Promise<HappyArguments>): Promise<boolean> {
  return (await offered).ok && !isDeepStrictEqual(await offered, made);
}

async function edges(tool: Tool, index: number, wanted: boolean): Promise<readonly Scenario[]> {
  if (!wanted) return [];
  const made = await edgeArguments(tool, index);
  return made.map((edge, at) => ({ tool: tool.name, kind: 'edge', number: at + 1, ...edge }));
}

function describe(args: JsonObject, index: number, usable: boolean): string {
  if (!usable && Object.keys(args).length === 0)
    return 'no arguments, because the tool declares no usable input schema';
  return `valid arguments, variation ${index + 1}`;
}
