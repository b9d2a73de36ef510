/** How checks of effects call tools. */

import {
  answerOf,
  type JsonObject,
  type ProbeScope,
  requiredArguments,
  type Tool,
  type ToolAnswer,
} from '../../core/index.js';
import { CannotTell } from './check.js';
import { shortened } from './words.js';

type Answered = Exclude<ToolAnswer, { readonly kind: 'lost' }>;

/**
 * Calls a tool once.
 * @throws CannotTell when the connection or the run is over
 */
export async function ask({ call }: Pick<ProbeScope, 'call'>, tool: Tool, args: JsonObject): Promise<Answered> {
  const answer = answerOf(await call('tools/call', { name: tool.name, arguments: args }));
  if (answer.kind === 'lost') throw new CannotTell(answer.reason, 'incomplete');
  return answer as Answered;
}

/**
 * What a check starts from: the values the user gave, `given` laid over them, and generated ones for what else the tool
 * demands. Spec: scorecard 2.6 and 5.3.
 * @throws CannotTell when there are no valid arguments
 */
export async function startingArguments(
  { values }: Pick<ProbeScope, 'values'>,
  tool: Tool,
  given: JsonObject = {},
): Promise<JsonObject> {
  const made = await requiredArguments(tool, new Map([...values(tool), ...Object.entries(given)]));
  if (!made.ok) throw new CannotTell(`no valid arguments could be made for ${tool.name}: ${made.reason}`);
  return made.arguments;
}

/** Characters of an error that stand in a reason, so that there is room for what to do about it. */
const MAX_ERROR = 100;

/** `<what> fails (<why>); give it values it accepts with --arg TOOL:NAME=VALUE`, naming the first argument the tool demands. */
export function failureAdvice(what: string, why: string, { name, inputSchema: { required } }: Tool): string {
  const names = Array.isArray(required) ? (required as readonly unknown[]) : [];
  const first = names.find((one) => typeof one === 'string') ?? 'NAME';
  const where = `--arg ${shortened(name)}:${shortened(first)}=VALUE`;
  return `${what} fails (${shortened(why, MAX_ERROR)}); give it values it accepts with ${where}`;
}

/** True for the tool that is meant by its name: names may repeat, a call reaches one of them, and the first stands for all. */
export function isNamed(tool: Tool, { tools }: ProbeScope['catalog']): boolean {
  return tools.find(({ name }) => name === tool.name) === tool;
}
