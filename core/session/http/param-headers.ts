/** Arguments that a tool wants repeated in headers. Source: revision 2026-07-28, Streamable HTTP, `x-mcp-header`. */

import { isObject, type JsonObject } from '../../json.js';
import type { HttpTarget } from '../../model.js';
import type { Headers } from './endpoint.js';
import { headerValue } from './message-headers.js';

const MARK = 'x-mcp-header';
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const PRIMITIVE: readonly unknown[] = ['string', 'integer', 'boolean'];
const MAX_DEPTH = 20;
/** Of one tool, and of tools together. */
const MAX_MARKS = 100;
const MAX_TOOLS = 10_000;
const MAX_CHARS = 8000;

interface Mark {
  readonly header: string;
  /** Property names from the arguments down. */
  readonly path: readonly string[];
}

/** What a server's tools mark, learned from its lists. All connections to one target share it: not each of them lists. */
export class ParamMarks {
  readonly #byTool = new Map<string, readonly Mark[]>();

  /** Takes in one page of `tools/list`. */
  learn(page: unknown): void {
    const tools = isObject(page) ? page['tools'] : undefined;
    for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
      if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
      const marks = marksIn(tool['inputSchema']);
      if (marks.length === 0) this.#byTool.delete(tool['name']);
      else if (this.#byTool.size < MAX_TOOLS) this.#byTool.set(tool['name'], marks);
    }
  }

  /** The headers for a `tools/call` with these parameters. */
  headersFor({ name, arguments: args }: JsonObject): Headers {
    const marks = typeof name === 'string' ? this.#byTool.get(name) : undefined;
    if (marks === undefined) return {};
    return Object.fromEntries(
      marks.flatMap(({ header, path }): [string, string][] => {
        const text = textOf(valueAt(args, path));
        return text === undefined ? [] : [[`Mcp-Param-${header}`, headerValue(text)]];
      }),
    );
  }
}

const known = new WeakMap<HttpTarget, ParamMarks>();

export function marksOf(target: HttpTarget): ParamMarks {
  const marks = known.get(target) ?? new ParamMarks();
  known.set(target, marks);
  return marks;
}

/** Marks that are valid where they stand: on plain values, below nothing but `properties`. A name that occurs twice counts once. */
function marksIn(schema: unknown): readonly Mark[] {
  const found = new Map<string, Mark>();
  const walk = (node: unknown, path: readonly string[]): void => {
    if (!isObject(node) || path.length > MAX_DEPTH || found.size >= MAX_MARKS) return;
    const { [MARK]: header, type, properties } = node;
    if (path.length > 0 && typeof header === 'string' && TOKEN.test(header) && PRIMITIVE.includes(type))
      found.set(header.toLowerCase(), { header, path });
    if (!isObject(properties)) return;
    for (const [name, child] of Object.entries(properties)) walk(child, [...path, name]);
  };
  walk(schema, []);
  return [...found.values()];
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Undefined for what no header stands for: nothing, null, what is no plain value, and a text longer than servers read headers. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length <= MAX_CHARS ? value : undefined;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}
