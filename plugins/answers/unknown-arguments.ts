/** What becomes of arguments that no schema declares. */

import {
  answerOf,
  canonicalJson,
  isObject,
  type JsonObject,
  nameWords,
  type ProbeScope,
  textItems,
  type Tool,
  undeclaredArguments,
} from '../../core/index.js';
import type { ToolIgnoredArgument } from '../../schemas/observations.gen.js';
import { shortened } from '../effect-checks/words.js';
import { type Heard, heardOf } from './heard.js';
import { mayAsk } from './asking.js';

type Scope = ProbeScope<'tool'>;

const INVENTED = 'toolscore_no_such_argument';
const MOST_NAMED = 2;
const BOUNDS: ReadonlySet<string> = new Set('limit max count size top first head tail take'.split(' '));
const FILTERS: ReadonlySet<string> = new Set('filter query search pattern term keyword contains prefix'.split(' '));
/** A text that nothing holds. */
const NOWHERE = 'toolscore-holds-this-nowhere';

/** Asks with the arguments that the description names and the schema lacks. At most 4 calls, none where there is no such name. */
export async function observeUnknownArguments(scope: Scope, heard: Heard): Promise<void> {
  const { tool } = heard;
  const names = undeclaredArguments(tool, scope.catalog.tools).slice(0, MOST_NAMED);
  const good = heard.goods.find(({ invalid }) => !invalid);
  if (good === undefined || names.length === 0) return;
  const first = await answered(scope, tool, good.sent);
  const again = await answered(scope, tool, good.sent);
  if (first === undefined || first !== again) return;
  for (const name of names) {
    const { value, decisive } = valueFor(name);
    const record = await scope.call('tools/call', { name: tool.name, arguments: { ...good.sent, [name]: value } });
    const answer = answerOf(record);
    const same = answer.kind === 'answered' && contentOf(answer.result) === first;
    const certain = decisive && countOf(first) > 1;
    scope.emit('tool.ignored-argument', observed(tool.name, name, true, same), {
      confidence: certain ? 'high' : 'medium',
      evidence: [good.record, record],
      basis: 'the same call with and without it',
    });
  }
}

/** Once for a server, because libraries decide it for all tools: an invented argument of the first read-only tool that works. One call. */
export async function observeInventedArgument(scope: Scope): Promise<void> {
  for (const tool of scope.catalog.tools) {
    const good = heardOf(tool)?.goods.find(({ invalid }) => !invalid);
    const { additionalProperties: more, properties } = tool.inputSchema;
    if (good === undefined || more !== undefined || !isObject(properties) || !mayAsk(scope, tool)) continue;
    const record = await scope.call('tools/call', { name: tool.name, arguments: { ...good.sent, [INVENTED]: true } });
    const answer = answerOf(record);
    if (answer.kind === 'silent' || answer.kind === 'lost') return;
    const ignored = answer.kind === 'answered' && !JSON.stringify(contentOf(answer.result)).includes(INVENTED);
    scope.emit('tool.ignored-argument', observed(tool.name, INVENTED, false, ignored), {
      confidence: 'low',
      evidence: [record],
      basis: 'one call of one tool',
      subject: { kind: 'server', name: scope.catalog.server.name },
    });
    return;
  }
}

function observed(tool: string, argument: string, described: boolean, ignored: boolean): ToolIgnoredArgument {
  const outcome = ignored ? 'passed over' : 'answered otherwise';
  return {
    check: 'unknown-argument',
    tool,
    id: '',
    markers: [],
    argument: shortened(argument),
    described,
    ignored,
    summary: ignored ? '' : `"${shortened(argument)}" is not passed over`,
    details: [{ step: `a call with "${shortened(argument)}"`, outcome, note: '' }],
  };
}

/** A value that must change the answer, where the name says what it does. */
function valueFor(name: string): { readonly value: unknown; readonly decisive: boolean } {
  const words = nameWords(name);
  if (words.some((word) => BOUNDS.has(word))) return { value: 1, decisive: true };
  if (words.some((word) => FILTERS.has(word))) return { value: NOWHERE, decisive: true };
  return { value: true, decisive: false };
}

async function answered(scope: Scope, { name }: Tool, args: JsonObject): Promise<string | undefined> {
  const answer = answerOf(await scope.call('tools/call', { name, arguments: args }));
  return answer.kind === 'answered' ? contentOf(answer.result) : undefined;
}

function contentOf(result: JsonObject): string {
  return canonicalJson(result['structuredContent'] ?? textItems(result)) ?? '';
}

/** Items of the longest list in it; lines of a text. */
function countOf(content: string): number {
  const texts: unknown = JSON.parse(content === '' ? 'null' : content);
  const parsed = Array.isArray(texts) && texts.length === 1 ? parsedText(String(texts[0])) : texts;
  if (Array.isArray(parsed)) return parsed.length;
  if (isObject(parsed))
    return Math.max(0, ...Object.values(parsed).map((value) => (Array.isArray(value) ? value.length : 0)));
  return String(parsed).split('\n').length;
}

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
