/** Calls of a read-only tool that show how it tells of failures: an invented target, and texts that are not what they must be. */

import {
  aimerFor,
  answerOf,
  type CallRecord,
  classifyTool,
  isDestructiveTool,
  isObject,
  isReadOnlyTool,
  isUntouchable,
  type JsonObject,
  ledgerOf,
  nameWords,
  type ProbeScope,
  randomHex,
  requiredArguments,
  statedExample,
  statedFormat,
  type StatedFormat,
  type Tool,
} from '../../core/index.js';
import type { Heard } from './heard.js';
import { aimsAtNothing, aimsAtOwn } from './invented.js';

/** An argument got a text that cannot be what its description asks for; with a good text the same call worked. */
export interface Garbled {
  readonly record: CallRecord;
  readonly name: string;
  readonly format: StatedFormat;
  /** Nothing else decides what comes back. */
  readonly decides: boolean;
  readonly control: CallRecord;
}

type Scope = ProbeScope<'tool'>;

/** Calls for garbled texts of one tool. */
const MOST_GARBLED = 2;
/** Reading from these changes what comes next. */
const TAKING = /next|pop|take|claim|pull|consume|dequeue|start|begin/i;
const GARBAGE: Readonly<Record<StatedFormat['what'], string>> = {
  date: 'toolscore, not a date',
  number: 'toolscore, not a number',
  pattern: '(',
};

/** Whether the tool may be asked for what does not exist: only one that reads. */
export function mayAsk({ mayCall, effects }: Pick<Scope, 'mayCall' | 'effects'>, tool: Tool): boolean {
  return (
    !effects.exclude.includes(tool.name) &&
    !effects.writes.includes(tool.name) &&
    isReadOnlyTool(tool) &&
    mayCall(tool).allowed
  );
}

/** Whether the tool may be given a text that is not what it must be: one that reads, or computes, as far as its name says. */
export function mayGarble(scope: Pick<Scope, 'mayCall' | 'effects' | 'permissions'>, tool: Tool): boolean {
  const { mayCall, effects, permissions } = scope;
  if (mayAsk(scope, tool)) return true;
  const computes = classifyTool(tool) === 'other' && !isUntouchable(tool) && !isDestructiveTool(tool);
  const barred = effects.exclude.includes(tool.name) || effects.writes.includes(tool.name);
  return computes && !barred && permissions.allowWrites && mayCall(tool).allowed;
}

/** Asks for something that does not exist, unless somebody has done so, and once for our own record where that tells good from bad. At most 2 calls. */
export async function askForNothing(scope: Scope, heard: Heard): Promise<void> {
  const { tool } = heard;
  const ledger = ledgerOf(scope.catalog);
  const aimer = await aimerFor({ tool, values: scope.values(tool) });
  if (aimer === undefined) return;
  const own = ledger.records.find((record) => aimer.at(record, randomHex()) !== undefined);
  const nothing = aimer.atNothing(randomHex(), own);
  const isAsked = (): boolean => [...heard.signed, ...heard.goods].some(({ sent }) => aimsAtNothing(sent, ledger));
  const isRefused = heard.refusals.some(({ sent }) => aimsAtNothing(sent, ledger));
  if (nothing !== undefined && !isRefused && !isAsked() && !nothing.targets.some(isAddress) && !looksUnusable(heard))
    await call(scope, tool, nothing.record.arguments);
  // Only beside an answer to nothing does another one tell more; and who takes turns is not asked for ours.
  const isWanted = isAsked() && !heard.goods.some(({ sent }) => aimsAtOwn(sent, ledger)) && !TAKING.test(tool.name);
  const mine = own === undefined || !isWanted ? undefined : aimer.at(own, randomHex());
  if (mine !== undefined) await call(scope, tool, mine.record.arguments);
}

/** Gives texts that must have a format another one. At most 3 calls, none where no description states a format. */
export async function askGarbled(scope: Scope, tool: Tool): Promise<readonly Garbled[]> {
  const { properties } = tool.inputSchema;
  if (!isObject(properties)) return [];
  const given = scope.values(tool);
  const formats = Object.entries(properties)
    .map(([name, schema]) => ({ name, format: statedFormat(name, schema) }))
    .filter((one): one is { name: string; format: StatedFormat } => one.format !== undefined)
    .slice(0, MOST_GARBLED);
  if (formats.length === 0) return [];
  const good = new Map<string, unknown>(formats.map(({ name, format }) => [name, format.good]));
  const made = await requiredArguments(tool, new Map([...good, ...given]));
  if (!made.ok) return [];
  const args = { ...withExamples(made.arguments, properties, new Set([...good.keys(), ...given.keys()])) };
  const control = await call(scope, tool, args);
  if (answerOf(control).kind !== 'answered') return [];
  const garbled: Garbled[] = [];
  for (const { name, format } of formats) {
    const record = await call(scope, tool, { ...args, [name]: GARBAGE[format.what] });
    garbled.push({ record, name, format, decides: decides(tool, name, properties), control });
  }
  return garbled;
}

function decides({ inputSchema: { required } }: Tool, name: string, properties: JsonObject): boolean {
  return Object.keys(properties).length === 1 || (Array.isArray(required) && required.includes(name));
}

/** Texts that descriptions give as examples are likelier to be taken than generated ones. */
function withExamples(args: JsonObject, properties: JsonObject, settled: ReadonlySet<string>): JsonObject {
  const better = Object.keys(args).flatMap((name) => {
    const example = settled.has(name) ? undefined : statedExample(properties[name]);
    return example === undefined ? [] : [[name, example] as const];
  });
  return { ...args, ...Object.fromEntries(better) };
}

/** Addresses lead out into the world. */
function isAddress(name: string): boolean {
  return /^(?:ur[il]s?|href|link|host|hostname|domain|address)$/.test(nameWords(name).at(-1) ?? '');
}

/** Everything was refused alike, whatever was asked: what it needs is not here, and asking more would say nothing. */
export function looksUnusable({ goods, signed, refusals }: Heard): boolean {
  const valid = refusals.filter(({ invalid }) => !invalid);
  const words = new Set(
    valid.map(({ text }) => text.toLowerCase().replaceAll(/["'`][^"'`]*["'`]|\S*[\d/\\]\S*/g, '#')),
  );
  return goods.length === 0 && signed.length === 0 && valid.length > 1 && words.size === 1;
}

function call(scope: Scope, { name }: Tool, args: JsonObject): Promise<CallRecord> {
  return scope.call('tools/call', { name, arguments: args });
}
