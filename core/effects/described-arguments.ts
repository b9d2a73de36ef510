/** Arguments that the description of a tool names. Precision first: fields of results, arguments of other tools and words of everyday language stand in the same places. */

import { isObject, type JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { nameWords } from '../name-words.js';

const NAME = '[A-Za-z][A-Za-z0-9_]{1,40}';
const QUOTED = `(?:\`(?<back>${NAME})\`|"(?<double>${NAME})"|'(?<single>${NAME})')`;
const KIND =
  '(?:input |optional |required |boolean |string |integer |number |array )?(?:parameters?|params?|arguments?|args?|option|flag)';
/** What only a program calls something: `include_deleted`, `maxDepth`. */
const JOINED = '(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+)';

const SHAPES: readonly RegExp[] = [
  // The `depth` parameter.
  new RegExp(String.raw`${QUOTED} ${KIND}\b(?! (?:of|from|in|on) (?:the )?[\`"'\w]+)`, 'g'),
  // The parameter `depth`.
  new RegExp(String.raw`\b${KIND} ${QUOTED}`, 'g'),
  // The max_depth parameter.
  new RegExp(String.raw`(?<![\w\`"'./-])(?<bare>${JOINED}) ${KIND}\b(?! (?:of|from|in|on) (?:the )?[\`"'\w]+)`, 'g'),
  // Pass include_deleted=true.
  new RegExp(
    String.raw`\b(?:[Pp]ass|[Uu]se|[Ss]et|[Ww]ith|[Ss]pecify|[Ss]upply|[Pp]rovide) [\`"']?(?<given>${NAME}) ?= ?(?:true|false|\d+|["'][^"'\n]{0,40}["'])`,
    'g',
  ),
];
/** The sentence says that there is no such argument, or talks of somebody else's. */
const ELSEWHERE =
  /\b(?:no|not|without|removed|deprecated|formerly|instead of|unlike|n't|never|url|uri|query[- ]?string|http|request|response|sql|path|template|constructor|function|method|command[- ]?line|cli|header|environment|env|api|endpoint|prompt|resource|config\w*|type|generic|returns?|returned|output|result|results)\b/i;
const REACH = 80;
const MOST = 10;
const MAX_DESCRIPTION = 10_000;

/** Names of arguments that the description speaks of and no part of the input schema declares, each once. `tools`: all of the server. */
export function undeclaredArguments(tool: Tool, tools: readonly Tool[]): readonly string[] {
  const { inputSchema, description } = tool;
  // Without a schema of its own another rule speaks.
  if (!isObject(inputSchema['properties']) || isOpen(inputSchema)) return [];
  const text = description.slice(0, MAX_DESCRIPTION).replaceAll(/\s+/g, ' ');
  const found = new Set<string>();
  for (const shape of SHAPES) {
    for (const match of text.matchAll(shape)) {
      const { back, double, single, bare, given } = match.groups ?? {};
      found.add(isElsewhere(text, match) ? '' : (back ?? double ?? single ?? bare ?? given ?? ''));
    }
  }
  found.delete('');
  if (found.size === 0) return [];
  const known = knownNames(tool, tools, text);
  return [...found].filter((name) => !known.has(plain(name))).slice(0, MOST);
}

/** The schema says that more is welcome than it declares. */
function isOpen(schema: JsonObject): boolean {
  const { additionalProperties: more, patternProperties } = schema;
  return more === true || isObject(more) || isObject(patternProperties);
}

function isElsewhere(text: string, { 0: match, index }: RegExpExecArray): boolean {
  const lead = text.slice(Math.max(0, index - REACH), index);
  const sentence = lead.slice(Math.max(lead.lastIndexOf('. '), lead.lastIndexOf('; '), lead.lastIndexOf(': ')) + 1);
  return ELSEWHERE.test(sentence.split(' ').slice(-6).join(' ')) || /^["'`]?(?:e\.g|i\.e)/i.test(match);
}

/** Everything that the server calls something, spelled alike: names and values in its schema, and names in those of tools that the text mentions. */
function knownNames(tool: Tool, tools: readonly Tool[], text: string): ReadonlySet<string> {
  const known = new Set<string>();
  addNames(known, tool.inputSchema);
  if (tool.outputSchema !== undefined) addNames(known, tool.outputSchema);
  for (const other of tools) {
    known.add(plain(other.name));
    if (other !== tool && text.includes(other.name)) addNames(known, other.inputSchema);
  }
  // Servers hand these to their own code and not to callers.
  for (const own of ['ctx', 'context', 'self', 'args', 'kwargs', 'params']) known.add(own);
  return known;
}

/** Iterative, because servers send schemas nested thousands deep. */
function addNames(known: Set<string>, schema: JsonObject): void {
  const open: unknown[] = [schema];
  for (let left = 20_000; open.length > 0 && left > 0; left -= 1) {
    const part = open.pop();
    if (typeof part === 'string' && part.length <= 60) known.add(plain(part));
    else if (Array.isArray(part)) open.push(...(part as readonly unknown[]));
    else if (isObject(part)) {
      for (const [name, inner] of Object.entries(part)) {
        known.add(plain(name));
        open.push(inner);
      }
    }
  }
}

/** `maxDepth`, `max-depth` and `max_depths` are one name to a reader. */
function plain(name: string): string {
  return nameWords(name)
    .join('_')
    .replace(/(?<=[^s]{2})s$/, '');
}
