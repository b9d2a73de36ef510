/** Arguments that a tool wants repeated in headers. Source: revision 2026-07-28, Streamable HTTP, `x-mcp-header`. */

import { type HeaderMark, headerMarksIn } from '../../header-marks.js';
import { isObject, type JsonObject } from '../../json.js';
import type { HttpTarget } from '../../model.js';
import type { Headers } from './endpoint.js';
import { headerValue } from './message-headers.js';

/** Of tools together. */
const MAX_TOOLS = 10_000;
const MAX_CHARS = 8000;

type Mark = Pick<HeaderMark, 'header' | 'path'>;

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

/** None of a tool with an invalid one: clients leave it out. */
function marksIn(schema: unknown): readonly Mark[] {
  const marks = isObject(schema) ? headerMarksIn(schema) : [];
  return marks.some(({ fault }) => fault !== undefined) ? [] : marks;
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
