import {
  isLimitName,
  isWriteTool,
  type JsonObject,
  likelyKeys,
  makeRecord,
  markersOf,
  planRecord,
  type ProbeRecord,
  readerArguments,
  type ReaderChoice,
  readersFor,
  type Tool,
} from '../../core/index.js';
import { type Entry, named } from './yaml.js';

/** Digits of the record that stands for all records while arguments are made. */
const HEX = 'ffffff';

/** Write tools, each with the read tool that most likely shows what it stores. */
export async function draftPairs(tools: readonly Tool[]): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const seen = new Set<string>();
  for (const tool of tools) {
    if (seen.has(tool.name) || !isWriteTool(tool)) continue;
    seen.add(tool.name);
    entries.push(await draftPair(tool, tools));
  }
  return entries;
}

async function draftPair(write: Tool, tools: readonly Tool[]): Promise<Entry> {
  const planned = await planRecord(write, { values: new Map(), optional: true });
  const keys = 'plan' in planned ? likelyKeys(planned.plan) : new Set<string>();
  const record = 'plan' in planned ? makeRecord(planned.plan, keys, HEX) : undefined;
  const readers = record === undefined ? [] : await asked(readersFor(write, tools, []), record);
  const best = readers.toSorted((a, b) => b.likely - a.likely)[0];
  const key = record?.fields.find(({ isKey }) => isKey)?.name;
  const members = [
    ['write', write.name],
    ['read', best?.name ?? 'READ_TOOL'],
    ...(best === undefined || Object.keys(best.args).length === 0 ? [] : [['read_args', best.args] as const]),
    ...(record === undefined || markersOf(record).length === 0 ? [['write_args', { NAME: '{marker}' }] as const] : []),
    ...(key === undefined ? [] : [['key', key] as const]),
  ] as const;
  const marked = record !== undefined && markersOf(record).length > 0;
  return {
    comment: commentOn(write, best, marked),
    members,
    active: marked && best?.noun !== undefined && best.needs.length === 0,
  };
}

/** A reader with what it would be asked, placeholders instead of the record's own values. */
interface AskedReader {
  readonly name: string;
  readonly noun: string | undefined;
  readonly args: JsonObject;
  /** Arguments that only the author can give. */
  readonly needs: readonly string[];
  readonly likely: number;
}

async function asked(choices: readonly ReaderChoice[], record: ProbeRecord): Promise<readonly AskedReader[]> {
  const readers: AskedReader[] = [];
  for (const { tool, noun } of choices) {
    const made = (await readerArguments({ tool, values: new Map() }))(record);
    if (made === undefined) continue;
    const args = Object.entries(made).map(([name, value]) => [name, withPlaceholders(value, record)] as const);
    const needs = args.filter(([name, value]) => !hasPlaceholder(value) && !isLimitName(name)).map(([name]) => name);
    const asks = args.some(([, value]) => hasPlaceholder(value));
    readers.push({
      name: tool.name,
      noun,
      args: Object.fromEntries(args.map(([name, value]) => [name, needs.includes(name) ? 'VALUE' : value])),
      needs,
      likely: (needs.length === 0 ? 4 : 0) + (noun === undefined ? 0 : 2) + (asks ? 1 : 0),
    });
  }
  return readers;
}

/** The key of the record as `{key}`, its first marker as `{marker}`. */
function withPlaceholders(value: unknown, record: ProbeRecord): unknown {
  if (Array.isArray(value)) return value.map((item) => withPlaceholders(item, record));
  if (value === undefined) return value;
  if (value === record.fields.find(({ isKey }) => isKey)?.value) return '{key}';
  return value === markersOf(record)[0] ? '{marker}' : value;
}

function hasPlaceholder(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasPlaceholder) : value === '{key}' || value === '{marker}';
}

function commentOn(write: Tool, best: AskedReader | undefined, marked: boolean): string {
  const name = named(write.name);
  if (!marked) return `${name}: nothing in it takes a text of our own. Say in write_args where {marker} can go.`;
  if (best === undefined)
    return `${name}: no read tool was found that can be asked for it. Name the one that shows it.`;
  const reader = named(best.name);
  if (best.needs.length > 0) return `${name}: to see it, ${reader} needs ${best.needs.map(named).join(', ')}.`;
  return best.noun === undefined
    ? `${name}: no read tool shares a word with it. If ${reader} shows it, confirm that.`
    : `${name} and ${reader} share the word "${named(best.noun)}".`;
}
